"""The memories that a tool is given, and what happens when the memory fails."""

import asyncio
import copy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from recollect.core.measures import Measure
from recollect.enrichment.choosing import Mode
from recollect.enrichment.memories import ToolMemory, ToolMemoryRepository
from recollect.tools.memory_context import Enrichment
from tests.enrichment.arguments import ARGUMENTS, TEXTS
from tests.enrichment.fakes import (
    GARBAGE,
    GIVEN,
    TEXT,
    TOOL,
    Failing,
    Store,
    enricher,
    memory,
    settings,
)
from tests.virtual_time import virtually


def enriched(
    memories: ToolMemoryRepository,
    arguments: dict[str, Any] | None = None,
    session: str | None = "session",
    **changes: Any,
) -> Enrichment:
    given = GIVEN if arguments is None else arguments
    return virtually(enricher(memories, settings(**changes)).enrich(TOOL, given, session))


def counted(enrichment: Enrichment) -> dict[str, float]:
    return {each.name: each.value for each in enrichment.measures}


def test_a_tool_gets_no_more_bytes_of_memories_than_the_settings_allow() -> None:
    long = memory(text="The import of the night held rows in memory. " * 40)
    small = replace(settings(), summary_bytes=200)
    result = virtually(enricher(Store((long,)), small).enrich(TOOL, GIVEN, "session"))
    assert 100 < result.bytes <= 200


def test_a_tool_gets_the_memories_about_it() -> None:
    result = enriched(Store((memory(),), seconds=0.25))
    assert result.arguments == {
        "workload": "checkout",
        "memoryContext": {
            "summary": "1 relevant memory: 1 execution of this tool; "
            "tags namespace:payments; newest 3 days ago",
            "items": [
                {
                    "score": 0.9,
                    "at": "2026-01-07T12:00:00.000Z",
                    "tags": ["namespace:payments"],
                    "snippet": TEXT,
                }
            ],
        },
    }
    assert (result.status, result.reason, result.count) == ("used", "", 1)
    assert result.seconds == pytest.approx(0.25)
    assert [(note.message, note.level, note.fields) for note in result.notes] == [
        ("Found 1 relevant memories", "info", {"count": 1})
    ]
    assert list(result.measures) == [
        Measure("EnrichmentAttempts", 1, "Count"),
        Measure("EnrichmentLatency", result.seconds * 1000, "Milliseconds"),
        Measure("EnrichmentUsed", 1, "Count"),
        Measure("EnrichmentBytes", result.bytes, "Bytes"),
    ]
    assert 0 < result.bytes <= 1_500


def test_the_note_counts_several_memories() -> None:
    result = enriched(Store((memory("a"), memory("b"))))
    assert [note.message for note in result.notes] == ["Found 2 relevant memories"]


def test_a_tool_that_is_not_allowed_is_left_alone() -> None:
    def never() -> float:
        raise AssertionError("nobody asks what time it is")

    store = Store((memory(),))
    remembering = enricher(store, clock=never)
    result = virtually(remembering.enrich("getCase", GIVEN, "session"))
    assert result.arguments is GIVEN
    assert result == Enrichment(GIVEN, "disabled", "not_listed")
    assert store.wanted == []


def test_an_existing_memory_context_is_left_as_it_is() -> None:
    store, given = Store((memory(),)), {"memoryContext": None}
    result = enriched(store, given)
    assert result.arguments is given
    assert (result.status, result.reason, result.count) == ("not_used", "present", 0)
    assert counted(result) == {"EnrichmentAttempts": 1, "EnrichmentPresent": 1}
    assert store.wanted == []


def test_without_a_helpful_memory_no_context_is_given() -> None:
    cases: list[tuple[ToolMemory, ...]] = [
        (),
        (memory(dense=0.1, sparse=0.5),),
        (memory(text="OOM"),),
    ]
    for memories in cases:
        result = enriched(Store(memories))
        assert result.arguments is GIVEN
        assert (result.status, result.reason, result.count, result.bytes) == (
            "not_used",
            "empty",
            0,
            0,
        )
        assert [note.message for note in result.notes] == ["Found 0 relevant memories"]
        assert counted(result).keys() == {
            "EnrichmentAttempts",
            "EnrichmentLatency",
            "EnrichmentEmpty",
        }


def test_a_store_that_fails_is_counted_and_does_not_stop_a_tool() -> None:
    cases: list[tuple[BaseException, str]] = [
        (StoreTimeout("vector", "slow"), "timeout"),
        (StoreUnavailable("vector", "down"), "unavailable"),
        (StoreRefused("vector", "garbage"), "refused"),
        (StoreError("vector", "what"), "error"),
        (ValueError("a bug"), "internal"),
        (TimeoutError(), "internal"),
        (RecursionError(), "internal"),
        (asyncio.CancelledError(), "internal"),
    ]
    for error, reason in cases:
        result = enriched(Failing(error))
        assert result.arguments is GIVEN
        assert (result.status, result.reason) == ("error", reason)
        assert Measure("EnrichmentErrors", 1, "Count", ("reason", reason)) in result.measures
        assert result.notes == ()


def test_a_late_store_is_counted() -> None:
    result = enriched(Store(seconds=9))
    assert result.arguments is GIVEN
    assert counted(result) == {
        "EnrichmentAttempts": 1,
        "EnrichmentLatency": pytest.approx(400.0),
        "EnrichmentTimeouts": 1,
    }


def test_a_tool_that_is_not_listed_causes_no_measures_or_notes() -> None:
    quiet = virtually(enricher(Store((memory(),))).enrich("getCase", GIVEN, None))
    assert (quiet.arguments, quiet.measures, quiet.notes) == (GIVEN, (), ())


def test_usable_memories_among_garbage_are_given() -> None:
    result = enriched(Store(GARBAGE))
    assert (result.status, result.count) == ("used", 3)
    assert result.bytes <= 1_500


def test_memories_of_wrong_types_are_an_internal_error() -> None:
    wrong = replace(memory(), tags=(1, None))  # type: ignore[arg-type]  # what no store should do
    result = enriched(Store((wrong,)))
    assert (result.status, result.reason) == ("error", "internal")


def test_secrets_and_logs_of_a_memory_do_not_reach_a_tool() -> None:
    text = f"{TEXT}\nERROR boom\npassword: hunter22xyz was set by jane.doe@example.com"
    result = enriched(Store((memory(text=text, tags=("jane.doe@example.com",)),)))
    told = str(result.arguments)
    assert result.status == "used"
    assert not any(word in told for word in ("hunter22", "jane", "boom"))


@given(
    TEXTS,
    ARGUMENTS | ARGUMENTS.map(lambda some: {**some, "memoryContext": 1}),
    st.none() | TEXTS,
    st.sampled_from(("tool", "conversation", "hybrid")),
    st.lists(st.sampled_from(GARBAGE), max_size=6),
)
def test_the_arguments_of_a_tool_are_never_changed(
    tool: str,
    arguments: dict[str, Any],
    session: str | None,
    mode: Mode,
    memories: list[ToolMemory],
) -> None:
    before = repr(copy.deepcopy(arguments))
    remembering = enricher(Store(memories, memories[1:]), settings(mode, tool=tool))
    result = virtually(remembering.enrich(tool, arguments, session))
    assert repr(arguments) == before
    assert result.status in {"used", "not_used"}
    if result.status == "used":
        assert repr({k: v for k, v in result.arguments.items() if k != "memoryContext"}) == before
    else:
        assert result.arguments is arguments
