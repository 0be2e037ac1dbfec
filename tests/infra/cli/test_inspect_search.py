"""`recollect inspect search`: why each memory was kept or dropped, and which decisions failed."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from infra.cli.inspecting.search import search_tables
from recollect.client import Recollect
from recollect.memories.confidence_settings import ConfidenceSettings
from recollect.memories.known.reading import assemble
from recollect.memories.learned import Interval, Learned
from recollect.memories.search_result import (
    DroppedMemory,
    DropReason,
    FailedMemory,
    FoundMemory,
    SearchResult,
)
from recollect.memories.stored.counts import MemoryCounts
from tests.adapters.misbehaving import misbehaving, reply
from tests.infra.cli.commands import on_terminal, recollect
from tests.memories.samples import NOW, record_of

QUERY = "customer asks for a refund after a medical emergency"


def shown(result: SearchResult) -> str:
    return on_terminal(search_tables(result))


def test_a_search_shows_which_memories_were_kept_or_dropped_and_why(url: str) -> None:
    done = recollect(
        "inspect",
        "search",
        QUERY,
        "--app",
        "epic-web",
        "--limit",
        "1",
        "--threshold",
        "0.02",
        "--url",
        url,
    )

    assert done.returncode == 0
    kept, dropped = done.stdout.split("Dropped")
    assert "mem_7a805820571fc89afb505499ebd01a6a" in kept
    for reason in ("over limit", "stale", "quarantined", "not relevant"):
        assert reason in dropped


def test_the_json_of_a_search_is_the_answer_of_the_api(url: str) -> None:
    done = recollect(
        *("inspect", "search", QUERY, "--app", "epic-web", "--url", url, "--json"),
        *("--stage", "route", "--global", "--threshold", "0"),
    )

    found = json.loads(done.stdout)
    metadata = [each["memory"]["metadata"] for each in found["results"]]
    assert {each["stage"] for each in metadata} == {"route"}
    assert {each["app_slug"] for each in metadata} == {"epic-web", "global"}
    assert "dropped" in found


def test_a_search_shows_what_was_known_at_an_earlier_time(url: str) -> None:
    with Recollect(url) as api:
        app = api.app("as-of")
        told = app.remember(situation="Which port has the VPN?", decision="1194", stage="draft")
        app.correct(told.id, "443 since today")
        corrected = app.history(told.id).events[-1].at
    just_before = datetime.fromisoformat(corrected) - timedelta(milliseconds=1)
    asked = ("inspect", "search", "Which port has the VPN?", "--app", "as-of", "--url", url)
    now = recollect(*asked).stdout
    then = recollect(*asked, "--as-of", just_before.isoformat()).stdout
    assert ("443 since today" in now, "443 since today" in then) == (True, False)
    assert told.id in then
    before = recollect(*asked, "--as-of", "2020-01-01T00:00:00Z").stdout
    assert told.id not in before
    wrong = recollect(*asked, "--as-of", "yesterday")
    assert (wrong.returncode, "as_of" in wrong.stderr) == (2, True)


def test_a_search_as_of_a_time_says_that_some_histories_are_not_known(url: str) -> None:
    """The sample data is imported, with counts but without what led to them."""
    asked = ("inspect", "search", QUERY, "--app", "epic-web", "--url", url)
    done = recollect(*asked, "--as-of", datetime.now(UTC).isoformat())

    assert done.returncode == 0
    assert done.stderr == "The history of some is not known: they are shown as they are now.\n"


def test_an_unreachable_api_is_reported_in_one_line() -> None:
    done = recollect("inspect", "search", "x", "--app", "badass", "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert done.stderr.startswith("recollect: http://127.0.0.1:1 does not answer")
    assert done.stderr.count("\n") == 1


async def test_an_answer_that_cannot_be_read_is_reported_in_one_line() -> None:
    for content in (b'{"results": "\xe4"}', b"<html>"):
        async with misbehaving([reply(200, content)]) as server:
            asked = ("inspect", "search", "x", "--app", "badass", "--url", server.url)
            done = await asyncio.to_thread(recollect, *asked)

        assert done.returncode == 1
        assert done.stderr == f"recollect: {server.url} does not answer as this API does\n"


def test_the_lines_of_a_memory_stay_apart() -> None:
    record = record_of("VPN drops", decision="1. MTU 1360\n2. Restart phase 2\r\n3.\tWait")
    memory = assemble(record, MemoryCounts(), NOW, ConfidenceSettings())
    found = FoundMemory(
        memory=memory, score=0.4, raw_score=0.8, age_days=0, decay_factor=1, confidence=0.5
    )
    report = shown(SearchResult(results=(found,)))
    assert "MTU 1360" in report
    assert "13602" not in report
    assert "phase 23" not in report


def test_a_result_shows_what_decides_its_rank_besides_its_score() -> None:
    memory = assemble(record_of("The cache is slow"), MemoryCounts(), NOW, ConfidenceSettings())
    found = FoundMemory(
        memory=memory,
        score=0.4,
        raw_score=0.8,
        age_days=0,
        decay_factor=1,
        confidence=0.5,
        unproven=True,
        no_longer_valid=True,
        conflicts_with=("mem_2",),
    )
    notes = "unproven; no longer valid; contested by mem_2"
    assert notes in shown(SearchResult(results=(found,)))
    agreed = found.model_copy(update={"agreement": 0.62, "no_longer_valid": False})
    notes = "agreement 0.62; unproven; contested by mem_2"
    assert notes in shown(SearchResult(results=(agreed,)))
    interval = Interval(low=0.1, high=0.9)
    learned = Learned(
        successes=0, failures=0, posterior=0.5, interval=interval, demoted="fewer_judges"
    )
    outnumbered = agreed.model_copy(update={"learned": learned, "unproven": False})
    notes = "agreement 0.62; fewer judges stand by it"
    assert notes in shown(SearchResult(results=(outnumbered,)))


def test_a_failed_decision_is_shown_with_what_was_tried_and_why_it_failed(url: str) -> None:
    asked = "the video player stays black in Firefox while sound plays"
    done = recollect("inspect", "search", asked, "--app", "epic-web", "--url", url)

    _, failed = done.stdout.split("Failed before")
    warning, dropped = failed.split("Dropped")
    assert "→ Asked to turn hardware acceleration off" in warning
    assert "✗ It was an outage of the video host; the status page said so." in warning
    (row,) = (line for line in dropped.splitlines() if "has failed" in line)
    about = dropped.splitlines()[dropped.splitlines().index(row) + 1]
    assert "the video player stays black in Firefox" in about


@pytest.mark.parametrize("reason", get_args(DropReason))
def test_every_reason_for_dropping_a_memory_is_shown(reason: DropReason) -> None:
    dropped = DroppedMemory(id="mem_1", reason=reason, raw_score=0.5)
    report = shown(SearchResult(results=(), dropped=(dropped,)))

    (row,) = (line for line in report.splitlines() if "mem_1" in line)
    assert re.search(r"│ mem_1 +│ [a-z ]*[a-z] +│$", row)


def test_a_dropped_memory_names_the_memory_that_replaces_it() -> None:
    dropped = (
        DroppedMemory(id="mem_1", reason="superseded", raw_score=0.5, superseded_by="mem_2"),
        DroppedMemory(id="mem_3", reason="duplicate", raw_score=0.5, duplicate_of="mem_4"),
    )
    report = shown(SearchResult(results=(), dropped=dropped))

    assert "by mem_2" in report
    assert "by mem_4" in report


def test_the_corrected_reading_of_a_misspelt_query_is_shown() -> None:
    report = shown(SearchResult(results=(), read_as={"Pelow": "Pellow"}))
    assert 'read "Pelow" as "Pellow"' in report


def test_a_warning_is_always_shown_and_cannot_control_the_terminal() -> None:
    record = record_of("\x1b[2JThe cache \u202eis slow", correction="\x9bIt held the carts")
    memory = assemble(record, MemoryCounts(), NOW, ConfidenceSettings())
    failed = FailedMemory(memory=memory, raw_score=0.5, reason=memory.metadata.correction)
    report = shown(SearchResult(results=(), warnings=(failed,)))

    assert "The cache is slow" in report
    assert report.count("It held the carts") == 1
    assert not {"\x1b", "\x9b", "\u202e"} & set(report)
