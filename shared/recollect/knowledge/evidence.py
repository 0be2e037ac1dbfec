"""Bringing evidence in.

Its writer may store an item again, which replaces it: a repeat is safe at any point of failure.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Final, TypeVar

from pydantic import JsonValue

from recollect.core.concurrency import gather_all, gather_both
from recollect.core.errors import FieldError, InvalidRequest, StoreError, WrittenInPart
from recollect.core.grouping import grouped
from recollect.knowledge.conversations import Arrivals, ThreadRepository, store_turns, threads_of
from recollect.knowledge.indexing import MOST_RECORD_BYTES, Declared, record_of, size_of
from recollect.knowledge.items import declared_by, evidence_item
from recollect.knowledge.listing import CREATED, places_of
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.passages import (
    drop_outdated,
    is_long,
    put_passages,
    remove_former,
)
from recollect.knowledge.records import (
    APART,
    TURN,
    KnowledgeRecord,
    KnowledgeRepository,
    items_namespace,
    own_text_of,
    thread_of,
    turns_namespace,
)
from recollect.knowledge.repeats import may_have_been_cut_off, unwritten
from recollect.knowledge.requests import EvidenceBatch, FailedItem, StoredEvidence, WithheldItem
from recollect.knowledge.restrictions import at_most_as_restricted
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import DEFAULT_TRUST, Item, strings_of, traits_of
from recollect.slicing.policy import denials_for_all

# What is left of the 29 s of the function is for reading, and for saying what could not be written.
_SECONDS: Final = 20.0
_Named = TypeVar("_Named", FailedItem, WithheldItem)


async def ingest_evidence(
    batch: EvidenceBatch,
    now: datetime,
    ownership: Ownership,
    *,
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> StoredEvidence:
    """Keep the items of a batch, each with the flags that its content asks for.

    What is kept for nobody to see is named, and what the store could not take, unless it took
    nothing: then its error is raised.
    OwnedByAnother where one has the id of what somebody else wrote, or supersedes that, and then
    nothing is kept.
    """
    scope = Scope(batch.tenant, batch.project)
    brought = [
        (evidence_item(new, scope, now, ownership.writer), declared_by(new)) for new in batch.items
    ]
    once = _each_once(brought, batch)
    asked = [item.id for item, _ in once]
    trusted, (before, were_turns) = await gather_both(
        _with_derived_trust([item for item, _ in once], batch, scope, repository),
        gather_both(
            repository.get(items_namespace(scope), asked),
            repository.get(turns_namespace(scope), asked),
        ),
    )
    records = [record_of(item, declared) for item, (_, declared) in zip(trusted, once, strict=True)]
    _check_sizes(records, [item.id for item, _ in brought])
    supersedes = {
        record.id: named
        for record in records
        if (named := strings_of(record.metadata.get("supersedes")))
    }
    # Who says what holds instead of an item decides about it as much as who writes it anew.
    owned = dict.fromkeys((*(record.id for record in records), *chain(*supersedes.values())))
    await ownership.own(items_namespace(scope), list(owned), supersedes)
    plain = {record.id for record in records if TURN not in record.metadata}
    were_plain = plain - {each.id for each in were_turns}
    # What was a turn first takes its words from its neighbours, who may be for more people than it
    # will be, and loses its own turn last: who is cut off in between and sends it again finds it to
    # be one still, and all that is left to do.
    await _converse(scope, _departures(were_turns, records), records, repository, threads)
    until = asyncio.get_running_loop().time() + _SECONDS
    await remove_former(scope, records, before, repository)
    failed, _ = await gather_both(
        _put(items_namespace(scope), records, before, now, repository),
        repository.remove(turns_namespace(scope), sorted(were_plain)),
    )
    kept = [record for record in records if record.id not in failed]
    # Behind their items, which need no passages to be found: these take the longer to embed.
    in_passages = await put_passages(scope, kept, now, repository, until)
    await drop_outdated(scope, kept, repository)
    await ownership.enlist(items_namespace(scope), places_of(kept, CREATED), now)
    await _converse(scope, _arrivals(were_turns, kept), kept, repository, threads)
    if late := plain.difference(were_plain, failed):
        await repository.remove(turns_namespace(scope), sorted(late))
    await threads.note_change(scope, has_passages=any(map(is_long, kept)))
    ids = [item.id for item, _ in brought]
    whole = [record for record in kept if record.id not in in_passages]
    return StoredEvidence(
        stored=len(whole),
        ids=tuple(record.id for record in whole),
        failed=tuple(_named(FailedItem, {**in_passages, **failed}, ids)) or None,
        withheld=tuple(_named(WithheldItem, _withheld(whole), ids)) or None,
    )


async def _put(
    namespace: str,
    records: Sequence[KnowledgeRecord],
    before: Sequence[KnowledgeRecord],
    now: datetime,
    repository: KnowledgeRepository,
) -> Mapping[str, str]:
    """The ids of what could not be kept, where some could or is there, with a word why."""
    missing = unwritten(records, before, now) if may_have_been_cut_off(records) else records
    try:
        await repository.put(namespace, missing)
    except WrittenInPart as error:
        return error.failed
    except StoreError as error:
        if len(missing) == len(records):
            raise
        return dict.fromkeys((record.id for record in missing), error.reason)
    return {}


def _withheld(kept: Iterable[KnowledgeRecord]) -> Mapping[str, str]:
    """The ids of what nobody will see, and why.

    That tells its writer nothing of others: no stored origin lowers trust so far.
    """
    return {
        record.id: reason
        for record in kept
        if (reason := "; ".join(denials_for_all(record.metadata)))
    }


def _named(model: type[_Named], reasons: Mapping[str, str], ids: Sequence[str]) -> Iterator[_Named]:
    return (
        model(index=index, id=item_id, reason=reasons[item_id])
        for index, item_id in enumerate(ids)
        if item_id in reasons
    )


async def _converse(
    scope: Scope,
    changes: Mapping[str, Arrivals],
    records: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    await gather_all(
        store_turns(scope, thread, arrivals, records, repository, threads)
        for thread, arrivals in changes.items()
    )


def _each_once(
    items: Sequence[tuple[Item, Declared]], batch: EvidenceBatch
) -> Sequence[tuple[Item, Declared]]:
    """The items without repetitions; two that are different must not have one id."""
    once: dict[str, tuple[Item, Declared]] = {}
    for place, (one, new) in enumerate(zip(items, batch.items, strict=True)):
        item_id = one[0].id
        if new.id is not None and item_id in once:
            raise InvalidRequest([FieldError(f"items.{place}.id", "stands twice in this batch")])
        if once.setdefault(item_id, one) != one:
            problem = "is needed: another item of this batch has this content, but other metadata"
            raise InvalidRequest([FieldError(f"items.{place}.id", problem)])
    return list(once.values())


def _check_sizes(records: Iterable[KnowledgeRecord], ids: Sequence[str]) -> None:
    """Refuse a text of which more is hidden than can be kept beside what is searched."""
    for record in records:
        if APART in record.metadata and (size := size_of(record)) > MOST_RECORD_BYTES:
            problem = (
                "has more hidden than can be kept: what is masked of a text and all metadata may "
                f"have {MOST_RECORD_BYTES} bytes of JSON, not {size}; send it in parts"
            )
            raise InvalidRequest([FieldError(f"items.{ids.index(record.id)}.content", problem)])


def _departures(
    were: Sequence[KnowledgeRecord], records: Sequence[KnowledgeRecord]
) -> Mapping[str, Arrivals]:
    """Which turns must not stand beside their neighbours any more as they were."""
    now = {record.id: record for record in records}
    gone = grouped(
        (thread, each.id)
        for each in were
        if (thread := thread_of(each)) is not None and not _stays(each, now[each.id])
    )
    return {thread: Arrivals(gone=ids) for thread, ids in gone.items()}


def _arrivals(
    were: Sequence[KnowledgeRecord], records: Sequence[KnowledgeRecord]
) -> Mapping[str, Arrivals]:
    """What records bring to threads."""
    former = {each.id: thread_of(each) for each in were}
    return {
        thread: Arrivals(
            places, stored_again=[each for _, each in places if former.get(each) == thread]
        )
        for thread, places in threads_of(records).items()
    }


def _stays(turn: KnowledgeRecord, now: KnowledgeRecord) -> bool:
    """Whether a record says the same as its turn, at the same place, to all who could see that."""
    return _said_at(turn) == _said_at(now) and at_most_as_restricted(now.metadata, turn.metadata)


def _said_at(record: KnowledgeRecord) -> tuple[JsonValue, ...]:
    return thread_of(record), record.metadata.get("created_at_ms"), own_text_of(record)


async def _with_derived_trust(
    items: Sequence[Item], batch: EvidenceBatch, scope: Scope, repository: KnowledgeRepository
) -> Sequence[Item]:
    """Items with the trust of the weakest of what they were derived from.

    What is stored counts only where whoever may see the item may see that, too; else it counts as
    what is not there, so that nobody learns of it by what an item is trusted.
    """
    own = {item.id for item in items}
    origins = {each for new in batch.items for each in new.derived_from}
    if not origins:
        return items
    stored = await repository.get(items_namespace(scope), sorted(origins - own))
    trust = {item.id: traits_of(item.metadata).trust for item in items}
    trust |= {item.id: min(trust[item.id], _weakest_stored(item, stored, own)) for item in items}
    # Items of a batch may be derived from each other, even in circles: until nothing changes.
    while weaker := {
        item.id: weakest
        for item in items
        if (weakest := _weakest_of_batch(item, trust)) < trust[item.id]
    }:
        trust |= weaker
    return [
        Item(item.id, item.content, {**item.metadata, "trust": trust[item.id]}) for item in items
    ]


def _weakest_stored(item: Item, stored: Sequence[KnowledgeRecord], own: Collection[str]) -> float:
    trust = {
        each.id: traits_of(each.metadata).trust
        for each in stored
        if at_most_as_restricted(each.metadata, item.metadata)
    }
    return min(
        (trust.get(each, DEFAULT_TRUST) for each in _origins(item).difference(own)), default=1.0
    )


def _weakest_of_batch(item: Item, trust: Mapping[str, float]) -> float:
    return min((trust[each] for each in _origins(item) & trust.keys()), default=1.0)


def _origins(item: Item) -> set[str]:
    return set(strings_of(item.metadata.get("derived_from")))
