"""Going through a whole collection, page by page."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from recollect.memories.record import Record, Standing, Standings

PAGE_SIZE = 500


@dataclass(frozen=True, slots=True)
class Page:
    """Some records of a collection, and the cursor of the next page ("" after the last)."""

    records: tuple[Record, ...]
    next_cursor: str


class Pages(Protocol):
    """The searchable store, as a walk sees it."""

    async def page(self, collection: str, cursor: str, limit: int) -> Page:
        """The records after `cursor` ("" for the first page)."""

    async def collections(self) -> tuple[str, ...]:
        """Every memory collection."""


@dataclass(frozen=True, slots=True)
class Walked:
    """A page's memories with their standings, and where the walk would go on."""

    memories: tuple[tuple[Record, Standing], ...]
    next_cursor: str


async def walk(
    collection: str, cursor: str, *, pages: Pages, standings: Standings
) -> AsyncIterator[Walked]:
    """The collection's memories with their standings, a page at a time."""
    while True:
        page = await pages.page(collection, cursor, PAGE_SIZE)
        keys = tuple(record.key for record in page.records)
        counted = await standings.read(keys) if keys else ()
        yield Walked(tuple(zip(page.records, counted, strict=True)), page.next_cursor)
        cursor = page.next_cursor
        if not cursor:
            return


@dataclass(frozen=True, slots=True)
class Place:
    """Where the scheduled walk through all collections stands."""

    collection: str = ""
    cursor: str = ""


class Bookmark(Protocol):
    """Where a scheduled walk stands between two runs."""

    async def load(self, task: str) -> Place:
        """The place that the last run left; an empty one to begin with."""

    async def save(self, task: str, place: Place) -> None:
        """Keep the place for the next run."""
