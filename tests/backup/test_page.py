"""A page of a backup shows whether it is unchanged."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.backup.errors import DamagedPage
from recollect.backup.page import BEGINNING, PageHead, PartPlace, page_bytes, read_page

LINES = (b'{"name":"a"}', b'{"name":"b"}')
HEAD = PageHead(
    backup="0" * 32,
    begun_at=datetime(2026, 3, 1, tzinfo=UTC),
    number=7,
    place=BEGINNING,
    following=PartPlace("records", ""),
    entries=len(LINES),
)
PAGE = page_bytes(HEAD, LINES)


def test_a_page_is_read_as_it_was_written() -> None:
    assert read_page(7, PAGE) == (HEAD, [*LINES])


def test_a_page_may_have_no_entry() -> None:
    empty = HEAD.model_copy(update={"entries": 0})

    assert read_page(7, page_bytes(empty, ())) == (empty, [])


@given(at=st.integers(0, len(PAGE) - 1), flipped=st.integers(1, 255))
def test_a_changed_byte_makes_a_page_damaged(at: int, flipped: int) -> None:
    with pytest.raises(DamagedPage, match="page 7 "):
        read_page(7, PAGE[:at] + bytes([PAGE[at] ^ flipped]) + PAGE[at + 1 :])


@given(st.integers(0, len(PAGE) - 1))
def test_a_page_that_breaks_off_is_damaged(length: int) -> None:
    with pytest.raises(DamagedPage):
        read_page(7, PAGE[:length])


def test_a_page_in_the_place_of_another_is_damaged() -> None:
    with pytest.raises(DamagedPage, match="page 8 of the backup is another page"):
        read_page(8, PAGE)
