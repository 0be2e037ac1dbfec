"""Brings measures, days and codes into one form, in which they are compared.

People write `30min` or `30 min`, `24th` or `24`, `2026-12-24` or `24 December 2026`, `FW01` or
`fw-01`. A telephone number also says "phone", since a question for one hardly says anything else.
"""

import re
from functools import lru_cache
from typing import Final

from recollect.language.calendar_names import MONTH

_MAX_CACHED_CHARS: Final = 40
_DIGIT: Final = re.compile(r"\d")
_UNIT: Final = (
    r"(?:m(?:in(?:ute)?s?|s)?|h(?:rs?|ours?)?|s(?:ecs?)?|d(?:ays?)?|w(?:eeks?)?|[kmgt]i?b|kg|[kcm]m"
    r"|k|eur(?:os?)?|usd|gbp|chf|px|[kmg]hz|[kmg]bit|[kmg]bps)"
)
_MEASURE: Final = re.compile(rf"(?<!\w)(\d{{1,12}})(?:({_UNIT}|[ap]m)|(?:st|nd|rd|th))(?!\w)")
# fw01 is fw-01.
_CODE: Final = re.compile(r"(?<![a-z\d])([a-z]{2,10})(\d{1,9})(?![a-z\d])")
_CLOCK: Final = re.compile(r"(?<!\w)\d{1,2}h\d\d(?!\w)")
_DAY: Final = re.compile(
    r"(?<![\w-])(20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:t(?=\d)|(?![\w-]))"
)
_PHONE: Final = re.compile(
    r"(?<![\w.,:/-])(?>"
    r"(?:\+\d{1,3}|\(?0\d{2,5}\)?)(?:(?:[ /.-]{1,3}\(?\d{2,6}\)?){2,5}|[ /.-]{1,3}\d{5,10})"
    r"|0\d(?:[ .]{1,3}\d\d){4}|\(?[2-9]\d\d\)?[ .-]{1,3}\d{3}[ .-]{1,3}\d{4})(?![\w-]| phone)"
)
_MONTHS: Final = (
    "january february march april may june july august september october november december"
).split()


_NAMED_DAY: Final = re.compile(
    rf"(?<![\w.])(\d{{1,2}})\.?\s+(?:of\s+)?({MONTH})(?![\w-])"
    rf"|(?<!\w)({MONTH})\.?\s+(\d{{1,2}})(?![\w.:])"
)


def plainly(text: str) -> str:
    """A text in small letters with its measures, days and codes in one form."""
    if _DIGIT.search(text) is None:
        return text
    # Most words have only letters: to look at the others alone takes a quarter of the time.
    plain = " ".join(each if each.isalpha() else _plain(each) for each in text.split())
    return _PHONE.sub(r"\g<0> phone", plain)


def _plain(word: str) -> str:
    if _DIGIT.search(word) is None:
        return word
    return _known(word) if len(word) <= _MAX_CACHED_CHARS else _plainly_written(word)


def _plainly_written(word: str) -> str:
    word = _DAY.sub(_day, word)
    word = _CODE.sub(r"\1 \2", word)
    return _MEASURE.sub(lambda found: f"{found.group(1)} {found.group(2) or ''}", word)


_known: Final = lru_cache(maxsize=1 << 12)(_plainly_written)


def days_in(text: str) -> frozenset[str]:
    """The days of a month that a text names, in one form: "24 dec"."""
    if _DIGIT.search(text) is None:
        return frozenset()
    found = _NAMED_DAY.findall(plainly(text.lower()))
    return frozenset(
        f"{int(day or last)} {(month or first)[:3]}" for day, month, first, last in found
    )


def is_measure(word: str) -> bool:
    """Whether a word is a number with its unit, such as `30min`, a time of day, or `24th`."""
    small = word.lower()
    return bool(_MEASURE.fullmatch(small) or _CLOCK.fullmatch(small))


def _day(found: re.Match[str]) -> str:
    year, month, day = found.groups()
    return f"{int(day)} {_MONTHS[int(month) - 1]} {year} "
