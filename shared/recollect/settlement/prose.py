"""A text parsed for comparison: whether another text says the same, or something different.

Only the beginning of a text is read, and only once; then comparing two texts is comparing sets.
Recently read texts are kept in the process, since the same texts are found again and again. The
module is long because it lists everything by which texts are compared; the modules beside it say
how each of these is found.
"""

import re
from datetime import date
from typing import Final

from recollect.core.lazy import lazy
from recollect.core.lru_cache import LruCache
from recollect.language.calendar_names import GERMAN_MONTH, MONTH
from recollect.language.sentences import split_sentences
from recollect.language.terms import terms, without_stop_words
from recollect.language.unspaced import spaced
from recollect.language.wrapping import unwrapped
from recollect.settlement import announcements, changes, editions, endings, factuality, matters
from recollect.settlement.denials import NEGATION, ReadClause, clauses_in, denied_words
from recollect.settlement.names_in_text import names_in
from recollect.settlement.normalization import (
    normalized_decision,
    normalized_text,
    without_case_numbers,
)
from recollect.settlement.occurrences import is_alert, is_event
from recollect.settlement.subjects import (
    behind_first_day,
    first_name,
    given_up,
    head_of,
    numbered_periods,
    numbered_thing,
    prices_in,
    topic_of,
)
from recollect.settlement.values import (
    comparable_value,
    numbers_in,
    taken_back_in,
    timeless,
    times_in,
)
from recollect.settlement.written_words import bare_words

MAX_READ_CHARS: Final = 1_000
"""How many characters of a text are read: a longer text is no single fact."""

_MAX_FACT_CHARS: Final = 500
# When something is so, not what. A weekday may be what it is about: "rebooted every Sunday".
_WHEN: Final = re.compile(rf"{MONTH}|{GERMAN_MONTH}|since|until", re.IGNORECASE)
# Characters of the texts in the cache; a parsed text takes some tens of times its length.
_CACHED_CHARS: Final = 500_000


