"""Figures that are nearly those of another number: 54 for 45, 450 for 45, 412 for 312."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from recollect.core.lazy import lazy

DECIMALS: Final = 2
"""How many decimals count."""

_DIGIT: Final = re.compile(r"\d")
_NO_DIGIT: Final = re.compile(r"\D")
_MOST_KNOWN: Final = 10_000
_BITS: Final = [f"{1 << figure:010b}" for figure in range(10)]
_FEWEST: Final = 3
"""Figures from which one that is another makes no other number of it."""


@lru_cache(maxsize=_MOST_KNOWN)
def digits_of(number: float) -> str:
    """The figures of a number, those of whole ones without decimals: 420 of 4.2, 42 of 42."""
    written = f"{number:.{DECIMALS}f}".removesuffix(".00")
    return written if written.isdecimal() else _NO_DIGIT.sub("", written)


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


def differing(one: str, other: str) -> list[int]:
    """The places in which two texts of one length differ."""
    return [at for at in range(len(one)) if one[at] != other[at]]


def shape_of(name: str) -> str:
    """A name with a nought for each of its digits."""
    return _DIGIT.sub("0", name)


class ShapedNames:
    """Names of one shape, to be compared by their figures with others of it.

    Figures are kept as bits, since those that two numbers share are counted at once: names may be
    thousands, and as many be compared with them.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def same(self, name: str) -> Sequence[int]:
        """How many of its figures each has in the same place."""
        return _shared(_by_place(name), self._by_place)

    def same_in_any_order(self, name: str) -> Sequence[int]:
        """How many of its figures each has, in whatever order."""
        return _shared(_by_count(name), self._by_count)

    @lazy
    def _by_place(self) -> Sequence[int]:
        return list(map(_by_place, self.names))

    @lazy
    def _by_count(self) -> Sequence[int]:
        return list(map(_by_count, self.names))


def _shared(bits: int, of_names: Sequence[int]) -> Sequence[int]:
    return list(map(int.bit_count, map(bits.__and__, of_names)))


def _by_place(name: str) -> int:
    """A bit for each figure, another one in each place."""
    return int("".join(_BITS[int(each)] for each in _DIGIT.findall(name)) or "0", 2)


def _by_count(name: str) -> int:
    """As many bits as a name has of each figure, behind one another."""
    found = list(map(int, _DIGIT.findall(name)))
    counts = map(found.count, range(len(_BITS)))
    return int("".join(("1" * count).rjust(len(found), "0") for count in counts) or "0", 2)
