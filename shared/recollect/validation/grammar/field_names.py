"""Splits names of fields, and finds their unit: `check_in` is `check`, `in`; `uptimeDays` days."""

import re
from collections.abc import Mapping
from typing import Final

from recollect.core.memoised import Memoised
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import word_set

_JOINT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
_NO_LETTER_OR_DIGIT: Final = re.compile(r"[^a-z0-9]+")
_RATE_WORDS: Final = word_set("last per each past")
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


def _parts(name: str) -> tuple[str, ...]:
    return tuple(folded(part) for part in _JOINT.split(name) if part)


parts_of_name: Final = Memoised(_parts).__getitem__
"""The words of the name of a field, folded."""


def plain_name(name: str) -> str:
    """A name in small letters, without anything else than these and digits: `openedat`."""
    return _NO_LETTER_OR_DIGIT.sub("", name.casefold())


def _minutes(name: str) -> float:
    parts = parts_of_name(name)
    if not _RATE_WORDS.isdisjoint(parts):
        return 0.0
    return next((_MINUTES[part] for part in reversed(parts) if part in _MINUTES), 0.0)


minutes_of_name: Final = Memoised(_minutes).__getitem__
"""The minutes of the unit of time in the name of a field: 60 of `hours_left`.

0 if there is none, or if the name is a count per time: `errors_last_hour`.
"""