class ReadProse:
    """A text with its title, tags and case; each part is parsed when it is first needed.

    `case` is the situation in which a decision was made; None for a text that is no decision.
    """

    def __init__(
        self, body: str, title: str = "", tags: tuple[str, ...] = (), case: str = ""
    ) -> None:
        self.text = f"{title}. {body}" if title else body
        self.case = ReadProse(case) if case else None
        self._body, self._has_title, self._tags = body, bool(title), tags

    @lazy
    def terms(self) -> frozenset[str]:
        """Its words and numbers in comparable form, including those of its case."""
        own = terms(self.text)
        return own if self.case is None else own | self.case.terms

    @lazy
    def subject(self) -> frozenset[str]:
        """The words for what it is about, including those of its tags; no numbers and months."""
        found = self.terms if self.case is None else terms(self.text)
        if self._tags:
            found |= terms(" ".join(self._tags))
        return frozenset(each for each in without_stop_words(found) if not _WHEN.fullmatch(each))

    @lazy
    def subject_in_text(self) -> frozenset[str]:
        """The words of its subject that stand in its text."""
        return self.subject & (self.terms if self.case is None else terms(self.text))

    @lazy
    def numbers(self) -> frozenset[str]:
        """Its numbers, without separators of thousands and without times."""
        return numbers_in(self._timeless)

    @lazy
    def times(self) -> frozenset[str]:
        """Its dates, weekdays and times of day."""
        return times_in(self._case_independent)

    @lazy
    def names(self) -> frozenset[str]:
        """Its codes, long numbers, and capitalised words that do more than begin a sentence.

        The number of a price names nothing.
        """
        found = names_in(self._timeless)
        if not any(map(str.isdigit, found)):
            return found
        return found - numbers_in(prices_in(self._timeless))

    @lazy
    def head(self) -> frozenset[str]:
        """The names and codes among its first words, which name what it is about."""
        body = behind_first_day(self._body)
        return head_of(self._timeless if body == self.text else timeless(body))

    @lazy
    def topic(self) -> frozenset[str]:
        """The terms of what a Japanese text says it is about; empty for other texts."""
        return topic_of(self._body)

    @lazy
    def first(self) -> str:
        """Its first word, in small letters; "" if it is no capitalised word of letters."""
        return first_name(self._body)

    @lazy
    def numbered(self) -> tuple[str, str] | None:
        """The numbered thing that it is about, as "clinic" and "4"; None for a measure."""
        return numbered_thing(self._case_independent, is_decision=self.case is not None)

    @lazy
    def given_up(self) -> frozenset[tuple[str, str]]:
        """The numbered things that it says something else has replaced: ("client", "8")."""
        return given_up(self.text)

    @lazy
    def words(self) -> frozenset[str]:
        """Its words and codes as written, in lower case."""
        return frozenset(bare_words(self.text))

    @lazy
    def normalized_text(self) -> str:
        """Its words, joined, by which duplicates and occurrences are found."""
        if self.case is not None:
            return normalized_decision(self._case_independent, self.case.text)
        return normalized_text(self.text, is_event=self.happened, is_alert=self.is_alert)

    @lazy
    def is_alert(self) -> bool:
        """Whether it reads like a machine's message that it noticed something."""
        return is_alert(self.text)

    @lazy
    def happened(self) -> bool:
        """Whether it is an alert or a short event, which may happen again; a decision never is."""
        if self.case is not None:
            return False
        return self.is_alert or (self.is_short and is_event(self.text))

    def is_occurrence_of(self, other: "ReadProse") -> bool:
        """Whether both report the same event, at whatever times."""
        return self.happened and other.happened and self.normalized_text == other.normalized_text

    @lazy
    def is_negated(self) -> bool:
        """Whether it has a negation."""
        return NEGATION.search(self.text) is not None

    @lazy
    def denied_words(self) -> frozenset[str]:
        """The words that say in one what it says with "not": "unknown" for "not known"."""
        return denied_words(self.text)

    @lazy
    def numbered_periods(self) -> frozenset[tuple[str, str]]:
        """The numbered periods that its title or its first words name: ("week", "48")."""
        return numbered_periods(self.text)

    @lazy
    def is_relative(self) -> bool:
        """Whether it changes a value by an amount, "two more days", without the new value."""
        return changes.is_relative(self._decided)

    @lazy
    def clauses(self) -> tuple[ReadClause, ...]:
        """Its clauses, to find what it denies of another text."""
        return clauses_in(self.text)

    @lazy
    def replaces(self) -> bool:
        """Whether it says that something is no longer as it was."""
        return bool(self._changes)

    @lazy
    def provisos(self) -> frozenset[frozenset[str]]:
        """The words of the conditions under which it changes things or takes values back."""
        return changes.provisos(self._decided, self._changes)

    @lazy
    def hints_at_change(self) -> bool:
        """Whether it has words that hint at a change, or is the edition of a year."""
        return changes.hints_at_change(self._decided) or changes.is_edition(self._body)

    @lazy
    def is_new(self) -> bool:
        """Whether it reports something new that may have replaced what was there before."""
        return changes.is_new(self._decided)

    @lazy
    def ended_subject(self) -> frozenset[str] | None:
        """The words for what it says ended; None if it says nothing ended, or also other changes.

        These words stand before the phrase, or, if none of them has a meaning, behind it: "we no
        longer use Slack".
        """
        return changes.ended_subject(self._decided) if self.case is None else None

    @lazy
    def changed_subjects(self) -> tuple[frozenset[str], ...]:
        """For each place where it says that something changed, the words before it that name it."""
        return changes.changed_subjects(self._changes) if self.case is None else ()

    @lazy
    def what_changed(self) -> tuple[frozenset[str], ...]:
        """For each place where it says that something changed, the words that name that."""
        return changes.what_changed(self._changes) if self.case is None else ()

    @lazy
    def ending_words(self) -> frozenset[str]:
        """The words in which it says that something ended, or was replaced with something else."""
        return changes.ending_words(self._decided)

    @lazy
    def ended_names(self) -> frozenset[str]:
        """Its words, in small letters, where it says that something is gone; none of a decision."""
        return frozenset() if self.case is not None else endings.ended_names(self.text)

    @lazy
    def matter(self) -> matters.Matter | None:
        """The matter that it is about, such as a ticket or a change."""
        return matters.matter_in(self.text)

    @lazy
    def announced(self) -> date | None:
        """The earliest full date from which something is to hold; None where there is none."""
        return announcements.announced(self.text)

    @lazy
    def last_day(self) -> date | None:
        """The last day of the spans that it names in full; None where it names none."""
        return announcements.last_day(self.text)

    def announced_next(self, told_at: date) -> date | None:
        """The day from which it is to hold by words such as "from next month"; None without such.

        `told_at` is the day on which the text was written.
        """
        period = self._announced_period
        return None if period is None else announcements.beginning_of_next(period, told_at)

    @lazy
    def replaces_an_edition(self) -> bool:
        """Whether it says that it replaces an edition of a document as a whole."""
        return self.case is None and editions.replaces_an_edition(self._decided)

    @lazy
    def is_undecided(self) -> bool:
        """Whether each of its sentences asks, proposes, or speaks of what may never happen.

        A decision is never undecided, whatever it proposes.
        """
        return self.case is None and factuality.is_undecided(self.text)

    @lazy
    def taken_back(self) -> frozenset[str]:
        """The values that it says no longer hold, or never did, in comparable form."""
        return taken_back_in(self._decided)

    @lazy
    def values(self) -> frozenset[str]:
        """Its numbers, times and names in comparable form, without those it takes back itself."""
        found = map(comparable_value, (*self.numbers, *self.times, *self.names))
        return frozenset(found) - self.taken_back

    @lazy
    def _announced_period(self) -> str | None:
        return announcements.announced_period(self.text)

    @property
    def is_short(self) -> bool:
        """Whether it is short enough to state one fact, which another text may contradict."""
        return len(self.text) <= _MAX_FACT_CHARS

    @lazy
    def _changes(self) -> tuple[changes.StatedChange, ...]:
        return changes.changes_in(self._decided, is_decision=self.case is not None)

    @lazy
    def _decided(self) -> str:
        """Its text without its questions and proposals, which do not say that anything has changed.

        Of a decision it lacks the questions alone.
        """
        if self.case is None:
            return factuality.decided_part(self.text)
        if "?" not in self.text:
            return self.text
        return " ".join(each for each in split_sentences(self.text) if not each.endswith("?"))

    @lazy
    def _case_independent(self) -> str:
        """Its text; of a decision, without what only identifies its case."""
        return self.text if self.case is None else without_case_numbers(self.text)

    @lazy
    def _timeless(self) -> str:
        return timeless(self._case_independent) if self.times else self._case_independent


_Source = tuple[str, str, tuple[str, ...], str]


def _read(source: _Source) -> ReadProse:
    return ReadProse(*source)


def _size(source: _Source) -> int:
    text, title, tags, case = source
    return len(text) + len(title) + sum(map(len, tags)) + len(case)


_cached: Final = LruCache(_read, _size, _CACHED_CHARS)


def read_prose(text: str, title: str = "", tags: tuple[str, ...] = (), case: str = "") -> ReadProse:
    """Parse the beginning of a text, with its title, tags, and the case it was decided in."""
    beginning, short_title, short_case = (
        spaced(unwrapped(each[:MAX_READ_CHARS])) for each in (text, title, case)
    )
    return _cached((beginning, short_title, tags, short_case))
