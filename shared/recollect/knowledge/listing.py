"""Walks through the list of a namespace, newest first, showing only what the reader may see."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, TypeVar

from pydantic import BaseModel, JsonValue

from recollect.core.places import YEAR_1_MS, from_ms, id_at, place_of
from recollect.core.timestamps import epoch_ms
from recollect.knowledge.ownership import ItemLists
from recollect.knowledge.records import KnowledgeRecord

# Lambda allows answers of 6 MB, and escaping makes a body longer, as JSON in a JSON string.
_MAX_BYTES: Final = 2_000_000
_MIN_AT_ONCE: Final = 20

CREATED: Final = "created_at_ms"
"""The field with the moment by which evidence is listed."""
RESOLVED: Final = "resolved_at_ms"
"""The field with the moment by which cases are listed."""

_T = TypeVar("_T", bound=BaseModel)

Look = Callable[[Sequence[str]], Awaitable[Sequence[_T | None]]]
"""Reads the listed things of these ids, in order; None for one that does not exist, that does not
match, or that the reader may not see."""


def places_of(records: Iterable[KnowledgeRecord], moment: str) -> Mapping[str, str]:
    """The places of records, by id, from their field `moment`; those without it come last."""
    return {each.id: place_of(_ms(each.metadata.get(moment)), each.id) for each in records}


def _ms(value: JsonValue) -> int:
    return max(value, YEAR_1_MS) if isinstance(value, int) else YEAR_1_MS


def least_place(since: datetime | None) -> str:
    """The least place of things that are not before a moment; "" without one."""
    # Places have whole milliseconds; within a millisecond the filter decides.
    return "" if since is None else from_ms(epoch_ms(since) - 1)


def first_place(until: datetime | None) -> str:
    """The place after which the list of things not later than a moment begins; "" without one."""
    return "" if until is None else from_ms(epoch_ms(until) + 2)


@dataclass(frozen=True, slots=True)
class Page(Generic[_T]):
    """A part of a list, and the place after which it continues ("" at the end)."""

    listed: tuple[_T, ...]
    following: str


@dataclass(frozen=True, slots=True)
class ListWalk(Generic[_T]):
    """A walk, in limited time, through a namespace's list, down to place `least` ("" for all)."""

    lists: ItemLists
    namespace: str
    look: Look[_T]
    time_is_up: Callable[[], bool]
    least: str

    async def page(self, after: str, limit: int) -> Page[_T]:
        """The things after place `after`: at most `limit`, and no more than an answer may have.

        The page ends at the last listed thing or, if time is up, at the last one passed over. So
        things that the reader may not see are revealed in no other way.
        """
        kept: list[_T] = []
        room, last, at_once = _MAX_BYTES, after, max(limit + 1, _MIN_AT_ONCE)
        while True:
            places = await self.lists.listed(self.namespace, after, self.least, at_once)
            found = await self.look([id_at(each) for each in places]) if places else ()
            for place, each in zip(places, found, strict=True):
                if each is not None:
                    room -= len(each.model_dump_json().encode())
                    if len(kept) == limit or (kept and room < 0):
                        return Page(tuple(kept), last)
                    kept.append(each)
                    last = place
                after = place
            if len(places) < at_once:
                return Page(tuple(kept), "")
            if self.time_is_up():
                return Page(tuple(kept), after)
