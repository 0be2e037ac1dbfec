"""The sentences of results, with the amounts, moments and entries of journals in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, NamedTuple

from recollect.core.lazy import lazy
from recollect.core.memoised import Memoised
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import Lexicon, lexicon_of
from recollect.validation.grammar.moments import BEFORE_MONTH, Moment, moment, moments_in
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.written_amounts import written_amounts
from recollect.validation.known.records import ResultValue
from recollect.validation.known.result_texts import ResultText

SENTENCE: Final = re.compile(rf"[^\n.]++(?:\.(?:(?!\s|$)|(?<=\d\.)(?=\s{BEFORE_MONTH}))[^\n.]*+)*")
"""A sentence, or a line that is none."""

_ENTRY: Final = re.compile(
    r"[\s\u2022*-]*(?P<when>[^\u2013\u2014\n]{5,40}?)\s*[\u2013\u2014-]\s*(?P<who>[^:\n]{1,60}):\s+"
    r"(?P<what>\S.*)"
)
_OF_OTHERS: Final = re.compile(
    r"\b(?:users?|customers?|callers?|clients?|guests?|patients?|report(?:s|ed)|request(?:s|ed)|called"
    r"|told|says|said)\b"
)
"""What a note has that tells what somebody else did than who wrote it."""

_DIGIT: Final = re.compile(r"\d")
_SHORT_NUMBER: Final = re.compile(r"\d(?<!\d.)\d?(?!\d)")
"""What each date and time has: one or two figures by themselves."""

_TELLING: Final = re.compile(r"([^\W_]{2,40}(?:[-_][^\W_]{1,40}){1,6})|([^\W\d_]{4,40})")
_OF: Final = (" of ", " out of ", " of the ", " von ", " sur ", " su ", " van de ")
_NEAR: Final = 24
_STEM: Final = 5
_SHORTEST: Final = 12
_LONG: Final = 400
_LINE: Final = 600
"""How much of a line of a journal is read as one."""


def stems_of(fold: str) -> frozenset[str]:
    """The beginnings of the longer words of a folded text, and whole names such as `app-02`."""
    return frozenset(chain.from_iterable(map(_stems_between_spaces, fold.split())))


def _between_spaces(text: str) -> Sequence[str]:
    return [name or word[:_STEM] for name, word in _TELLING.findall(text)]


_stems_between_spaces: Final = Memoised(_between_spaces).__getitem__


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class ResultAmount:
    """An amount of a result with the stems of what is said around it."""

    amount: Amount
    stems: frozenset[str]
    result_value: ResultValue


class ResultMoment(NamedTuple):
    """A moment of a result, with the stems of what is said around it."""

    moment: Moment
    stems: frozenset[str]
    result_value: ResultValue


class JournalLine(NamedTuple):
    """A line of a journal: when, who, the stems of what was done, and whether `who` did it."""

    moment: Moment
    who: str
    stems: frozenset[str]
    result_value: ResultValue
    is_own: bool = True


class Passage:
    """A sentence of a result, folded; what is in it is read when it is asked for."""

    def __init__(self, told: ResultText, start: int, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self._told = told
        self._start = start
        self._lexicon = lexicon

    @property
    def result_value(self) -> ResultValue:
        """The sentence as the result has it."""
        return self._part(0, len(self.text))

    @lazy
    def stems(self) -> frozenset[str]:
        """The stems of its words."""
        return stems_of(self.text)

    @lazy
    def _written(self) -> Sequence[Amount]:
        return list(written_amounts(self.text, self._lexicon))

    def moments(self) -> Iterator[ResultMoment]:
        """The moments that it names."""
        if _SHORT_NUMBER.search(self.text):
            for start, end, moment in moments_in(self.text):
                yield ResultMoment(moment, self.stems, self._part(start, end))

    @lazy
    def amounts(self) -> Sequence[ResultAmount]:
        """The amounts that it names."""
        return list(self._amounts())

    def _amounts(self) -> Iterator[ResultAmount]:
        before: Amount | None = None
        for amount in self._written:
            known = self._part(amount.start, amount.end)
            yield ResultAmount(amount, self.stems, known)
            if before is not None and amount.concept and self._is_share(before, amount):
                yield from self._shares(before, amount)
            before = amount

    def shares(self, counted: Mapping[float, str]) -> Iterator[ResultAmount]:
        """The parts of wholes that count nothing here: 35 and 85 users of `35 of the 120`.

        `counted` says what numbers count elsewhere in the results.
        """
        if not any(of in self.text for of in _OF):
            return
        before: Amount | None = None
        for amount in self._written:
            concept = counted.get(amount.value, "")
            is_bare = bool(concept) and amount.concept not in {concept, TIME, "%"}
            if is_bare and before is not None and self._is_share(before, amount):
                yield from self._shares(before, replace(amount, concept=concept))
            before = amount

    def _shares(self, part: Amount, whole: Amount) -> Iterator[ResultAmount]:
        """A part of a whole and the rest."""
        known = self._part(part.start, whole.end)
        for value in {part.value, whole.value - part.value}:
            share = replace(whole, value=value, number=value, is_share=True)
            yield ResultAmount(share, self.stems, known)

    def _is_share(self, part: Amount, whole: Amount) -> bool:
        """Whether two numbers are `5 of 8` of something."""
        between = self.text[part.start : whole.start]
        is_near = len(between) <= _NEAR  # `7 of 11`, and not `09:15: migration of 215`
        return is_near and part.value <= whole.value and between.endswith(_OF)

    def entry(self) -> JournalLine | None:
        """What its line tells as one of a journal, with the sentences behind it."""
        found = self._line_of_journal
        when = next(moments_in(found["when"]), None) if found else None
        if found is None or when is None:
            return None
        size = self._size()
        rest = self._told.fold[self._start + len(self.text) : self._start + size]
        stems = stems_of(found["what"] + rest)
        return JournalLine(when[2], found["who"].strip(), stems, self._part(0, size))

    @lazy
    def _line_of_journal(self) -> re.Match[str] | None:
        return _ENTRY.match(self.text) if _DIGIT.search(self.text[:_SHORTEST]) else None

    def written_entry(self) -> JournalLine | None:
        """What it tells, with the sentences behind it, as the text of an object with an author."""
        written = self._told.written
        if written is None:
            return None
        size = self._size()
        stems = stems_of(self._told.fold[self._start : self._start + size])
        known = self._part(0, size)
        told = known._replace(text=f"{written.by}: {known.text}")
        is_own = _OF_OTHERS.search(self._told.fold) is None
        return JournalLine(
            moment(folded(written.at)), folded(written.by).strip(), stems, told, is_own
        )

    def _size(self) -> int:
        """How much is read as one, from where it begins: its line, as far as that is no longer."""
        end = self._told.fold.find("\n", self._start + len(self.text))
        end = end if end >= 0 else len(self._told.fold)
        return max(len(self.text), min(_LINE, end - self._start))

    def told_span(self) -> tuple[int, int]:
        """Where what it tells begins and ends: behind who wrote a line of a journal, and when."""
        found = self._line_of_journal
        return found.span("what") if found else (0, len(self.text))

    def _part(self, start: int, end: int) -> ResultValue:
        text = self._told.text[self._start + start : self._start + end]
        return ResultValue(text.strip(), self._told.source)


def passages_of(texts: Iterable[ResultText]) -> Iterator[Passage]:
    """The sentences of the texts of results; one that stands in several is told once."""
    lexicon: Lexicon | None = None
    known: dict[str, Lexicon] = {}
    seen: set[str] = set()
    whole: set[str] = set()
    for told in texts:
        if len(told.text) < _SHORTEST and not _DIGIT.search(told.text):
            continue
        if lexicon is None or len(told.text) > _LONG:
            begin = told.text[:_LONG]
            lexicon = known[begin] = known.get(begin) or lexicon_of(begin)
        if told.fold in whole:
            continue  # what a summary says stands in a field, too
        whole.add(told.fold)
        for sentence in SENTENCE.finditer(told.fold):
            text = sentence.group()
            if text not in seen:
                seen.add(text)
                yield Passage(told, sentence.start(), text, lexicon)
