"""A sentence of an answer, with the properties that the rules for its clauses ask for.

A property is read when it is first asked for, and once for all clauses of the sentence.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.context.sentence_lines import (
    SentenceLine,
    is_ticket,
    tickets_before,
)
from recollect.validation.grammar.moments import Moment, moment, names_zone
from recollect.validation.grammar.quantities import Amount, amounts_in, durations
from recollect.validation.grammar.service_level_words import names_service_level
from recollect.validation.grammar.words import LEVEL, Word, any_means, denies_any, word_set
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.record_models import Record
from recollect.validation.known.slots import Slot, slots_of
from recollect.validation.known.stated_clauses import says_failure

_ZONE_CHARACTERS_BEFORE: Final = 400
_ZONE_CHARACTERS_BEHIND: Final = 40
_UNIT_GAP: Final = 2
"""Characters between the units of a duration: `3 days, 6 hours`."""

_LOOSE_UNIT_GAP: Final = 25
_RELATIVES: Final = word_set("incident problem change parent child children duplicate original")
_TO_RELATIVE: Final = word_set("of behind")
_WORDS_OF_RELATIVE: Final = len(("parent", "of", "T-101"))
ORDINALS: Final = word_set("""
    first second third former latter oldest newest latest youngest altesten alteste altester neueste
    neuesten antiguo antigua reciente ancien ancienne recent recente vecchio vecchia antigo antiga
    oudste nieuwste
