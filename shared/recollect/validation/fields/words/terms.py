"""Terms: one string for words of the same meaning, as `disponibles` and `available` in names."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from recollect.core.memoised import Memoised
from recollect.validation.fields.words import vocabulary
from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.grammar.folding import WORD, without_ending

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
_MIN_STEM_LENGTH: Final = 3
_MAX_STEM_LENGTH: Final = 7


def _term(word: str) -> str:
    if word in vocabulary.STOPPED:
        return ""
    if (synonym := _first_synonyms().get(word)) is not None:
        return synonym
    if not word.isalpha():
        return word
    stem = without_ending(word, _ENDINGS, _MIN_STEM_LENGTH)
    return _first_synonyms().get(stem, stem[:_MAX_STEM_LENGTH])


term: Final = Memoised(_term).__getitem__
"""The term of a folded word: the first of its synonyms, else its stem; "" for grammar."""


def term_set(words: Iterable[str]) -> frozenset[str]:
    """The terms of folded words, without words of grammar."""
    return frozenset(filter(None, map(term, words)))


def terms(fold: str) -> tuple[str, ...]:
    """The terms of a folded text in their order, without words of grammar."""
    return tuple(filter(None, map(term, WORD.findall(fold))))


def _terms_of_name(name: str) -> frozenset[str]:
    return frozenset(
        filter(None, (term(part) for part in parts_of_name(name) if part not in vocabulary.UNITS))
    )


terms_of_name: Final = Memoised(_terms_of_name).__getitem__
"""The terms of the name of a field, without words for its type or its unit."""


def words_for(name: str) -> Iterator[str]:
    """The words that an answer may use for a word in the name of a field, as far as known."""
    for part in parts_of_name(name):
        yield part
        yield from (part + ending for ending in _ENDINGS)
        first = _first_synonyms().get(part)
        yield from (word for word, other in _first_synonyms().items() if first and other == first)


@cache
def _first_synonyms() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for group in vocabulary.SAME.split("/"):
        first, *others = group.split()
        for word in (first, *others):
            found.setdefault(word, first)
    return found
