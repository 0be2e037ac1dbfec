import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.timestamps import (
    NO_TIME,
    epoch_ms,
    from_epoch_ms,
    in_utc,
    is_later,
    iso,
    parse_moment_after,
    possible_moment,
    zoned,
)
from tests.cases import each_case

MOMENTS = st.integers(0, 253_402_300_799_999_999).map(
    lambda microseconds: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
)


@given(MOMENTS)
def test_a_moment_has_the_same_milliseconds_as_a_text_and_as_a_number(moment: datetime) -> None:
    read = from_epoch_ms(epoch_ms(moment))

    assert read == in_utc(moment)
    assert iso(read) == iso(moment)


def test_a_text_and_a_number_leave_out_what_is_less_than_a_millisecond() -> None:
    moment = datetime(2026, 11, 30, 20, 25, 30, tzinfo=UTC) + timedelta(microseconds=112_900)

    assert iso(moment) == "2026-11-30T20:25:30.112Z"
    assert epoch_ms(moment) % 1000 == 112


@each_case(
    ("milliseconds", "moment"),
    [
        (None, None),
        (-1, None),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (253_402_300_799_999, datetime(9999, 12, 31, 23, 59, 59, 999_000, UTC)),
        (253_402_300_800_000, None),
    ],
)
def test_a_number_that_is_no_year_of_four_digits_since_1970_is_no_moment(
    milliseconds: int | None, moment: datetime | None
) -> None:
    assert possible_moment(milliseconds) == moment


def test_a_moment_is_later_than_none_and_not_later_than_itself() -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    later = now + timedelta(milliseconds=1)
    assert is_later(now, None)
    assert is_later(later, now)
    assert not any([is_later(now, now), is_later(now, later), is_later(None, now)])
    assert parse_moment_after(now, iso(later)) == later
    assert parse_moment_after(now, iso(now)) is None


@each_case(
    ("text", "is_explained"),
    [
        ("2026-11-30T12:00:00", False),
        ("yesterday", False),
        ("2026-11-30T12:00:00 02:00", True),
    ],
)
def test_a_time_without_a_zone_is_refused_and_a_plus_that_was_read_as_a_space_explained(
    text: str, is_explained: bool
) -> None:
    lost = "; in a query + is written %2B" if is_explained else ""
    with pytest.raises(ValueError, match=f"^{re.escape(NO_TIME + lost)}$"):
        zoned(text)


def test_a_moment_beyond_the_years_that_stores_keep_is_refused() -> None:
    west = timezone(timedelta(hours=-1))
    with pytest.raises(ValueError, match=r"^must be in the years 1 to 9999 of UTC$"):
        in_utc(datetime(9999, 12, 31, 23, 30, tzinfo=west))
