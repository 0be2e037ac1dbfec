"""Places: the sort keys of lists by time, as texts that sort in the order of the times."""

from typing import Final

YEAR_1_MS: Final = -62_135_596_800_000
"""The year 1 in epoch milliseconds. Counted from then, all times until the year 9999 are positive
numbers of at most 15 digits."""


def place_of(at_ms: int, item_id: str) -> str:
    """The sort key of an item by its time (epoch milliseconds), then by its id."""
    return f"{at_ms - YEAR_1_MS:015d}:{item_id}"


def id_at(place: str) -> str:
    """The id in a sort key."""
    return place.partition(":")[2]


def from_ms(at_ms: int) -> str:
    """The lowest sort key of a time (epoch milliseconds): items of that time or later follow it."""
    return place_of(max(at_ms, YEAR_1_MS), "")
