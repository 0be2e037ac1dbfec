"""Reads numbers in figures and in words, and tells whether one is another one rounded."""

import re
from functools import cache
from typing import Final

from recollect.validation.grammar.lexicon import values_of_all
from recollect.validation.grammar.words import Word

_MAX_ROUNDING: Final = 0.01
_MIN_ROUNDED: Final = 1_000
_TEN: Final = 10
_TOLERANCE: Final = 0.005
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[., ]\d{3})+[.,]\d\d")
# Line separators, too: in a number they count as spaces.
_SEPARATOR: Final = re.compile(r"[\s'\u2019]")
_NO_DIGIT: Final = re.compile(r"\D")
_FIGURES: Final = re.compile(r"\d(?:[\d.,' \u2019]*\d)?[.,]?")


def number_of(word: Word) -> float | None:
    """The number that a word is, in figures or words; None if it is no number."""
    if word.form == "number":
        return parse_number(word.text.rstrip("%"))
    return _number_meant(word.means) if word.means else None


def plain_number(word: str) -> float:
    """The number that a folded word is, in figures or words; 0 if it is no number, as in `5xx`."""
    if _FIGURES.fullmatch(word):
        return parse_number(word) or 0.0
    numbers = values_of_all("number:").get(word)
    return float(min(numbers)) if numbers else 0.0


def parse_number(text: str) -> float | None:
    """Parse a number: 1,200, 1.200, 1'200 and 1,200.00 are thousands, 1.5 and 1,5 are not.

    None if it has several points but no groups of thousands.
    """
    if text.isdecimal():
        return float(text)
    text = _SEPARATOR.sub(" ", text.strip())
    if _THOUSANDS.fullmatch(text):
        whole, point, rest = text[:-3], text[-3], text[-2:]
        if point not in whole:
            return float(f"{_NO_DIGIT.sub('', whole)}.{rest}")
    parts = text.replace(",", ".").replace(" ", ".").split(".")
    if len(parts) > 1 and all(len(part) == 3 for part in parts[1:]):  # noqa: PLR2004  # thousands
        return float("".join(parts))
    if len(parts) > 2:  # noqa: PLR2004  # a whole and a fraction
        return None
    return float(".".join(parts))


def is_rounding_of(stated: float, known: float) -> bool:
    """Whether `stated` is `known` rounded to as many figures as `stated` has: 2,300 for 2,312.

    900 is no rounding of 907. Whole numbers of up to three figures are never rounded, as they may
    be codes: HTTP 503. Without decimals the difference must be below 1 %; with decimals it may be
    any share of a small number: 1.2 for 1.2345.
    """
    if abs(stated - known) >= 1 and _MAX_ROUNDING < stated % _TEN < _TEN - _MAX_ROUNDING:
        return False  # a number that does not end in 0 is rounded by less than 1
    is_exact = abs(known) < _MIN_ROUNDED and known == int(known)
    if not stated or is_exact:
        return False
    text = f"{stated:.2f}".rstrip("0").rstrip(".")
    decimals = len(text.partition(".")[2])
    if not decimals and abs(stated - known) >= _MAX_ROUNDING * abs(known):
        return False
    place = decimals or len(text.rstrip("0")) - len(text)
    return abs(round(known, place) - stated) < _TOLERANCE


@cache
def _number_meant(means: frozenset[str]) -> float | None:
    numbers = [each for each in means if each.startswith("number:")]
    return float(numbers[0].removeprefix("number:")) if numbers else None
