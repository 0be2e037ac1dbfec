"""`recollect uplift`: a drawing of how much memories help."""

import json

from infra.cli.uplift import uplift_report
from recollect.memories.learned import Interval, MemoryUplift, UpliftList, UpliftReport
from tests.infra.cli.commands import on_terminal, recollect


def known(memory_id: str, low: float, middle: float, high: float) -> MemoryUplift:
    return MemoryUplift(
        id=memory_id,
        status="known",
        difference=middle,
        interval=Interval(low=low, high=high),
        shown=40,
        withheld=20,
        demoted=high < 0,
    )


def test_memories_are_sorted_by_uplift_and_their_intervals_drawn_to_scale() -> None:
    uplifts = UpliftList(
        app=UpliftReport(status="unknown", shown=3, withheld=0),
        memories=(known("mem_bad", -0.6, -0.5, -0.4), known("mem_good", 0.0, 0.5, 1.0)),
    )
    lines = on_terminal(uplift_report(uplifts)).splitlines()

    assert [line.split()[0] for line in lines[2:4]] == ["mem_good", "mem_bad"]
    assert "│─────●──────" in lines[2]
    assert "+0.50 (+0.00 to +1.00)" in lines[2]
    assert "─●─" in lines[3]
    assert "unknown" in lines[1]
    assert lines[-1].strip() == "2 memories were tried, 1 demoted"


def test_uplift_of_an_app_without_memories_says_that_it_holds_none(url: str) -> None:
    asked = ("uplift", "--app", "never-tried", "--url", url)
    done = recollect(*asked)
    assert done.returncode == 0
    assert "The app holds no memories to be found" in done.stderr
    assert "No memory was tried: HOLDOUT_RATE says how many are withheld" in done.stdout
    report = {"status": "unknown", "shown": 0, "withheld": 0}
    assert json.loads(recollect(*asked, "--json").stdout) == {"app": report, "memories": []}
