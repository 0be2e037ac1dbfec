"""Memories reach the tools that use them, and do not disturb the others."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from pydantic import JsonValue

from recollect.core.errors import InvalidRequest
from recollect.core.measures import LogNote, Measure
from recollect.core.messages import CamelMessage, Message
from recollect.tools.memory_context import Enrichment, MemoryContext, ToolEnricher
from recollect.tools.tool import Output, Tool
from recollect.tools.toolbox import Toolbox, ToolRequest
from tests.cases import each_case
from tests.tools.samples import NOW

ITEM: JsonValue = {"score": 0.8, "tags": ["hint:oom"], "snippet": "The limit was too low."}
REMEMBERED: JsonValue = {"summary": "1 relevant memory", "items": [ITEM]}
MEASURE, NOTE = (
    Measure("EnrichmentUsed", 1, "Count"),
    LogNote("Found 1 relevant memories", "info", {}),
)


class Plain(CamelMessage):
    name: str


class WithMemory(Plain):
    memory_context: MemoryContext | None = None


class Told(Message):
    remembered: int


async def count(arguments: Any, now: datetime) -> Output:
    assert now == NOW
    given = getattr(arguments, "memory_context", None)
    return Output(Told(remembered=len(given.items) if given else 0))


class Remembers:
    """An enricher that adds one memory, and records its calls."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None]] = []

    async def enrich(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enrichment:
        self.asked.append((tool, session_id))
        return Enrichment(
            {**arguments, "memoryContext": REMEMBERED}, "used", measures=(MEASURE,), notes=(NOTE,)
        )


async def run(
    kind: type[Plain], arguments: dict[str, JsonValue], enricher: ToolEnricher | None = None
) -> Output:
    tool = Tool("count", "Counts.", kind, count)
    request = ToolRequest(arguments=arguments, session_id='a "session"')
    return await Toolbox.of([tool], 1, enricher).run(tool, request, NOW)


@each_case("given", [REMEMBERED, None, "x", [], {"items": 3}, {"summary": "x" * 99}])
async def test_a_tool_that_does_not_use_memories_never_gets_any(given: JsonValue) -> None:
    assert (await run(Plain, {"name": "x", "memoryContext": given})).result == Told(remembered=0)


@each_case(("given", "remembered"), [(REMEMBERED, 1), (None, 0), ("x", 0), ({"items": 3}, 0)])
async def test_an_invalid_memory_context_is_ignored_and_not_refused(
    given: JsonValue, remembered: int
) -> None:
    output = await run(WithMemory, {"name": "x", "memoryContext": given})
    assert output.result == Told(remembered=remembered)


async def test_the_enricher_runs_before_the_tool_and_its_measures_are_recorded() -> None:
    remembers = Remembers()
    output = await run(WithMemory, {"name": "x"}, remembers)
    assert remembers.asked == [("count", 'a "session"')]
    assert (output.result, output.measures, output.notes) == (
        Told(remembered=1),
        (MEASURE,),
        (NOTE,),
    )
    assert output.enriched is not None
    assert output.enriched.status == "used"


async def test_without_an_enricher_a_tool_runs_as_usual() -> None:
    assert await run(WithMemory, {"name": "x"}) == Output(Told(remembered=0))


async def test_unknown_arguments_are_still_refused() -> None:
    with pytest.raises(InvalidRequest) as caught:
        await run(Plain, {"name": "x", "memory_context": REMEMBERED})
    assert [each.field for each in caught.value.errors] == ["arguments.memory_context"]


def test_the_schema_does_not_show_the_memory_context_to_models() -> None:
    described = Tool("count", "Counts.", WithMemory, count).described().function.parameters
    assert described["properties"] == {"name": {"type": "string"}}
