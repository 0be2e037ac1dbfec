"""Whether an item is valid already, and whether it still is, by its fields or by its text."""

from datetime import datetime

from recollect.settlement.statements import Wording


def is_over(wording: Wording, now: datetime) -> bool:
    """Whether an item is no longer valid, by its `valid_until`."""
    end = wording.statement.valid_until
    return end is not None and end < now


def has_ended(wording: Wording, now: datetime) -> bool:
    """Whether an item is, by its text, for a span of days that is over."""
    day = wording.prose.last_day
    return day is not None and day < now.date()


def holds_already(wording: Wording, now: datetime) -> bool:
    """Whether an item is already valid, by its `valid_from` alone."""
    start = wording.statement.valid_from
    return start is None or start <= now


def has_begun(wording: Wording, now: datetime) -> bool:
    """Whether an item is already valid, by its `valid_from` or else by its text."""
    return holds_already(wording, now) and not _begins_later(wording, now)


def _begins_later(wording: Wording, now: datetime) -> bool:
    """Whether an item without `valid_from` says in its text that it holds from a later day."""
    day = wording.announced if wording.statement.valid_from is None else None
    return day is not None and day > now.date()
