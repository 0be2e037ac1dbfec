"""What words and phrases mean in a language, with what English values mean besides."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Final

from recollect.validation.facts.folding import folded
from recollect.validation.facts.lexicons import (
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
# What an answer in another language may take over from an English result.
_VALUES: Final = (
    *("status:", "cause:", "priority:", "label:", "unit:", "month:", "thing:"),
    *("user", "case", "pod", "item", "kept", "breached", "remaining", "assigned", "team"),
)
_THINGS: Final = ("user", "thing:", "unit:")
"""What results count in any of the languages."""

_VOTING: Final = ("status:", "label:", "priority:", "case", "user", "number:")
_WORD: Final = re.compile(r"\d+|[^\W\d_]+")
_READ_FOR_LANGUAGE: Final = 2_000

_Meanings = dict[tuple[str, ...], set[str]]
Phrase = tuple[tuple[str, ...], frozenset[str]]
"""The words behind the first one of a phrase, and what it means."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The phrases of a language by their first word, longest first."""

    language: str
    phrases: Mapping[str, tuple[Phrase, ...]]
    numbers: frozenset[str]
    """The words for numbers."""
    common: frozenset[str]
    """Words that tell the language from others; none of them is a noun."""

    def meaning(self, phrase: str) -> frozenset[str]:
        """What exactly this phrase means; nothing if it is not known."""
        first, *rest = _words(phrase) or [""]
        tail = tuple(rest)
        found = (means for words, means in self.phrases.get(first, ()) if words == tail)
        return next(found, frozenset())


def lexicon_of(text: str) -> Lexicon:
    """The lexicon of the language that a text is in, as far as its beginning tells; English."""
    votes: Counter[str] = Counter()
    words = _WORD.findall(folded(text[:_READ_FOR_LANGUAGE]))
    voters = _voters()
    for word in words:
        votes.update(voters.get(word, ()))
    if not votes or votes[ENGLISH] >= max(votes.values()):
        return lexicon(ENGLISH)
    return lexicon(max(votes, key=lambda language: votes[language]))


@cache
def lexicon(language: str) -> Lexicon:
    """The words of a language; what English calls values besides, where they mean nothing else."""
    meanings = _own(_LANGUAGES[language])
    if language != ENGLISH:
        _lend(english, _VALUES, meanings)
    for other in _LANGUAGES.values():
        _lend(other, _THINGS, meanings)
    by_first: dict[str, list[Phrase]] = defaultdict(list)
    for (first, *rest), means in meanings.items():
        by_first[first].append((tuple(rest), frozenset(means)))
    return Lexicon(
        language,
        {
            first: tuple(sorted(phrases, key=lambda phrase: -len(phrase[0])))
            for first, phrases in by_first.items()
        },
        frozenset(
            phrase[0]
            for phrase, means in meanings.items()
            if any(each.startswith("number:") for each in means)
        ),
        frozenset(_words(_LANGUAGES[language].COMMON)),
    )


def _own(language: ModuleType) -> _Meanings:
    """What the phrases of a language mean, with the verbs before what says who has a ticket."""
    meanings: _Meanings = defaultdict(set)
    for meaning, phrase in _entries(language):
        meanings[phrase].add(meaning)
    for verb in _phrases_of(language, "be", "been"):
        for participle in _phrases_of(language, "assigned"):
            meanings[(*verb, *participle)].add("assigned")
    return meanings


def _lend(language: ModuleType, prefixes: tuple[str, ...], meanings: _Meanings) -> None:
    """Add phrases of another language that have no meaning yet."""
    own = frozenset(meanings)
    for meaning, phrase in _entries(language):
        if phrase not in own and meaning.startswith(prefixes):
            meanings[phrase].add(meaning)


@cache
def labels_of_all() -> Mapping[str, str]:
    """Names of fields in any of the languages, and of what: `prioritat` is `priority`."""
    return {
        " ".join(phrase): meaning.removeprefix("label:")
        for language in reversed(tuple(_LANGUAGES.values()))
        for meaning, phrase in _entries(language)
        if meaning.startswith("label:")
    }


@cache
def values_of_all(prefix: str) -> Mapping[str, frozenset[str]]:
    """What values mean in any of the languages: `status:` of `geschlossen` is `closed`."""
    found: dict[str, set[str]] = defaultdict(set)
    for language in _LANGUAGES.values():
        for meaning, phrase in _entries(language):
            if meaning.startswith(prefix):
                found[" ".join(phrase)].add(meaning.removeprefix(prefix))
    return {phrase: frozenset(meanings) for phrase, meanings in found.items()}


@cache
def _voters() -> Mapping[str, Counter[str]]:
    """Which languages a word speaks for: twice if it is one of their common words."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for name, language in _LANGUAGES.items():
        for word in _words(language.COMMON):
            found[word][name] = 2
        for meaning, phrase in _entries(language):
            if meaning.startswith(_VOTING) and len(phrase) == 1:
                found[phrase[0]][name] = max(1, found[phrase[0]][name])
    return found


@cache
def _nothing() -> re.Pattern[str]:
    phrases = (
        folded(" ".join(phrase.split()))
        for language in _LANGUAGES.values()
        for phrase in str(language.NOTHING).split(",")
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, phrases))})(?!\w)")


def says_nothing(text: str) -> bool:
    """Whether the beginning of a text says that nothing was found, in any of the languages."""
    return _nothing().search(folded(text[:_READ_FOR_LANGUAGE])) is not None


def _entries(language: ModuleType) -> Iterator[tuple[str, tuple[str, ...]]]:
    words: Mapping[str, str] = language.WORDS
    for meaning, phrases in words.items():
        for phrase in phrases.split(","):
            yield meaning, tuple(_words(phrase))


def _phrases_of(language: ModuleType, *meanings: str) -> list[tuple[str, ...]]:
    return [phrase for meaning, phrase in _entries(language) if meaning in meanings]


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))


def spoken(words: Iterable[str]) -> str:
    """Words as a phrase of `labels_of_all` and `values_of_all`."""
    return " ".join(words)
