"""Memories as lines of a file, which `recollect export` writes and `recollect import` reads.

A line is a decision as `POST /apps/{app_slug}/memories` takes it; in our own exports it also has
the counts and the history. Ids are derived from the content and an import only adds what is
missing, so importing a file again, or continuing after an interruption, duplicates nothing.
"""

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from recollect.core.concurrency import gather_both
from recollect.core.ids import Key, collection_of
from recollect.core.messages import KeptNote, KeptProse, KeptWord, Moment, Reference
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, parse_moment
from recollect.memories.lifecycle.storing import still_busy
from recollect.memories.lifecycle.successor_names import note_successors
from recollect.memories.model import HistoryEvent, Stage, Vote
from recollect.memories.requests import NewMemory
from recollect.memories.stored.counts import TOMBSTONE_FIELD, MemoryCounts, counts_of
from recollect.memories.stored.identity import memory_id
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.ledger_data import ClaimResult, MemoryExport
from recollect.memories.stored.private import is_sensitive, with_words_masked
from recollect.memories.stored.record import MemoryRecord, new_record
from recollect.memories.stored.record_sync import sync_written_records
from recollect.memories.stored.stores import MemoryStores

KeptFieldName = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,32}$")]
FieldValue = Annotated[str, StringConstraints(max_length=16_000)]

_MAX_COUNT = 10**15
_STAMPS = ("outcome_at", "correction_at", "category_at")
_STAMP = re.compile(r"[0-9]{15}")

Imported = Literal["added", "quarantined", "already_there"]
"""What became of a line. Searches do not find a `quarantined` memory until it is validated."""

# Together longer than a claim lives that nobody gives back.
_CLAIM_POLL = 0.1
_CLAIM_POLLS = 100


def _readable(fields: dict[str, str]) -> dict[str, str]:
    # A memory with fields that cannot be read back, or with a tombstone, would be unusable.
    if not _adds_up(counts_of(fields)):
        raise ValueError("counts must be from 0 to 10^15, and what is believed of them, too")
    if TOMBSTONE_FIELD in fields:
        raise ValueError("a memory whose deletion has begun is not imported")
    for name in _STAMPS:
        # They are compared as text: a stamp of another format would always win, or always lose.
        if name in fields and not _STAMP.fullmatch(fields[name]):
            raise ValueError(f"{name} must be 15 digits")
    return fields


def _adds_up(counts: MemoryCounts) -> bool:
    """Whether no count is negative, or so large that the scripts could not count on."""
    counted = (
        *(counts.upvotes, counts.downvotes, counts.citations, counts.successes, counts.failures),
        *(counts.reads, counts.occurrences, counts.revision, counts.failed_last),
        *(*counts.believed_votes, *counts.believed_runs),
    )
    return all(0 <= each <= _MAX_COUNT for each in counted)


Fields = Annotated[dict[KeptFieldName, FieldValue], AfterValidator(_readable)]


class Line(NewMemory):
    """One line of an export; a plain file needs only situation and decision.

    `counts` is the files' name for the fields that the ledger keeps.
    """

    situation: KeptProse
    decision: KeptProse
    correction: KeptNote | None = None
    category: KeptWord | None = None
    tags: Annotated[tuple[KeptWord, ...], Field(max_length=32)] = ()
    steps: Annotated[tuple[KeptWord, ...], Field(max_length=50)] = ()
    stage: Stage = "draft"
    id: str | None = None
    created_at: Moment | None = None
    counts: Fields = Field(default_factory=dict, max_length=32)
    voters: dict[Reference, Vote] = Field(default_factory=dict)
    history: tuple[HistoryEvent, ...] = ()
    conversations: tuple[Reference, ...] = ()

    def export(self) -> MemoryExport:
        """What the ledger should keep of the memory, with people's words masked as in a request.

        A line without counts gets those of a first store (`recollect.memories.lifecycle.storing`).
        """
        fields = with_words_masked(self.counts)
        if not fields and self.outcome != "success":
            fields = {"downvotes": "1"}
        history = tuple(map(_masked, self.history))
        return MemoryExport(fields, self.voters, history, conversations=self.conversations)

    def id_in(self, app_slug: str) -> str:
        """The id of an exported memory in this app; its texts are masked already."""
        return memory_id(
            collection_of(app_slug),
            self.situation,
            self.decision,
            is_sensitive=is_sensitive(self.sensitivity),
        )

    @property
    def names_others(self) -> bool:
        """Whether it names other memories by their ids."""
        return bool(self.supersedes or self.derived_from)

    def naming(self, ids: Mapping[str, str]) -> "Line":
        """The line with the new ids of other memories in place of those that it names."""
        names = {"supersedes": self.supersedes, "derived_from": self.derived_from}
        return self.model_copy(
            update={name: tuple(ids.get(each, each) for each in old) for name, old in names.items()}
        )


