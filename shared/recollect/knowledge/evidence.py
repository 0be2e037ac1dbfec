"""Bringing evidence in.

Its writer may store an item again, which replaces it: a repeat is safe at any point of failure.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from recollect.core.concurrency import both, every
from recollect.core.errors import FieldError, InvalidRequest
from recollect.knowledge.conversations import (
    KnowledgeRepository,
    ThreadRepository,
    converse,
    threads_of,
)
from recollect.knowledge.items import evidence_item
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.records import TURN, items_namespace, record_of, turns_namespace
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import DEFAULT_TRUST, Item, traits_of, words_of


async def ingest_evidence(
    batch: EvidenceBatch,
    now: datetime,
    ownership: Ownership,
    *,
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> StoredEvidence:
    """Keep the items of a batch, each with the flags that its content asks for.

    OwnedByAnother where one has the id of what somebody else wrote, and then nothing is kept.
    """
    scope = Scope(batch.tenant, batch.project)
    writer = ownership.writer
    items = _each_once([evidence_item(new, scope, now, writer) for new in batch.items], batch)
    trusted = await _with_derived_trust(items, batch, scope, repository)
    records = [record_of(item) for item in trusted]
    await ownership.own(items_namespace(scope), [record.id for record in records])
    plain = [record.id for record in records if TURN not in record.metadata]
    await both(
        repository.put(items_namespace(scope), records),
        repository.remove(turns_namespace(scope), plain),
    )
    await every(
        converse(scope, thread, places, records, repository, threads)
        for thread, places in threads_of(records).items()
    )
    await threads.note_change(scope)
    return StoredEvidence(stored=len(records), ids=tuple(record.id for record in records))


def _each_once(items: Sequence[Item], batch: EvidenceBatch) -> list[Item]:
    """The items without repetitions; two that are different must not have one id."""
    once: dict[str, Item] = {}
    for place, (item, new) in enumerate(zip(items, batch.items, strict=True)):
        if new.id is not None and item.id in once:
            raise InvalidRequest([FieldError(f"items.{place}.id", "stands twice in this batch")])
        if once.setdefault(item.id, item) != item:
            problem = "is needed: another item of this batch has this content, but other metadata"
            raise InvalidRequest([FieldError(f"items.{place}.id", problem)])
    return list(once.values())


async def _with_derived_trust(
    items: Sequence[Item], batch: EvidenceBatch, scope: Scope, repository: KnowledgeRepository
) -> Sequence[Item]:
    """Items with the trust of the weakest of what they were derived from."""
    own = {item.id: item for item in items}
    origins = {each for new in batch.items for each in new.derived_from}
    if not origins:
        return items
    stored = await repository.get(items_namespace(scope), sorted(origins - own.keys()))
    trust = {each.id: traits_of(each.metadata).trust for each in stored}
    trust |= {each.id: traits_of(each.metadata).trust for each in items}
    # Items of a batch may be derived from each other, even in circles: until nothing changes.
    while weaker := {
        item.id: weakest
        for item in items
        if (weakest := _weakest_origin(item, trust)) < trust[item.id]
    }:
        trust |= weaker
    return [
        Item(item.id, item.content, {**item.metadata, "trust": trust[item.id]}) for item in items
    ]


def _weakest_origin(item: Item, trust: Mapping[str, float]) -> float:
    origins = words_of(item.metadata.get("derived_from"))
    return min((trust.get(each, DEFAULT_TRUST) for each in origins), default=1.0)
