"""Returns when a vote or an outcome happened: as its sender says, else as is known without that.

What is said to happen in the future is refused.
"""

from datetime import datetime, timedelta
from typing import Final

from recollect.core.errors import FieldError, InvalidRequest

CLOCKS_APART: Final = timedelta(minutes=5)
"""How far the clocks of two machines may be apart."""


def happened_at(occurred_at: datetime | None, known: datetime, now: datetime) -> datetime:
    """When it happened: as it was said or, where nothing was, as it is known; at the latest now.

    InvalidRequest where it was said to happen later than clocks can be wrong: it would stand
    against whatever comes until then.
    """
    if occurred_at is None:
        return known
    if occurred_at > now + CLOCKS_APART:
        raise InvalidRequest([FieldError("occurred_at", "must not be in the future")])
    return min(occurred_at, now)
