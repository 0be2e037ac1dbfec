"""Stores evidence.

A writer may store an item again, which replaces it, so a repeat is safe after any failure.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Final, TypeVar

from recollect.core.concurrency import gather_both
from recollect.core.errors import (
    FieldError,
    Forbidden,
    InvalidRequest,
    StoreError,
    WrittenInPart,
)
from recollect.knowledge.derived_trust import with_derived_trust
from recollect.knowledge.indexing import MAX_RECORD_BYTES, Declared, record_of, size_of
from recollect.knowledge.items import declared_by, evidence_item
from recollect.knowledge.list_places import CREATED, places_of
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.passages import drop_outdated, is_long, put_passages, remove_former
from recollect.knowledge.records import (
    APART,
    TURN,
    KnowledgeRecord,
    KnowledgeRepository,
    items_namespace,
    superseded_by_name,
    turns_namespace,
)
from recollect.knowledge.repeats import may_have_been_cut_off, unwritten
from recollect.knowledge.requests import (
    LIFT,
    EvidenceBatch,
    FailedItem,
    StoredEvidence,
    WithheldItem,
)
from recollect.knowledge.turns import Conversations, ThreadRepository, arrivals_of, departures_of
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import Item
from recollect.slicing.policy import denials_for_all

# Of the function's 29 s, the rest is for reading, and for naming what could not be written.
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
    """Store the items of a batch, each with the flags that its content needs.

    The answer names items that are shown to nobody, and those that could not be stored; if none
    could, the store's error is raised. Raises OwnedByAnother, and stores nothing, if an item has
    the id of one that somebody else wrote, or supersedes one; Forbidden if a mark is to be lifted
    by a writer that may not take over what others wrote.
    """
    _check_lifts(batch, ownership)
    scope = Scope(batch.tenant, batch.project)
    brought = [
        (evidence_item(new, scope, now, ownership.writer), declared_by(new)) for new in batch.items
    ]
    once = _each_once(brought, batch)
    asked = [item.id for item, _ in once]
    trusted, (before, were_turns) = await gather_both(
        with_derived_trust([item for item, _ in once], batch, scope, repository),
        gather_both(
            repository.get(items_namespace(scope), asked),
            repository.get(turns_namespace(scope), asked),
        ),
    )
    records = [record_of(item, declared) for item, (_, declared) in zip(trusted, once, strict=True)]
    _check_sizes(records, [item.id for item, _ in brought])
    await _own_records(scope, records, ownership)
    plain = {record.id for record in records if TURN not in record.metadata}
    were_plain = plain - {each.id for each in were_turns}
    # A former turn is first removed from its neighbours' turns, which more people may see than the
    # item from now on; its own turn is removed last. So if the request is cut off in between, the
    # repeat still finds the turn, and does all that is left.
    conversations = Conversations(scope, repository, threads)
    await conversations.change(departures_of(were_turns, records), records)
    failed, in_passages = await _replace(scope, records, before, were_plain, now, repository)
    kept = [record for record in records if record.id not in failed]
    await ownership.enlist(items_namespace(scope), places_of(kept, CREATED), now)
    await conversations.change(arrivals_of(were_turns, kept), kept)
    if late := plain.difference(were_plain, failed):
        await repository.remove(turns_namespace(scope), sorted(late))
    if turns := [record for record in kept if record.id not in were_plain]:
        await conversations.confirm_turns(turns)
    await threads.note_change(scope, has_passages=any(map(is_long, kept)))
    ids = [item.id for item, _ in brought]
    whole = [record for record in kept if record.id not in in_passages]
    return StoredEvidence(
        stored=len(whole),
        ids=tuple(record.id for record in whole),
        failed=tuple(_named(FailedItem, {**in_passages, **failed}, ids)) or None,
        withheld=tuple(_named(WithheldItem, _withheld(whole), ids)) or None,
    )


def _check_lifts(batch: EvidenceBatch, ownership: Ownership) -> None:
    if ownership.writer.takes_over:
        return
    for place, new in enumerate(batch.items):
        if new.lift_instruction_like:
            scope = "knowledge:admin"
            raise Forbidden(f"items.{place}.{LIFT} needs the scope {scope}", scope)


async def _own_records(
    scope: Scope, records: Sequence[KnowledgeRecord], ownership: Ownership
) -> None:
    """Make the writer the owner of the records that it stores, and of those that they supersede.

    Superseding an item decides about it as much as replacing it does.
    """
    supersedes = superseded_by_name(records)
    owned = dict.fromkeys((*(record.id for record in records), *chain(*supersedes.values())))
    await ownership.own(items_namespace(scope), list(owned), supersedes)


async def _replace(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    before: Sequence[KnowledgeRecord],
    no_turns: Collection[str],
    now: datetime,
    repository: KnowledgeRepository,
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Store items and their passages in place of the former ones; `no_turns` lose their turns.

    Answers the ids of items that could not be stored, and of those that lack passages, each with a
    reason.
    """
    until = asyncio.get_running_loop().time() + _SECONDS
    await remove_former(scope, records, before, repository)
    failed, _ = await gather_both(
        _put(items_namespace(scope), records, before, now, repository),
        repository.remove(turns_namespace(scope), sorted(no_turns)),
    )
    kept = [record for record in records if record.id not in failed]
    # After the items, which are found without passages: passages take longer to embed.
    in_passages = await put_passages(scope, kept, now, repository, until)
    await drop_outdated(scope, kept, repository)
    return failed, in_passages


async def _put(
    namespace: str,
    records: Sequence[KnowledgeRecord],
    before: Sequence[KnowledgeRecord],
    now: datetime,
    repository: KnowledgeRepository,
) -> Mapping[str, str]:
    """Store records; answers the ids of those that could not be stored, each with a reason.

    Raises StoreError if none could be stored, and none was stored before.
    """
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
    """The ids of items that nobody will be shown, and why.

    This reveals nothing about other writers' items: no stored origin lowers trust so far.
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


def _each_once(
    items: Sequence[tuple[Item, Declared]], batch: EvidenceBatch
) -> Sequence[tuple[Item, Declared]]:
    """The items without repetitions; raises InvalidRequest if different items have one id."""
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
    """Refuse a text that has more hidden than a record can keep besides its searched text."""
    for record in records:
        if APART in record.metadata and (size := size_of(record)) > MAX_RECORD_BYTES:
            problem = (
                "has more hidden than can be kept: what is masked of a text and all metadata may "
                f"have {MAX_RECORD_BYTES} bytes of JSON, not {size}; send it in parts"
            )
            raise InvalidRequest([FieldError(f"items.{ids.index(record.id)}.content", problem)])
