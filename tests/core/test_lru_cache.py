from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.lru_cache import LruCache


def shouting(made: list[str], max_size: int) -> LruCache[str, str]:
    def shout(text: str) -> str:
        made.append(text)
        return text.upper()

    return LruCache(shout, len, max_size)


def test_a_recent_value_is_not_made_again() -> None:
    made: list[str] = []
    recent = shouting(made, max_size=10)
    assert [recent(each) for each in ("a", "b", "a")] == ["A", "B", "A"]
    assert made == ["a", "b"]


def test_the_least_recently_used_value_makes_room() -> None:
    made: list[str] = []
    recent = shouting(made, max_size=2)
    for each in ("a", "b", "a", "c", "a", "b"):
        recent(each)
    assert made == ["a", "b", "c", "b"]


def test_a_value_larger_than_the_cache_displaces_nothing() -> None:
    made: list[str] = []
    recent = shouting(made, max_size=3)
    for each in ("abc", "long", "abc", "long"):
        recent(each)
    assert made == ["abc", "long", "long"]


@given(st.lists(st.text("ab", max_size=4)))
def test_the_cache_returns_right_values_and_never_exceeds_its_size(asked: Sequence[str]) -> None:
    recent = shouting([], max_size=5)
    for each in asked:
        assert recent(each) == each.upper()
        assert sum(map(len, recent.keys())) <= 5
