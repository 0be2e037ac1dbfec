"""Bringing evidence in.

Storing an item again replaces it, so a repeat of the whole is safe at any point of failure.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from recollect.concurrency import both, every
from recollect.detection.findings import inspect_content
from recollect.errors import FieldError, InvalidRequest
from recollect.knowledge.records import (
    TURN,
    TURN_NEIGHBOURS,
    Record,
    items_namespace,
    record_of,
    turn_of,
    turns_namespace,
    windows,
)
from recollect.knowledge.requests import EvidenceBatch, NewEvidence, StoredEvidence
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import DEFAULT_TRUST, Item, traits_of
from recollect.timestamps import epoch_ms, iso

# A window reaches over two neighbours, whose own windows reach over two more.
REACH = 2 * TURN_NEIGHBOURS
_ATTEMPTS = 3


class Shelf(Protocol):
    """Where records are kept and searched."""

    async def put(self, namespace: str, records: Sequence[Record]) -> None:
        """Keep records, in place of those that have their ids."""

    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[Record]:
        """The records that exist of these ids."""

    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove the records that exist of these ids."""


@dataclass(frozen=True, slots=True)
class Neighbourhoods:
    """The revision of a thread, and for each item that was asked for the part around it."""

    revision: str
    orders: Sequence[Sequence[str]]


class Catalogue(Protocol):
    """What is known of the knowledge of a project, beside the records themselves."""

    async def join_thread(
        self, scope: Scope, thread: str, places: Sequence[tuple[float, str]]
    ) -> Neighbourhoods:
        """Put items at their places in time (epoch milliseconds); again, it changes nothing."""

    async def thread_revision(self, scope: Scope, thread: str) -> str:
        """The revision of a thread as it is now."""

    async def note_change(self, scope: Scope) -> None:
        """Let everybody know that the knowledge has changed."""


async def ingest_evidence(
    batch: EvidenceBatch, now: datetime, *, shelf: Shelf, catalogue: Catalogue
) -> StoredEvidence:
    """Keep the items of a batch, each with the flags that its content asks for."""
    scope = Scope(batch.tenant, batch.project)
    items = _each_once([evidence_item(new, scope, now) for new in batch.items], batch)
    trusted = await _with_derived_trust(items, batch, scope, shelf)
    records = [record_of(item) for item in trusted]
    plain = [record.id for record in records if TURN not in record.metadata]
    await both(
        shelf.put(items_namespace(scope), records), shelf.remove(turns_namespace(scope), plain)
    )
    await every(
        _converse(scope, thread, places, records, shelf, catalogue)
        for thread, places in _threads(records).items()
    )
    await catalogue.note_change(scope)
    return StoredEvidence(stored=len(records), ids=tuple(record.id for record in records))


def evidence_item(new: NewEvidence, scope: Scope, now: datetime) -> Item:
    """The item of a request; without an id, the same content always gets the same one."""
    named = new.model_dump(mode="json", exclude={"id", "content", "created_at"}, exclude_none=True)
    further = new.model_extra or {}
    created_at = new.created_at or now
    found = inspect_content(new.content)
    in_metadata = inspect_content(dict(further))
    fields = (*new.piiFields, *found.pii_fields, *map(_in_metadata, in_metadata.pii_fields))
    return Item(
        id=new.id or _id_of(new.content, scope),
        content=new.content,
        metadata={
            **named,
            "created_at": iso(created_at),
            "created_at_ms": epoch_ms(created_at),
            "containsPII": new.containsPII or bool(fields),
            "piiFields": list(dict.fromkeys(fields)),
            "hasCredentials": new.hasCredentials
            or found.has_credentials
            or in_metadata.has_credentials,
        },
    )


def _in_metadata(path: str) -> str:
    return "$.metadata" + path.removeprefix("$.content")


def _id_of(content: JsonValue, scope: Scope) -> str:
    identity = json.dumps([scope.tenant, scope.project, content], sort_keys=True)
    return f"ev_{hashlib.sha256(identity.encode()).hexdigest()[:32]}"


def _each_once(items: Sequence[Item], batch: EvidenceBatch) -> list[Item]:
    """The items without repetitions; two that are different must not have one id."""
    once: dict[str, Item] = {}
    for place, (item, new) in enumerate(zip(items, batch.items, strict=True)):
        if new.id is not None and item.id in once:
            raise InvalidRequest([FieldError(f"items.{place}.id", "stands twice in this batch")])
        once.setdefault(item.id, item)
    return list(once.values())


async def _with_derived_trust(
    items: Sequence[Item], batch: EvidenceBatch, scope: Scope, shelf: Shelf
) -> Sequence[Item]:
    """Items with the trust of the weakest of what they were derived from."""
    own = {item.id: item for item in items}
    origins = {each for new in batch.items for each in new.derived_from}
    if not origins:
        return items
    stored = await shelf.get(items_namespace(scope), sorted(origins - own.keys()))
    trust = {each.id: traits_of(each.metadata).trust for each in stored}
    trust |= {each.id: traits_of(each.metadata).trust for each in items}
    return [_trusted(item, trust) for item in items]


def _trusted(item: Item, trust: Mapping[str, float]) -> Item:
    origins = item.metadata.get("derived_from")
    if not isinstance(origins, list) or not origins:
        return item
    weakest = min(trust.get(str(each), DEFAULT_TRUST) for each in origins)
    known = {**item.metadata, "trust": min(traits_of(item.metadata).trust, weakest)}
    return Item(item.id, item.content, known)


def _threads(records: Iterable[Record]) -> Mapping[str, Sequence[tuple[float, str]]]:
    """The places of turns in their threads; of those of one moment, the first sent comes first."""
    threads: dict[str, list[tuple[float, str]]] = {}
    for place, record in enumerate(records):
        if TURN in record.metadata:
            at = float(str(record.metadata["created_at_ms"])) + place / 1000
            threads.setdefault(str(record.metadata["thread"]), []).append((at, record.id))
    return threads


async def _converse(
    scope: Scope,
    thread: str,
    places: Sequence[tuple[float, str]],
    records: Sequence[Record],
    shelf: Shelf,
    catalogue: Catalogue,
) -> None:
    """Keep turns among their neighbours, which get them as neighbours.

    Others may write to the thread meanwhile: whoever was there before our last look is seen, and
    who came after sees us. If the thread has grown since we looked, we look again.
    """
    for _ in range(_ATTEMPTS):
        near = await catalogue.join_thread(scope, thread, places)
        around = {
            item_id: window
            for order, (_, own) in zip(near.orders, places, strict=True)
            for item_id, window in windows(order, [own]).items()
        }
        known = {record.id: record for record in records}
        others = {each for window in around.values() for each in window} - known.keys()
        stored = await shelf.get(items_namespace(scope), sorted(others))
        known |= {each.id: each for each in stored if each.metadata.get("thread") == thread}
        turns = [
            _turn(item_id, window, known) for item_id, window in around.items() if item_id in known
        ]
        await shelf.put(turns_namespace(scope), turns)
        if await catalogue.thread_revision(scope, thread) == near.revision:
            return


def _turn(item_id: str, window: Sequence[str], known: Mapping[str, Record]) -> Record:
    here = window.index(item_id)
    before, after = (
        [known[each].text for each in part if each in known]
        for part in (window[:here], window[here + 1 :])
    )
    return turn_of(known[item_id], before, after)
