"""The sentences of evidence, as a summary compares them: by their terms and their places."""

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from recollect.context.evidence import Evidence
from recollect.language.terms import terms

_MIN_WIDTH = 20
_MAX_BRIEF_WORDS = 2
_CLOSING = "\"')]”’»%°"
# Words of negation, which always make a difference.
NEGATIONS = frozenset({"not", "no", "never", "without", "nicht", "kein", "keine", "nie", "ohne"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an item; its item's `rank` and its own `position` in the item count from 0.

    `inherited_terms` are the terms of the question that it has through others: those of the
    question in the item that it answers, of the headings over it, and of the thing that an object
    is about. `paragraph` counts from 0, too.
    """

    text: str
    evidence: Evidence = field(repr=False, compare=False)
    rank: int
    position: int
    terms: frozenset[str]
    inherited_terms: frozenset[str]
    paragraph: int
    is_heading: bool
    """Whether it is a heading with something under it, or the title."""
    heading_position: int
    """The position of the nearest heading over it; -1 if there is none but the title."""
    headings: tuple[str, ...]
    """The texts of the headings over it, the highest first."""

    @property
    def id(self) -> str:
        """The id of its item."""
        return self.evidence.id

    @property
    def is_question(self) -> bool:
        """Whether it is a question."""
        return self.text.rstrip("\"'”’»)]*_ ").endswith(("?", "\uff1f"))

    @property
    def all_terms(self) -> frozenset[str]:
        """Its own terms, and those that it has through others (`inherited_terms`)."""
        return self.terms | self.inherited_terms

    def weight(self, weights: Mapping[str, float]) -> float:
        """The sum of the weights of its terms."""
        return math.fsum(weights[term] for term in self.all_terms & weights.keys())

    def contradicts(self, other: Self) -> bool:
        """Whether its item and that of another sentence are in conflict."""
        return other.id in self.evidence.conflicts_with or self.id in other.evidence.conflicts_with

    @property
    def closed(self) -> str:
        """Its text, with a full stop if a line or a list entry came without one."""
        last = self.text[-1]
        ends_open = last.isalnum() or last in _CLOSING or unicodedata.category(last) == "Sc"
        return f"{self.text}." if ends_open else self.text

    @property
    def is_brief(self) -> bool:
        """Whether it says little by itself: a heading, `Yes.`; not `Owner: Netops`."""
        words = self.text.split()
        return self.is_heading or (
            len(words) <= _MAX_BRIEF_WORDS
            and ":" not in self.text
            and _breadth(self.text) < _MIN_WIDTH
        )


def terms_of(text: str) -> frozenset[str]:
    """The terms of a text, and its numbers without leading zeros, so that "4" finds `04`."""
    found = terms(text)
    return found.union(
        each.lstrip("0") for each in found if each[0] == "0" and each.isdigit() and each.strip("0")
    )


def counts_of(asked: Iterable[str], sentences: Sequence[Sentence]) -> dict[str, int]:
    """For each of the terms that any sentence has, how many sentences have it."""
    counts = {term: sum(term in each.all_terms for each in sentences) for term in asked}
    return {term: count for term, count in counts.items() if count}


def _breadth(text: str) -> int:
    """The characters of a text; wide ones of East Asia, which say as much as two, count double."""
    if text.isascii() or len(text) >= _MIN_WIDTH:
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(each) in "WF" for each in text)
