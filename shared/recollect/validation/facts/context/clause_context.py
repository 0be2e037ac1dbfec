"""A clause of an answer with all that a rule needs to check it: its sentence, records, results.

The file is long as all rules read it.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.context.answer_sentences import AnswerSentence
from recollect.validation.facts.context.referents import Referents
from recollect.validation.facts.context.sentence_lines import NEAR
from recollect.validation.grammar.clauses import AnswerClause
from recollect.validation.grammar.folding import WORD
from recollect.validation.grammar.lexicon import Lexicon
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.quantifiers import Quantity, quantity_in
from recollect.validation.grammar.quantities import Amount, amounts_in
from recollect.validation.grammar.suppositions import is_planned, is_supposed
from recollect.validation.grammar.words import Word, any_means, denies_at, word_set
from recollect.validation.known.index import Index
from recollect.validation.known.passages import Passage, stems_of
from recollect.validation.known.record_models import Record
from recollect.validation.known.slots import Slot, slots_of
from recollect.validation.known.stated_clauses import StatedClause, names_in, read_statement
from recollect.validation.layout import BRIEF

_MIN_SHARED_STEMS: Final = 4
_MIN_STEM_SHARE: Final = 0.5
_MAX_REPEATED: Final = 20
SHORT: Final = 250
"""Characters below which an answer has few sentences, all about the one thing that was asked."""

_DIVIDED: Final = word_set("divide divided geteilt dividido divise gedeeld")
_RATES: Final = word_set("per each average mean pro je jeweils durchschnitt por par gemiddeld")
_ITS: Final = word_set("it its this ihr sein dieser su son sa suo zijn")
"""Words that refer to the record named last."""

_CHARACTERS_BEFORE: Final = 300
_NO: Final = re.compile(r"\bno\b")
_DENYING: Final = frozenset({"not", "not_be"})


@dataclass(eq=False)  # a frozen one takes three times as long to make
class ClauseContext:
    """The input of a rule: a clause of the answer, the text around it, and the results.

    `answer` and `fold` are the whole answer, as it is and folded. `last_named` is the record that
    the previous sentences are about, if that is clear. `supported_spans` and `contradicted_spans`
    are the offsets, from and to, of the findings of earlier rules; later rules skip what is
    contradicted.
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
        """Whether an earlier rule contradicted anything between two offsets."""
        return any(begin < end and start < stop for begin, stop in self.contradicted_spans)

    def folded_text(self, words: Sequence[Word]) -> str:
        """The folded text from the first to the last of `words`."""
        return self.fold[words[0].start : words[-1].end]

    def original_text(self, words: Sequence[Word]) -> str:
        """The text from the first to the last of `words`, as the answer has it."""
        return self.answer[words[0].start : words[-1].end]

    def is_capitalised(self, word: Word) -> bool:
        """Whether a word begins with a capital in the answer, as names do."""
        return self.answer[word.start].isupper()

    @property
    def texts(self) -> frozenset[str]:
        """The texts of the words in the part of the clause that states something.

        That is all but what follows an `until` or `once`.
        """
        clause = self.clause
        if clause.words is clause.whole:
            return clause.texts
        return frozenset(word.text for word in clause.words)

    @property
    def sentence_text(self) -> str:
        """The folded sentence of the clause; of a long one the 500 characters on either side."""
        line, words = self.clause.sentence, self.clause.words
        start = max(line[0].start, words[0].start - NEAR)
        return self.fold[start : min(line[-1].end, words[-1].end + NEAR)]

    @lazy
    def stems(self) -> frozenset[str]:
        """The stems of the sentence, as far as it is near the clause."""
        return stems_of(self.sentence_text)

    @lazy
    def own_stems(self) -> frozenset[str]:
        """The stems of the clause alone."""
        return stems_of(self.folded_text(self.clause.words))

    @lazy
    def repeated(self) -> Sequence[tuple[int, Passage]]:
        """The sentences of the results that the clause nearly repeats, each with its shared stems.

        They share at least four stems with the clause, and half of its stems; the most similar
        ones come first.
        """
        least = max(_MIN_SHARED_STEMS, _MIN_STEM_SHARE * len(self.own_stems))
        return self.index.passages.sharing(self.own_stems, least)[:_MAX_REPEATED]

    @lazy
    def statement(self) -> StatedClause:
        """The clause as a statement; the Portuguese `no` is `in the`, and no denial."""
        text = self.folded_text(self.clause.words)
        return read_statement(
            _NO.sub("em", text) if self.lexicon.language == "portuguese" else text
        )

    @lazy
    def quantity(self) -> Quantity | None:
        """How many things the clause is about at once, and of what; None if it does not say."""
        return quantity_in(self.clause)

    @lazy
    def denials(self) -> Sequence[int]:
        """The indices of the words of the clause that deny."""
        if self.clause.cues.isdisjoint(_DENYING):
            return ()
        return [at for at in range(len(self.clause.words)) if denies_at(self.clause.words, at)]

    @lazy
    def names(self) -> frozenset[str]:
        """The names and numbers in the clause's statement."""
        return names_in(self.statement.stems)

    @lazy
    def is_of_both(self) -> bool:
        """Whether the clause is about both of two: `both gateways`."""
        return self._says("both")

    @lazy
    def is_total(self) -> bool:
        """Whether the clause gives a total: `altogether`, `in total`."""
        return self._says("total")

    def _says(self, meaning: str) -> bool:
        """Whether a word in the statement of the clause has this meaning."""
        return meaning in self.clause.cues and any_means(self.clause.words, meaning)

    def refers_to_some_before(self, start: int, total: int | None) -> bool:
        """Whether an `all` without a noun at `start` refers to some objects only: `all are open`.

        It does if a number before it differs from `total`, the number of all objects there are.
        Where no number stands before it (`numbers_before`), it does if any text stands before it.
        """
        numbers = self.numbers_before(start)
        if numbers:
            return any(number != total for number in numbers)
        return bool(self.fold[max(0, start - _CHARACTERS_BEFORE) : start].strip())

    def numbers_before(self, start: int) -> Sequence[float]:
        """The numbers in the previous sentence, and in this one before an offset."""
        before = [
            *self.sentence.before,
            *(word for word in self.sentence.words if word.end <= start),
        ]
        return [number for word in before if (number := number_of(word)) is not None]

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts in the clause."""
        if "number" not in self.clause.cues:
            return ()
        return self.sentence.amounts if self._is_whole else list(amounts_in(self.clause.words))

    @lazy
    def slots(self) -> Sequence[Slot]:
        """The numbers and names in the clause."""
        if self._is_whole:
            return self.sentence.slots
        return slots_of(self.clause.words, self.answer, self.amounts)

    @property
    def _is_whole(self) -> bool:
        """Whether the clause is its whole sentence."""
        return len(self.clause.words) == len(self.sentence.words)

    @lazy
    def near(self) -> Sequence[tuple[int, StatedClause]]:
        """The results' statements most like the clause, except those about another record."""
        near = self.index.statements.near(self.statement.stems)
        if not self.index.records.has_listed or not self._named_records:
            return near
        return [each for each in near if self._may_be_of(each[1])]

    @lazy
    def _named_records(self) -> Sequence[Record]:
        """The records that the clause names, else the one that its sentence named last before."""
        before = self.clause.sentence[: self.clause.at]
        named = [word for word in self.clause.words if word.form == "name"]
        named = named or [word for word in before if word.form == "name"][-1:]
        found = (self.index.records.named(word.text) for word in named)
        return [record for record in found if record is not None]

    def _may_be_of(self, statement: StatedClause) -> bool:
        """Whether a statement may be about a record named here: about it, or about none known."""
        owner = (
            self.index.records.listed(statement.result_value.source)
            if statement.result_value is not None
            else None
        )
        return owner is None or any(owner is record for record in self._named_records)

    @lazy
    def supposes(self) -> bool:
        """Whether the clause says what could be or could be done, which no result can confirm."""
        return is_supposed(self.clause, self.folded_text(self.clause.words))

    def is_author(self, words: Sequence[Word]) -> bool:
        """Whether words are the name of an author as a journal has it: `j.smith`."""
        authors = self.index.journal.authors
        return bool(authors) and self.original_text(words) in authors

    @lazy
    def is_own_plan(self) -> bool:
        """Whether the clause says what somebody would do, or what would follow: `I'd watch it`."""
        return is_planned(self.folded_text(self.clause.words))

    @property
    def is_brief(self) -> bool:
        """Whether the answer is as short as those to a question about one field."""
        return len(self.answer) < BRIEF

    @property
    def is_value(self) -> bool:
        """Whether the clause is in a line of a journal, or behind the label of a ticket's field."""
        return self.clause.is_event or (self.is_labelled and self.sentence.is_known_label)

    @property
    def is_sure(self) -> bool:
        """Whether the clause is sure to be about what was asked: a short answer, or a value.

        Only then does a result's statement that merely resembles the clause contradict it.
        """
        return len(self.answer) < SHORT or self.is_value

    @property
    def states_subject(self) -> bool:
        """Whether the clause states what it is about, or need not as the answer is short.

        It does by a label, or by its subject: the results' only case, or pods or items, as in
        `11 of the 14 pods are fine`.
        """
        subject = self.clause.subject
        is_of_one = subject == "case" and self.index.records.main is not None
        is_labelled = self.is_labelled or self.sentence.begins_with_label
        return self.is_sure or is_labelled or is_of_one or subject in {"pod", "item"}

    @property
    def is_anchored(self) -> bool:
        """Whether it is plain what the clause is about.

        It states its subject, is in a line of a journal, or its line has the name of a record.
        """
        return self.states_subject or self.clause.is_event or self.sentence.is_near_name

    @lazy
    def referents(self) -> Referents:
        """Finds the records that the clause may be about."""
        known = self.index.records
        return Referents(self.answer, self.fold, self.clause, self.sentence, known, self.last_named)

    def about(self, at: int) -> Sequence[Record]:
        """The records that a claim at an offset may be about: the one named nearest, else all."""
        return self.referents.about(at)

    @property
    def is_labelled(self) -> bool:
        """Whether the value of a label is in the clause."""
        return self.clause.at <= self.sentence.label

    @lazy
    def is_of_one_named(self) -> bool:
        """Whether the clause tells which record it is about.

        Its sentence names one, a label or a list item has it, or a word such as `it` refers to it.
        """
        clause, sentence, words = self.clause, self.sentence, self.clause.words
        if sentence.records or self.is_labelled or sentence.is_in_point or clause.subject == "case":
            return True
        if words[0].means_any("assigned") or any(
            word.means_any("it", "case") or word.text in _ITS for word in words
        ):
            return True
        # A phrase may contain the word: `SCS0012345 is open. Ann Lee is on it`.
        is_next = not sentence.before and not clause.at
        return is_next and not _ITS.isdisjoint(WORD.findall(self.folded_text(words)))

    @property
    def averages(self) -> bool:
        """Whether the clause gives an average or a rate, which no result needs to have."""
        return not (_RATES.isdisjoint(self.texts) and _DIVIDED.isdisjoint(self.sentence.texts))
