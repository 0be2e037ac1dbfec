"""What an item tells, and how two of them differ."""

import re
from dataclasses import dataclass
from datetime import datetime
from operator import ne
from typing import Final

from recollect.core.timestamps import is_later
from recollect.language.terms import STOP_WORDS, dice, terms
from recollect.language.wrapping import unwrapped
from recollect.relevance.stems import stem
from recollect.settlement.denials import negates
from recollect.settlement.editions import Edition
from recollect.settlement.prose import READ, ReadProse, read_prose

# The share of common words (Dice) from which two situations are told alike.
_SAME_CASE: Final = 0.6
# The same of two editions of a document.
_SAME_DOCUMENT: Final = 0.4
_FEWEST_OF_SUBJECT: Final = 2
# What a thing is called: Cork, lp-02, Leeds Bradford Airport. More words are a sentence.
_NAME: Final = re.compile(r"[^\W\d_]\S*(?:\s\S+){0,3}")
_ALIKE: Final = 5
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

    `case` is the situation in which the text was decided; what is told of no case has none. `trust`
    is in 0…1, and so is `belief`, by which one is chosen of what says the same: the trust where it
    is not told. `supersedes` are the ids of what its writer says that it takes the place of.
    What `has_injection` takes nobody's place, whatever it says; None where nobody has
    looked, and then its text does not. `backers` are who stands by it, where that is kept.
    Of an object `fields` are the values with their names, in its order.
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
    fields: tuple[tuple[str, str], ...] = ()


class Wording:
    """A statement with its text parsed for comparison with others."""

    __slots__ = ("_edition", "prose", "statement")

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self._edition: Edition | None = None
        self.prose = read_prose(statement.text, statement.title, statement.tags, statement.case)

    def replaces(self, other: "Wording") -> bool:
        """Whether its text says that something of the other is not any more as it was.

        What ended must be something that the other speaks of: who left one desk changes nothing at
        another of the same firm. Where the other says itself that it did, it was told since then.
        """
        if self.statement.has_injection is not False or not self.prose.replaces:
            return False
        mine, its = self.prose, other.prose
        if mine.ended is not None and mine.ended.isdisjoint(its.terms):
            return False
        return not mine.ends or not mine.ends <= its.ends

    def said_anew_of(self, other: "Wording") -> int:
        """How many words tell what it says is otherwise now, where the other has all of them.

        "The badge office has moved" is of the badge office, whatever else is told of that. Nought
        where it says nothing of that kind, or in one word.
        """
        if not self.replaces(other):
            return 0
        its = other.prose.terms
        said = (len(each) for each in self.prose.anew if each <= its)
        return max((count for count in said if count >= _FEWEST_OF_SUBJECT), default=0)

    def takes_back(self, other: "Wording") -> bool:
        """Whether its text names a value of the other as one that does not hold, and may say so."""
        return self.statement.has_injection is False and not self.prose.taken_back.isdisjoint(
            other.prose.values
        )

    def is_edition_instead_of(self, other: "Wording") -> bool:
        """Whether it says that it takes the place of an edition, and the other is one much like it.

        Editions have one name, and most of what they say in common, and are for the same.
        """
        if self.statement.has_injection is not False or not self.prose.replaces_an_edition:
            return False
        mine, its = self.edition(), other.edition()
        is_named_so = mine.name != "" and self is not other and mine.name == its.name
        is_like = is_named_so and likeness(self.prose, other.prose) >= _SAME_DOCUMENT
        return is_like and mine.may_replace(its)

    def edition(self) -> Edition:
        """It as a document of which there may be other editions."""
        if self._edition is None:
            beginning = unwrapped(self.statement.text[:READ])
            self._edition = Edition(self.statement.title, beginning)
        return self._edition

    def is_newer_than(self, other: "Wording") -> bool:
        """Whether it was told after the other; what has no time is older than what has."""
        return is_later(self.statement.created_at, other.statement.created_at)


def is_alike(one: str, other: str) -> bool:
    """Whether two texts have most of their words in common, as those of like cases have (Dice)."""
    mine, theirs = terms(one) - STOP_WORDS, terms(other) - STOP_WORDS
    return dice(mine, theirs) >= _SAME_CASE


