"""Words by what they mean in the names of fields: `availableQty`, `disponibles` and `available`."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from recollect.core.memoised import Memoised
from recollect.validation.fields import vocabulary
from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.grammar.folding import without_ending

_WORD: Final = re.compile(r"[^\W_]+")
_ENDINGS: Final = (
    "ables",
    "able",
    "ings",
    "ing",
    "ies",
    "ied",
    "ers",
    "ed",
    "er",
    "es",
    "s",
    "e",
    "y",
)
_SHORTEST: Final = 3
_LONGEST: Final = 7
_STOPPED: Final = frozenset(vocabulary.STOPPED.split())
UNITS: Final = frozenset(vocabulary.UNITS.split())


def _term(word: str) -> str:
    if word in _STOPPED:
        return ""
    if (same := _same().get(word)) is not None:
        return same
    if not word.isalpha():
        return word
    stem = without_ending(word, _ENDINGS, _SHORTEST)
    return _same().get(stem, stem[:_LONGEST])


term: Final = Memoised(_term).__getitem__
"""What a folded word means: the first of those that say the same, else its stem, else ""."""


def terms(fold: str) -> tuple[str, ...]:
    """What the words of a folded text mean, in their order, without those of grammar."""
    return tuple(filter(None, map(term, _WORD.findall(fold))))


def _terms_of_name(name: str) -> frozenset[str]:
    return frozenset(
        filter(None, (term(part) for part in parts_of_name(name) if part not in UNITS))
    )


terms_of_name: Final = Memoised(_terms_of_name).__getitem__
"""What the name of a field says, without what only tells its type or its unit."""


def words_for(name: str) -> Iterator[str]:
    """The words in which the name of a field may be said, as far as they are known."""
    for part in parts_of_name(name):
        yield part
        yield from (part + ending for ending in _ENDINGS)
        first = _same().get(part)
        yield from (word for word, other in _same().items() if first and other == first)


@cache
def _same() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for group in vocabulary.SAME.split("/"):
        first, *others = group.split()
        for word in (first, *others):
            found.setdefault(word, first)
    return found
