"""A text parsed for comparison: whether another text says the same, or something different.

Only the beginning of a text is read, and only once; then comparing two texts is comparing sets.
Recently read texts are kept in the process, since the same texts are found again and again. The
modules beside this one say how each part of a text is found.
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
from recollect.settlement import announcements, editions, endings, matters
from recollect.settlement.changes import Changes, is_edition
from recollect.settlement.denials import NEGATION, ReadClause, clauses_in, denied_words
from recollect.settlement.factuality import decided_part, is_current_fact
from recollect.settlement.names_in_text import bare_words, names_in
from recollect.settlement.normalization import (
    normalized_decision,
    normalized_text,
    without_case_numbers,
)
from recollect.settlement.occurrences import is_alert, is_event
from recollect.settlement.subjects import About, prices_in
from recollect.settlement.values import (
    comparable_value,
    numbers_in,
    taken_back_in,
    timeless,
    times_in,
)

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
    def about(self) -> About:
        """What it is about, by its first words."""
        body, is_decision = self._body, self.case is not None
        its = without_case_numbers(body) if is_decision else body
        return About(self._case_independent, its, is_decision=is_decision)

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
    def clauses(self) -> tuple[ReadClause, ...]:
        """Its clauses, to find what it denies of another text."""
        return clauses_in(self.text)

    @lazy
    def changes(self) -> Changes:
        """What it says has changed."""
        return Changes(self._decided, is_decision=self.case is not None)

    @lazy
    def named(self) -> frozenset[str]:
        """The words that name what it is about first, or what it says has changed."""
        return self.about.named.union(*self.changes.subjects)

    @lazy
    def hints_at_change(self) -> bool:
        """Whether it has words that hint at a change, or is the edition of a year."""
        return self.changes.are_hinted or is_edition(self._body)

    @lazy
    def ended_names(self) -> frozenset[str]:
        """Its words, in small letters, where it says that something is gone; none of a decision."""
        return frozenset() if self.case is not None else endings.ended_names(self.text)

    @lazy
    def matter(self) -> matters.Matter | None:
        """The matter that it is about, such as a ticket or a change."""
        return matters.matter_in(self.text)

    @lazy
    def announcement(self) -> announcements.Announcement:
        """From when it says that something is to hold."""
        return announcements.announcement_in(self.text)

    @lazy
    def last_day(self) -> date | None:
        """The last day of the spans that it names in full; None where it names none."""
        return announcements.last_day(self.text)

    @lazy
    def replaces_an_edition(self) -> bool:
        """Whether it says that it replaces an edition of a document as a whole."""
        return self.case is None and editions.replaces_an_edition(self._decided)

    @lazy
    def is_undecided(self) -> bool:
        """Whether each of its sentences asks, proposes, or speaks of what may never happen.

        A decision is never undecided, whatever it proposes.
        """
        return self.case is None and not self._decided.strip()

    @lazy
    def states_a_current_fact(self) -> bool:
        """Whether it says in short how something is now: not an event, an idea or a question."""
        return self.is_short and not self.happened and is_current_fact(self._body)

    @lazy
    def taken_back(self) -> frozenset[str]:
        """The values that it says no longer hold, or never did, in comparable form."""
        return taken_back_in(self._decided)

    @lazy
    def values(self) -> frozenset[str]:
        """Its numbers, times and names in comparable form, without those it takes back itself."""
        found = map(comparable_value, (*self.numbers, *self.times, *self.names))
        return frozenset(found) - self.taken_back

    @property
    def is_short(self) -> bool:
        """Whether it is short enough to state one fact, which another text may contradict."""
        return len(self.text) <= _MAX_FACT_CHARS

    @lazy
    def _decided(self) -> str:
        """Its text without its questions and proposals, which do not say that anything has changed.

        Of a decision it lacks the questions alone.
        """
        if self.case is None:
            return decided_part(self.text)
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
