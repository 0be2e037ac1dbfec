"""Times as the stores keep them: ISO 8601 in UTC with milliseconds and `Z`, or epoch ms."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from pydantic import JsonValue

NO_TIME: Final = "must be a time in ISO 8601 with a zone"
CLOCKS_APART: Final = timedelta(minutes=5)
"""How far the clocks of two machines may be apart."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)
_YEAR_10000_MS: Final = 253_402_300_800_000
# A zone without its sign: in a query string, + stands for a space.
_LOST_SIGN: Final = re.compile(r"T\S+ \d\d:?\d\d$", re.IGNORECASE)


def iso(moment: datetime) -> str:
    """`2025-01-15T04:53:11.002Z` for an aware moment."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def epoch_ms(moment: datetime) -> int:
    """Whole milliseconds since 1970, the same as in `iso`, so that a filter can compare moments."""
    return (moment - _EPOCH) // _MILLISECOND


def from_epoch_ms(milliseconds: int) -> datetime:
    """The moment of milliseconds since 1970, in UTC."""
    return _EPOCH + milliseconds * _MILLISECOND


def possible_moment(milliseconds: int | None) -> datetime | None:
    """The moment of milliseconds since 1970, in UTC; None outside of the years 1970 to 9999."""
    if milliseconds is None or not 0 <= milliseconds < _YEAR_10000_MS:
        return None
    return from_epoch_ms(milliseconds)


def is_later(one: datetime | None, other: datetime | None) -> bool:
    """Whether a moment is after another one; None is before every moment."""
    return one is not None and (other is None or one > other)


def in_utc(moment: datetime) -> datetime:
    """The moment as stores keep it: in UTC, to the millisecond.

    Raises ValueError outside of the years 1 to 9999.
    """
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("must be in the years 1 to 9999 of UTC") from None
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


def zoned(text: str) -> datetime:
    """The time of an ISO 8601 text with a zone, as stores keep it. Raises ValueError for others.

    In a query string, the + of `+02:00` is read as a space, which its author cannot see. So the
    error explains it.
    """
    try:
        read = datetime.fromisoformat(text.upper())
    except ValueError:
        read = None
    if read is None or read.tzinfo is None:
        lost = "; in a query + is written %2B" if _LOST_SIGN.search(text) else ""
        raise ValueError(f"{NO_TIME}{lost}")
    return in_utc(read)


def age_in_days(since: datetime, now: datetime) -> float:
    """Days from `since` to `now`, and never negative, though the clocks of machines may differ."""
    return max(0.0, (now - since).total_seconds() / 86_400)


def parse_moment(value: JsonValue) -> datetime | None:
    """The time of an ISO 8601 text, read as UTC if it has no zone; None for other values."""
    if not isinstance(value, str):
        return None
    try:
        read = datetime.fromisoformat(value)
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def parse_moment_after(at: datetime, value: JsonValue) -> datetime | None:
    """The time of an ISO 8601 text if it is after `at`; else None."""
    named = parse_moment(value)
    return named if named is not None and named > at else None
