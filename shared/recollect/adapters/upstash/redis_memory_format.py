"""How what is said of memories is written for the Lua scripts, and how their answers are read."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from recollect.adapters.upstash.redis import Script, mapping_from_pairs
from recollect.adapters.upstash.redis_keys import (
    conversation_key,
    is_summed,
    list_key,
    memory_key,
    once_keys,
    parts,
    sum_key,
)
from recollect.core.field_prefixes import (
    BOUNDED_IN_CONTEXT_PREFIX,
    IN_CONTEXT_PREFIX,
    SUPERSEDED_BY_PREFIX,
    TRIAL_PREFIXES,
)
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.ledger_data import (
    DeletionCondition,
    Feedback,
    MemoryExport,
    MemoryOutcome,
    RecordedOutcome,
)
from recollect.memories.model import CitationOutcome, HistoryEvent, Vote
from recollect.memories.private import is_for_all
from recollect.memories.record import TOMBSTONE_FIELD, MemoryCounts, MemoryRecord, counts_of
from recollect.memories.requests import NewVote

_SAID_AT_STORE = ("outcome", "correction", "conversation_id")
# They say nothing of a memory elsewhere, where others judge. Nor do the names of what supersedes
# it, which notes it, and the runs of a context or a trial: those of all memories stay here, too.
_NOT_EXPORTED = frozenset({"created_at", "listed", "supporters", "opponents", TOMBSTONE_FIELD})
_NOT_EXPORTED_OF = (
    SUPERSEDED_BY_PREFIX,
    IN_CONTEXT_PREFIX,
    BOUNDED_IN_CONTEXT_PREFIX,
    *TRIAL_PREFIXES,
)


def feedback_script(key: Key, feedback: Feedback, operation: Operation) -> tuple[Script, bool]:
    """The script for what is said of a memory, and whether it may be sent twice."""
    keys = (memory_key(key),)
    touched = (*touched_by(operation, key), *parts(*keys, "influence"))
    signed = (*operation_arguments(operation, key), authority_argument(operation))
    if isinstance(feedback, NewVote):
        arguments = (*signed, *_vote_arguments(feedback, operation))
        votes = parts(*keys, "voters", "voted_at")
        vote = Script("vote", keys, arguments, (*touched, *votes))
        return vote, bool(operation.id or feedback.voter_id)
    if isinstance(feedback, MemoryOutcome):
        arguments = (*signed, *_outcome_arguments(feedback))
        script = Script("apply_outcome", keys, arguments, touched)
        # Of the past it need not stand, and then a repeat is not known for one.
        return script, bool(operation.id) or feedback.as_of == operation.at
    return Script("validate", keys, (*signed, epoch_ms(operation.at)), touched), True


def _vote_arguments(vote: NewVote, operation: Operation) -> tuple[str, ...]:
    said_at = iso(vote.occurred_at) if vote.occurred_at else None
    details = details_argument(vote=vote.vote, voter_id=vote.voter_id, as_of=said_at)
    stamp = stamp_argument(vote.occurred_at or operation.at)
    return vote.vote, vote.voter_id or "", details, stamp


def _outcome_arguments(outcome: MemoryOutcome) -> tuple[str, ...]:
    details = details_argument(
        outcome=outcome.outcome,
        correction=outcome.correction,
        category=outcome.category,
        as_of=iso(outcome.as_of),
    )
    return (
        stamp_argument(outcome.as_of),
        outcome.outcome,
        outcome.correction or "",
        outcome.category or "",
        details,
    )


def said_at_store_arguments(record: MemoryRecord, operation: Operation) -> tuple[str, ...]:
    """What an occurrence says for itself: details, a stamp, its moment, outcome and correction."""
    values = {name: record.metadata.get(name) for name in _SAID_AT_STORE}
    details = details_argument(**{name: str(each) for name, each in values.items() if each})
    moment = stamp_argument(operation.at), str(epoch_ms(operation.at))
    return details, *moment, str(values["outcome"]), str(values["correction"] or "")


def operation_arguments(operation: Operation, key: Key) -> tuple[str, str, str]:
    """An operation on one memory: its id, when, and by whom."""
    return operation_digest(operation, memory_key(key)), iso(operation.at), operation.actor


def touched_by(operation: Operation, key: Key) -> tuple[str, ...]:
    """What every script touches that says something of a memory, beside its hash."""
    once = once_keys(operation_digest(operation, memory_key(key)))
    return (*parts(memory_key(key), "gone", "writers", "log", "sum"), *once)


def authority_argument(operation: Operation) -> str:
    """How far the actor is bound: as the scripts' `judge_of` says."""
    if operation.trusted:
        return "trusted"
    return "relay" if operation.relays else ""


