"""Writes the arguments of the Lua scripts about memories, and reads the scripts' answers."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from recollect.adapters.upstash.redis.client import Script, mapping_from_pairs
from recollect.adapters.upstash.redis.keys import (
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
    TRIAL_PREFIX,
)
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.model import (
    NOT_TAKEN,
    OPERATOR_AUTHORITY,
    CitationOutcome,
    HistoryEvent,
    Vote,
)
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import TOMBSTONE_FIELD, MemoryCounts, counts_of
from recollect.memories.stored.ledger_data import (
    DeletionCondition,
    Feedback,
    MemoryExport,
    MemoryOutcome,
    RecordedOutcome,
)
from recollect.memories.stored.private import is_for_all
from recollect.memories.stored.record import MemoryRecord

# The metadata that belong to the occurrence of a memory, not to the memory as a whole.
_OCCURRENCE_FIELDS = ("outcome", "correction", "conversation_id")
# Fields that are not exported, since they mean nothing in another store, where other judges judge.
# The same is true of fields with the prefixes below: what supersedes the memory is noted when that
# is imported, and the runs of contexts and trials stay here with those of all other memories.
_NOT_EXPORTED = frozenset({"created_at", "listed", "supporters", "opponents", TOMBSTONE_FIELD})
_PREFIXES_NOT_EXPORTED = (
    SUPERSEDED_BY_PREFIX,
    IN_CONTEXT_PREFIX,
    BOUNDED_IN_CONTEXT_PREFIX,
    TRIAL_PREFIX,
)


def feedback_script(key: Key, feedback: Feedback, operation: Operation) -> tuple[Script, bool]:
    """The script that counts feedback on a memory, and whether the script is safe to repeat."""
    keys = (memory_key(key),)
    touched = (*touched_by(operation, key), *parts(*keys, "influence"))
    signed = (*operation_arguments(operation, key), authority_argument(operation))
    if isinstance(feedback, NewVote):
        arguments = (*signed, *_vote_arguments(feedback, operation))
        votes = parts(*keys, "voters", "voted_at")
        vote = Script("vote", keys, arguments, (*touched, *votes))
        return vote, bool(operation.id or feedback.voter_id)
    if isinstance(feedback, MemoryOutcome):
        arguments = (*signed, *_outcome_arguments(feedback, operation))
        script = Script("apply_outcome", keys, arguments, touched)
        # Without an operation id, an outcome of a past time may be overruled by a later one, and
        # then the script cannot recognise a repeat.
        return script, bool(operation.id) or feedback.as_of == operation.at
    return Script("validate", keys, (*signed, epoch_ms(operation.at)), touched), True


def _vote_arguments(vote: NewVote, operation: Operation) -> tuple[str, ...]:
    said_at = iso(vote.occurred_at) if vote.occurred_at else None
    details = details_argument(
        vote=vote.vote,
        voter_id=vote.voter_id,
        as_of=said_at,
        authority=authority_detail(operation),
    )
    stamp = stamp_argument(vote.occurred_at or operation.at)
    return vote.vote, vote.voter_id or "", details, stamp


def _outcome_arguments(outcome: MemoryOutcome, operation: Operation) -> tuple[str, ...]:
    details = details_argument(
        outcome=outcome.outcome,
        correction=outcome.correction,
        category=outcome.category,
        as_of=iso(outcome.as_of),
        authority=authority_detail(operation),
    )
    return (
        stamp_argument(outcome.as_of),
        outcome.outcome,
        outcome.correction or "",
        outcome.category or "",
        details,
    )


def said_at_store_arguments(record: MemoryRecord, operation: Operation) -> tuple[str, ...]:
    """The arguments for one occurrence: details, stamp, moment (ms), outcome and correction."""
    values = {name: record.metadata.get(name) for name in _OCCURRENCE_FIELDS}
    details = details_argument(**{name: str(value) for name, value in values.items() if value})
    moment = stamp_argument(operation.at), str(epoch_ms(operation.at))
    return details, *moment, str(values["outcome"]), str(values["correction"] or "")


def unheard_details_argument(record: MemoryRecord) -> str:
    """The details of an occurrence of which nothing is taken that it says of the outcome."""
    conversation_id = record.metadata.get("conversation_id")
    return details_argument(
        conversation_id=str(conversation_id) if conversation_id else None,
        **{NOT_TAKEN: ", ".join(record.judgement)},
    )


def operation_arguments(operation: Operation, key: Key) -> tuple[str, str, str]:
    """The arguments for an operation on one memory: its digest, its time, and its actor."""
    return operation_digest(operation, memory_key(key)), iso(operation.at), operation.actor


def touched_by(operation: Operation, key: Key) -> tuple[str, ...]:
    """The keys, besides the memory's hash, that every script touches that judges a memory."""
    once = once_keys(operation_digest(operation, memory_key(key)))
    return (*parts(memory_key(key), "gone", "writers", "log", "sum"), *once)


