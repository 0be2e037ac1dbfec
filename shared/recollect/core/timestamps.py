"""Times as the stores keep them: ISO 8601 in UTC with milliseconds and `Z`, and epoch ms."""

import re
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue

NO_TIME: Final = "must be a time in ISO 8601 with a zone"
_LAST_MOMENT: Final = 253_402_300_800_000
_LOST_SIGN: Final = re.compile(r"T\S+ \d\d:?\d\d$", re.IGNORECASE)


def iso(moment: datetime) -> str:
    """`2025-01-15T04:53:11.002Z` for an aware moment."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def epoch_ms(moment: datetime) -> int:
    """Whole milliseconds since 1970, so that a filter can compare moments."""
    return round(moment.timestamp() * 1000)


def from_epoch_ms(milliseconds: int) -> datetime:
    """The moment of milliseconds since 1970, in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def possible_moment(milliseconds: int | None) -> datetime | None:
    """The same; None for what is no moment since 1970."""
    if milliseconds is None or not 0 <= milliseconds < _LAST_MOMENT:
        return None
    return from_epoch_ms(milliseconds)


def is_later(one: datetime | None, other: datetime | None) -> bool:
    """Whether a moment is after another one; what has no moment is before all that have one."""
    return one is not None and (other is None or one > other)


def in_utc(moment: datetime) -> datetime:
    """As stores keep it: UTC, to the millisecond. ValueError outside of the years 1 to 9999."""
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("must be in the years 1 to 9999 of UTC") from None
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


def zoned(text: str) -> datetime:
    """The time that an ISO 8601 text with a zone names, as stores keep it; else ValueError.

    In a query string the sign of `+02:00` is read as a blank, which whoever wrote it cannot see.
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
    """Days from `since` to `now`; never negative, since clocks of two machines may disagree."""
    return max(0.0, (now - since).total_seconds() / 86_400)


def parse_moment(value: JsonValue) -> datetime | None:
    """The time that an ISO 8601 text names, in UTC where it names no zone; else None."""
    if not isinstance(value, str):
        return None
    try:
        read = datetime.fromisoformat(value)
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def parse_moment_after(at: datetime, value: JsonValue) -> datetime | None:
    """The time that a text names, where it is after another; else None."""
    named = parse_moment(value)
    return named if named is not None and named > at else None
