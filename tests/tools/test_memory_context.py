"""What is remembered reaches the tools that have a use for it, and disturbs no other."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from pydantic import JsonValue

from recollect.core.errors import InvalidRequest
from recollect.core.measures import LogNote, Measure
from recollect.core.messages import Message
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


class Plain(Message):
    name: str


class WithMemory(Plain):
    memoryContext: MemoryContext | None = None  # noqa: N815  # the seed's name


class Told(Message):
    remembered: int


async def count(arguments: Any, now: datetime) -> Output:
    assert now == NOW
    given = getattr(arguments, "memoryContext", None)
    return Output(Told(remembered=len(given.items) if given else 0))


class Remembers:
    """Adds one memory, and notes for whom."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None]] = []

    async def enrich(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enrichment:
        self.asked.append((tool, session_id))
        return Enrichment(
            {**arguments, "memoryContext": REMEMBERED},
            "used",
            measures=(MEASURE,),
            notes=(NOTE,),
        )


async def run(
    kind: type[Plain], arguments: dict[str, JsonValue], enricher: ToolEnricher | None = None
) -> Output:
    tool = Tool("count", "Counts.", kind, count)
    request = ToolRequest(arguments=arguments, session_id='a "session"')
    return await Toolbox.of([tool], 1, enricher).run(tool, request, NOW)


@each_case("given", [REMEMBERED, None, "x", [], {"items": 3}, {"summary": "x" * 99}])
async def test_a_tool_without_a_use_for_memories_never_sees_any(given: JsonValue) -> None:
    assert (await run(Plain, {"name": "x", "memoryContext": given})).result == Told(remembered=0)


@each_case(("given", "remembered"), [(REMEMBERED, 1), (None, 0), ("x", 0), ({"items": 3}, 0)])
async def test_memories_that_are_none_are_no_reason_to_refuse(
    given: JsonValue, remembered: int
) -> None:
    output = await run(WithMemory, {"name": "x", "memoryContext": given})
    assert output.result == Told(remembered=remembered)


async def test_who_remembers_is_asked_before_a_tool_runs_and_what_it_tells_is_written() -> None:
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


async def test_where_nobody_remembers_a_tool_is_run_as_ever() -> None:
    assert await run(WithMemory, {"name": "x"}) == Output(Told(remembered=0))


async def test_other_arguments_are_refused_as_ever() -> None:
    with pytest.raises(InvalidRequest) as caught:
        await run(Plain, {"name": "x", "memory_context": REMEMBERED})
    assert [each.field for each in caught.value.errors] == ["arguments.memory_context"]


def test_models_are_not_told_of_memories() -> None:
    described = Tool("count", "Counts.", WithMemory, count).described().function.parameters
    assert described["properties"] == {"name": {"type": "string"}}
