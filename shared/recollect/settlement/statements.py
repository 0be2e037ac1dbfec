"""An item as it is compared with others, and the ways in which two items differ."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from itertools import filterfalse
from operator import ne
from typing import Final

from recollect.core.lazy import lazy
from recollect.core.timestamps import is_later
from recollect.language.calendar_names import GERMAN_MONTH, MONTH, WEEKDAY
from recollect.language.terms import STOP_WORDS, dice, terms
from recollect.language.wrapping import unwrapped
from recollect.relevance.stems import stem
from recollect.settlement.denials import denies_words_of, negates
from recollect.settlement.editions import Edition, name_of_document
from recollect.settlement.prose import MAX_READ_CHARS, ReadProse, read_prose

# Shares of common words (Dice), 0…1: of two like situations, and of two editions of a document.
_MIN_CASE_LIKENESS: Final = 0.6
_MIN_EDITION_LIKENESS: Final = 0.4
_MIN_SUBJECT_WORDS: Final = 2
# The name of a thing: Cork, lp-02, Leeds Bradford Airport. More words are a sentence.
_NAME: Final = re.compile(r"[^\W\d_]\S*(?:\s\S+){0,3}")
_DAY: Final = re.compile(rf"(?:{MONTH}|{GERMAN_MONTH}|{WEEKDAY})s?", re.IGNORECASE)
_COMMON_PREFIX_LETTERS: Final = 5
OPPOSITES: Final = (
    ("open", "closed"),
    ("allowed", "forbidden"),
    ("enabled", "disabled"),
    ("on", "off"),
    ("always", "never"),
    ("accepted", "rejected"),
    ("early", "late"),
    ("approve", "refuse"),
)


@dataclass(frozen=True, slots=True)
class Statement:
    """An item as it is compared: what it says, since when, and how far it is believed.

    `case` is the situation in which a decision was made; "" for a text that is no decision. `trust`
    is in 0…1, and so is `belief`, by which one of several duplicates is chosen; without a belief
    the trust counts. `supersedes` are the ids of the items that its writer says it replaces. An
    item that `has_injection` takes the place of no other, whatever it says. Where that is None,
    nobody has looked, and then its text supersedes nothing either. `backers` are those who stand by
    it, where that is recorded. `fields` are the names and values of an object, in its order.
    `is_report` is set for a report of one event, such as a ticket, and for an alert: what it says
    happened does not contradict what another says. `is_alert` is set for an alert, which no text
    takes back, and which takes back none. `rows` names the rows of a table or list of several, each
    of which states a fact; () for other texts. `hides_subject` is set where the reader may not see
    what it is about: two such items may be about different things, so their texts say nothing of
    each other.
    """

    id: str
    text: str
    created_at: datetime | None = None
    trust: float = 0.7
    title: str = ""
    tags: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    has_injection: bool | None = False
    case: str = ""
    belief: float | None = None
    backers: frozenset[str] = frozenset()
    is_report: bool = False
    is_alert: bool = False
    rows: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    hides_subject: bool = False


class Wording:
    """A statement with its text, which is parsed when it is first compared with others."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement

    @lazy
    def prose(self) -> ReadProse:
        """Its text, parsed for comparison."""
        its = self.statement
        return read_prose(its.text, its.title, its.tags, its.case)

    @lazy
    def announced(self) -> date | None:
        """The first day from which it is to hold by its text; None where that names none."""
        told_at = self.statement.created_at
        return self.prose.announcement.begins(told_at.date() if told_at else None)

    @lazy
    def edition(self) -> Edition:
        """The statement as a document of which there may be other editions."""
        beginning = unwrapped(self.statement.text[:MAX_READ_CHARS])
        return Edition(self.statement.title, beginning)

    @property
    def states_one_fact(self) -> bool:
        """Whether it is a short text, and no table or list of several rows."""
        return self.prose.is_short and not self.statement.rows

    def replaces(self, other: "Wording") -> bool:
        """Whether its text says that something in the other text is no longer as it was.

        If it says that something ended, the other must speak of that: a person who left one desk
        changes nothing at another desk of the same firm. If the other also says that it ended, it
        is not replaced.
        """
        if self.statement.has_injection is not False or not self.prose.changes.stated:
            return False
        mine, its = self.prose, other.prose
        if mine.changes.endings and mine.changes.endings <= its.changes.endings:
            return False
        if not (mine.changes.name_a_successor or _names_something_of(mine, its)):
            return False
        return _speaks_of_what_changed(mine, its) and _is_within_provisos(mine, its)

    def count_restated_words(self, other: "Wording") -> int:
        """How many words name what it says has changed, where the other has all of them.

        "The badge office has moved" is about the badge office, whatever else is said of that. 0
        where it says no such thing, or names it in one word.
        """
        if not self.replaces(other):
            return 0
        its = other.prose.terms
        counts = (len(each) for each in self.prose.changes.subjects if each <= its)
        return max((count for count in counts if count >= _MIN_SUBJECT_WORDS), default=0)

    def takes_back(self, other: "Wording") -> bool:
        """Whether its text, free of injection, says that a value of the other no longer holds."""
        taken_back = self.prose.taken_back
        if self.statement.has_injection is not False or not taken_back:
            return False  # as for most texts, without a look for the values of the other one
        if taken_back.isdisjoint(other.prose.values):
            return False
        mine, its = self.prose, other.prose
        return _names_something_of(mine, its) and _is_within_provisos(mine, its)

    def is_edition_instead_of(self, other: "Wording") -> bool:
        """Whether it says that it replaces an edition, and the other is likely that edition.

        Editions of a document have one name, have most of their words in common, and are for the
        same customer, site and period.
        """
        if self.statement.has_injection is not False or not self.prose.replaces_an_edition:
            return False
        mine, its = self.edition, other.edition
        has_same_name = mine.name != "" and self is not other and mine.name == its.name
        is_like = has_same_name and likeness(self.prose, other.prose) >= _MIN_EDITION_LIKENESS
        return is_like and mine.may_replace(its)

    @property
    def may_be_above_a_page(self) -> bool:
        """Whether it may say above the sections of a page that this replaces an edition."""
        return (
            self.statement.has_injection is False
            and not self.prose.is_undecided
            and self.prose.replaces_an_edition
        )

    def may_replace_page_of(self, other: "Wording") -> bool:
        """Whether its page may be another edition of that of which the other is a part."""
        title, (page, _, _) = self.statement.title, _parts_of(other.statement)
        if title == page:
            return False
        is_named_alike = name_of_document(title, "") == name_of_document(page, "") != ""
        return is_named_alike and self.edition.may_replace(other.edition)

    def is_newer_than(self, other: "Wording") -> bool:
        """Whether it is newer than the other; a statement without a time counts as older."""
        return is_later(self.statement.created_at, other.statement.created_at)


