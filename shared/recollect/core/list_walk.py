"""Reads a list page by page, showing only what the reader may see and asked for."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from recollect.core.answer_size import MAX_ANSWER_BYTES, answer_size
from recollect.core.places import id_at

_T = TypeVar("_T", bound=BaseModel)

Places = Callable[[str, int], Awaitable[Sequence[str]]]
"""Reads the places (`recollect.core.places`) after a place ("" from the beginning), in the order of
the list: as many as asked for, or fewer at the end of the list."""

Look = Callable[[Sequence[str]], Awaitable[Sequence[_T | None]]]
"""Reads the listed things of these ids, in order; None for one that does not exist, that was not
asked for, or that the reader may not see."""


@dataclass(frozen=True, slots=True)
class Page(Generic[_T]):
    """A part of a list, and the place after which it continues ("" at the end)."""

    listed: tuple[_T, ...]
    following: str


async def page_of(
    places: Places,
    look: Look[_T],
    time_is_up: Callable[[], bool],
    after: str,
    limit: int,
    at_once: int = 20,
) -> Page[_T]:
    """The things after place `after`: at most `limit`, and no more than an answer may have.

    The list continues after the last thing that a full page shows, so that what was passed over is
    revealed in no other way, and is shown if it comes to be visible meanwhile. A page that is not
    full when its time is up tells of it anyway: it continues after what it passed over, which is
    not read again.

    At least `at_once` things are read at once, and one more than the page may show, which says
    whether it is the last.
    """
    shown: list[_T] = []
    place, last, room = after, "", MAX_ANSWER_BYTES
    at_once = max(limit + 1, at_once)
    while True:
        read = await places(place, at_once)
        found = await look([id_at(each) for each in read]) if read else ()
        for place, each in zip(read, found, strict=True):
            if each is None:
                continue
            room -= answer_size(each.model_dump_json())
            if len(shown) == limit or (shown and room < 0):
                return Page(tuple(shown), last)
            shown.append(each)
            last = place
        if len(read) < at_once:
            return Page(tuple(shown), "")
        if time_is_up():
            return Page(tuple(shown), last if len(shown) == limit else place)
