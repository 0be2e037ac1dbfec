"""The meanings of words and phrases in each language, including values borrowed from English."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Final, Literal

from recollect.core.grouping import grouped
from recollect.validation.grammar.folding import PIECE, folded
from recollect.validation.grammar.lexicons import (
    dutch,
    english,
    french,
    german,
    italian,
    portuguese,
    spanish,
)

ENGLISH: Final = "english"
_LANGUAGES: Final[Mapping[str, ModuleType]] = {
    ENGLISH: english,
    "german": german,
    "spanish": spanish,
    "french": french,
    "portuguese": portuguese,
    "italian": italian,
    "dutch": dutch,
}
Kind = Literal["case", "pod", "item"]
KINDS: Final[tuple[Kind, ...]] = ("case", "pod", "item")
"""The meanings of words for the kinds of records."""

# Meanings whose English words an answer in another language may repeat from a result.
_VALUES: Final = (
    *("status:", "cause:", "priority:", "label:", "unit:", "month:", "thing:"),
    *("user", *KINDS, "kept", "breached", "remaining", "assigned", "team"),
)
_THINGS: Final = ("user", "thing:", "unit:")
"""Prefixes of what results count, which is known in all languages."""

_STATING: Final = (
    *("status:", "cause:", "priority:", "number:", "assigned", "handles", "nobody", "breached"),
    *("kept", "every", "none", "both", "half", "most", "not_all", "fraction", "label:assignee"),
    *("label:customer", "label:group", "label:contact"),
)
"""Prefixes of meanings, one of which a sentence without figures needs to state a fact."""

_VOTING: Final = ("status:", "label:", "priority:", "case", "user", "number:", "unit:")
_WHOLE: Final = re.compile(r"[^\W\d_](?<![\w.@/-].)[^\W\d_]*+(?![\w@/-])")
_MAX_READ_LENGTH: Final = 1_200

_Meanings = dict[tuple[str, ...], set[str]]
Phrase = tuple[tuple[str, ...], frozenset[str]]
"""The words of a phrase behind its first two, and the meanings of the phrase."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The meanings of the words of a language, and its phrases by their first two words.

    Of the phrases with the same first words, the longest come first.
    """

    language: str
    words: Mapping[str, frozenset[str]]
    phrases: Mapping[tuple[str, str], tuple[Phrase, ...]]
    number: re.Pattern[str]
    """A number in figures, or a word for a number that is not an article."""
    cues: frozenset[str]
    """Words, at least one of which is in any sentence without figures that may state a fact."""
    nouns: Mapping[str, str]
    """For words such as `ticket`, whether they mean a `case`, a `pod` or an `item`."""
    common: frozenset[str]
    """Words that distinguish the language from others; none of them is a noun."""

    @property
    def is_foreign(self) -> bool:
        """Whether it is of another language than English, in which results are."""
        return self.language != ENGLISH

    def meaning(self, word: str) -> frozenset[str]:
        """The meanings of a word; empty if it is unknown."""
        return self.words.get(folded(word), frozenset())


def lexicon_of(text: str) -> Lexicon:
    """The lexicon of the language of the beginning of a text; English if that is unclear."""
    words = _WHOLE.findall(folded(text[:_MAX_READ_LENGTH]))
    voters = _voters()
    # English comes first, and so wins a tie.
    votes = list(map(sum, zip(*[voters[word] for word in words if word in voters], strict=True)))
    return lexicon(list(_LANGUAGES)[votes.index(max(votes))] if votes else ENGLISH)


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language, with English values that have no meaning of their own in it."""
    meanings = _meanings_of(_LANGUAGES[language])
    common = frozenset(_words(_LANGUAGES[language].COMMON))
    if language != ENGLISH:
        _lend(english, _VALUES, meanings, common)
    for other in _LANGUAGES.values():
        _lend(other, _THINGS, meanings, common)
    phrases = grouped(
        ((first, rest[0]), (tuple(rest[1:]), frozenset(means)))
        for (first, *rest), means in meanings.items()
        if rest
    )
    singles = {phrase[0]: frozenset(each) for phrase, each in meanings.items() if len(phrase) == 1}
    return Lexicon(
        language,
        singles,
        {
            begin: tuple(sorted(tails, key=lambda phrase: -len(phrase[0])))
            for begin, tails in phrases.items()
        },
        _number(singles),
        _cues(meanings, common),
        {word: noun for word, means in singles.items() for noun in KINDS if noun in means},
        common,
    )


def _cues(meanings: _Meanings, common: frozenset[str]) -> frozenset[str]:
    """The longest word, common ones left out, of each phrase that may state a fact."""
    found = (
        [word for word in phrase if word not in common]
        for phrase, means in meanings.items()
        if any(each.startswith(_STATING) and each != "number:1" for each in means)
    )
    return frozenset(max(words, key=len) for words in found if words)


