"""Sentences that an answer copies from a result but for one word: `34 terminals` for 36.

Whoever repeats all the rest means what the result means, so a number, a name or a `not` that is
another one, is left out or put in is wrong there. Sentences are compared as sums of what their
words hash to: what is one word off is found by one look-up for each word, in whatever text.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from recollect.validation.facts.known import Index
from recollect.validation.facts.moments import names_zone
from recollect.validation.facts.passages import SENTENCE, Passage
from recollect.validation.facts.statements import denies
from recollect.validation.facts.values import same_person
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.models import FactKind

_WORD: Final = re.compile(r"\S+")
_EDGES: Final = ".,;:!?()[]{}<>*_`\"'|\u2022\u2013\u2014\u2026\u00ab\u00bb\u201c\u201d\u201e-"
_FEWEST, _MOST = 5, 60
_TELLING: Final = 3
_NO_DIGIT: Final = re.compile(r"\D")
_USER: Final = re.compile(r"[a-z]{1,20}\.[a-z]{2,30}")
_CLOCK: Final = re.compile(r"\d{1,2}[:.]\d\d")


class _Word(NamedTuple):
    """A word without the marks around it, and where it stands."""

    text: str
    start: int
    end: int
    place: int


class _Copy(NamedTuple):
    """A sentence of a result, and its word that another sentence lacks."""

    passage: Passage
    word: _Word


class Copies:
    """The sentences of results, by all their words and by all but one."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._whole: dict[int, Passage] = {}
        self._lacking: dict[int, list[_Copy]] = defaultdict(list)
        for passage in index.passages:
            for start in {0, passage.told_span()[0]}:
                words = _words(passage.text, start)
                if _FEWEST <= len(words) <= _MOST:
                    self._add(passage, words)

    def _add(self, passage: Passage, words: Sequence[_Word]) -> None:
        whole = _sum(words)
        self._whole.setdefault(whole, passage)
        for word in words:
            self._lacking[whole - hash(word.text)].append(_Copy(passage, word))

    def findings(self, answer: str, fold: str) -> Iterator[FoundFact]:
        """The findings on words of an answer that are another one than in what it copies."""
        for match in SENTENCE.finditer(fold):
            words = _words(match.group(), 0, match.start())
            if _FEWEST - 1 <= len(words) <= _MOST + 1:
                yield from self._of_sentence(answer, words)

    def _of_sentence(self, answer: str, words: Sequence[_Word]) -> Iterator[FoundFact]:
        whole = _sum(words)
        if whole in self._whole:
            return
        left_out = self._only(whole)
        if left_out is not None and denies(left_out.word.text):
            known = left_out.passage.known
            yield FoundFact(words[0].start, words[-1].end, "status", "contradicted", known)
        for word in words:
            rest = whole - hash(word.text)
            passage = self._whole.get(rest)
            if passage is not None and denies(word.text):
                yield FoundFact(word.start, word.end, "status", "contradicted", passage.known)
            copy = self._only(rest)
            kind = _kind(word, copy, answer) if copy is not None else None
            if copy is not None and kind is not None:
                yield FoundFact(word.start, word.end, kind, "contradicted", copy.passage.known)

    def _only(self, rest: int) -> _Copy | None:
        """The sentence that lacks a word to be so; none where several lack different ones."""
        found = self._lacking.get(rest, ())
        return found[0] if found and len({each.word.text for each in found}) == 1 else None


def _words(text: str, start: int, offset: int = 0) -> Sequence[_Word]:
    found: list[_Word] = []
    for match in _WORD.finditer(text, start):
        word = match.group()
        bare = word.strip(_EDGES)
        if bare:
            begin = offset + match.start() + word.index(bare)
            found.append(_Word(bare, begin, begin + len(bare), len(found)))
    return found if sum(each.text.isalpha() for each in found) >= _TELLING else ()


def _sum(words: Sequence[_Word]) -> int:
    return sum(hash(word.text) for word in words)


def _kind(said: _Word, copy: _Copy, answer: str) -> FactKind | None:
    """What the word is that stands where a result has another one; None where it may be right."""
    told = copy.word
    if any(map(str.isdigit, said.text)) and any(map(str.isdigit, told.text)):
        if _NO_DIGIT.sub("", said.text) == _NO_DIGIT.sub("", told.text):
            return None  # another way to write it
        is_clock = _CLOCK.fullmatch(said.text) is not None
        return None if is_clock and names_zone(answer) else "date" if is_clock else "number"
    if denies(said.text) != denies(told.text):
        return "status"
    if _USER.fullmatch(said.text) and _USER.fullmatch(told.text):
        return None if same_person(said.text, told.text) else "person"
    return None
