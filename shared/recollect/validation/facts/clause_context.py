"""A clause of an answer with what it is held against: its sentence, and the records it is about."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.answer_sentences import NEAR, AnswerSentence
from recollect.validation.facts.referents import Referents
from recollect.validation.grammar.clauses import CAPITAL, AnswerClause
from recollect.validation.grammar.lexicon import Lexicon
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.quantities import Amount, amounts_in
from recollect.validation.grammar.words import Word
from recollect.validation.known.index import Index
from recollect.validation.known.passages import Passage, stems_of
from recollect.validation.known.records import Record
from recollect.validation.known.slots import Slot, slots_of
from recollect.validation.known.statements import StatedClause, names_in, read_statement
from recollect.validation.layout import BRIEF

_MUCH: Final = 4
_HALF: Final = 0.5
_MOST_REPEATED: Final = 20
SHORT: Final = 250
"""Characters below which an answer is about the one thing that was asked: few sentences."""

_SUPPOSING: Final = frozenset(
    """
    could should would might may try suggest recommend example say common usually
    konnte konnten sollte sollten wurde wurden empfehle beispiel podria deberia pourrait devrait
    poderia deveria potrebbe dovrebbe zou kunnen
    """.split()
)

_DIVIDED: Final = frozenset(["divide", "divided", "geteilt", "dividido", "divise", "gedeeld"])
_RATES: Final = frozenset(
    "per each average mean pro je jeweils durchschnitt por par gemiddeld".split()
)
_SUPPOSED: Final = re.compile(
    r"\b(?:(?:i|you|we|it|that)['\u2019]d\b(?! been\b)|let['\u2019]s\b"
    r"|e\.\s?g\b|z\.\s?b\b|p\.\s?(?:ej|ex)\b|for (?:example|instance)\b|such as\b"
    r"|par exemple\b|por (?:ejemplo|exemplo)\b|(?:ad|per) esempio\b|bijvoorbeeld\b|bijv\b)"
)
_OWN_PLAN: Final = re.compile(r"\b(?:(?:i|we)['\u2019]d|any \w+ and (?:we|you|it))\b")
_PROPOSING: Final = re.compile(
    r"\b(?:i['\u2019]d|could|should|would|might|propos|suggest|recommend|split|divi|reassign"
    r"|instead|vorschlag|sollte|konnte|wurde|aufteil|propuesta|podria|pourrait|potrebbe"
    r"|poderia|voorstel|zou)"
)
"""What tells how something could be, and not how it is."""

_WORD: Final = re.compile(r"[^\W_]+")
_ITS: Final = frozenset(
    ["it", "its", "this", "ihr", "sein", "dieser", "su", "son", "sa", "suo", "zijn"]
)
"""What refers to the record that was named last."""

_BEFORE: Final = 300
_NO: Final = re.compile(r"\bno\b")
_DENYING: Final = frozenset({"not", "not_be"})


@dataclass(eq=False)  # a frozen one takes three times as long to make
class ClauseContext:
    """The input of a rule: a clause of the answer, what stands around it, and the results.

    `answer` and `fold` are the whole answer, as it is and folded. `last_named` is the record that
    was named last in the lines before, if that is clear. `supported_spans` and `contradicted_spans`
    are the offsets, from and to, of what earlier rules found: no rule reads what is contradicted.
    """

    answer: str
    fold: str
    clause: AnswerClause
    sentence: AnswerSentence
    index: Index
    lexicon: Lexicon
    last_named: Record | None
    supported_spans: Collection[tuple[int, int]] = frozenset()
    contradicted_spans: Collection[tuple[int, int]] = frozenset()

    def is_wrong(self, start: int, end: int) -> bool:
        """Whether something between two places was found to be wrong."""
        return any(begin < end and start < stop for begin, stop in self.contradicted_spans)

    def folded_text(self, words: Sequence[Word]) -> str:
        """The folded text from the first to the last of `words`."""
        return self.fold[words[0].start : words[-1].end]

    def original_text(self, words: Sequence[Word]) -> str:
        """The text from the first to the last of `words`, as the answer has it."""
        return self.answer[words[0].start : words[-1].end]

    @property
    def texts(self) -> frozenset[str]:
        """The words of what the clause states."""
        clause = self.clause
        if clause.words is clause.whole:
            return clause.texts
        return frozenset(word.text for word in clause.words)

    @property
    def sentence_text(self) -> str:
        """The sentence of the clause, folded; of a long one what stands near the clause."""
        line, words = self.clause.sentence, self.clause.words
        start = max(line[0].start, words[0].start - NEAR)
        return self.fold[start : min(line[-1].end, words[-1].end + NEAR)]

    @lazy
    def stems(self) -> frozenset[str]:
        """The stems of what its sentence says near the clause."""
        return stems_of(self.sentence_text)

    @lazy
    def own_stems(self) -> frozenset[str]:
        """The stems of the clause alone."""
        return stems_of(self.folded_text(self.clause.words))

    @lazy
    def repeated(self) -> Sequence[tuple[int, Passage]]:
        """The sentences of the results that the clause repeats, but for what it has otherwise.

        They share four stems with it at least, and half of its own; those with most first.
        """
        least = max(_MUCH, _HALF * len(self.own_stems))
        return self.index.passages.sharing(self.own_stems, least)[:_MOST_REPEATED]

    @property
    def has_capitals(self) -> bool:
        """Whether a word of the clause may have a capital, as names have."""
        return CAPITAL in self.clause.cues

    @lazy
    def statement(self) -> StatedClause:
        """What the clause states; in Portuguese `no` is `in the`."""
        told = self.folded_text(self.clause.words)
        return read_statement(
            _NO.sub("em", told) if self.lexicon.language == "portuguese" else told
        )

    @lazy
    def names(self) -> frozenset[str]:
        """The names and numbers of what the clause states."""
        return names_in(self.statement.stems)

    @lazy
    def denials(self) -> Sequence[int]:
        """The places of the words of the clause that deny."""
        if self.clause.cues.isdisjoint(_DENYING):
            return ()
        return [at for at, word in enumerate(self.clause.words) if word.says(*_DENYING)]

    @lazy
    def is_of_both(self) -> bool:
        """Whether the clause tells of both of two."""
        return self._says("both")

    @lazy
    def is_total(self) -> bool:
        """Whether the clause tells what there is altogether."""
        return self._says("total")

    def is_of_those_before(self, start: int, total: int | None) -> bool:
        """Whether all of what has no name are those told before, which are not all: `all are open`.

        They are where no number stands before them, or another one than that of all there are.
        """
        numbers = self.numbers_before(start)
        if numbers:
            return any(number != total for number in numbers)
        return bool(self.fold[max(0, start - _BEFORE) : start].strip())

    def numbers_before(self, start: int) -> Sequence[float]:
        """The numbers before a place in its sentence, and those of the sentence before."""
        told = [*self.sentence.before, *(word for word in self.sentence.words if word.end <= start)]
        return [number for word in told if (number := number_of(word)) is not None]

    def _says(self, meaning: str) -> bool:
        """Whether a word of what the clause states means this."""
        return meaning in self.clause.cues and any(word.says(meaning) for word in self.clause.words)

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts that the clause tells of."""
        if "number" not in self.clause.cues:
            return ()
        return self.sentence.amounts if self._is_whole else list(amounts_in(self.clause.words))

    @lazy
    def slots(self) -> Sequence[Slot]:
        """The numbers and names of the clause."""
        if self._is_whole:
            return self.sentence.slots
        return slots_of(self.clause.words, self.answer, self.amounts)

    @property
    def _is_whole(self) -> bool:
        """Whether the clause is all of its sentence."""
        return len(self.clause.words) == len(self.sentence.words)

    @lazy
    def near(self) -> Sequence[tuple[int, StatedClause]]:
        """The statements of the results that share most with it; none of another record."""
        near = self.index.statements.near(self.statement.stems)
        if not self.index.records.has_listed or not self._named_records:
            return near
        return [each for each in near if self._may_be_of(each[1])]

    @lazy
    def _named_records(self) -> Sequence[Record]:
        """The records that the clause names, else the one named last before in its sentence."""
        before = self.clause.sentence[: self.clause.at]
        named = [word for word in self.clause.words if word.form == "name"]
        named = named or [word for word in before if word.form == "name"][-1:]
        found = (self.index.records.named(word.text) for word in named)
        return [record for record in found if record is not None]

    def _may_be_of(self, told: StatedClause) -> bool:
        """Whether a statement is of a record that is named here, or of none that is known."""
        owner = (
            self.index.records.listed(told.result_value.source)
            if told.result_value is not None
            else None
        )
        return owner is None or any(owner is record for record in self._named_records)

    @lazy
    def supposes(self) -> bool:
        """Whether the clause says what could be or be done, of which no result can tell."""
        words = self.clause.words
        if _SUPPOSED.search(self.folded_text(words)):
            return True
        return not _SUPPOSING.isdisjoint(self.clause.texts) and any(
            word.text in _SUPPOSING and not any(each.says("not") for each in words[at + 1 : at + 2])
            for at, word in enumerate(words)
        )

    @lazy
    def is_proposed(self) -> bool:
        """Whether what stands before its line tells how the records could be divided."""
        start = self.sentence.words[0].start
        return _PROPOSING.search(self.fold, max(0, start - _BEFORE), start) is not None

    def is_author(self, words: Sequence[Word]) -> bool:
        """Whether words are how a journal calls somebody: `j.smith`."""
        authors = self.index.journal.authors
        return bool(authors) and self.original_text(words) in authors

    @lazy
    def is_own_plan(self) -> bool:
        """Whether it tells what one would do oneself, or what would follow: `I'd watch it`."""
        return _OWN_PLAN.search(self.folded_text(self.clause.words)) is not None

    @property
    def is_brief(self) -> bool:
        """Whether the answer is one to a question about a field."""
        return len(self.answer) < BRIEF

    @property
    def is_value(self) -> bool:
        """Whether the clause is of a line of a journal, or stands behind a label of tickets."""
        return self.clause.is_event or (self.is_labelled and self.sentence.is_known_label)

    @property
    def is_sure(self) -> bool:
        """Whether what only resembles a statement of the results is held against it."""
        return len(self.answer) < SHORT or self.is_value

    @property
    def tells_subject(self) -> bool:
        """Whether the clause itself tells what it is of, or need not: a short answer, a label.

        Its subject is the only case that there is, or pods or items: `11 of the 14 pods are fine`.
        """
        subject = self.clause.subject
        is_of_one = subject == "case" and self.index.records.main is not None
        is_labelled = self.is_labelled or self.sentence.begins_with_label
        return self.is_sure or is_labelled or is_of_one or subject in {"pod", "item"}

    @property
    def is_anchored(self) -> bool:
        """Whether it is plain what the clause is of: it tells it, or its paragraph has a name."""
        return self.tells_subject or self.clause.is_event or self.sentence.is_of_named

    @lazy
    def referents(self) -> Referents:
        """The records that it may be about."""
        known = self.index.records
        return Referents(self.answer, self.fold, self.clause, self.sentence, known, self.last_named)

    def about(self, at: int) -> Sequence[Record]:
        """The records that a claim at a position may be about: the one named nearest, else all."""
        return self.referents.about(at)

    @property
    def is_labelled(self) -> bool:
        """Whether what stands behind a label is in it."""
        return self.clause.at <= self.sentence.label

    @lazy
    def is_of_one_named(self) -> bool:
        """Whether its sentence, what it is in or a word of its own tells of which record it is."""
        clause, sentence, words = self.clause, self.sentence, self.clause.words
        if sentence.records or self.is_labelled or sentence.is_in_point or clause.subject == "case":
            return True
        if words[0].says("assigned") or any(
            word.says("it", "case") or word.text in _ITS for word in words
        ):
            return True
        # In phrases, too: `SCS0012345 is open. Ann Lee is on it`.
        is_next = not sentence.before and not clause.at
        return is_next and not _ITS.isdisjoint(_WORD.findall(self.folded_text(words)))

    @property
    def averages(self) -> bool:
        """Whether the clause tells of so many of each, which has been worked out."""
        return not (_RATES.isdisjoint(self.texts) and _DIVIDED.isdisjoint(self.sentence.texts))
