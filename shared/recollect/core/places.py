"""Places in lists that are sorted by time, as text that sorts as the times do."""

from typing import Final

YEAR_1_MS: Final = -62_135_596_800_000
"""The first of moments: from there on none is negative, and until the year 9999 has 15 digits."""


def place_of(at_ms: int, item_id: str) -> str:
    """The place of what is of a moment (epoch milliseconds): by time, then by id."""
    return f"{at_ms - YEAR_1_MS:015d}:{item_id}"


def id_at(place: str) -> str:
    """Whose place it is."""
    return place.partition(":")[2]


def from_ms(at_ms: int) -> str:
    """Where the places of a moment and of later ones begin."""
    return place_of(max(at_ms, YEAR_1_MS), "")
