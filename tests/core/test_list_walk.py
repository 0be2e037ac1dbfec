"""A list is walked page by page: nothing hidden shows, and nothing is skipped or shown twice."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from recollect.core.answer_size import MAX_ANSWER_BYTES
from recollect.core.list_walk import Page, page_of
from recollect.core.places import id_at, place_of


class Thing(BaseModel):
    """A thing on a list."""

    name: str


def never() -> bool:
    return False


def always() -> bool:
    return True


def name_at(moment: int) -> str:
    return f"t{moment}"


@dataclass(slots=True)
class Shelf:
    """A list of things by their moments; True marks those that the reader may see."""

    seen: dict[int, bool]
    reads: int = 0
    padding: str = ""

    async def places(self, after: str, limit: int) -> Sequence[str]:
        self.reads += 1
        places = sorted((place_of(at, name_at(at)) for at in self.seen), reverse=True)
        return [each for each in places if not after or each < after][:limit]

    async def look(self, ids: Sequence[str]) -> Sequence[Thing | None]:
        shown = {name_at(at) for at, is_seen in self.seen.items() if is_seen}
        return [Thing(name=each + self.padding) if each in shown else None for each in ids]

    async def page(
        self, after: str, limit: int, time_is_up: Callable[[], bool] = never, at_once: int = 1
    ) -> Page[Thing]:
        return await page_of(self.places, self.look, time_is_up, after, limit, at_once)


@dataclass(slots=True)
class Walk:
    """What a reader got, who asks for page after page; `moments` are of things, newest first."""

    following: str = ""
    moments: list[int] = field(default_factory=list)

    def took(self, page: Page[Thing]) -> None:
        self.moments += (int(each.name[1:]) for each in page.listed)
        self.following = page.following


MOMENTS = st.integers(0, 30)
SHELVES = st.dictionaries(MOMENTS, st.booleans(), max_size=20)


def visible(seen: Mapping[int, bool]) -> set[int]:
    return {at for at, is_seen in seen.items() if is_seen}


@given(SHELVES, st.data())
async def test_what_is_listed_all_the_time_is_shown_once_whatever_else_comes_and_goes(
    seen: dict[int, bool], data: st.DataObject
) -> None:
    shelf, walk, stayed = Shelf(seen), Walk(), visible(seen)
    while True:
        times = data.draw(st.lists(st.booleans(), max_size=3))
        limit, at_once = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
        before = walk.following
        page = await shelf.page(before, limit, _answers(times), at_once)
        assert len(page.listed) <= limit
        assert {int(each.name[1:]) for each in page.listed} <= visible(seen)
        walk.took(page)
        if not page.following:
            break
        assert not before or page.following < before
        for at in data.draw(st.sets(MOMENTS, max_size=3)):
            seen.pop(at, None)
            stayed.discard(at)
        seen |= data.draw(st.dictionaries(MOMENTS, st.booleans(), max_size=3))
        stayed &= visible(seen)
    assert walk.moments == sorted(set(walk.moments), reverse=True)
    assert stayed <= set(walk.moments)


def _answers(times: Iterable[bool]) -> Callable[[], bool]:
    """Whether time is up, asked again and again; at last it is."""
    left = iter(times)
    return lambda: next(left, True)


@given(SHELVES, st.integers(1, 5), st.integers(1, 5))
async def test_hidden_things_change_neither_a_page_nor_where_it_ends(
    seen: dict[int, bool], limit: int, at_once: int
) -> None:
    beside, without = Shelf(seen), Shelf(dict.fromkeys(visible(seen), True))
    after, pages = "", 0
    while after or not pages:
        page = await without.page(after, limit)
        assert await beside.page(after, limit, at_once=at_once) == page
        after, pages = page.following, pages + 1


@given(SHELVES, st.integers(1, 5), st.integers(1, 5))
async def test_a_full_page_continues_after_what_it_shows_and_any_other_after_what_it_read(
    seen: dict[int, bool], limit: int, at_once: int
) -> None:
    page = await Shelf(seen).page("", limit, always, at_once)
    read = sorted(seen, reverse=True)[: max(limit + 1, at_once)]
    if page.following:
        shown = [int(each.name[1:]) for each in page.listed]
        assert int(id_at(page.following)[1:]) == min(shown if len(shown) == limit else read)


async def test_what_was_passed_over_is_not_read_again_when_time_was_up() -> None:
    shelf, walk = Shelf({at: at in {49, 30, 3} for at in range(50)}), Walk()
    while walk.following or not shelf.reads:
        walk.took(await shelf.page(walk.following, 3, _answers([False]), at_once=5))
    assert (walk.moments, shelf.reads) == ([49, 30, 3], 50 // 5 + 1)


async def test_nothing_more_is_read_once_time_is_up() -> None:
    shelf = Shelf(dict.fromkeys(range(50), False))
    page = await shelf.page("", 3, _answers([False, False]), at_once=5)
    assert (page, shelf.reads) == (Page((), place_of(35, name_at(35))), 3)


async def test_a_page_holds_no_more_than_an_answer_may_have_but_always_one_thing() -> None:
    padding = "é" * (MAX_ANSWER_BYTES // 15)
    shelf, walk, sizes = Shelf(dict.fromkeys(range(7), True), padding=padding), Walk(), list[int]()
    while walk.following or not sizes:
        page = await shelf.page(walk.following, 5)
        sizes.append(len(page.listed))
        walk.following = page.following
    assert sizes == [2, 2, 2, 1]
    shelf.padding *= 4
    assert len((await shelf.page("", 5)).listed) == 1