def _number(singles: Mapping[str, frozenset[str]]) -> re.Pattern[str]:
    """The pattern of a number; `singles` are the meanings of single words."""
    words = "|".join(
        word
        for word, means in singles.items()
        if any(each.startswith("number:") and each != "number:1" for each in means)
    )
    ones = "|".join(word for word, means in singles.items() if "number:1" in means)
    units = "|".join(
        word for word, means in singles.items() if any(each.startswith("unit:") for each in means)
    )
    one = rf"(?:{ones})(?=\s(?:{units})\b)"
    figure = (
        r"(?=\d)(?:(?<![\w.:/-])|(?<=\s-))(?P<figure>(?:\d{1,3}(?:\s\d{3}){1,4}(?![\d:])|\d{1,15}(?:[.,]\d{1,9})*)(?:\s?%)?)"
        r"(?![:/.-]\d|\d)"
    )
    return re.compile(rf"{figure}|\b(?P<word>{one}|{words})\b")


def _meanings_of(language: ModuleType) -> _Meanings:
    """The meanings of the phrases of a language; `assigned` with any `be` before it, too.

    A `be` that denies stays apart: `isn't assigned to` says who does not have it.
    """
    meanings: _Meanings = defaultdict(set)
    for meaning, phrase in _entries(language):
        meanings[phrase].add(meaning)
    verbs = [each for each in _phrases_of(language, "be", "been") if "not" not in meanings[each]]
    for verb in verbs:
        for participle in _phrases_of(language, "assigned"):
            meanings[(*verb, *participle)].add("assigned")
    return meanings


def _lend(
    language: ModuleType, prefixes: tuple[str, ...], meanings: _Meanings, common: frozenset[str]
) -> None:
    """Add the phrases of another language with these meanings that have no meaning yet."""
    # `an` is a preposition in German, whatever it means in French.
    own = frozenset(meanings) | {(word,) for word in common}
    for meaning, phrase in _entries(language):
        if phrase not in own and meaning.startswith(prefixes):
            meanings[phrase].add(meaning)


@cache
def labels_of_all() -> Mapping[str, str]:
    """The kinds of ticket fields by their names in all languages: `prioritat` is `priority`."""
    return {
        " ".join(phrase): meaning.removeprefix("label:")
        for language in reversed(tuple(_LANGUAGES.values()))
        for meaning, phrase in _entries(language)
        if meaning.startswith("label:")
    }


@cache
def values_of_all(prefix: str) -> Mapping[str, frozenset[str]]:
    """The meanings with a prefix, by phrase of any language: `closed` of `geschlossen`."""
    found = grouped(
        (" ".join(phrase), meaning.removeprefix(prefix))
        for language in _LANGUAGES.values()
        for meaning, phrase in _entries(language)
        if meaning.startswith(prefix)
    )
    return {phrase: frozenset(meanings) for phrase, meanings in found.items()}


@cache
def _voters() -> Mapping[str, Sequence[int]]:
    """The votes of a word for each language: 2 if it is a common word there, else 1 or 0."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for name, language in _LANGUAGES.items():
        for word in _words(language.COMMON):
            found[word][name] = 2
        for meaning, phrase in _entries(language):
            if meaning.startswith(_VOTING) and len(phrase) == 1:
                found[phrase[0]].setdefault(name, 1)
    return {
        word: [votes.get(language, 0) for language in _LANGUAGES] for word, votes in found.items()
    }


@cache
def _nothing_found() -> re.Pattern[str]:
    phrases = (
        folded(" ".join(phrase.split()))
        for language in _LANGUAGES.values()
        for phrase in str(language.NOTHING).split(",")
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, phrases))})(?!\w)")


def says_none(text: str) -> bool:
    """Whether the beginning of a text says, in any language, that nothing was found."""
    return _nothing_found().search(folded(text[:_MAX_READ_LENGTH])) is not None


@cache
def _entries(language: ModuleType) -> Sequence[tuple[str, tuple[str, ...]]]:
    """The meanings and words of the phrases of a language; folding all of them takes 10 ms."""
    words: Mapping[str, str] = language.WORDS
    in_order = (
        *((f"number:{at}", word) for at, word in enumerate(language.NUMBERS.split(), 2)),
        *((f"number:{at}0", word) for at, word in enumerate(language.TENS.split(), 2)),
        *((f"month:{at}", word) for at, word in enumerate(language.MONTHS.split(), 1)),
    )
    return [
        (meaning, tuple(_words(phrase)))
        for meaning, phrases in (*words.items(), *in_order)
        for phrase in phrases.split(",")
    ]


def _phrases_of(language: ModuleType, *meanings: str) -> list[tuple[str, ...]]:
    return [phrase for meaning, phrase in _entries(language) if meaning in meanings]


def _words(text: str) -> list[str]:
    return PIECE.findall(folded(text))


def phrase_key(words: Iterable[str]) -> str:
    """The key of words in `labels_of_all` and `values_of_all`."""
    return " ".join(words)
