"""Places: the sort keys of lists by time, as text that sorts as the times do."""

from typing import Final

YEAR_1_MS: Final = -62_135_596_800_000
"""The first of moments: from there on none is negative, and until the year 9999 has 15 digits."""


def place_of(at_ms: int, item_id: str) -> str:
    """The sort key of an item by its time (epoch milliseconds), then by its id."""
    return f"{at_ms - YEAR_1_MS:015d}:{item_id}"


def id_at(place: str) -> str:
    """The id in a sort key."""
    return place.partition(":")[2]


def from_ms(at_ms: int) -> str:
    """The least sort key of a time (epoch milliseconds): all of that time or later are after it."""
    return place_of(max(at_ms, YEAR_1_MS), "")
