"""Numbers in figures and in letters, and what is said roughly for another one."""

import re
from functools import cache
from typing import Final

from recollect.validation.grammar.lexicon import values_of_all
from recollect.validation.grammar.words import Word

_ROUGHLY: Final = 0.01
_MANY: Final = 1_000
_TEN: Final = 10
_EXACT: Final = 0.005
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[., ]\d{3})+[.,]\d\d")
# Also what separates lines, which stands in figures as a space does.
_BETWEEN: Final = re.compile(r"[\s'\u2019]")
_NO_DIGIT: Final = re.compile(r"\D")


def number_of(word: Word) -> float | None:
    """The number that a word is, in figures or letters; None if it is none."""
    if word.form == "number":
        return parse_number(word.text.rstrip("%"))
    return _number_meant(word.means) if word.means else None


def plain_number(word: str) -> float:
    """The number that a folded word is, in figures or letters; 0 if it is none."""
    if word[:1].isdigit():
        return parse_number(word) or 0.0
    numbers = values_of_all("number:").get(word)
    return float(min(numbers)) if numbers else 0.0


def parse_number(text: str) -> float | None:
    """1,200, 1.200, 1'200 and 1,200.00 are thousands, 1.5 and 1,5 are not."""
    if text.isdecimal():
        return float(text)
    text = _BETWEEN.sub(" ", text.strip())
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


def is_rounding_of(said: float, known: float) -> bool:
    """Whether a number is what another is roughly, to as many figures as are said: 2,300 for 2,312.

    907 is not what 900 is roughly; and what has three figures may be a code: HTTP 503.
    Decimals that are said are meant, however much of a small number they leave out: 1.2 for 1.2345.
    """
    if abs(said - known) >= 1 and _ROUGHLY < said % _TEN < _TEN - _ROUGHLY:
        return False  # a number that does not end in a nought leaves out less than one
    is_exact = abs(known) < _MANY and known == int(known)
    if not said or is_exact:
        return False
    text = f"{said:.2f}".rstrip("0").rstrip(".")
    decimals = len(text.partition(".")[2])
    if not decimals and abs(said - known) >= _ROUGHLY * abs(known):
        return False
    place = decimals or len(text.rstrip("0")) - len(text)
    return abs(round(known, place) - said) < _EXACT


@cache
def _number_meant(means: frozenset[str]) -> float | None:
    numbers = [each for each in means if each.startswith("number:")]
    return float(numbers[0].removeprefix("number:")) if numbers else None
