from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.timestamps import epoch_ms, from_epoch_ms, in_utc, iso

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
