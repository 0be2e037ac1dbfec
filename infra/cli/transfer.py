"""Memories between files and stores: `recollect import` and `recollect export`.

A file has one JSON object a line, in UTF-8. Importing only adds what is missing, and passes what is
there at thousands of lines a second; so going on after an interruption is importing again, and no
checkpoint is kept.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Generator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import uuid4

from typing_extensions import override

from infra.cli.lines import Lines, parsed
from recollect.core.ids import collection_of
from recollect.core.operation import Operation
from recollect.memories.ports import MemoryStores
from recollect.memories.transfer import Line, import_memories, line_of

ACTOR = "recollect import"
BATCHES_AT_ONCE = 2

_PAGE_LINES = 100


@dataclass(slots=True)
class Reading(Lines[Line]):
    """A file of memories that is read, and what may be left out of it."""

    read: Callable[[str], Line] = field(default=Line.model_validate_json, kw_only=True)


def parse_line(number: int, raw: bytes) -> Line | None:
    """Read a line of a file; None if it is blank, InvalidLine if it is not a memory."""
    return parsed(number, raw, Line.model_validate_json)


@dataclass(slots=True)
class Imported:
    """How many memories were added, were there already, and how many lines were left out."""

    added: int = 0
    already_there: int = 0
    skipped: int = 0

    @override
    def __str__(self) -> str:
        return f"{self.added} added, {self.already_there} already there, {self.skipped} skipped"


@dataclass(slots=True)
class Importer:
    """Brings the lines of a file into an app; hears of each batch that is in by `on_batch`."""

    app_slug: str
    stores: MemoryStores
    reading: Reading
    on_batch: Callable[[], None] = lambda: None
    imported: Imported = field(default_factory=Imported)

    async def run(self) -> Imported:
        """Import all; at the first error, what is under way is finished and the error raised."""
        batches = self.reading.batches()
        workers = (self._work(batches) for _ in range(BATCHES_AT_ONCE))
        ends = await asyncio.gather(*workers, return_exceptions=True)
        for error in ends:
            if error is not None:
                raise error
        self.imported.skipped = self.reading.skipped
        return self.imported

    async def _work(self, batches: Generator[list[Line], None, None]) -> None:
        try:
            for batch in batches:
                added = await self._import(batch)
                self.imported.added += added
                self.imported.already_there += len(batch) - added
                self.on_batch()
        finally:
            batches.close()  # so that the others stop after the batch they are at

    async def _import(self, batch: list[Line]) -> int:
        operation = Operation(ACTOR, datetime.now(UTC))
        return await import_memories(batch, self.app_slug, operation, uuid4().hex, self.stores)


async def export_pages(app_slug: str, stores: MemoryStores) -> AsyncIterator[list[bytes]]:
    """The memories of an app as lines, a page at a time; the same memories give the same bytes."""
    collection, cursor = collection_of(app_slug), ""
    while True:
        page = await stores.index.page(collection, cursor, _PAGE_LINES)
        keys = [record.key for record in page.records]
        exports = await stores.ledger.export(keys) if keys else ()
        yield [
            _written(line_of(record, export))
            for record, export in zip(page.records, exports, strict=True)
            if not export.tombstoned
        ]
        cursor = page.next_cursor
        if not cursor:
            return


def _written(line: Line) -> bytes:
    fields = line.model_dump(mode="json", exclude_none=True)
    return json.dumps(fields, ensure_ascii=False, sort_keys=True).encode() + b"\n"
