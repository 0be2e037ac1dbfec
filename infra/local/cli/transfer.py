"""Memories between files and stores: `recollect import` and `recollect export`.

A file has one JSON object a line, in UTF-8. Importing only adds what is missing, and passes what is
there at thousands of lines a second; so going on after an interruption is importing again, and no
checkpoint is kept.
"""

import asyncio
import codecs
import json
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import BinaryIO
from uuid import uuid4

from pydantic import ValidationError

from infra.local.cli.complaint import Complaint
from recollect.adapters.upstash_redis_archive import RedisArchive
from recollect.memories.deed import Deed
from recollect.memories.identity import collection_of
from recollect.memories.record import standing_of
from recollect.memories.transfer import Line, import_memories, line_of
from recollect.wiring.services import Services

ACTOR = "recollect import"
BATCH_LINES = 100
BATCHES_AT_ONCE = 2
LINE_LIMIT = 8 * 1024 * 1024
"""Bytes of a line; the longest possible export of a memory is far below."""

_BATCH_BYTES = 512 * 1024
_PAGE_LINES = 100


class InvalidLine(Complaint):
    """A line that is not a memory."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")


@dataclass(slots=True)
class Reading:
    """A file that is read, and what may be left out of it."""

    file: BinaryIO
    skip_invalid: bool = False
    on_skip: Callable[[InvalidLine], None] = lambda _: None
    skipped: int = 0

    def lines(self) -> Iterator[tuple[Line, int]]:
        """Every memory with the bytes of its line; InvalidLine for the first that is none."""
        for number, raw in enumerate(_raw_lines(self.file), start=1):
            try:
                line = parse_line(number, raw)
            except InvalidLine as invalid:
                if not self.skip_invalid:
                    raise
                self.skipped += 1
                self.on_skip(invalid)
            else:
                if line is not None:
                    yield line, len(raw)

    def batches(self) -> Generator[list[Line], None, None]:
        """The memories in batches that a store takes in one request."""
        batch: list[Line] = []
        size = 0
        for line, length in self.lines():
            if batch and (len(batch) == BATCH_LINES or size + length > _BATCH_BYTES):
                yield batch
                batch, size = [], 0
            batch.append(line)
            size += length
        if batch:
            yield batch


def _raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """Each line, of an endless one only the beginning."""
    while raw := file.readline(LINE_LIMIT + 1):
        end = raw
        while len(end) > LINE_LIMIT and not end.endswith(b"\n"):
            end = file.readline(LINE_LIMIT + 1)
        yield raw


def parse_line(number: int, raw: bytes) -> Line | None:
    """Read a line of a file; None if it is blank, InvalidLine if it is not a memory."""
    if len(raw) > LINE_LIMIT:
        raise InvalidLine(number, f"is longer than {LINE_LIMIT} bytes")
    content = (raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw).strip()
    if not content:
        return None
    try:
        line = Line.model_validate_json(content.decode())
        standing_of(line.standing)
    except UnicodeDecodeError as error:
        raise InvalidLine(number, f"is not UTF-8 (byte {error.start + 1})") from error
    except ValidationError as error:
        raise InvalidLine(number, _explain(error)) from error
    return line


def _explain(error: ValidationError) -> str:
    # Without the input, which may be long and is nobody's business in a log.
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    named = [(".".join(map(str, each["loc"])), each["msg"]) for each in problems[:3]]
    more = [f"and {len(problems) - 3} more"] if len(problems) > len(named) else []
    return "; ".join([*(f"{place}: {what}" if place else what for place, what in named), *more])


@dataclass(slots=True)
class Imported:
    """How many memories were added, were there already, and how many lines were left out."""

    added: int = 0
    already_there: int = 0
    skipped: int = 0


@dataclass(slots=True)
class Importer:
    """Brings the lines of a file into an app; hears of each batch that is in by `on_batch`."""

    app_slug: str
    services: Services
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
        return await import_memories(
            batch,
            self.app_slug,
            Deed(ACTOR, datetime.now(UTC)),
            uuid4().hex,
            records=self.services.records,
            births=self.services.counts,
            archive=RedisArchive(self.services.redis),
        )


async def export_pages(app_slug: str, services: Services) -> AsyncIterator[list[bytes]]:
    """The memories of an app as lines, a page at a time; the same memories give the same bytes."""
    collection, cursor = collection_of(app_slug), ""
    archive = RedisArchive(services.redis)
    while True:
        page = await services.records.page(collection, cursor, _PAGE_LINES)
        keys = [record.key for record in page.records]
        legacies = await archive.dump(keys) if keys else ()
        yield [
            _written(line_of(record, legacy))
            for record, legacy in zip(page.records, legacies, strict=True)
            if not legacy.condemned
        ]
        cursor = page.next_cursor
        if not cursor:
            return


def _written(line: Line) -> bytes:
    fields = line.model_dump(mode="json", exclude_none=True)
    return json.dumps(fields, ensure_ascii=False, sort_keys=True).encode() + b"\n"
