"""Figures that are nearly those of another number: 54 for 45, 450 for 45, 412 for 312."""

import re
from collections import Counter
from typing import Final

DECIMALS: Final = 2
"""How many decimals count."""

_DIGIT: Final = re.compile(r"\d")
_NO_DIGIT: Final = re.compile(r"\D")
_FEWEST: Final = 3
"""Figures from which one that is another makes no other number of it."""


def figures(number: float) -> str:
    """The figures of a number, those of whole ones without decimals: 420 of 4.2, 42 of 42."""
    return _NO_DIGIT.sub("", f"{number:.{DECIMALS}f}".removesuffix(".00"))


def is_slip(said: str, known: str) -> bool:
    """Whether figures are those of a known number with a slip.

    Some changed places, one is missing or too many, or one of three and more is another one.
    """
    if len(said) == len(known):
        wrong = len(differing(said, known))
        is_one_other = wrong == 1 and len(said) >= _FEWEST
        return is_one_other or (wrong > 0 and sorted(said) == sorted(known))
    longer, shorter = sorted((said, known), key=len, reverse=True)
    return (
        len(shorter) > 1
        and len(longer) == len(shorter) + 1
        and any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    )


def has_same_but_one(said: str, known: str) -> bool:
    """Whether two texts of one length have the same figures but one, in whatever order."""
    return sum((Counter(said) - Counter(known)).values()) <= 1


def differing(one: str, other: str) -> list[int]:
    """The places in which two texts of one length differ."""
    return [at for at in range(len(one)) if one[at] != other[at]]


def shape_of(name: str) -> str:
    """A name with a nought for each of its digits."""
    return _DIGIT.sub("0", name)
