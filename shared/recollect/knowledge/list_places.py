"""The places of records on the list of their namespace, and of the times that bound a list."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from recollect.core.places import YEAR_1_MS, from_ms, place_of
from recollect.core.timestamps import epoch_ms
from recollect.knowledge.records import KnowledgeRecord

CREATED: Final = "created_at_ms"
"""The field with the moment by which evidence is listed."""
RESOLVED: Final = "resolved_at_ms"
"""The field with the moment by which cases are listed."""


def places_of(records: Iterable[KnowledgeRecord], moment: str) -> Mapping[str, str]:
    """The places of records, by id, from their field `moment`; those without it come last."""
    return {each.id: place_of(_ms(each.metadata.get(moment)), each.id) for each in records}


def _ms(value: JsonValue) -> int:
    return max(value, YEAR_1_MS) if isinstance(value, int) else YEAR_1_MS


def least_place(since: datetime | None) -> str:
    """The least place of things that are not before a moment; "" without one."""
    # Places have whole milliseconds; within a millisecond the filter decides.
    return "" if since is None else from_ms(epoch_ms(since) - 1)


def first_place(until: datetime | None) -> str:
    """The place after which the list of things not later than a moment begins; "" without one."""
    return "" if until is None else from_ms(epoch_ms(until) + 2)
