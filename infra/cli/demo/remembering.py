"""Chapters in which a diagnostic tool gets what it found before, if that is switched on for it."""

import json
from typing import Final

from pydantic import ConfigDict, JsonValue

from infra.cli.demo.run import DemoRun
from infra.cli.sample_data import sample_body
from recollect.core.messages import CamelMessage
from recollect.enrichment.models import MemoryContextAnswer

_TOOL: Final = "oc_diagnostic_pod_health"
_ARGUMENTS: Final[dict[str, JsonValue]] = {"namespace": "payments"}


class _Health(CamelMessage):
    model_config = ConfigDict(extra="ignore")

    by_cause: dict[str, int]
    hints: list[str]
    summary: str


def run_a_tool_that_remembers_nothing(demo: DemoRun) -> None:
    """A diagnostic tool runs, and nothing is remembered yet"""  # a chapter's title
    health = _run(demo)
    demo.say(", ".join(f"{count} {cause}" for cause, count in health.by_cause.items()))
    demo.check(
        "the tool says what is wrong with the pods, and has no hints", holds=not health.hints
    )


def remember(demo: DemoRun) -> None:
    """The tool's result and an incident are stored without secrets"""  # a chapter's title
    demo.call(
        "POST",
        f"/tools/{_TOOL}/executions",
        sample_body("enrich_tool/store_execution.json"),
        status=201,
    )
    demo.call("POST", "/incidents", sample_body("enrich_tool/store_incident.json"), status=201)
    given = _memory_context(demo, _TOOL, _ARGUMENTS)
    context = given.arguments.get("memoryContext")
    size = len(json.dumps(context, ensure_ascii=False, separators=(",", ":")).encode())
    demo.check(
        f"the next call gets {given.enrichment.count} memories of {size:,} bytes, found in "
        f"{given.enrichment.latency_ms:.0f} ms",
        holds=given.enrichment.status == "used" and size <= 1_500,  # noqa: PLR2004  # CONTEXT_SUMMARY_BYTES
    )


def run_it_again(demo: DemoRun) -> None:
    """The tool runs again, and says what was found before"""  # a chapter's title
    health = _run(demo)
    for hint in health.hints:
        demo.say(hint)
    demo.check("the answer of the tool now has hints", holds=bool(health.hints))


def run_a_tool_that_is_not_switched_on(demo: DemoRun) -> None:
    """A tool for which enrichment is off gets no memories"""  # a chapter's title
    arguments: JsonValue = {"caseNumber": "SCS0001234"}
    given = _memory_context(demo, "getCase", arguments)
    demo.check(
        "its arguments are unchanged",
        holds=given.enrichment.status == "disabled" and given.arguments == arguments,
    )


def _run(demo: DemoRun) -> _Health:
    return demo.read(_Health, "POST", f"/tools/{_TOOL}", {"arguments": _ARGUMENTS})


def _memory_context(demo: DemoRun, tool: str, arguments: JsonValue) -> MemoryContextAnswer:
    body: JsonValue = {"arguments": arguments, "sessionId": "demo"}
    return demo.read(MemoryContextAnswer, "POST", f"/tools/{tool}/memory-context", body)
