"""Sample statements, one for each day."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from recollect.settlement.statements import Statement, Wording

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def on_day(day: int) -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)


def on_consecutive_days(*texts: str) -> list[Wording]:
    """One statement for each text and day, with the ids a, b, c…"""
    return [Wording(Statement(chr(97 + day), text, on_day(day))) for day, text in enumerate(texts)]


def wordings(things: Sequence[Statement]) -> list[Wording]:
    return list(map(Wording, things))
