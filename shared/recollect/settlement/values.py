"""The values that two texts on one subject may state differently: numbers and times.

A text may also take a value back: "within 2 days, not 5".
"""

import re
from typing import Final

from recollect.language.calendar_names import FULL_WEEKDAY
from recollect.settlement.names_in_text import bare
from recollect.settlement.phrases import MOVED, RESIZED, any_of

_NUMBER = re.compile(r"(?<![\w.,:])\d+(?:[.,:]\d+)*(?![^\W\d])")
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
# The lookahead at the first letter saves most of the time.
_TIME = re.compile(
    r"\b(?=[\dadfjmnostw])(?:"
    r"(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?|\d\d?:\d\d(?::\d\d)?)\b"
    rf"|{FULL_WEEKDAY}s?\b"
    r"|(?:\d\d? )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*(?: \d\d?)?\b"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)\b)",
    re.IGNORECASE,
)
# A value that no longer holds: "within 2 days, not 5", "moves from Thursday evening to Sunday".
TAKEN_BACK: Final = re.compile(
    r"\b(?:not(?: just| only)?|instead of|rather than|used to be|nicht(?: nur)?|statt"
    rf"|(?:{any_of(RESIZED, MOVED)}|up|down|moves?|changes?|goes|went) from)"
    r"(?: (?:the|till|until|up to|on|at|in|for|by|after|within|every|to|via|with|bis|am|um))?"
    r" ((?:\d[\w.,:/-]*|[^\W\d_][\w-]*))",
    re.IGNORECASE,
)


def numbers_in(text: str) -> frozenset[str]:
    """The numbers of a text that has no times, without separators of thousands."""
    return frozenset(_NUMBER.findall(_THOUSANDS.sub("", text)))


def times_in(text: str) -> frozenset[str]:
    """The dates, weekdays and times of day of a text, in small letters."""
    return frozenset(each.casefold() for each in _TIME.findall(text))


def timeless(text: str) -> str:
    """A text without the times that `times_in` finds in it."""
    return _TIME.sub(" ", text)


def taken_back_in(text: str) -> frozenset[str]:
    """The values that a text says no longer hold, or never did, in comparable form."""
    found = TAKEN_BACK.findall(_THOUSANDS.sub("", text))
    return frozenset(comparable_value(each) for each in found if _may_be_value(each))


def _may_be_value(word: str) -> bool:
    """Whether it may be a number, a time or a name: "not found" takes nothing back."""
    return not (word.isalpha() and word.islower()) or _TIME.match(word) is not None


def comparable_value(word: str) -> str:
    """A number, a time or a name, in the singular: "Thursday" takes "Thursdays" back."""
    plain = bare(word.rstrip(".,:;"))
    return plain.removesuffix("s") if plain.isalpha() else plain
