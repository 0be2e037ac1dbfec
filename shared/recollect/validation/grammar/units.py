"""Units of time."""

from typing import Final

MINUTES: Final = {
    "second": 1 / 60,
    "minute": 1.0,
    "hour": 60.0,
    "day": 1_440.0,
    "week": 10_080.0,
    "month": 43_200.0,
    "year": 525_600.0,
}
"""The minutes of the units of time."""
