"""Items of files into the stores themselves.

Importing memories only adds what is missing, and passes what is there at thousands of lines a
second; a case or a business context takes the place of the former. So going on after an
interruption is importing again, and no checkpoint is kept.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Generic, TypeAlias, TypeVar
from uuid import uuid4

from pydantic import BaseModel

from infra.cli.importing.exporters import RecordKind
from infra.cli.importing.kinds import NamedBusinessContext, case_batch
from infra.cli.importing.plan import QUARANTINED, WAITS, ImportSource, Sent
from infra.cli.stores import OpenStores
from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.operation import Operation
from recollect.core.writer import Writer
from recollect.knowledge.business_contexts import put_business_context
from recollect.knowledge.cases import NewCase, ingest_cases
from recollect.memories.transfer import Line, import_memories

ACTOR = "recollect import"
OPERATOR = Writer(ACTOR, relays=True, takes_over=True)

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ImportKind(Generic[_M]):
    """What is brought in; `store` takes a batch and says of each what became of it."""

    model: type[_M]
    store: Callable[[Sequence[_M], OpenStores], Awaitable[Sequence[Sent]]]
    counted: tuple[str, ...] = ("stored",)
    batches_at_once: int = 1

    async def run(
        self,
        source: ImportSource,
        stores: OpenStores,
        on_batch: Callable[[int], None] = lambda _: None,
    ) -> dict[str, int]:
        """Import what a source has, and count by name what became of it; `on_batch` gets numbers.

        What nobody will see is told. At the first error, what is under way is finished and the
        error raised.
        """
        items = source.items(self.model)
        batches = items.batches()
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
                batches.close()  # so that the others stop after the batch they are at

        workers = (work() for _ in range(self.batches_at_once))
        for error in await asyncio.gather(*workers, return_exceptions=True):
            if error is not None:
                raise error
        return {**counts, **items.left}


def memories_of(app_slug: str) -> ImportKind[Line]:
    """Memories of an app."""

    async def store(batch: Sequence[Line], stores: OpenStores) -> Sequence[Sent]:
        operation = Operation(ACTOR, datetime.now(UTC), trusted=True)
        told = await import_memories(batch, app_slug, operation, uuid4().hex, stores.memories)
        return [Sent(each, WAITS if each == QUARANTINED else "") for each in told]

    return ImportKind(Line, store, ("added", QUARANTINED, "already_there"), 2)


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
    # One after the other: the last that claims an alias has it.
    for each in batch:
        await put_business_context(
            each.entity_name,
            each.context,
            OPERATOR,
            business_contexts=stores.knowledge.business_contexts,
            customers=ALL_CUSTOMERS,
        )
    return [Sent("stored")] * len(batch)


BUSINESS_CONTEXTS: Final = ImportKind(NamedBusinessContext, _store_business_contexts)

StoreImport: TypeAlias = ImportKind[Line] | ImportKind[NewCase] | ImportKind[NamedBusinessContext]


def import_of(app_slug: str | None, kind: RecordKind | None) -> StoreImport:
    """Memories of an app where one is named, else cases or business contexts."""
    if app_slug is not None:
        return memories_of(app_slug)
    return CASES if kind == "case" else BUSINESS_CONTEXTS