""")
"""Words that pick one of several by their order or by their age."""

_SIMILAR_TICKETS: Final = re.compile(
    r"\b(?:similar|\u00e4hnliche|similaires|similares|simili|vergelijkbare)"
    r"(?: (?:cases?|incidents?|tickets?|f\u00e4lle|casos|casi|zaken))?: ",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(
    r"\b(?:except|apart from|aside from|besides|other than|exception of|save for"
    r"|but (?:one|two|three|\S*\d\S*)"
    r"|only \S*\d\S* (?:is|are|isn['\u2019]t|aren['\u2019]t)|au(?:ss|\u00df)er(?! betrieb| dienst)"
    r"|bis auf|sauf|hormis|salvo|excepto|menos|tranne|eccetto|exceto|behalve)\b|, nur\b"
)
_IN_TEN: Final = re.compile(
    r"\w (?:in|out of|von|sur|de cada|em cada|su) (?:every )?(?:ten|10|zehn|dix|diez|dez|dieci)\b"
    r"|\b(?:one|two|three|[123]) in (?:every )?(?:two|three|four|five|six|[2-6])\b",
    re.IGNORECASE,
)


@dataclass(eq=False)  # a frozen one takes three times as long to make
class AnswerSentence(SentenceLine):
    """The words of a sentence of the answer; `known` has the records of the results."""

    known: RecordIndex
    before: Sequence[Word] = ()
    """The words of the previous sentence if it names no record, else none."""
    is_behind_several: bool = False
    """Whether the previous sentence names several: `DB01 depends on NAS01. It is operational.`"""

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts in the sentence."""
        return list(amounts_in(self.words))

    @lazy
    def numbers(self) -> frozenset[float]:
        """The numbers of the sentence's amounts."""
        return frozenset(each.number for each in self.amounts)

    @lazy
    def has_one_address(self) -> bool:
        """Whether the sentence has exactly one IP address."""
        return sum(word.form == "ip" for word in self.words) == 1

    @lazy
    def names_with_previous(self) -> Sequence[Word]:
        """The names in the previous sentence (see `before`) and in this one."""
        return [word for word in (*self.before, *self.words) if word.form == "name"]

    @lazy
    def fails(self) -> bool:
        """Whether the sentence says that something does not work."""
        return says_failure([word.text for word in self.words])

    @lazy
    def names_level(self) -> bool:
        """Whether the sentence is about a service level, if only in a phrase: `within its SLA`."""
        return names_service_level(self.answer, self.words)

    @lazy
    def durations(self) -> Sequence[Amount]:
        """The durations in the sentence; one in several units counts once."""
        return durations(self.amounts, _UNIT_GAP)

    @lazy
    def loose_durations(self) -> Sequence[Amount]:
        """The durations, if words may separate units: `five days and a bit over seven hours`."""
        return durations(self.amounts, _LOOSE_UNIT_GAP)

    @lazy
    def slots(self) -> Sequence[Slot]:
        """The numbers and names in the sentence."""
        return slots_of(self.words, self.answer, self.amounts)

    @lazy
    def texts(self) -> frozenset[str]:
        """The texts of the words."""
        return frozenset([word.text for word in self.words])

    @lazy
    def dates(self) -> Sequence[Word]:
        """The words that are dates or times."""
        return [word for word in self.words if word.form == "date"]

    @lazy
    def moments(self) -> Sequence[Moment]:
        """The dates and times in the sentence."""
        return [moment(word.text) for word in self.dates]

    @lazy
    def is_near_name(self) -> bool:
        """Whether the sentence names a record, or its line has the name of a ticket or an item."""
        return self.names_known or self.has_name_in_line

    def named_between(self, begin: int, end: int) -> Sequence[tuple[Word, Record | None]]:
        """The part of `records` whose words begin between two offsets in the answer."""
        first, last = (bisect_left(self.records, at, key=_begin_of) for at in (begin, end))
        return self.records[first:last]

    @lazy
    def names_known(self) -> bool:
        """Whether the sentence names a record of the results."""
        return any(record is not None for _, record in self.records)

    @lazy
    def names_only(self) -> bool:
        """Whether the sentence names one record alone, or unknown tickets alone."""
        return count_records(self.records) == 1

    @lazy
    def names_one(self) -> bool:
        """Whether the sentence names exactly one record of the results, and no unknown ticket."""
        return self.names_only and self.names_known

    @lazy
    def denies(self) -> bool:
        """Whether any word of the sentence denies, or is `nothing`."""
        return denies_any(self.words)

    @lazy
    def lists_values(self) -> bool:
        """Whether the sentence lists values, with no verb: `SCS0012345: open, P2, Ann Lee`.

        One of them is a status or a level of priority.
        """
        is_listed = any(
            LEVEL.fullmatch(word.text) or word.means_some("status:") for word in self.words
        )
        return is_listed and not any_means(self.words, "be", "been")

    @lazy
    def names_several(self) -> bool:
        """Whether the sentence names more than one record."""
        return count_records(self.records) > 1

    @lazy
    def has_exception(self) -> bool:
        """Whether the sentence makes an exception: `all are up except DB01`."""
        text = self.answer[self.words[0].start : self.words[-1].end].lower()
        return _EXCEPT.search(text) is not None

    @lazy
    def is_proportion(self) -> bool:
        """Whether the sentence gives a share as so many in ten: `roughly four in ten pods`."""
        return _IN_TEN.search(self.answer, self.words[0].start, self.words[-1].end) is not None

    @lazy
    def is_behind_one_of_several(self) -> bool:
        """Whether the previous sentence names several, or one by its order: `The first is late.`"""
        texts = (word.text for word in self.before)
        return self.is_behind_several or not ORDINALS.isdisjoint(texts)

    @lazy
    def ticket_before(self) -> Sequence[Record | None]:
        """The last ticket before the sentence in its line, else in the heading above.

        Empty where there is no ticket; None stands for a ticket that no result has.
        """
        tickets = tickets_before(self.answer, self.words[0].start)
        return [self.known.named(name) for name in tickets[-1:]]

    @lazy
    def lists_similar_tickets(self) -> bool:
        """Whether the sentence lists similar tickets: `Similar cases: SCS0012345`.

        The sentences behind it are then not about these tickets.
        """
        start, end = self.words[0].start, self.words[-1].end
        has_colon = self.answer.find(": ", start, end) >= 0
        return has_colon and _SIMILAR_TICKETS.search(self.answer, start, end) is not None

    @lazy
    def is_led_elsewhere(self) -> bool:
        """Whether the subject is another ticket than the one it names: `the parent of T-101`."""
        leading = self.words[1:4] if self.words[0].means_any("determiner") else self.words[:3]
        return (
            len(leading) == _WORDS_OF_RELATIVE
            and leading[0].text in _RELATIVES
            and leading[1].text in _TO_RELATIVE
            and leading[2].form == "name"
        )

    @lazy
    def records(self) -> Sequence[tuple[Word, Record | None]]:
        """The words that name a record, each with it; None for a ticket that no result has."""
        names = (word for word in self.words if word.form in {"name", "ip"})
        found = ((word, self.known.named(word.text)) for word in names)
        return [
            (word, record)
            for word, record in found
            if record is not None
            or (is_ticket(word.text) and not self.known.may_be_main(word.text))
        ]

    @lazy
    def names_time_zone(self) -> bool:
        """Whether a time zone is named in or near the sentence: its times may be shifted then."""
        start = max(0, self.words[0].start - _ZONE_CHARACTERS_BEFORE)
        return names_zone(self.answer, start, self.words[-1].end + _ZONE_CHARACTERS_BEHIND)


def count_records(named: Iterable[tuple[Word, Record | None]]) -> int:
    """The number of different records that are named; all unknown tickets count as one."""
    return len({id(record) for _, record in named})


def _begin_of(named: tuple[Word, Record | None]) -> int:
    return named[0].start


def names_record(records: RecordIndex, word: Word) -> bool:
    """Whether a word is the name of a record."""
    return word.form in {"name", "ip"} and records.named(word.text) is not None
