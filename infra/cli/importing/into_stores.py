"""Import items straight into the stores.

Memories that are there already are skipped, at thousands of lines a second; a case or a business
context replaces the one there is. So to go on after an interruption is to import again, and no
checkpoint is kept.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final, Generic, TypeAlias, TypeVar
from uuid import uuid4

from pydantic import BaseModel

from infra.cli.importing.exporters import RecordKind
from infra.cli.importing.kinds import NamedBusinessContext, case_batch
from infra.cli.importing.plan import QUARANTINED, WAITS, Arrangement, ImportItem, ImportSource, Sent
from infra.cli.stores import OpenStores
from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.operation import Operation
from recollect.core.writer import Writer
from recollect.knowledge.business_contexts import put_business_context
from recollect.knowledge.case_storing import NewCase, ingest_cases
from recollect.memories.lifecycle.transfer import Line, import_memories

ACTOR = "recollect import"
OPERATOR = Writer(ACTOR, relays=True, takes_over=True)

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ImportKind(Generic[_M]):
    """How to import items of a `model`: `store` takes a batch, and returns a result for each item.

    `counted` are the names under which results are counted; `arranged` brings items into order.
    """

    model: type[_M]
    store: Callable[[Sequence[_M], OpenStores], Awaitable[Sequence[Sent]]]
    counted: tuple[str, ...] = ("stored",)
    batches_at_once: int = 1
    arranged: Arrangement[_M] = iter

    async def run(
        self,
        source: ImportSource,
        stores: OpenStores,
        on_batch: Callable[[int], None] = lambda _: None,
    ) -> dict[str, int]:
        """Import the items of a source; returns the number of items for each kind of result.

        `on_batch` gets the size of each batch that is done; `source.on_withheld` hears of items
        that are stored but shown to nobody. After an error, running batches are finished, then the
        error is raised.
        """
        items = source.items(self.model)
        batches = items.batches(self.arranged)
        counts = dict.fromkeys(self.counted, 0)

        async def work() -> None:
            try:
                for batch in batches:
                    stored = await self.store([item.value for item in batch], stores)
                    for item, sent in zip(batch, stored, strict=True):
                        counts[sent.counted] += 1
                        if sent.reason:
                            source.on_withheld(f"{item.place}: {sent.reason}")
                    on_batch(len(batch))
            finally:
                batches.close()  # so that the other workers stop after their current batch

        workers = (work() for _ in range(self.batches_at_once))
        for error in await asyncio.gather(*workers, return_exceptions=True):
            if error is not None:
                raise error
        return {**counts, **items.left}


def memories_of(app_slug: str) -> ImportKind[Line]:
    """How to import memories of an app."""

    async def store(batch: Sequence[Line], stores: OpenStores) -> Sequence[Sent]:
        operation = Operation(ACTOR, datetime.now(UTC), trusted=True)
        results = await import_memories(batch, app_slug, operation, uuid4().hex, stores.memories)
        return [Sent(each, WAITS if each == QUARANTINED else "") for each in results]

    counted = ("added", QUARANTINED, "already_there")
    return ImportKind(Line, store, counted, 2, partial(_named_in, app_slug))


def _named_in(app_slug: str, items: Iterable[ImportItem[Line]]) -> Iterator[ImportItem[Line]]:
    """The lines with the ids that memories have in this app, where each app has its own.

    Lines that name others come last, when the ids of all are known.
    """
    ids: dict[str, str] = {}
    waiting: list[ImportItem[Line]] = []
    for item in items:
        old, new = item.value.id, item.value.id_in(app_slug)
        if old is not None and old != new:
            ids[old] = new
        if item.value.names_others:
            waiting.append(item)
        else:
            yield item
    for item in waiting:
        yield replace(item, value=item.value.naming(ids))


async def _store_cases(batch: Sequence[NewCase], stores: OpenStores) -> Sequence[Sent]:
    knowledge = stores.knowledge
    await ingest_cases(
        case_batch(batch),
        knowledge.ownership(OPERATOR),
        repository=knowledge.repository,
        customers=ALL_CUSTOMERS,
    )
    return [Sent("stored")] * len(batch)


CASES: Final = ImportKind(NewCase, _store_cases)


async def _store_business_contexts(
    batch: Sequence[NamedBusinessContext], stores: OpenStores
) -> Sequence[Sent]:
    # One after the other: if two claim the same alias, the last one gets it.
    for named in batch:
        await put_business_context(
            named.entity_name,
            named.context,
            OPERATOR,
            business_contexts=stores.knowledge.business_contexts,
            customers=ALL_CUSTOMERS,
        )
    return [Sent("stored")] * len(batch)


BUSINESS_CONTEXTS: Final = ImportKind(NamedBusinessContext, _store_business_contexts)

StoreImport: TypeAlias = ImportKind[Line] | ImportKind[NewCase] | ImportKind[NamedBusinessContext]


def import_of(app_slug: str | None, kind: RecordKind | None) -> StoreImport:
    """How to import memories of an app if one is named, else cases or business contexts."""
    if app_slug is not None:
        return memories_of(app_slug)
    return CASES if kind == "case" else BUSINESS_CONTEXTS
