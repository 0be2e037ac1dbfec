"""Properties that a clause gives to the objects of a list, counted: a state, a value, a flag.

In `two are booked` that is `booked`, with how many of the objects have it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.grouping import grouped
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.rules.states import states, states_exclude
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.words import Word

_MIN_WORD_LENGTH: Final = 4
_MAX_VALUE_TERMS: Final = 4


@dataclass(frozen=True, slots=True)
class Trait:
    """A property that a clause gives to objects, how many have it, and a field that has it.

    `words` are the words of the clause that state it.
    """

    words: Sequence[Word]
    count: int
    cell: Cell
    further: int = 0
    """How many have a value that begins with it: `Ready, cordoned`."""

    @property
    def stands_alone(self) -> bool:
        """Whether it needs no noun: `all booked`, `two are booked`, but not `all from Rome`."""
        return self.cell.is_state or self.cell.form == "flag"


def longest(traits: Iterable[Trait]) -> Sequence[Trait]:
    """The traits in their order, without those whose words are part of another one's words."""
    found = sorted(traits, key=lambda each: (each.words[0].start, -each.words[-1].end))
    ends = [trait.words[-1].end for trait in found]
    return [trait for at, trait in enumerate(found) if ends[at] > max(ends[:at], default=0)]


def stated_traits(
    claim: Claim, words: Sequence[Word], rows: Sequence[ResultRow]
) -> Iterator[Trait]:
    """The traits that words state, counted over the objects of `rows`."""
    stated = [(each, word) for word in words if word.form != "mark" for each in terms(word.text)]
    siblings = claim.tables.siblings[rows[0].table]
    columns = grouped((cell.path, cell) for row in siblings for cell in row.cells)
    own = {id(cell): cell for row in rows for cell in row.cells}
    for cells in columns.values():
        in_scope = [cell for cell in cells if id(cell) in own]
        if cells[0].form == "flag" and cells[0].label <= {each for each, _ in stated}:
            stating: Sequence[Word] = [word for each, word in stated if each in cells[0].label]
            yield Trait(stating, sum(cell.value is True for cell in in_scope), cells[0])
        if cells[0].names_object or cells[0].terms in rows[0].names:
            continue
        values = {cell.terms: cell for cell in cells if cell.form == "text"}
        found = [
            Trait(
                stating,
                sum(each.terms == value for each in in_scope),
                cell,
                _count_longer(value, in_scope),
            )
            for value, cell in values.items()
            if (stating := _value_words(stated, value, values))
        ]
        yield from found
        if not found and cells[0].is_state and len(in_scope) == len(rows):
            found = list(_state_traits(words, in_scope))
            yield from (each for each in found if not _has_own_field(each, own.values()))


def _count_longer(value: tuple[str, ...], cells: Sequence[Cell]) -> int:
    size = len(value)
    return sum(len(each.terms) > size and each.terms[:size] == value for each in cells)


def _state_traits(words: Sequence[Word], cells: Sequence[Cell]) -> Iterator[Trait]:
    """The states that words state in other words than the fields have, counted."""
    states_of_cells = [states().meanings_of(cell.fold) for cell in cells]
    for stating, stated in states().found_in(words):
        if all(_is_comparable(stated, each) for each in states_of_cells):
            yield Trait(stating, sum(bool(stated & each) for each in states_of_cells), cells[0])


def _has_own_field(state: Trait, cells: Iterable[Cell]) -> bool:
    """Whether a state that no object is in has a field of its own: `acknowledgedBy`."""
    stated_terms = {each for word in state.words for each in terms(word.text)}
    return not state.count and any(
        cell.result_value.text != "" and not stated_terms.isdisjoint(cell.name) for cell in cells
    )


def _is_comparable(stated: frozenset[str], known: frozenset[str]) -> bool:
    """Whether a field's state is the stated one, or one that the stated one excludes."""
    return not stated.isdisjoint(known) or any(
        states_exclude(one, other) for one in stated for other in known
    )


def _value_words(
    stated: Sequence[tuple[str, Word]], value: Sequence[str], values: Mapping[tuple[str, ...], Cell]
) -> Sequence[Word]:
    """The words that state a value; its first word is enough if no other value begins with it."""
    if not 0 < len(value) <= _MAX_VALUE_TERMS:
        return ()
    is_own = sum(each[:1] == value[:1] for each in values) == 1
    for at, (stated_term, word) in enumerate(stated):
        if stated_term != value[0]:
            continue
        part = stated[at : at + len(value)]
        if tuple(one for one, _ in part) == tuple(value):
            return [one for _, one in part]
        if is_own and len(stated_term) >= _MIN_WORD_LENGTH and stated_term.isalpha():
            return [word]
    return ()
