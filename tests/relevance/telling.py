"""Things told, day after day."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from recollect.relevance.told import Reading, Told

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def on_day(day: int) -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)


def told(*texts: str) -> list[Reading]:
    """One a day, called a, b, c…"""
    return [Reading(Told(chr(97 + day), text, on_day(day))) for day, text in enumerate(texts)]


def readings(things: Sequence[Told]) -> list[Reading]:
    return list(map(Reading, things))
