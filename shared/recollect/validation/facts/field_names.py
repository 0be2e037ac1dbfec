"""What the names of fields say: `uptimeDays` is of days, `check_in` is `check` and `in`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from recollect.validation.facts.folding import folded

_JOINT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
_RATED: Final = frozenset(["last", "per", "each", "past"])
_MOST_KNOWN: Final = 5_000
_MINUTES: Final[Mapping[str, float]] = {
    name: minutes
    for names, minutes in (
        ("ms millis milliseconds", 1 / 60_000),
        ("s sec secs second seconds", 1 / 60),
        ("min mins minute minutes", 1.0),
        ("h hr hrs hour hours", 60.0),
        ("day days", 1_440.0),
        ("week weeks", 10_080.0),
        ("month months", 43_200.0),
    )
    for name in names.split()
}


@lru_cache(maxsize=_MOST_KNOWN)
def parts_of_name(name: str) -> tuple[str, ...]:
    """The words of the name of a field, folded."""
    return tuple(folded(part) for part in _JOINT.split(name) if part)


@lru_cache(maxsize=_MOST_KNOWN)
def minutes_of_name(name: str) -> float:
    """The minutes of the unit of time that is in a name: 60 of `hours_left`.

    Nought where there is none, and where it says how often: `errors_last_hour`.
    """
    parts = parts_of_name(name)
    if not _RATED.isdisjoint(parts):
        return 0.0
    return next((_MINUTES[part] for part in reversed(parts) if part in _MINUTES), 0.0)