def _speaks_of_what_changed(changing: ReadProse, other: ReadProse) -> bool:
    """Whether a text has most words of what another says has changed, at one of the places.

    Where that is named by nothing but names, these may be new: "Ada Wilk is now the owner".
    """
    named = (frozenset(filterfalse(_DAY.fullmatch, each)) for each in changing.changes.of_what)
    subjects = [each for each in named if each]
    return not subjects or any(
        each <= changing.names or 2 * len(each & other.terms) > len(each) for each in subjects
    )


def _names_something_of(changing: ReadProse, other: ReadProse) -> bool:
    """Whether a text names something of which another speaks, or does not begin with a name."""
    if changing.case is not None or not changing.about.named - changing.names:
        return True
    return not changing.named.isdisjoint(other.terms)


def _is_within_provisos(changing: ReadProse, other: ReadProse) -> bool:
    """Whether a text changes something without a condition, or with one that the other has, too."""
    return any(each <= other.terms for each in changing.changes.conditions)


def is_alike(one: str, other: str) -> bool:
    """Whether two texts share most of their words, as two descriptions of one case do (Dice)."""
    mine, theirs = terms(one) - STOP_WORDS, terms(other) - STOP_WORDS
    return dice(mine, theirs) >= _MIN_CASE_LIKENESS


def likeness(one: ReadProse, other: ReadProse) -> float:
    """The share of the words of their subjects that two texts have in common, 0…1 (Dice)."""
    return dice(one.subject, other.subject)


def contained(one: ReadProse, other: ReadProse) -> float:
    """The share of the words of the subject of `one` that `other` is about, too, 0…1."""
    return len(one.subject & other.subject) / max(1, len(one.subject))


def in_like_cases(one: ReadProse, other: ReadProse) -> bool:
    """Whether both are decisions in similarly described cases, or neither is a decision."""
    if one.case is None or other.case is None:
        return one.case is other.case
    return one.case.text == other.case.text or likeness(one.case, other.case) >= _MIN_CASE_LIKENESS


def in_other_cases(one: ReadProse, other: ReadProse) -> bool:
    """Whether similar cases still differ, in what they are about or in what they say of it."""
    if one.case is None or other.case is None or one.case.text == other.case.text:
        return False
    return on_different_things(one.case, other.case) or say_different(one.case, other.case)


def are_other_rows(one: Statement, other: Statement) -> bool:
    """Whether both are rows of one table: the same fields, other first values, most values differ.

    A row begins with the name of what it is about. A newer version of the same row would have most
    values in common. An object that begins with a sentence, a number or a day is no such row: it is
    a text, or a version of a record.
    """
    if len(one.fields) <= 1:
        return False
    if [name for name, _ in one.fields] != [name for name, _ in other.fields]:
        return False
    values = [(mine, its) for (_, mine), (_, its) in zip(one.fields, other.fields, strict=True)]
    differs = [mine != its for mine, its in values]
    are_different = differs[0] and 2 * sum(differs) > len(values)
    return are_different and all(map(_NAME.fullmatch, values[0]))


