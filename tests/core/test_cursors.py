"""A cursor reveals nothing, and opens only in the list that it was made for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.cursors import Cursors
from recollect.core.errors import InvalidRequest
from recollect.core.places import id_at, place_of

CURSORS = Cursors("secret", "support:epic-web")
_IDS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)
_YEARS_1_TO_9999 = st.integers(-62_135_596_800_000, 253_402_300_799_999)


@given(_YEARS_1_TO_9999, _IDS)
def test_a_place_comes_back_from_its_cursor(at: int, item_id: str) -> None:
    place = place_of(at, item_id)
    assert CURSORS.opened(CURSORS.sealed(place)) == place
    assert id_at(place) == item_id


@given(st.lists(st.tuples(_YEARS_1_TO_9999, st.sampled_from("abc"))))
def test_places_sort_by_time_and_then_by_id(moments: list[tuple[int, str]]) -> None:
    assert sorted(place_of(*each) for each in moments) == [
        place_of(*each) for each in sorted(moments)
    ]


def test_the_beginning_and_the_end_have_no_cursor() -> None:
    assert CURSORS.sealed("") == CURSORS.opened("") == ""


def test_a_cursor_of_another_list_or_another_secret_or_changed_is_refused() -> None:
    cursor = CURSORS.sealed(place_of(1, "mem_1"))
    for foreign in (
        Cursors("secret", "support:other").sealed(place_of(1, "mem_1")),
        Cursors("other", "support:epic-web").sealed(place_of(1, "mem_1")),
        ("B" if cursor[0] == "A" else "A") + cursor[1:],
        cursor[:-8],
        "x",
        "made-up",
        place_of(1, "mem_1").replace(":", "_"),
    ):
        with pytest.raises(InvalidRequest) as refused:
            CURSORS.opened(foreign)
        assert [each.field for each in refused.value.errors] == ["cursor"]


def test_a_cursor_shows_neither_the_id_nor_its_length() -> None:
    short, long = (CURSORS.sealed(place_of(1, item_id)) for item_id in ("a", "a" * 40))
    assert len(short) == len(long)
    assert short[:8] != long[:8]