def _masked(event: HistoryEvent) -> HistoryEvent:
    return event.model_copy(update={"details": with_words_masked(event.details)})


def line_of(record: MemoryRecord, export: MemoryExport) -> Line:
    """The line that stands for a memory in an export."""
    kept = {name: record.metadata.get(name) for name in NewMemory.model_fields}
    return Line.model_validate(
        {name: value for name, value in kept.items() if value is not None}
        | {
            "situation": record.situation,
            "decision": record.decision,
            "id": record.id,
            "created_at": record.metadata["created_at"],
            "counts": dict(export.fields) or _state_of(record),
            "voters": dict(export.voters),
            "history": tuple(export.history),
            "conversations": tuple(export.conversations),
        }
    )


def _state_of(record: MemoryRecord) -> dict[str, str]:
    """The fields of the ledger that say which state a record has, for a ledger that has lost it."""
    if record.metadata.get("state") == "quarantined":
        return {"state": "quarantined"}
    archived_at = parse_moment(record.metadata.get("archived_at"))
    if archived_at is None:
        return {}
    fields = {"state": "active", "archived_at": str(epoch_ms(archived_at))}
    return {**fields, "retracted": "1"} if record.metadata.get("retracted") else fields


async def import_memories(
    lines: Sequence[Line],
    app_slug: str,
    operation: Operation,
    token: str,
    stores: MemoryStores,
) -> tuple[Imported, ...]:
    """Add the missing memories; answer what became of each line.

    `token` must be new for each call: it claims the memories against concurrent writers. If another
    token has claimed a memory, the import waits, since an interrupted one may have left the claim.
    """
    incoming: dict[Key, tuple[MemoryRecord, MemoryExport]] = {}
    keys: list[Key] = []
    for line in lines:
        record = new_record(app_slug, line, line.created_at or operation.at)
        keys.append(record.key)
        incoming.setdefault(record.key, (record, line.export()))
    waiting = await _incomplete(tuple(incoming), stores)
    added: dict[Key, Imported] = {}
    for _ in range(_CLAIM_POLLS):
        if not waiting:
            # Of lines with the same memory, only the first has added it.
            return tuple(added.pop(key, "already_there") for key in keys)
        results = await stores.ledger.claim(waiting, token)
        claims = dict(zip(waiting, results, strict=True))
        ours = [key for key, claim in claims.items() if claim is not ClaimResult.BUSY]
        if ours:
            records = [incoming[key][0] for key in ours]
            exports = [incoming[key][1] for key in ours]
            replaced = {key for key in ours if claims[key] is ClaimResult.TOMBSTONED}
            await _add_missing(records, replaced, stores.index)
            await note_successors(records, stores.index)
            began = await stores.ledger.restore(records, exports, token, operation)
            decided = await sync_written_records(records, stores)
            for key, is_new, counts in zip(ours, began, decided, strict=True):
                if is_new:
                    added[key] = "quarantined" if counts.state == "quarantined" else "added"
            waiting = tuple(key for key in waiting if key not in ours)
        if waiting:
            await asyncio.sleep(_CLAIM_POLL)
    raise still_busy()


async def _incomplete(keys: tuple[Key, ...], stores: MemoryStores) -> tuple[Key, ...]:
    """The memories that at least one of the stores does not have yet."""
    if not keys:
        return ()
    ids = tuple(memory_id for _, memory_id in keys)
    records, counts = await gather_both(stores.index.get(keys[0][0], ids), stores.ledger.read(keys))
    return tuple(
        key
        for key, record, counted in zip(keys, records, counts, strict=True)
        if record is None or not counted.exists
    )


async def _add_missing(
    records: Sequence[MemoryRecord], replaced: Collection[Key], index: MemoryIndex
) -> None:
    """Add the records that the index lacks, and those that replace one whose deletion broke off."""
    # Checked under the claim, so nobody else adds them now: a second upsert would undo patches.
    ids = tuple(record.id for record in records)
    present = await index.get(records[0].collection, ids)
    absent = tuple(
        record
        for record, there in zip(records, present, strict=True)
        if there is None or record.key in replaced
    )
    if absent:
        await index.add(absent)
