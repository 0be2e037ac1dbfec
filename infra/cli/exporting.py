"""`recollect export`: write the memories of an app from the stores as JSON Lines."""

import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from infra.cli.console import progress, stderr
from infra.cli.files import whole_file
from infra.cli.stores import OpenStores, choose_target
from recollect.core.ids import collection_of
from recollect.memories.lifecycle.transfer import Line, line_of
from recollect.memories.search_result import NO_MEMORIES
from recollect.memories.stored.stores import MemoryStores

_PAGE_LINES: Final = 100


def export_file(app_slug: str, output: Path | None, url: str | None) -> None:
    """Export an app to stdout, or to a file, which appears whole or not at all."""
    target = choose_target(url)
    with _output(output) as file:
        count = target.run(partial(_export, file, app_slug))
    stderr.print(f"{count} exported")
    if not count:
        stderr.print(f"[yellow]{NO_MEMORIES}[/]")


@contextmanager
def _output(output: Path | None) -> Iterator[BinaryIO]:
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(output) as file:
        yield file


async def _export(file: BinaryIO, app_slug: str, stores: OpenStores) -> int:
    count = 0
    with progress() as bar:
        task = bar.add_task("Exporting", total=None)
        async for page in export_pages(app_slug, stores.memories):
            file.writelines(page)
            count += len(page)
            bar.update(task, completed=count, description=f"Exporting: {count}")
    return count


async def export_pages(app_slug: str, stores: MemoryStores) -> AsyncIterator[list[bytes]]:
    """The memories of an app as lines, page by page; the same memories give the same bytes."""
    async for lines in line_pages(collection_of(app_slug), stores):
        yield list(map(_rendered, lines))


async def line_pages(collection: str, stores: MemoryStores) -> AsyncIterator[list[Line]]:
    """The memories of a collection, page by page."""
    cursor = ""
    while True:
        page = await stores.index.page(collection, cursor, _PAGE_LINES)
        keys = [record.key for record in page.records]
        exports = await stores.ledger.export(keys) if keys else ()
        yield [
            line_of(record, export)
            for record, export in zip(page.records, exports, strict=True)
            if not export.tombstoned
        ]
        cursor = page.next_cursor
        if not cursor:
            return


def _rendered(line: Line) -> bytes:
    fields = line.model_dump(mode="json", exclude_none=True)
    return json.dumps(fields, ensure_ascii=False, sort_keys=True).encode() + b"\n"
