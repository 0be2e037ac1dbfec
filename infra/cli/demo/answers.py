"""Chapters in which a model calls a tool and answers, and its answer is validated."""

from typing import Final

from pydantic import ConfigDict, JsonValue

from infra.cli.demo.run import DemoRun
from infra.cli.inspecting.response import response_report
from recollect.core.messages import CamelMessage
from recollect.validation.metrics import ResponseMetrics
from recollect.validation.models import ValidationResult

_CASE_NUMBER: Final = "SCS0001234"
_GOOD_ANSWER: Final = """\
*Summary*
Packet loss at Altus Amarillo North since this morning.

*Current State*
Status: Open
Priority: High
Assigned: Network Engineering

*Latest Activity*
The primary tunnel rekeys every 40 seconds since CHG004321 began; traffic is on the backup path.\
"""
_BAD_ANSWER: Final = (
    "The network of the customer has some trouble at the moment. Somebody is looking into it, and "
    "it will most likely be over soon. If not, please try to restart your computer and the router, "
    "wait for ten minutes, and write to us again if it still does not work. We are sorry for any "
    "inconvenience that this may cause you and your colleagues, and thank you for your patience."
)


class CaseAnswer(CamelMessage):
    """The answer of the tool `getCase`."""

    model_config = ConfigDict(extra="ignore")

    case: dict[str, JsonValue]
    case_summary: str


def call_a_tool(demo: DemoRun) -> None:
    """A model asks for a case, and gets a summary beside the raw data"""  # a chapter's title
    output = called(demo)
    demo.say(output.case_summary)
    demo.check(
        "the summary has its sections, and no internal sys_id",
        holds="\n\nCurrent State\n\n" in output.case_summary
        and str(output.case["sys_id"]) not in output.case_summary,
    )


def validate_a_good_answer(demo: DemoRun) -> None:
    """A model's answer is made from the summary"""  # a chapter's title
    result = _validate_and_show(demo, _GOOD_ANSWER)
    demo.check("the answer is valid", holds=result.valid and not result.alert)


def validate_a_bad_answer(demo: DemoRun) -> None:
    """A model's answer uses nothing of the summary"""  # a chapter's title
    before = _validations_today(demo)
    result = _validate_and_show(demo, _BAD_ANSWER)
    demo.check(
        "the answer lacks its sections, uses nothing of the tool's result and raises an alert",
        holds=result.missing_elements == ("Summary", "Current State")
        and result.tools_with_unused_summaries == ("getCase",)
        and result.alert,
    )
    demo.check("the metrics of today count it", holds=_validations_today(demo) == before + 1)


def _validations_today(demo: DemoRun) -> int:
    return demo.read(ResponseMetrics, "GET", "/responses/metrics?days=1").total


def called(demo: DemoRun) -> CaseAnswer:
    """Call the tool `getCase` for the case of the story."""
    asked: JsonValue = {"arguments": {"caseNumber": _CASE_NUMBER}}
    return demo.read(CaseAnswer, "POST", "/tools/getCase", asked)


def validated(demo: DemoRun, case: CaseAnswer, response: str) -> ValidationResult:
    """Validate an answer that was given after the tool's answer about the case."""
    call: JsonValue = {"toolName": "getCase", "result": case.model_dump(mode="json")}
    asked: JsonValue = {"response": response, "toolCalls": [call]}
    return demo.read(ValidationResult, "POST", "/responses/validate", asked)


def _validate_and_show(demo: DemoRun, response: str) -> ValidationResult:
    result = validated(demo, called(demo), response)
    demo.show(response_report(response, result))
    return result
