"""Finds numbers with a slip in their figures: 54 for 45, 450 for 45, 412 for 312."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from recollect.core.lazy import lazy

DECIMALS: Final = 2
"""The number of decimals to which numbers are compared."""

_DIGIT: Final = re.compile(r"\d")
_NO_DIGIT: Final = re.compile(r"\D")
_MAX_CACHED: Final = 10_000
_BITS: Final = [f"{1 << figure:010b}" for figure in range(10)]
_MIN_FIGURES: Final = 3
"""The length from which a number with one wrong figure still counts as the same one."""


@lru_cache(maxsize=_MAX_CACHED)
def digits_of(number: float) -> str:
    """The figures of a number, with two decimals unless it is whole: 420 of 4.2, 42 of 42."""
    written = f"{number:.{DECIMALS}f}".removesuffix(".00")
    return written if written.isdecimal() else _NO_DIGIT.sub("", written)


def is_slip(stated: str, known: str) -> bool:
    """Whether figures differ from known ones by a slip.

    A slip is another order, one figure more or fewer, or one wrong figure out of at least three.
    """
    if len(stated) == len(known):
        wrong = len(differing(stated, known))
        is_one_other = wrong == 1 and len(stated) >= _MIN_FIGURES
        return is_one_other or (wrong > 0 and sorted(stated) == sorted(known))
    longer, shorter = sorted((stated, known), key=len, reverse=True)
    return (
        len(shorter) > 1
        and len(longer) == len(shorter) + 1
        and any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    )


def differing(one: str, other: str) -> list[int]:
    """The indices at which two texts of the same length differ."""
    return [at for at in range(len(one)) if one[at] != other[at]]


def shape_of(name: str) -> str:
    """A name with each of its digits replaced by 0."""
    return _DIGIT.sub("0", name)


class ShapedNames:
    """Names of the same shape (`shape_of`), whose figures are compared with those of other names.

    Figures are kept as bits, so that one operation counts those that two names share: there may be
    thousands of names, and as many to compare with them.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def same(self, name: str) -> Sequence[int]:
        """For each name, how many figures of `name` it has in the same place."""
        return _counts_of_shared_bits(_by_place(name), self._by_place)

    def same_in_any_order(self, name: str) -> Sequence[int]:
        """For each name, how many figures of `name` it has in any order."""
        return _counts_of_shared_bits(_by_count(name), self._by_count)

    @lazy
    def _by_place(self) -> Sequence[int]:
        return list(map(_by_place, self.names))

    @lazy
    def _by_count(self) -> Sequence[int]:
        return list(map(_by_count, self.names))


def _counts_of_shared_bits(bits: int, of_names: Sequence[int]) -> Sequence[int]:
    return list(map(int.bit_count, map(bits.__and__, of_names)))


def _by_place(name: str) -> int:
    """Bits of the figures of a name, ten for each place: one for the figure there."""
    return int("".join(_BITS[int(each)] for each in _DIGIT.findall(name)) or "0", 2)


def _by_count(name: str) -> int:
    """Bits of the figures of a name, a group for each figure: as many as it occurs."""
    found = list(map(int, _DIGIT.findall(name)))
    counts = map(found.count, range(len(_BITS)))
    return int("".join(("1" * count).rjust(len(found), "0") for count in counts) or "0", 2)
