"""`recollect inspect context`: why each piece of evidence was kept or dropped."""

import json
import re

import pytest

from infra.cli.inspecting.context import bars
from infra.cli.options import filters_of
from recollect.context.result import SignalValues
from tests.infra.cli.commands import recollect
from tests.infra.cli.faults import broken

FAILURES = "login test failures with selector issues"


def context(url: str, *arguments: str, columns: int = 200) -> str:
    done = recollect(
        *("inspect", "context", *arguments, "--url", url), environment={"COLUMNS": str(columns)}
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def stages(report: str) -> dict[str, str]:
    """The stage of each item in a printed ledger, by id."""
    rows = re.findall(r"^ *\d+ +(\S+) +(?:[01]\.\d{3} [▁-█]{8}|- +-) +(\w+) ", report, re.MULTILINE)
    return dict(rows)


def test_a_context_is_shown_with_summary_ledger_and_hints(url: str) -> None:
    report = context(url, FAILURES, "--filter", "test_type=e2e", "--filter", "status=failed")

    found = stages(report)
    assert found["test-login-001"] == "kept"
    assert found["test-login-005"] == "redacted"
    assert found["test-login-006"] == "policy"
    assert "login-spec-001 failed due to a selector issue." in report.splitlines()[0]
    for part in (
        "test-login-002",
        "holds credentials",
        "trust 0.2 is below 0.3",
        "0.85 suggest_fix",
        "Signals, from the left: relevance, recency, frequency",
        "Budget: 8 items, ",
        "Time: ",
    ):
        assert part in report


def test_a_lower_level_and_other_groups_see_less(url: str) -> None:
    asked = (FAILURES, "--filter", "status=failed")

    of_identity = stages(context(url, *asked, "--group", "identity"))
    public = stages(context(url, *asked, "--level", "public", "--group", "support"))

    assert of_identity["test-login-008"] == of_identity["test-login-009"] == "kept"
    assert public["test-login-008"] == public["test-login-009"] == "policy"


def test_a_walk_from_a_node_shows_the_graph(url: str) -> None:
    report = context(url, "--start", "CS0007004")
    without = context(url, "--start", "CS0007004", "--no-graph")

    edge = re.compile(r"CHG0007001 +causes +INC0007002 +1\.00")
    assert edge.search(report)
    assert not edge.search(without)
    assert next(iter(stages(report))) == "CS0007004"


def test_the_graph_option_shows_the_graph_for_any_query(url: str) -> None:
    asked = ("selector #login-button", "--type", "keyword")

    assert re.search(r"release-2611 +causes", context(url, *asked, "--graph"))
    assert not re.search(r"release-2611 +causes", context(url, *asked))


def test_a_context_shows_what_was_known_at_an_earlier_time(url: str) -> None:
    assert "test-login-001" in stages(context(url, FAILURES))
    assert stages(context(url, FAILURES, "--as-of", "2020-01-01T00:00:00Z")) == {}


def test_a_project_without_evidence_has_an_empty_context(url: str) -> None:
    report = context(url, FAILURES, "--tenant", "acme", "--project", "shop")

    assert report.startswith("There is nothing to sum up.\n")
    assert "0.60 request_more_context" in report
    assert stages(report) == {}


def test_the_json_of_a_context_is_the_answer_of_the_api(url: str) -> None:
    answer = json.loads(context(url, FAILURES, "--limit", "2", "--type", "semantic", "--json"))

    assert answer["meta"]["type"] == "ContextResult"
    assert len(answer["payload"]["results"]) == 2
    assert "limit" in {each["stage"] for each in answer["payload"]["explainability"]["ledger"]}


def test_a_context_without_a_store_says_what_is_missing(url: str) -> None:
    with broken(url, "upstash-redis"):
        done = recollect("inspect", "context", "why is the mail late", "--url", url)

    assert done.returncode == 0
    assert done.stderr == "Without cache, usage, reads: a store is down.\n"
    assert "! whether something newer replaces these results could not be looked up" in done.stdout


def test_a_bar_is_as_tall_as_its_signal() -> None:
    signals = SignalValues(
        relevance=0,
        recency=1,
        frequency=0.5,
        importance=0.25,
        causality=0.75,
        novelty=0.01,
        trust=0.99,
        sensitivity=1,
    )

    assert bars(signals) == "▁█▅▃▆▁██"


@pytest.mark.parametrize(
    ("written", "filters"),
    [
        (["status=failed"], {"status": "failed"}),
        (["release=2611"], {"release": 2611}),
        (['release="2611"'], {"release": "2611"}),
        (["score=0.5", "flaky=true"], {"score": 0.5, "flaky": True}),
        (["note=a=b", "empty="], {"note": "a=b", "empty": ""}),
        (["state=null"], {"state": "null"}),
        (["tags=login", "tags=selector"], {"tags": ("login", "selector")}),
    ],
)
def test_a_filter_value_has_the_type_that_it_looks_like(
    written: list[str], filters: dict[str, object]
) -> None:
    assert filters_of(written) == filters
