"""Determines when a vote or an outcome happened: as its sender says, or as is known otherwise.

A moment in the future is refused.
"""

from datetime import datetime

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.timestamps import CLOCKS_APART


def happened_at(occurred_at: datetime | None, known: datetime, now: datetime) -> datetime:
    """When something happened: `occurred_at` or, without it, `known`; never later than `now`.

    Raises InvalidRequest if `occurred_at` lies further in the future than clocks can differ: the
    later of two outcomes stands, so that one would overrule all that come until then.
    """
    if occurred_at is None:
        return known
    if occurred_at > now + CLOCKS_APART:
        raise InvalidRequest([FieldError("occurred_at", "must not be in the future")])
    return min(occurred_at, now)
