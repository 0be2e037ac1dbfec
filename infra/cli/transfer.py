"""Lines of files into stores, and memories out of them: `recollect import` and `recollect export`.

Importing memories only adds what is missing, and passes what is there at thousands of lines a
second; a case or a business context takes the place of the former. So going on after an
interruption is importing again, and no checkpoint is kept.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import BinaryIO, Generic, TypeVar
from uuid import uuid4

from infra.cli.lines import InvalidLine, LineFile
from infra.cli.stores import OpenStores
from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.ids import collection_of
from recollect.core.messages import Name
from recollect.core.operation import Operation
from recollect.core.writer import Writer
from recollect.knowledge.business_contexts import NewBusinessContext, put_business_context
from recollect.knowledge.cases import CaseBatch, NewCase, ingest_cases
from recollect.memories.ports import MemoryStores
from recollect.memories.transfer import Line, import_memories, line_of

ACTOR = "recollect import"
OPERATOR = Writer(ACTOR, relays=True, takes_over=True)

_PAGE_LINES = 100

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ImportKind(Generic[_T]):
    """What the lines of a file are; `store` takes a batch and returns how many were `counted`."""

    parse: Callable[[str], _T]
    store: Callable[[Sequence[_T], OpenStores], Awaitable[tuple[int, ...]]]
    counted: tuple[str, ...] = ("stored",)
    batches_at_once: int = 1

    async def run(
        self,
        file: BinaryIO,
        stores: OpenStores,
        *,
        skip_invalid: bool = False,
        on_skip: Callable[[InvalidLine], None] = lambda _: None,
        on_batch: Callable[[], None] = lambda: None,
    ) -> dict[str, int]:
        """Import a file, and count by name what became of its lines.

        At the first error, what is under way is finished and the error raised.
        """
        lines = LineFile(file, self.parse, skip_invalid, on_skip)
        batches = lines.batches()
        counts = dict.fromkeys(self.counted, 0)

        async def work() -> None:
            try:
                for batch in batches:
                    numbers = await self.store(batch, stores)
                    for name, number in zip(self.counted, numbers, strict=True):
                        counts[name] += number
                    on_batch()
            finally:
                batches.close()  # so that the others stop after the batch they are at

        workers = (work() for _ in range(self.batches_at_once))
        for error in await asyncio.gather(*workers, return_exceptions=True):
            if error is not None:
                raise error
        return {**counts, "skipped": lines.skipped}


def memories_of(app_slug: str) -> ImportKind[Line]:
    """Memories of an app."""

    async def store(batch: Sequence[Line], stores: OpenStores) -> tuple[int, int]:
        operation = Operation(ACTOR, datetime.now(UTC), trusted=True)
        added = await import_memories(batch, app_slug, operation, uuid4().hex, stores.memories)
        return added, len(batch) - added

    return ImportKind(Line.model_validate_json, store, ("added", "already_there"), 2)


def case_batch(lines: Sequence[NewCase]) -> CaseBatch:
    """Cases in one request, of which the last line of a number counts."""
    return CaseBatch(cases=tuple({case.case_number.upper(): case for case in lines}.values()))


async def _store_cases(batch: Sequence[NewCase], stores: OpenStores) -> tuple[int]:
    knowledge = stores.knowledge
    await ingest_cases(
        case_batch(batch),
        knowledge.ownership(OPERATOR),
        repository=knowledge.repository,
        customers=ALL_CUSTOMERS,
    )
    return (len(batch),)


CASES = ImportKind(NewCase.model_validate_json, _store_cases)


class NamedBusinessContext(NewBusinessContext):
    """A business context with the name that it is kept under."""

    entity_name: Name


async def _store_business_contexts(
    batch: Sequence[NamedBusinessContext], stores: OpenStores
) -> tuple[int]:
    # One after the other: the last that claims an alias has it.
    for each in batch:
        new = NewBusinessContext.model_validate(each.model_dump(exclude={"entity_name"}))
        await put_business_context(
            each.entity_name,
            new,
            OPERATOR,
            directory=stores.knowledge.directory,
            customers=ALL_CUSTOMERS,
        )
    return (len(batch),)


BUSINESS_CONTEXTS = ImportKind(
    partial(NamedBusinessContext.model_validate_json, by_name=False), _store_business_contexts
)

AnyImport = ImportKind[Line] | ImportKind[NewCase] | ImportKind[NamedBusinessContext]


async def export_pages(app_slug: str, stores: MemoryStores) -> AsyncIterator[list[bytes]]:
    """The memories of an app as lines, a page at a time; the same memories give the same bytes."""
    collection, cursor = collection_of(app_slug), ""
    while True:
        page = await stores.index.page(collection, cursor, _PAGE_LINES)
        keys = [record.key for record in page.records]
        exports = await stores.ledger.export(keys) if keys else ()
        yield [
            _rendered(line_of(record, export))
            for record, export in zip(page.records, exports, strict=True)
            if not export.tombstoned
        ]
        cursor = page.next_cursor
        if not cursor:
            return


def _rendered(line: Line) -> bytes:
    fields = line.model_dump(mode="json", exclude_none=True)
    return json.dumps(fields, ensure_ascii=False, sort_keys=True).encode() + b"\n"
