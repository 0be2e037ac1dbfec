"""Reads proper names in a sentence as names: `Customer Service` is no label."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from recollect.validation.grammar.folding import places_of
from recollect.validation.grammar.words import Word

_IN_NO_NAME: Final = frozenset({"not", "not_be", "none", "nobody"})


def is_grammar(meaning: str) -> bool:
    """Whether a meaning is one that a word loses within a name: that of a denial or a label."""
    return meaning in _IN_NO_NAME or meaning.startswith("label:")


def with_names(words: Sequence[Word], fold: str, names: Iterable[str]) -> Sequence[Word]:
    """The words of a sentence; those within one of these folded names deny and label nothing."""
    start = words[0].start
    text = fold[start : words[-1].end]
    spans = [(start + at, start + at + len(name)) for name in names for at in places_of(name, text)]
    if not spans:
        return words
    return [
        replace(word, means=frozenset(each for each in word.means if not is_grammar(each)))
        if any(begin <= word.start and word.end <= stop for begin, stop in spans)
        else word
        for word in words
    ]
