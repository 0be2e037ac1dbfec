"""How what is said of memories is written for the Lua scripts, and how their answers are read."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from recollect.adapters.upstash.redis import Script, paired
from recollect.adapters.upstash.redis_keys import memory_key
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.model import HistoryEvent, Vote
from recollect.memories.ports import DeletionCondition, Feedback, MemoryExport, MemoryOutcome
from recollect.memories.record import TOMBSTONE_FIELD, MemoryCounts, counts_of
from recollect.memories.requests import NewVote

# They say nothing of a memory elsewhere.
_NOT_EXPORTED = frozenset({"created_at", "listed", TOMBSTONE_FIELD})


def feedback_script(key: Key, feedback: Feedback, operation: Operation) -> tuple[Script, bool]:
    """The script for what is said of a memory, and whether it may be sent twice."""
    keys, signed = (memory_key(key),), operation_arguments(operation, key)
    if isinstance(feedback, NewVote):
        vote = Script("vote", keys, (*signed, *_vote_arguments(feedback)))
        return vote, bool(operation.id or feedback.voter_id)
    if isinstance(feedback, MemoryOutcome):
        return Script(
            "apply_outcome", keys, (*signed, *_outcome_arguments(feedback, operation))
        ), True
    return Script("validate", keys, (*signed, epoch_ms(operation.at))), True


def _vote_arguments(vote: NewVote) -> tuple[str, ...]:
    details = details_argument(vote=vote.vote, voter_id=vote.voter_id)
    return vote.vote, vote.voter_id or "", details


def _outcome_arguments(outcome: MemoryOutcome, operation: Operation) -> tuple[str, ...]:
    details = details_argument(
        outcome=outcome.outcome,
        correction=outcome.correction,
        category=outcome.category,
        as_of=iso(outcome.as_of),
    )
    return (
        stamp_argument(outcome.as_of, operation),
        outcome.outcome,
        outcome.correction or "",
        outcome.category or "",
        details,
    )


def operation_arguments(operation: Operation, key: Key) -> tuple[str, str, str]:
    """An operation on one memory: its id, when, and by whom."""
    # A hash, so that nothing names a memory that is deleted.
    name = f"{operation.id}:{memory_key(key)}"
    digest = hashlib.sha256(name.encode()).hexdigest()[:40] if operation.id else ""
    return digest, iso(operation.at), operation.actor


def stamp_argument(as_of: datetime, operation: Operation) -> str:
    """A moment that sorts as text: by time, and two of the same millisecond by operation."""
    return f"{epoch_ms(as_of):015d}:{operation.id}"


def details_argument(**details: str | None) -> str:
    """The details of an entry of the history."""
    return json.dumps({name: value for name, value in details.items() if value is not None})


def condition_argument(condition: DeletionCondition) -> str:
    """The condition of a deletion: "", "unfinished", or "at:" and a revision."""
    return f"at:{condition}" if isinstance(condition, int) else condition or ""


def export_arguments(export: MemoryExport) -> tuple[str, ...]:
    """Three lists, fields, voters and history, each as its length and its items."""
    history = [
        part
        for event in export.history
        for part in (event.at, event.type, event.actor, json.dumps(event.details))
    ]
    lists = (_flat(export.fields), _flat(export.voters), history)
    return tuple(part for each in lists for part in (str(len(each)), *each))


def _flat(mapping: Mapping[str, str]) -> list[str]:
    return [part for pair in mapping.items() for part in pair]


def counts_from(flat: Sequence[str]) -> MemoryCounts:
    """The counts behind the fields and values of a memory's hash."""
    return counts_of(paired(flat))


def event_from(entry: Sequence[Any]) -> HistoryEvent:
    """The event behind an entry of a history's stream."""
    fields = paired(entry[1])
    return HistoryEvent.model_validate({**fields, "details": json.loads(fields["details"])})


def export_from(
    fields: Sequence[str], voters: Sequence[str], entries: Sequence[Any]
) -> MemoryExport:
    """All that is kept of a memory: its hash, the votes of its voters, its history's stream."""
    kept = paired(fields)
    return MemoryExport(
        fields={name: value for name, value in kept.items() if name not in _NOT_EXPORTED},
        voters=_votes_reader().validate_python(paired(voters)),
        history=tuple(map(event_from, entries)),
        tombstoned=TOMBSTONE_FIELD in kept,
    )


@cache
def _votes_reader() -> TypeAdapter[dict[str, Vote]]:
    return TypeAdapter(dict[str, Vote])