def likeness(one: ReadProse, other: ReadProse) -> float:
    """How much of what they are about two texts have in common, 0…1 (Dice)."""
    return dice(one.subject, other.subject)


def in_like_cases(one: ReadProse, other: ReadProse) -> bool:
    """Whether both are decisions in cases that are told alike, or neither is one."""
    if one.case is None or other.case is None:
        return one.case is other.case
    return one.case.text == other.case.text or likeness(one.case, other.case) >= _SAME_CASE


def in_other_cases(one: ReadProse, other: ReadProse) -> bool:
    """Whether like cases are not the same in what they are about, or what they tell of it."""
    if one.case is None or other.case is None or one.case.text == other.case.text:
        return False
    return on_different_things(one.case, other.case) or say_different(one.case, other.case)


def are_other_rows(one: Statement, other: Statement) -> bool:
    """Whether both are rows of one table: the same fields, other values in the first and in most.

    What a row begins with is the name of what it is about; one that only says otherwise has most in
    common. What begins with a sentence, a number or a day is a text or a version of a record.
    """
    if [name for name, _ in one.fields] != [name for name, _ in other.fields]:
        return False
    values = [(mine, its) for (_, mine), (_, its) in zip(one.fields, other.fields, strict=True)]
    unlike = [mine != its for mine, its in values]
    is_told_apart = len(values) > 1 and unlike[0] and 2 * sum(unlike) > len(values)
    return is_told_apart and all(map(_NAME.fullmatch, values[0]))


def on_different_things(one: ReadProse, other: ReadProse) -> bool:
    """Whether each begins with what the other does not have: lp-02 and lp-20, clinics 4 and 7.

    Of a Japanese text that is what stands before its first は.
    """
    if not one.topic <= other.terms and not other.topic <= one.terms:
        return True
    if one.numbered and other.numbered and _are_of_one_kind(one.numbered, other.numbered):
        return True
    if (
        _are_lookalikes(one.first, other.first)
        and one.first not in other.words
        and other.first not in one.words
    ):
        return True
    return not one.head <= other.words and not other.head <= one.words


def _are_of_one_kind(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two are called alike and have other numbers: clinics 4 and 7, not a room."""
    return one != other and one[0] == other[0]


def _are_lookalikes(one: str, other: str) -> bool:
    """Whether two words differ in their ends or a letter, and not in their form: two firms."""
    is_alike = one[:_ALIKE] == other[:_ALIKE] and abs(len(one) - len(other)) <= 1
    if not is_alike and len(one) == len(other):
        is_alike = sum(map(ne, one, other)) == 1
    return bool(one) and is_alike and stem(one) != stem(other)


def say_different(one: ReadProse, other: ReadProse) -> bool:
    """Whether they differ in a number, a time, a name, a negation, or opposites.

    What one takes back itself, as in "raised from 5 to 10", it does not say. Occurrences of the
    same do not differ.
    """
    if one.is_occurrence_of(other):
        return False
    mine, its = one.taken_back, other.taken_back
    return (
        _each_has_own(one.numbers - mine, other.numbers - its)
        or have_own_times(one, other)
        or _each_has_own(one.names - mine - other.words, other.names - its - one.words)
        or differ_in_negation(one, other)
        or any(
            (yes in one.words and no in other.words) or (no in one.words and yes in other.words)
            for yes, no in OPPOSITES
        )
    )


def differ_in_negation(one: ReadProse, other: ReadProse) -> bool:
    """Whether one says not what the other says; of two decisions, not to do what the other does."""
    if one.case is None or other.case is None:
        return one.is_negated != other.is_negated
    if not (one.is_negated or other.is_negated):
        return False
    return negates(one.clauses, other.clauses) or negates(other.clauses, one.clauses)


def have_own_times(one: ReadProse, other: ReadProse) -> bool:
    """Whether each names a time that the other does not."""
    return _each_has_own(one.times - one.taken_back, other.times - other.taken_back)


def _each_has_own(one: frozenset[str], other: frozenset[str]) -> bool:
    return not one <= other and not other <= one
