"""Sentences that an answer copies from a result with one word changed: `34 terminals` for 36.

A sentence that repeats all other words means what the result means, so the one number, name or
`not` that is changed, left out or put in is wrong. Sentences are compared by the sum of their
words' hashes: a sentence that differs in one word is found by one look-up per word, however long
the text is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from recollect.core.lazy import lazy
from recollect.core.memoised import Memoised
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.moments import names_zone
from recollect.validation.known.passages import SENTENCE, Passage
from recollect.validation.known.stated_clauses import denies
from recollect.validation.known.values import same_person
from recollect.validation.models import FactKind

_WORD: Final = re.compile(r"\S+")
_EDGES: Final = ".,;:!?()[]{}<>*_`\"'|\u2022\u2013\u2014\u2026\u00ab\u00bb\u201c\u201d\u201e-"
_MIN_WORDS, _MAX_WORDS = 5, 60
_MIN_ALPHABETIC: Final = 3
"""Words of letters alone that a sentence must have."""

_NO_DIGIT: Final = re.compile(r"\D")
_USER: Final = re.compile(r"[a-z]{1,20}\.[a-z]{2,30}")
_CLOCK: Final = re.compile(r"\d{1,2}[:.]\d\d")


_bare: Final = Memoised(lambda word: word.strip(_EDGES)).__getitem__
"""Strips a word of the marks around it."""


class _Word(NamedTuple):
    """A word without the marks around it, and its offsets."""

    text: str
    start: int
    end: int


class _Copy(NamedTuple):
    """A sentence of a result, and its one word that the answer's sentence lacks."""

    passage: Passage
    word: _Word


class _Sentence(NamedTuple):
    """A sentence of a result from an offset on, and the sum of the hashes of its words."""

    passage: Passage
    start: int
    whole: int


class Copies:
    """The sentences of results, indexed by the hashes of all their words and of all but one.

    Most sentences of an answer are no copies, so the offsets of words are read only for those that
    are; a sentence of a result with two words that the answer lacks is not indexed.
    """

    def __init__(self, passages: Sequence[Passage], fold: str) -> None:
        words_of_answer = set(map(_bare, fold.split()))
        self._whole: dict[int, Passage] = {}
        # The sentences by the sum of all hashes but one, and the sums for which that word is not
        # the same in all of them.
        self._lacking: dict[int, _Sentence] = {}
        self._unclear: set[int] = set()
        for passage in reversed(passages):  # the first of several equal ones stays
            for start in sorted({0, passage.statement_span()[0]}, reverse=True):
                texts = _texts(passage.text[start:])
                if (
                    _MIN_WORDS <= len(texts) <= _MAX_WORDS
                    and len({*texts} - words_of_answer) <= 1
                    and _is_prose(texts)
                ):
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
        """The findings on the words by which sentences of an answer differ from what they copy."""
        if not self._whole:
            return
        for match in SENTENCE.finditer(fold):
            texts = _texts(match.group())
            if (
                _MIN_WORDS - 1 <= len(texts) <= _MAX_WORDS + 1
                and self._may_be_copy(texts)
                and _is_prose(texts)
            ):
                yield from self._sentence_findings(answer, _words(match.group(), match.start()))

    def _may_be_copy(self, texts: Sequence[str]) -> bool:
        """Whether a sentence differs in one word from one of the results, and equals none."""
        hashes = list(map(hash, texts))
        whole = sum(hashes)
        if whole in self._whole:
            return False
        return whole in self._lacking or not self._sums.isdisjoint(map(whole.__sub__, hashes))

    @lazy
    def _sums(self) -> frozenset[int]:
        """The sums of the results' sentences, of all words and of all but one."""
        return frozenset((*self._whole, *self._lacking))

    def _sentence_findings(self, answer: str, words: Sequence[_Word]) -> Iterator[FactFinding]:
        whole = sum(hash(word.text) for word in words)
        left_out = self._copy_lacking(whole)
        if left_out is not None and denies(left_out.word.text):
            known = left_out.passage.result_value
            yield contradiction(words, "status", known)
        for word in words:
            rest = whole - hash(word.text)
            passage = self._whole.get(rest)
            is_answer = word is words[0] and answer[word.end : word.end + 1] == ","  # `No, it is`
            if passage is not None and denies(word.text) and not is_answer:
                yield contradiction((word,), "status", passage.result_value)
            copy = self._copy_lacking(rest)
            kind = _kind(word, copy, answer) if copy is not None else None
            if copy is not None and kind is not None:
                yield contradiction((word,), kind, copy.passage.result_value)

    def _copy_lacking(self, rest: int) -> _Copy | None:
        """The result's sentence whose words but one have this sum; None for several such words."""
        sentence = self._lacking.get(rest)
        if sentence is None or rest in self._unclear:
            return None
        words = _words(sentence.passage.text[sentence.start :], sentence.start)
        lacking = sentence.whole - rest
        return _Copy(sentence.passage, next(word for word in words if hash(word.text) == lacking))


def _texts(text: str) -> Sequence[str]:
    """The words of a sentence without the marks around them; empty where there are too few."""
    words = text.split()
    return list(filter(None, map(_bare, words))) if len(words) >= _MIN_WORDS - 1 else ()


def _is_prose(texts: Iterable[str]) -> bool:
    """Whether enough words of a sentence are letters alone."""
    return sum(map(str.isalpha, texts)) >= _MIN_ALPHABETIC


def _words(text: str, offset: int) -> Sequence[_Word]:
    """The words of a sentence with their offsets in the text, where it begins at `offset`."""
    found: list[_Word] = []
    for match in _WORD.finditer(text):
        word = match.group()
        bare = _bare(word)
        if bare:
            begin = offset + match.start() + word.index(bare)
            found.append(_Word(bare, begin, begin + len(bare)))
    return found


def _kind(stated: _Word, copy: _Copy, answer: str) -> FactKind | None:
    """The kind of the fact that was changed in a copy; None where the new word may be right."""
    copied = copy.word
    if any(map(str.isdigit, stated.text)) and any(map(str.isdigit, copied.text)):
        if _NO_DIGIT.sub("", stated.text) == _NO_DIGIT.sub("", copied.text):
            return None  # another way to write it
        is_clock = _CLOCK.fullmatch(stated.text) is not None
        return None if is_clock and names_zone(answer) else "date" if is_clock else "number"
    if denies(stated.text) != denies(copied.text):
        return "status"
    if _USER.fullmatch(stated.text) and _USER.fullmatch(copied.text):
        return None if same_person(stated.text, copied.text) else "person"
    return None
