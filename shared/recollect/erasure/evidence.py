"""Erases a person from evidence: deletes items as on request, or rewrites them masked."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from recollect.core.concurrency import gather_each
from recollect.core.errors import NotFound
from recollect.erasure.involvement import Involvement, involvement
from recollect.erasure.masking import masked_fields, masked_value, user_fields
from recollect.erasure.records import KnowledgeWalk, partitioned
from recollect.erasure.subject_spellings import Find
from recollect.erasure.walk import ErasurePage
from recollect.knowledge.forgetting import forget_evidence
from recollect.knowledge.indexing import PLAIN, Declared, declared_in, record_of, stored_item
from recollect.knowledge.items import flagged, lifted, without_lift
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.records import KnowledgeRecord, item_of, items_namespace
from recollect.knowledge.rewriting import rewrite_items
from recollect.knowledge.solved_cases import SolvedCases
from recollect.knowledge.turns import ThreadRepository
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import LIFTED_AT, LIFTED_BY, Item, names_of, shown_of, string_of

_AT_ONCE: Final = 8


@dataclass(frozen=True, slots=True)
class EvidenceStores:
    """The stores of evidence and of what refers to it; `ownership` is that of the caller."""

    repository: KnowledgeWalk
    threads: ThreadRepository
    cases: SolvedCases
    ownership: Ownership

    async def forget(self, scope: Scope, item_id: str) -> None:
        """Remove an item completely, if it exists."""
        try:
            await forget_evidence(
                scope,
                item_id,
                self.ownership,
                repository=self.repository,
                threads=self.threads,
                cases=self.cases,
            )
        except NotFound:
            return


@dataclass(frozen=True, slots=True)
class ErasableEvidence:
    """The items of a project."""

    scope: Scope
    find: Find
    stores: EvidenceStores

    @property
    def name(self) -> str:
        """The namespace."""
        return f"2 {items_namespace(self.scope)}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        namespace = items_namespace(self.scope)
        records, following = await self.stores.repository.page(namespace, cursor, limit)
        going, staying = partitioned(records, self.find, item_involvement, masked_item)

        async def erase() -> None:
            await gather_each(partial(self.stores.forget, self.scope), going, at_once=_AT_ONCE)
            repository, threads = self.stores.repository, self.stores.threads
            await rewrite_items(self.scope, staying, repository, threads)

        removed, masks = len(going), len(staying)
        return ErasurePage(
            len(records), following, {"evidence": removed}, {"evidence": masks}, erase
        )


@dataclass(frozen=True, slots=True)
class ErasableCopies:
    """The turns or the passages of a project, which contain texts of its items.

    They were rewritten with their items. One that still holds the person has lost its item, is left
    over from a former text of it, or was written by a request that read the items before. Turns
    have neighbours to `rewrite`.
    """

    namespace: str
    find: Find
    repository: KnowledgeWalk
    rewrite: Callable[[Sequence[KnowledgeRecord]], Awaitable[None]] | None = None

    @property
    def name(self) -> str:
        """The namespace, sorted after that of the items."""
        return f"2 {self.namespace}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        records, following = await self.repository.page(self.namespace, cursor, limit)
        found = [each for each in records if item_involvement(each, self.find) is not None]

        async def erase() -> None:
            # Removed first, since one that is no longer a turn of its thread is not rewritten.
            await self.repository.remove(self.namespace, [each.id for each in found])
            if self.rewrite is not None:
                await self.rewrite(found)

        return ErasurePage(len(records), following, {}, {"evidence": len(found)}, erase)


def item_involvement(record: KnowledgeRecord, find: Find) -> Involvement | None:
    """Whether an item, with its hidden parts, is about the person, mentions them, or neither."""
    item = item_of(record)
    text = [item.content] if isinstance(item.content, str) else []
    # The searched text of a turn has its neighbours' words.
    parts = [item.content, record.text]
    beginnings = [*names_of(item.metadata), *text]
    return involvement(find, item.id, user_fields(item.metadata, PLAIN), beginnings, parts)


def masked_item(record: KnowledgeRecord, find: Find) -> KnowledgeRecord:
    """The record of an item with the person masked, as it would be stored; its id stays.

    A mark that somebody lifted stays lifted only if nothing else of the item changes.
    """
    item, declared = stored_item(record), declared_in(record)
    metadata = masked_fields(item.metadata, PLAIN, find)
    masked = Item(item.id, masked_value(item.content, find), metadata)
    declared = Declared(
        tuple(each for each in declared.pii_fields if not find(each)), declared.has_credentials
    )
    stored = flagged(masked, declared)
    by, at = (string_of(metadata.get(each)) for each in (LIFTED_BY, LIFTED_AT))
    is_same = shown_of(_read_by_lifter(masked)) == shown_of(_read_by_lifter(item))
    return record_of(lifted(stored, by, at) if by and at and is_same else stored, declared)


def _read_by_lifter(item: Item) -> Item:
    return Item(item.id, item.content, without_lift(item.metadata))
