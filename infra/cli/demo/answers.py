"""A model calls a tool, answers, and its answer is held against what the tool told it."""

from typing import Final

from pydantic import BaseModel, JsonValue

from infra.cli.demo.run import DemoRun
from infra.cli.response_inspection import response_report
from recollect.validation.metrics import ResponseMetrics
from recollect.validation.models import ValidationResult

_CASE: Final = "SCS0001234"
_GOOD: Final = """\
*Summary*
Packet loss at Altus Amarillo North since this morning.

*Current State*
Status: Open
Priority: High
Assigned: Network Engineering

*Latest Activity*
The primary tunnel rekeys every 40 seconds since CHG004321 began; traffic is on the backup path.\
"""
_BAD: Final = (
    "The network of the customer has some trouble at the moment. Somebody is looking into it, and "
    "it will most likely be over soon. If not, please try to restart your computer and the router, "
    "wait for ten minutes, and write to us again if it still does not work. We are sorry for any "
    "inconvenience that this may cause you and your colleagues, and thank you for your patience."
)


class ToldCase(BaseModel):
    """A case as `getCase` answers it."""

    case: dict[str, JsonValue]
    caseSummary: str  # noqa: N815  # the seed's name


def call_a_tool(demo: DemoRun) -> None:
    """A model asks for a case, and gets it told besides its raw data"""  # a chapter's title
    output = called(demo)
    demo.say(output.caseSummary)
    demo.check(
        "the summary has its sections, and no sys_id",
        holds="\n\nCurrent State\n\n" in output.caseSummary
        and str(output.case["sys_id"]) not in output.caseSummary,
    )


def validate_a_good_answer(demo: DemoRun) -> None:
    """An answer that is made from the summary"""  # a chapter's title
    result = _shown(demo, _GOOD)
    demo.check("is valid", holds=result.valid and not result.alert)


def validate_a_bad_answer(demo: DemoRun) -> None:
    """An answer that could have been given without it"""  # a chapter's title
    before = _counted(demo)
    result = _shown(demo, _BAD)
    demo.check(
        "is not, and is worth an alert: no sections, nothing of what the tool told",
        holds=result.missing_elements == ("Summary", "Current State")
        and result.tools_with_unused_summaries == ("getCase",)
        and result.alert,
    )
    demo.check("it is counted", holds=_counted(demo) == before + 1)


def _counted(demo: DemoRun) -> int:
    return demo.read(ResponseMetrics, "GET", "/responses/metrics?days=1").total


def called(demo: DemoRun) -> ToldCase:
    """The case of the story, as the tool tells it."""
    asked: JsonValue = {"arguments": {"caseNumber": _CASE}}
    return demo.read(ToldCase, "POST", "/tools/getCase", asked)


def validated(demo: DemoRun, case: ToldCase, response: str) -> ValidationResult:
    """What is said of an answer that is made from the case."""
    call: JsonValue = {"toolName": "getCase", "result": case.model_dump(mode="json")}
    asked: JsonValue = {"response": response, "toolCalls": [call]}
    return demo.read(ValidationResult, "POST", "/responses/validate", asked)


def _shown(demo: DemoRun, response: str) -> ValidationResult:
    result = validated(demo, called(demo), response)
    demo.show(response_report(response, result))
    return result
