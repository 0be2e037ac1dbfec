"""Claims about objects of a list, and for how many objects of the list they are true.

A claim is a status, a level of priority, that somebody or nobody has the objects, or the words of
another field's value. Every word of it must be understood.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.facts.lists.population_claims import ACTIVE_WORDS
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.lexicons import particles
from recollect.validation.grammar.lexicons.particles import HAVING
from recollect.validation.grammar.words import LEVEL, NOTHING, Word, any_among, is_nothing, word_set
from recollect.validation.known.object_lists import ObjectList, words_in
from recollect.validation.known.record_models import ResultValue

THEM: Final = word_set("""
    them these those which whom davon denen daarvan waarvan dont elles eux ellos ellas cuales loro
    essi questi quali cui deles delas quais
""")
"""Words for objects that were counted before."""

LEADING: Final = word_set("""
    has have haben hat hebben heeft ont a tienen tiene tem tinham ha hanno on with in at by from for
    of mit auf bei im am von fur vom de en con em com met op di per per van bij avec du des dans sur
    chez y il er es sind sont son sono zijn estan esta sao estao still noch nog encore aun ainda
    ancora rated level levels prioritat priorite prioridad prioridade priorita prioriteit stufe
    information info informationen informations are is were den dem der die das la le les el los las
    o os as il gli i lo het
""")
"""Words between a part of a list and the claim about it."""

_LATELY: Final = word_set("""
    today just recently again finally only yesterday since fully officially successfully
""")
_WHOSE: Final = word_set("that who whose where")
"""Words that begin a further claim, about the objects or about something else."""

WITHOUT: Final = particles.WITHOUT | word_set(
    "no kein keinen keine pas aucun aucune ningun ninguno nenhum nessun geen"
)
"""Words for not having what follows."""

_LEVELS: Final = frozenset("12345")
_MIN_CHARACTERS: Final = 3
_RESOLVED: Final = frozenset({"resolved"})
"""The statuses that count as active, too: what is resolved may be active until it is closed."""

_HAVING: Final = HAVING | {"a"}

_Count = Callable[[ObjectList], frozenset[int] | None]


@dataclass(frozen=True, slots=True)
class ListPart:
    """A part of a list: its number, or a first word for all or none, and the claim about it."""

    first: Word
    number: int | None
    rest: Sequence[Word]

    def may_be(self, counts: frozenset[int], size: int) -> bool:
        """Whether the part's number may be right: `counts` has the numbers that are, of `size`."""
        if self.number is not None:
            return self.number in counts
        is_none = self.first.means_any("none") or is_nothing(self.first)
        return (0 if is_none else size) in counts

    def wrong(self, rows: ObjectList, counts: frozenset[int]) -> FactFinding:
        """The finding that contradicts the part; it expects the largest of `counts`."""
        known = ResultValue(f"{max(counts)} of {len(rows)}", rows.source)
        return contradiction((self.first, self.rest[-1]), "count", known)


def possible_counts(
    words: Sequence[Word], lists: Sequence[ObjectList]
) -> tuple[str, Mapping[ObjectList, frozenset[int]]]:
    """The kind of claim that words make, and the numbers of objects of which it may be true.

    These numbers are given for each list that has such values. The kind is "" for a field's value,
    and where no list has any.
    """
    if any(word.text in _LATELY or word.text in _WHOSE for word in words):
        return "", {}
    for kind, count in _claims_in(words):
        found = {each: counts for each in lists if (counts := count(each)) is not None}
        if found:
            return kind, found
    return "", {}


def _claims_in(words: Sequence[Word]) -> Iterator[tuple[str, _Count]]:
    """The claims that words may make, each with how to count it; those about tickets first."""
    telling = [word for word in words if not _is_leading(word)]
    if not telling:
        return
    is_without = any_among(words, WITHOUT)
    of_field = [word for word in telling if word.text not in WITHOUT]
    if all(word.means_any("nobody") for word in telling) or (is_without and _is_assigned(of_field)):
        yield "assignee", ObjectList.unassigned
    elif _is_assigned(telling):
        yield "assignee", ObjectList.assigned
    elif levels := _priority_levels(telling):
        yield "priority", lambda rows: rows.of_levels(levels)
    elif all(word.means_some("status:") for word in telling):
        statuses = frozenset().union(*(word.meanings_with("status:") for word in telling))
        also = _RESOLVED if any_among(telling, ACTIVE_WORDS) else NOTHING
        yield "status", lambda rows: rows.of_statuses(statuses, also)
    if not is_without and all(word.form in {"word", "name"} for word in telling):
        named = [word for word in telling if not word.means_any("assigned", "label:assignee")]
        things = [word for word in words if word.means_any(*KINDS)]
        ways = [words_in(" ".join(word.text for word in each)) for each in (named, named + things)]
        if any(len(each) >= _MIN_CHARACTERS for each in ways[0]):
            yield "", lambda rows: _counts_in_any_way(rows, ways)


def _counts_in_any_way(rows: ObjectList, ways: Sequence[frozenset[str]]) -> frozenset[int] | None:
    """How many objects have the words in any of several ways; None where no value has them.

    One way is with the noun, as the `server` of `Server Desk`, and one is without it.
    """
    found = [counts for words in ways if (counts := rows.of_words(words)) is not None]
    return frozenset().union(*found) if found else None


def _is_leading(word: Word) -> bool:
    """Whether a word only leads to the claim, and is no part of it."""
    if word.means_some("status:", "priority:") or word.means_any("nobody", "assigned"):
        return False
    leads = ("be", "been", "share", "determiner", "adverb", *KINDS)
    is_label = word.means_any("label:status", "label:priority")
    return word.text in LEADING or word.text in THEM or word.means_any(*leads) or is_label


def is_linking_verb(word: Word) -> bool:
    """Whether a word is a verb between the objects and the claim about them."""
    return word.means_any("be", "been") or word.text in _HAVING


def _is_assigned(words: Sequence[Word]) -> bool:
    """Whether words say that somebody has an object, but not who."""
    return bool(words) and all(word.means_any("label:assignee") for word in words)


def _priority_levels(words: Sequence[Word]) -> frozenset[int]:
    """The levels of priority that words name; empty where a word means anything else."""
    found: set[int] = set()
    for word in words:
        level = LEVEL.fullmatch(word.text)
        is_digit = word.form == "number" and word.text in _LEVELS
        levels = {int(each) for each in word.meanings_with("priority:")}
        levels |= {int(level[1])} if level else {int(word.text)} if is_digit else set()
        if not levels:
            return frozenset()
        found |= levels
    return frozenset(found)
