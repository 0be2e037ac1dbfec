"""When what is said of a memory happened: who says it may know, and may not speak of the future."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Annotated, Final

from pydantic import BeforeValidator

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.messages import Moment

CLOCKS_APART: Final = timedelta(minutes=5)
"""How far the clocks of two machines may be apart."""


def _told(value: object) -> object:
    if value is None or isinstance(value, datetime):
        return value
    if isinstance(value, str):  # a number could be seconds or milliseconds
        with suppress(ValueError):
            return datetime.fromisoformat(value)
    raise ValueError("must be a time in ISO 8601 with a zone")


OccurredAt = Annotated[Moment | None, BeforeValidator(_told)]
"""When something happened, in ISO 8601 with a zone, to the millisecond."""


def happened_at(said: datetime | None, known: datetime, now: datetime) -> datetime:
    """When it happened: as it was said or, where nothing was, as it is known; at the latest now.

    InvalidRequest where it was said to happen later than clocks can be wrong: it would stand
    against whatever comes until then.
    """
    if said is None:
        return known
    if said > now + CLOCKS_APART:
        raise InvalidRequest([FieldError("occurred_at", "must not be in the future")])
    return min(said, now)
