"""Walking through what there is, newest first, with nothing that its reader may not see."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, TypeVar

from pydantic import BaseModel, JsonValue

from recollect.core.places import YEAR_1_MS, from_ms, id_at, place_of
from recollect.core.timestamps import epoch_ms
from recollect.knowledge.ownership import ItemLists
from recollect.knowledge.records import KnowledgeRecord

# A function's answer may have 6 MB, and a body is a text in JSON itself.
_MOST_BYTES: Final = 2_000_000
_LEAST_AT_ONCE: Final = 20

CREATED: Final = "created_at_ms"
"""The moment by which evidence is listed."""
RESOLVED: Final = "resolved_at_ms"
"""The moment by which cases are listed."""

_T = TypeVar("_T", bound=BaseModel)

Look = Callable[[Sequence[str]], Awaitable[Sequence[_T | None]]]
"""What of these ids is listed, in order; None for what is not there, not meant or not seen."""


def places_of(records: Iterable[KnowledgeRecord], moment: str) -> Mapping[str, str]:
    """The places of records by a moment of theirs; those without it come after all others."""
    return {each.id: place_of(_ms(each.metadata.get(moment)), each.id) for each in records}


def _ms(value: JsonValue) -> int:
    return max(value, YEAR_1_MS) if isinstance(value, int) else YEAR_1_MS


def least_place(since: datetime | None) -> str:
    """The least place of what is not before a moment; "" without one."""
    # A moment of a store has whole milliseconds; what lies between two is decided by the filter.
    return "" if since is None else from_ms(epoch_ms(since) - 1)


def first_place(until: datetime | None) -> str:
    """The place after which a list begins of what is not after a moment; "" without one."""
    return "" if until is None else from_ms(epoch_ms(until) + 2)


@dataclass(frozen=True, slots=True)
class Page(Generic[_T]):
    """Some of a list, and the place after which it goes on ("" at the end)."""

    listed: tuple[_T, ...]
    following: str


@dataclass(frozen=True, slots=True)
class ListWalk(Generic[_T]):
    """A way through the list of a namespace from `least` on ("" for all), until its time is up."""

    lists: ItemLists
    namespace: str
    look: Look[_T]
    time_is_up: Callable[[], bool]
    least: str = ""

    async def page(self, after: str, limit: int) -> Page[_T]:
        """What comes after a place: at most `limit`, and as much as an answer may have.

        It ends behind the last that is listed, or passed over where its time is up. What may not be
        seen tells of itself in no other way.
        """
        kept: list[_T] = []
        room, last, at_once = _MOST_BYTES, after, max(limit + 1, _LEAST_AT_ONCE)
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
