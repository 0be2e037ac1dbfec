"""Sentences that an answer copies from a result but for one word: `34 terminals` for 36.

Whoever repeats all the rest means what the result means, so a number, a name or a `not` that is
another one, is left out or put in is wrong there. Sentences are compared as sums of what their
words hash to: what is one word off is found by one look-up for each word, in whatever text.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from recollect.core.lazy import lazy
from recollect.core.memoised import Memoised
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.moments import names_zone
from recollect.validation.known.passages import SENTENCE, Passage
from recollect.validation.known.statements import denies
from recollect.validation.known.values import same_person
from recollect.validation.models import FactKind

_WORD: Final = re.compile(r"\S+")
_EDGES: Final = ".,;:!?()[]{}<>*_`\"'|\u2022\u2013\u2014\u2026\u00ab\u00bb\u201c\u201d\u201e-"
_FEWEST, _MOST = 5, 60
_TELLING: Final = 3
_NO_DIGIT: Final = re.compile(r"\D")
_USER: Final = re.compile(r"[a-z]{1,20}\.[a-z]{2,30}")
_CLOCK: Final = re.compile(r"\d{1,2}[:.]\d\d")


_bare: Final = Memoised(lambda word: word.strip(_EDGES)).__getitem__
"""A word without the marks around it."""


class _Word(NamedTuple):
    """A word without the marks around it, and where it stands."""

    text: str
    start: int
    end: int


class _Copy(NamedTuple):
    """A sentence of a result, and its word that another sentence lacks."""

    passage: Passage
    word: _Word


class _Sentence(NamedTuple):
    """A sentence of a result from a place on, and the sum of what its words hash to."""

    passage: Passage
    start: int
    whole: int


class Copies:
    """The sentences of results, by all their words and by all but one.

    Most sentences are no copies, so where words stand is read of those alone that are, and what
    has two words that are not in the answer is passed over.
    """

    def __init__(self, passages: Sequence[Passage], fold: str) -> None:
        said = set(map(_bare, fold.split()))
        self._whole: dict[int, Passage] = {}
        # The sentences by what all their words but one hash to, and where these words differ.
        self._lacking: dict[int, _Sentence] = {}
        self._unclear: set[int] = set()
        for passage in reversed(passages):  # of several that are alike the first one stays
            for start in sorted({0, passage.told_span()[0]}, reverse=True):
                texts = _texts(passage.text[start:])
                if _FEWEST <= len(texts) <= _MOST and len({*texts} - said) <= 1:
                    self._add(passage, start, texts)

    def _add(self, passage: Passage, start: int, texts: Sequence[str]) -> None:
        hashes = list(map(hash, texts))
        whole = sum(hashes)
        self._whole[whole] = passage
        own = dict.fromkeys(map(whole.__sub__, hashes), _Sentence(passage, start, whole))
        known = own.keys() & self._lacking.keys()
        self._unclear.update(rest for rest in known if self._lacking[rest].whole != whole)
        self._lacking |= own

    def findings(self, answer: str, fold: str) -> Iterator[FactFinding]:
        """The findings on words of an answer that are another one than in what it copies."""
        if not self._whole:
            return
        for match in SENTENCE.finditer(fold):
            texts = _texts(match.group())
            if _FEWEST - 1 <= len(texts) <= _MOST + 1 and self._may_be_copy(texts):
                yield from self._of_sentence(answer, _words(match.group(), match.start()))

    def _may_be_copy(self, texts: Sequence[str]) -> bool:
        """Whether a sentence is one of the results but for a word, and not the very same."""
        hashes = list(map(hash, texts))
        whole = sum(hashes)
        if whole in self._whole:
            return False
        return whole in self._lacking or not self._sums.isdisjoint(map(whole.__sub__, hashes))

    @lazy
    def _sums(self) -> frozenset[int]:
        """What sentences of results hash to, with and without any of their words."""
        return frozenset((*self._whole, *self._lacking))

    def _of_sentence(self, answer: str, words: Sequence[_Word]) -> Iterator[FactFinding]:
        whole = sum(hash(word.text) for word in words)
        left_out = self._only(whole)
        if left_out is not None and denies(left_out.word.text):
            known = left_out.passage.result_value
            yield FactFinding(words[0].start, words[-1].end, "status", "contradicted", known)
        for word in words:
            rest = whole - hash(word.text)
            passage = self._whole.get(rest)
            is_answer = word is words[0] and answer[word.end : word.end + 1] == ","  # `No, it is`
            if passage is not None and denies(word.text) and not is_answer:
                yield FactFinding(
                    word.start, word.end, "status", "contradicted", passage.result_value
                )
            copy = self._only(rest)
            kind = _kind(word, copy, answer) if copy is not None else None
            if copy is not None and kind is not None:
                yield FactFinding(
                    word.start, word.end, kind, "contradicted", copy.passage.result_value
                )

    def _only(self, rest: int) -> _Copy | None:
        """The sentence that lacks a word to be so; none where several lack different ones."""
        sentence = self._lacking.get(rest)
        if sentence is None or rest in self._unclear:
            return None
        words = _words(sentence.passage.text[sentence.start :], sentence.start)
        lacking = sentence.whole - rest
        return _Copy(sentence.passage, next(word for word in words if hash(word.text) == lacking))


def _texts(text: str) -> Sequence[str]:
    """The words of a sentence without the marks around them; none where few tell anything."""
    words = text.split()
    if len(words) < _FEWEST - 1:
        return ()
    found = list(filter(None, map(_bare, words)))
    return found if sum(map(str.isalpha, found)) >= _TELLING else ()


def _words(text: str, offset: int) -> Sequence[_Word]:
    """The same, with where they stand in a text that the sentence begins in at `offset`."""
    found: list[_Word] = []
    for match in _WORD.finditer(text):
        word = match.group()
        bare = _bare(word)
        if bare:
            begin = offset + match.start() + word.index(bare)
            found.append(_Word(bare, begin, begin + len(bare)))
    return found


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
