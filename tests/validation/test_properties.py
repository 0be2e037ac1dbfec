"""Properties of every check, for any answer and any results."""

import os
import subprocess
import sys

from hypothesis import example, given
from hypothesis import strategies as st

from recollect.tools.contract import SUMMARY_FIELDS
from recollect.validation.models import ToolCall, ValidationResult
from tests.bench.answers.judging import judged
from tests.validation.examples import CASE_SUMMARY, GOOD_OVERVIEW, NARRATIVE, call, checked

PIECES = st.sampled_from(
    [
        *CASE_SUMMARY.splitlines(),
        *GOOD_OVERVIEW.splitlines(),
        *NARRATIVE.splitlines(),
        "サーバーが停止しました",
        "서버가 다운",
        "ALTUS-FW01-x",
        "50 users",
        "I don't know",
        "www.a1.com",
        "Oct 28, 15:30 - ann: rebooted",
        "• 10:00",
        "sys_id",
        "(15:30)",
        "a.b-c",
        "Status: New",
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=30).map("\n".join)
TOOLS = st.sampled_from(sorted(SUMMARY_FIELDS))


@st.composite
def calls(draw: st.DrawFn) -> ToolCall:
    tool = draw(TOOLS)
    return call(tool, **{SUMMARY_FIELDS[tool][0]: draw(TEXTS), "raw": draw(TEXTS)})


CALLS = st.lists(calls(), max_size=4)


def demands(result: ValidationResult) -> tuple[object, ...]:
    """The parts of a result about an answer's use of summaries."""
    return (
        result.tools_with_unused_summaries,
        result.missing_elements,
        [each.tool_name for each in result.checks],
    )


@given(TEXTS, CALLS)
def test_a_check_is_consistent(response: str, called: list[ToolCall]) -> None:
    result = checked(response, *called)
    for check in result.checks:
        most = 10 if result.response_type == "field_query" else 15
        assert len(check.keywords) == len(set(check.keywords)) <= most
        assert set(check.matched) <= set(check.keywords)
        count = len(check.keywords)
        assert check.ratio == (len(check.matched) / count if count else 1)
        assert check.used == (check.ratio >= check.threshold)
    unused = set(result.tools_with_unused_summaries)
    assert unused == {check.tool_name for check in result.checks} - {
        check.tool_name for check in result.checks if check.used
    }
    # That a result is empty, or that there is none, is no fault of the answer.
    empty = ("returned nothing", "Nothing was checked")
    wrong = [each for each in result.warnings if not any(part in each for part in empty)]
    assert result.valid == (not wrong)
    assert not (result.valid and (result.missing_elements or unused or result.alert))


@given(TEXTS, CALLS, TEXTS)
def test_the_result_of_an_unknown_tool_need_not_be_used(
    response: str, called: list[ToolCall], text: str
) -> None:
    unknown = call("getWeather", caseSummary=text, summary=text, sys_id=text, url=text)
    assert demands(checked(response, *called, unknown)) == demands(checked(response, *called))


@given(TEXTS, CALLS, TOOLS, st.sampled_from(["", " \n", None, [], {}, 5, True]))
def test_an_empty_summary_demands_nothing(
    response: str, called: list[ToolCall], tool: str, nothing: str | list[str] | None
) -> None:
    empty = call(tool, **dict.fromkeys(SUMMARY_FIELDS[tool], nothing))
    assert demands(checked(response, *called, empty)) == demands(checked(response, *called))


@given(TEXTS, TOOLS, TEXTS, TEXTS)
def test_an_answer_that_contains_the_whole_summary_uses_it(
    summary: str, tool: str, before: str, after: str
) -> None:
    gave = call(tool, **{SUMMARY_FIELDS[tool][0]: summary})
    result = checked(f"{before}\n{summary}\n{after}", gave)
    denies = any("denies" in warning for warning in result.warnings)
    assert denies or result.tools_with_unused_summaries == ()


_OPEN = [call("getCase", caseSummary="Priority: High", raw="Status: Open"),
         call("createConfigurationItem", summary="Priority: High", raw="Status: Open"),
         call("getCase", caseSummary="", raw="Status: Open")]  # fmt: skip
_TWO = [call("getCase", status="Open", priority="Low"),
        call("getCase", status="Resolved", priority="High")]  # fmt: skip


@example("Status: Open", (_OPEN, _OPEN[::-1]))
@example("Status: Open", (_OPEN[1:], _OPEN[:0:-1]))
@example("Status: New", (_OPEN[1:], _OPEN[:0:-1]))
@example("Open. Priority is High.", (_TWO, _TWO[::-1]))
@given(TEXTS, CALLS.flatmap(lambda made: st.tuples(st.just(made), st.permutations(made))))
def test_the_order_of_calls_does_not_matter(
    response: str, orders: tuple[list[ToolCall], list[ToolCall]]
) -> None:
    first, second = (checked(response, *order) for order in orders)
    assert first.valid == second.valid
    assert first.alert == second.alert
    assert set(first.warnings) == set(second.warnings)
    assert set(first.recommended_elements) == set(second.recommended_elements)


_JUDGING = """
from tests.bench.answers.judging import judged
labels = ("contradiction", "unsupported")
found = judged("development", *labels, lots={"1"}, every=3)
print(*(each.result.model_dump_json() for each in found), sep="\\n")
"""


def test_development_answers_are_judged_well_and_alike_in_every_process() -> None:
    """Each process orders its sets in its own way, which no verdict may rest on."""
    wrong = judged("development", "contradiction", "unsupported", lots={"1"}, every=3)
    theirs = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", _JUDGING],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout.splitlines()

    assert [each.result.model_dump_json() for each in wrong] == theirs
    assert len(theirs) > 50
    good = judged("development", "good", lots={"1"})
    assert len(good) > 100
    assert [each.answer.id for each in good if each.is_wrong] == []