def operation_digest(operation: Operation, key: str) -> str:
    """The id of an operation on a key, "" where it has none."""
    # A hash, so that nothing names a memory that is deleted.
    name = f"{operation.id}:{key}"
    return hashlib.sha256(name.encode()).hexdigest()[:40] if operation.id else ""


def stamp_argument(as_of: datetime) -> str:
    """A moment that sorts as text; one of before 1970 is the first."""
    return f"{max(0, epoch_ms(as_of)):015d}"


def details_argument(**details: str | None) -> str:
    """The details of an entry of the history."""
    return json.dumps({name: value for name, value in details.items() if value is not None})


def reword_script(
    name: str, changes: Mapping[str, tuple[str, str]], removed: Sequence[str] = ()
) -> Script:
    """Change fields of a hash, each from one text to another, and remove some."""
    flat = [text for field, two in changes.items() for text in (field, *two)]
    keys = (name, sum_key(name)) if is_summed(name) else (name,)
    return Script("reword", keys, (str(len(removed)), *removed, *flat))


def citation_outcome(answer: object) -> CitationOutcome:
    """How a run turned out, as a script answers it."""
    return _outcome_reader().validate_python(answer)


def recorded_outcome(answer: Sequence[object]) -> RecordedOutcome:
    """The outcome that a script recorded for a run, and the memories that it applies to."""
    outcome, *memory_ids = answer
    return RecordedOutcome(citation_outcome(outcome), tuple(map(str, memory_ids)))


def condition_argument(condition: DeletionCondition) -> str:
    """The condition of a deletion: "", "unfinished", or "at:" and a revision."""
    return f"at:{condition}" if isinstance(condition, int) else condition or ""


def export_arguments(collection: str, export: MemoryExport) -> tuple[str, ...]:
    """Lists of fields, voters, history and conversations, each as its length and its items."""
    history = [
        part
        for event in export.history
        for part in (event.at, event.type, event.actor, json.dumps(event.details))
    ]
    conversations = [conversation_key(collection, each) for each in export.conversations]
    lists = (_flat(export.fields), _flat(export.voters), history, conversations)
    return tuple(part for each in lists for part in (str(len(each)), *each))


def _flat(mapping: Mapping[str, str]) -> list[str]:
    return [part for pair in mapping.items() for part in pair]


def counts_from(flat: Sequence[str]) -> MemoryCounts:
    """The counts behind the fields and values of a memory's hash."""
    return counts_of(mapping_from_pairs(flat))


def event_from(entry: Sequence[Any]) -> HistoryEvent:
    """The event behind an entry of a history's stream."""
    fields = mapping_from_pairs(entry[1])
    return HistoryEvent.model_validate({**fields, "details": json.loads(fields["details"])})


def export_from(
    collection: str,
    fields: Sequence[str],
    voters: Sequence[str],
    entries: Sequence[Any],
    conversations: Sequence[str],
) -> MemoryExport:
    """All that is kept of a memory: its hash, its voters' votes, its history, its conversations."""
    kept = mapping_from_pairs(fields)
    return MemoryExport(
        fields={
            name: value
            for name, value in kept.items()
            if name not in _NOT_EXPORTED and not name.startswith(_NOT_EXPORTED_OF)
        },
        voters=_votes_reader().validate_python(mapping_from_pairs(voters)),
        history=tuple(map(event_from, entries)),
        tombstoned=TOMBSTONE_FIELD in kept,
        conversations=tuple(
            sorted(each.removeprefix(conversation_key(collection, "")) for each in conversations)
        ),
    )


def list_of(record: MemoryRecord) -> str:
    """The key of the list that a memory is on."""
    return list_key(record.collection, sensitive=not is_for_all(record.metadata))


@cache
def _outcome_reader() -> TypeAdapter[CitationOutcome]:
    return TypeAdapter(CitationOutcome)


@cache
def _votes_reader() -> TypeAdapter[dict[str, Vote]]:
    return TypeAdapter(dict[str, Vote])