def authority_argument(operation: Operation) -> str:
    """The actor's authority as the scripts read it, which decides how much its word counts.

    "trusted" for the operator, whose word has no bounds; "relay" for an actor that speaks for
    others; "" for one that speaks for itself (`judge_of` in `lua/prelude.lua`).
    """
    if operation.trusted:
        return "trusted"
    return "relay" if operation.relays else ""


def authority_detail(operation: Operation) -> str | None:
    """What the history tells of whose word a judgement is."""
    return OPERATOR_AUTHORITY if operation.trusted else None


def operation_digest(operation: Operation, key: str) -> str:
    """A digest of an operation's id and a key; "" if the operation has no id."""
    # A hash, so that what is kept of the operation does not name a memory that is deleted later.
    name = f"{operation.id}:{key}"
    return hashlib.sha256(name.encode()).hexdigest()[:40] if operation.id else ""


def stamp_argument(as_of: datetime) -> str:
    """A moment as a text that sorts by time: milliseconds since 1970, or 0 before, in 15 digits."""
    return f"{max(0, epoch_ms(as_of)):015d}"


def details_argument(**details: str | None) -> str:
    """The details of an entry of the history, as JSON, without those that are None."""
    return json.dumps({name: value for name, value in details.items() if value is not None})


def reword_script(
    name: str, changes: Mapping[str, tuple[str, str]], removed: Sequence[str] = ()
) -> Script:
    """The script that changes fields of a hash and removes others.

    `changes` has the present and the new text of each field. A field that no longer has its present
    text stays as it is.
    """
    flat = [text for field, texts in changes.items() for text in (field, *texts)]
    keys = (name, sum_key(name)) if is_summed(name) else (name,)
    return Script("reword", keys, (str(len(removed)), *removed, *flat))


def citation_outcome(answer: object) -> CitationOutcome:
    """The outcome of a run, from a script's answer."""
    return _outcome_reader().validate_python(answer)


def recorded_outcome(answer: Sequence[object]) -> RecordedOutcome:
    """The outcome that a script recorded for a run, with the memories that it applies to."""
    outcome, *memory_ids = answer
    return RecordedOutcome(citation_outcome(outcome), tuple(map(str, memory_ids)))


def condition_argument(condition: DeletionCondition) -> str:
    """The condition of a deletion for the script: "", "unfinished", or "at:" and a revision."""
    return f"at:{condition}" if isinstance(condition, int) else condition or ""


def export_arguments(collection: str, export: MemoryExport) -> tuple[str, ...]:
    """The arguments for an exported memory: its fields, voters, history and conversations.

    Each of these lists is written as its length and its items.
    """
    history = [
        part
        for event in export.history
        for part in (event.at, event.type, event.actor, json.dumps(event.details))
    ]
    conversations = [conversation_key(collection, each) for each in export.conversations]
    lists = (_flat(export.fields), _flat(export.voters), history, conversations)
    return tuple(part for items in lists for part in (str(len(items)), *items))


def _flat(mapping: Mapping[str, str]) -> list[str]:
    return [part for pair in mapping.items() for part in pair]


def counts_from(flat: Sequence[str]) -> MemoryCounts:
    """The counts in a memory's hash, which is given as a flat list of fields and values."""
    return counts_of(mapping_from_pairs(flat))


def event_from(entry: Sequence[Any]) -> HistoryEvent:
    """The event for an entry of a history's stream, given as its id and its fields."""
    fields = mapping_from_pairs(entry[1])
    return HistoryEvent.model_validate({**fields, "details": json.loads(fields["details"])})


def export_from(
    collection: str,
    fields: Sequence[str],
    voters: Sequence[str],
    entries: Sequence[Any],
    conversations: Sequence[str],
) -> MemoryExport:
    """The export of a memory, from its hash, its votes, its history and its conversations' keys."""
    kept = mapping_from_pairs(fields)
    return MemoryExport(
        fields={
            name: value
            for name, value in kept.items()
            if name not in _NOT_EXPORTED and not name.startswith(_PREFIXES_NOT_EXPORTED)
        },
        voters=_votes_reader().validate_python(mapping_from_pairs(voters)),
        history=tuple(map(event_from, entries)),
        tombstoned=TOMBSTONE_FIELD in kept,
        conversations=tuple(
            sorted(each.removeprefix(conversation_key(collection, "")) for each in conversations)
        ),
    )


def list_of(record: MemoryRecord) -> str:
    """The key of the list that a memory belongs to."""
    return list_key(record.collection, sensitive=not is_for_all(record.metadata))


@cache
def _outcome_reader() -> TypeAdapter[CitationOutcome]:
    return TypeAdapter(CitationOutcome)


@cache
def _votes_reader() -> TypeAdapter[dict[str, Vote]]:
    return TypeAdapter(dict[str, Vote])