def _parts_of(statement: Statement) -> tuple[str, str, str]:
    """The title of a page, and behind ": " the heading of a section of it."""
    return statement.title.partition(": ")


def section_of(statement: Statement) -> str:
    """The heading of a section, behind the title of its page; "" for what stands above them."""
    return _parts_of(statement)[2].casefold()


def is_section_of(statement: Statement, lead: Statement) -> bool:
    """Whether it is a section of the page above whose sections the `lead` stands."""
    page, _, section = _parts_of(statement)
    return bool(section) and page == lead.title and statement.created_at == lead.created_at


def are_other_sections(one: Statement, other: Statement) -> bool:
    """Whether both are sections of one page, written at one time: "Printers: Ink", "Printers: Fax".

    Or of two pages of one series: "Release notes 4.1: New", "Release notes 4.2: Fixed". What stands
    above the sections has the title of the page alone. Sections repeat words of their page, and not
    what they say.
    """
    (page, _, section), (its_page, _, its_section) = map(_parts_of, (one, other))
    if section == its_section:
        return False
    if page == its_page:
        return one.created_at == other.created_at
    return bool(section and its_section) and _series_of(page) == _series_of(its_page) != []


def _series_of(title: str) -> list[str]:
    """The words that the titles of a series have in common: all but numbers, versions and days."""
    return [each for each in name_of_document(title, "").split() if not each.isdigit()]


def on_different_things(one: ReadProse, other: ReadProse) -> bool:
    """Whether each begins with a thing that the other lacks: lp-02 and lp-20, clinics 4 and 7.

    A Japanese text names its thing before the first は.
    """
    if not one.about.topic <= other.terms and not other.about.topic <= one.terms:
        return True
    if _are_other_numbers(one, other):
        return True
    if (
        _are_lookalikes(one.about.first, other.about.first)
        and one.about.first not in other.words
        and other.about.first not in one.words
    ):
        return True
    return not one.about.head <= other.words and not other.about.head <= one.words


def _are_other_numbers(one: ReadProse, other: ReadProse) -> bool:
    """Whether two are about one word with different numbers: clinics 4 and 7, not room 4.

    If one says that it replaces the other, as a version of a program does, both are about one.
    """
    mine, its = one.about.numbered, other.about.numbered
    if mine is None or its is None or mine == its or mine[0] != its[0]:
        return False
    return its not in one.about.given_up and mine not in other.about.given_up


def _are_lookalikes(one: str, other: str) -> bool:
    """Whether two words differ only in a letter or their ends, and not in inflection: two firms."""
    is_alike = (
        one[:_COMMON_PREFIX_LETTERS] == other[:_COMMON_PREFIX_LETTERS]
        and abs(len(one) - len(other)) <= 1
    )
    if not is_alike and len(one) == len(other):
        is_alike = sum(map(ne, one, other)) == 1
    return bool(one) and is_alike and stem(one) != stem(other)


def say_different(one: ReadProse, other: ReadProse) -> bool:
    """Whether they differ in a number, a time, a name, a negation, or opposites.

    A value that a text itself takes back, as in "raised from 5 to 10", does not count. Occurrences
    of the same event do not differ.
    """
    if one.is_occurrence_of(other):
        return False
    mine, its = one.taken_back, other.taken_back
    return (
        _both_have_own(one.numbers - mine, other.numbers - its)
        or have_own_times(one, other)
        or _both_have_own(one.names - mine - other.words, other.names - its - one.words)
        or differ_in_negation(one, other)
        or any(
            (yes in one.words and no in other.words) or (no in one.words and yes in other.words)
            for yes, no in OPPOSITES
        )
    )


def differ_in_negation(one: ReadProse, other: ReadProse) -> bool:
    """Whether only one denies something that the other speaks of.

    Of two decisions, whether one denies what the other one does.
    """
    if one.case is None or other.case is None:
        if one.is_negated == other.is_negated:
            return False
        if one.denied_words & other.words or other.denied_words & one.words:
            return False
        negated, plain = (one, other) if one.is_negated else (other, one)
        return denies_words_of(negated.clauses, plain.clauses)
    if not (one.is_negated or other.is_negated):
        return False
    return negates(one.clauses, other.clauses) or negates(other.clauses, one.clauses)


def have_own_times(one: ReadProse, other: ReadProse) -> bool:
    """Whether each names a time that the other one does not."""
    return _both_have_own(one.times - one.taken_back, other.times - other.taken_back)


def _both_have_own(one: frozenset[str], other: frozenset[str]) -> bool:
    return not one <= other and not other <= one
