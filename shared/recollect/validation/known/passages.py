"""The sentences of results (passages), with the amounts, moments and journal lines in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, NamedTuple

from recollect.core.lazy import lazy
from recollect.core.memoised import Memoised
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import Lexicon, lexicon_of
from recollect.validation.grammar.moments import BEFORE_MONTH, Moment, moment, moments_in
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.written_amounts import written_amounts
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.result_texts import ResultText

SENTENCE: Final = re.compile(rf"[^\n.]++(?:\.(?:(?!\s|$)|(?<=\d\.)(?=\s{BEFORE_MONTH}))[^\n.]*+)*")
"""A sentence, or a line that is no sentence."""

_ENTRY: Final = re.compile(
    r"[\s\u2022*-]*(?P<when>[^\u2013\u2014\n]{5,40}?)\s*[\u2013\u2014-]\s*(?P<who>[^:\n]{1,60}):\s+"
    r"(?P<what>\S.*)"
)
_BY_OTHERS: Final = re.compile(
    r"\b(?:users?|customers?|callers?|clients?|guests?|patients?|report(?:s|ed)|request(?:s|ed)|called"
    r"|told|says|said)\b"
)
"""Words of notes that report what somebody other than their author did."""

_DIGIT: Final = re.compile(r"\d")
_SHORT_NUMBER: Final = re.compile(r"\d(?<!\d.)\d?(?!\d)")
"""A number of one or two digits, which every date and time has."""

_CONTENT_WORD: Final = re.compile(r"([^\W_]{2,40}(?:[-_][^\W_]{1,40}){1,6})|([^\W\d_]{4,40})")
_OF_WORDS: Final = (" of ", " out of ", " of the ", " von ", " sur ", " su ", " van de ")
_MAX_DISTANCE: Final = 24
_STEM_LENGTH: Final = 5
_MIN_LENGTH: Final = 12
_LEXICON_SAMPLE_LENGTH: Final = 400
_MAX_LINE_LENGTH: Final = 600
"""The most characters of a line of a journal that are read."""


def stems_of(fold: str) -> frozenset[str]:
    """The first five letters of the longer words of a folded text, and names such as `app-02`."""
    return frozenset(chain.from_iterable(map(_stems_between_spaces, fold.split())))


def _read_stems(text: str) -> Sequence[str]:
    return [name or word[:_STEM_LENGTH] for name, word in _CONTENT_WORD.findall(text)]


_stems_between_spaces: Final = Memoised(_read_stems).__getitem__


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class ResultAmount:
    """An amount of a result, with the stems of the text around it."""

    amount: Amount
    stems: frozenset[str]
    result_value: ResultValue


class ResultMoment(NamedTuple):
    """A moment of a result, with the stems of the text around it."""

    moment: Moment
    stems: frozenset[str]
    result_value: ResultValue


class JournalLine(NamedTuple):
    """A line of a journal: when, its author, the stems of the work, and if the author did it."""

    moment: Moment
    who: str
    stems: frozenset[str]
    result_value: ResultValue
    is_own: bool = True


class Passage:
    """A folded sentence of a result; its contents are read on first access."""

    def __init__(self, result_text: ResultText, start: int, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self._result_text = result_text
        self._start = start
        self._lexicon = lexicon

    @property
    def result_value(self) -> ResultValue:
        """The sentence as it is written in the result."""
        return self._part(0, len(self.text))

    @lazy
    def stems(self) -> frozenset[str]:
        """The stems of the sentence."""
        return stems_of(self.text)

    @lazy
    def _written(self) -> Sequence[Amount]:
        return list(written_amounts(self.text, self._lexicon))

    def moments(self) -> Iterator[ResultMoment]:
        """The moments in the sentence."""
        if _SHORT_NUMBER.search(self.text):
            for start, end, moment in moments_in(self.text):
                yield ResultMoment(moment, self.stems, self._part(start, end))

    @lazy
    def amounts(self) -> Sequence[ResultAmount]:
        """The amounts in the sentence, with both parts where it says `5 of 8 users`."""
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
        """The parts of wholes whose unit is only elsewhere: 35 and 85 users for `35 of the 120`.

        `counted` maps each number to what it counts elsewhere in the results.
        """
        if not any(of in self.text for of in _OF_WORDS):
            return
        before: Amount | None = None
        for amount in self._written:
            concept = counted.get(amount.value, "")
            is_bare = bool(concept) and amount.concept not in {concept, TIME, PERCENTAGE}
            if is_bare and before is not None and self._is_share(before, amount):
                yield from self._shares(before, replace(amount, concept=concept))
            before = amount

    def _shares(self, part: Amount, whole: Amount) -> Iterator[ResultAmount]:
        """A part of a whole, and the rest of it."""
        known = self._part(part.start, whole.end)
        for value in {part.value, whole.value - part.value}:
            share = replace(whole, value=value, number=value, is_share=True)
            yield ResultAmount(share, self.stems, known)

    def _is_share(self, part: Amount, whole: Amount) -> bool:
        """Whether two numbers are a part and its whole, as in `5 of 8`."""
        between = self.text[part.start : whole.start]
        is_near = len(between) <= _MAX_DISTANCE  # `7 of 11`, and not `09:15: migration of 215`
        return is_near and part.value <= whole.value and between.endswith(_OF_WORDS)

    def entry(self) -> JournalLine | None:
        """The journal line that begins here, with the sentences behind it; None if none does."""
        found = self._line_of_journal
        when = next(moments_in(found["when"]), None) if found else None
        if found is None or when is None:
            return None
        length = self._line_length()
        rest = self._result_text.fold[self._start + len(self.text) : self._start + length]
        stems = stems_of(found["what"] + rest)
        return JournalLine(when[2], found["who"].strip(), stems, self._part(0, length))

    @lazy
    def _line_of_journal(self) -> re.Match[str] | None:
        return _ENTRY.match(self.text) if _DIGIT.search(self.text[:_MIN_LENGTH]) else None

    def written_entry(self) -> JournalLine | None:
        """The text of an object with an author as a journal line, from here on; None for others."""
        written = self._result_text.written
        if written is None:
            return None
        length = self._line_length()
        stems = stems_of(self._result_text.fold[self._start : self._start + length])
        known = self._part(0, length)
        signed = known._replace(text=f"{written.by}: {known.text}")
        is_own = _BY_OTHERS.search(self._result_text.fold) is None
        return JournalLine(
            moment(folded(written.at)), folded(written.by).strip(), stems, signed, is_own
        )

    def _line_length(self) -> int:
        """The characters from here to the end of the line, bounded, but at least the sentence."""
        end = self._result_text.fold.find("\n", self._start + len(self.text))
        end = end if end >= 0 else len(self._result_text.fold)
        return max(len(self.text), min(_MAX_LINE_LENGTH, end - self._start))

    def statement_span(self) -> tuple[int, int]:
        """Where the statement begins and ends: in a journal line, behind its time and author."""
        found = self._line_of_journal
        return found.span("what") if found else (0, len(self.text))

    def _part(self, start: int, end: int) -> ResultValue:
        text = self._result_text.text[self._start + start : self._start + end]
        return ResultValue(text.strip(), self._result_text.source)


def passages_of(texts: Iterable[ResultText]) -> Iterator[Passage]:
    """The sentences in the texts of results, each once."""
    lexicon: Lexicon | None = None
    known: dict[str, Lexicon] = {}
    seen: set[str] = set()
    whole: set[str] = set()
    for result_text in texts:
        if len(result_text.text) < _MIN_LENGTH and not _DIGIT.search(result_text.text):
            continue
        if lexicon is None or len(result_text.text) > _LEXICON_SAMPLE_LENGTH:
            sample = result_text.text[:_LEXICON_SAMPLE_LENGTH]
            lexicon = known[sample] = known.get(sample) or lexicon_of(sample)
        if result_text.fold in whole:
            continue  # the text of a summary is in a field, too
        whole.add(result_text.fold)
        for sentence in SENTENCE.finditer(result_text.fold):
            text = sentence.group()
            if text not in seen:
                seen.add(text)
                yield Passage(result_text, sentence.start(), text, lexicon)
