"""Places in lists that are sorted by time, as text that sorts as the times do."""

from typing import Final

# From the year 1, so that no moment of ours is negative; until the year 9999 it has 15 digits.
_YEAR_1_MS: Final = -62_135_596_800_000


def place_of(at_ms: int, item_id: str) -> str:
    """The place of what is of a moment (epoch milliseconds): by time, then by id."""
    return f"{at_ms - _YEAR_1_MS:015d}:{item_id}"


def id_at(place: str) -> str:
    """Whose place it is."""
    return place.partition(":")[2]
