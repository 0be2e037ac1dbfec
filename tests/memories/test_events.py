import pytest

from recollect.core.messages import Message
from recollect.memories.events import (
    CitationOutcomeRecorded,
    ConversationResolved,
    MaintainMemories,
    MemoryOutcomeRecorded,
)

MEMORY: dict[str, object] = {"app_slug": "epic-web", "memory_id": "mem_1", "outcome": "failed"}
RUN: dict[str, object] = {"app_slug": "epic-web", "run_id": "run_1", "outcome": "success"}
CONVERSATION: dict[str, object] = {
    "app_slug": "epic-web",
    "conversation_id": "cnv_1",
    "outcome": "corrected",
}


def test_invalid_events_are_refused() -> None:
    cases: list[tuple[type[Message], dict[str, object]]] = [
        (MemoryOutcomeRecorded, {**MEMORY, "app_slug": "../other"}),
        (MemoryOutcomeRecorded, {**MEMORY, "app_slug": "epic-web\n"}),
        (MemoryOutcomeRecorded, {**MEMORY, "memory_id": ""}),
        (MemoryOutcomeRecorded, {**MEMORY, "outcome": "great"}),
        (MemoryOutcomeRecorded, {**MEMORY, "correction": " "}),
        (MemoryOutcomeRecorded, {**MEMORY, "correction": "a\0b"}),
        (MemoryOutcomeRecorded, {**MEMORY, "colour": "red"}),
        (MemoryOutcomeRecorded, {**MEMORY, "occurred_at": 1772366400}),
        (MemoryOutcomeRecorded, {**MEMORY, "occurred_at": "2026-03-01T12:00:00"}),
        (CitationOutcomeRecorded, {**RUN, "occurred_at": "0001-01-01T00:00:00+23:00"}),
        (CitationOutcomeRecorded, {**RUN, "outcome": "corrected"}),
        (CitationOutcomeRecorded, {**RUN, "memory_ids": []}),
        (CitationOutcomeRecorded, {**RUN, "memory_ids": ["mem_1"] * 101}),
        (CitationOutcomeRecorded, {**RUN, "run_id": "a b"}),
        (ConversationResolved, {**CONVERSATION, "conversation_id": "x" * 129}),
        (MaintainMemories, {"task": "dust"}),
        (MaintainMemories, {}),
        (MaintainMemories, {"task": "prune", "min_confidence": "nan"}),
    ]
    for model, detail in cases:
        with pytest.raises(ValueError, match="validation error"):
            model.model_validate(detail)
