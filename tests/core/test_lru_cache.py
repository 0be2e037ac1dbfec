from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.lru_cache import LruCache


def shouting(made: list[str], most: int) -> LruCache[str, str]:
    def shout(text: str) -> str:
        made.append(text)
        return text.upper()

    return LruCache(shout, len, most)


def test_what_was_made_lately_is_not_made_again() -> None:
    made: list[str] = []
    recent = shouting(made, most=10)
    assert [recent(each) for each in ("a", "b", "a")] == ["A", "B", "A"]
    assert made == ["a", "b"]


def test_what_was_not_asked_for_longest_makes_room() -> None:
    made: list[str] = []
    recent = shouting(made, most=2)
    for each in ("a", "b", "a", "c", "a", "b"):
        recent(each)
    assert made == ["a", "b", "c", "b"]


def test_what_is_larger_than_all_the_room_takes_nobodys() -> None:
    made: list[str] = []
    recent = shouting(made, most=3)
    for each in ("abc", "long", "abc", "long"):
        recent(each)
    assert made == ["abc", "long", "long"]


@given(st.lists(st.text("ab", max_size=4)))
def test_it_answers_what_would_be_made_and_keeps_no_more_than_there_is_room_for(
    asked: Sequence[str],
) -> None:
    recent = shouting([], most=5)
    for each in asked:
        assert recent(each) == each.upper()
        assert sum(map(len, recent.keys())) <= 5
