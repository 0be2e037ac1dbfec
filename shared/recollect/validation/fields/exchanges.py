"""What is said of one object, and is true of another of its list: `Renske sits in 14B`."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.moments import Moment, moment
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.subjects import Claim
from recollect.validation.fields.tables import Cell, Row
from recollect.validation.models import FactKind

_SHORTEST: Final = 4
_GAP: Final = 1


def exchange_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on values of the one object that a clause names, where another one has them."""
    row = claim.row
    clause = claim.context.clause
    if row is None or not claim.is_about_one or not clause.tells or claim.context.supposes:
        return
    others = claim.tables.others(row)
    yield from _dates(claim, row)
    seen: set[tuple[frozenset[str], str]] = set()
    for other in others:
        for cell in other.cells:
            if not _may_be_exchanged(cell) or (cell.name, cell.fold) in seen:
                continue
            seen.add((cell.name, cell.fold))
            own = row.by_name.get(cell.name)
            words = claim.has(cell)
            if own is None or not words or not _is_foreign(cell, own, words, claim):
                continue
            yield FoundFact(words[0].start, words[-1].end, _kind(cell), "contradicted", own.known)


def _may_be_exchanged(cell: Cell) -> bool:
    """Whether a value tells one object from others; of names and states others tell more."""
    return cell.form == "text" and not cell.names_object and not cell.is_state


def _is_foreign(cell: Cell, own: Cell, words: Sequence[Word], claim: Claim) -> bool:
    """Whether a value is that of another object, and of nothing that belongs to this one."""
    row = claim.row
    if row is None or own.form == "nothing" or claim.is_denied(words[0].start):
        return False
    if len(cell.terms) == 1 and len(cell.terms[0]) < _SHORTEST and cell.terms[0].isalpha():
        return False
    if claim.has(own) or set(cell.terms) <= set(own.terms):
        return False
    if any(
        word.end < words[0].start <= word.end + _GAP and word.says("and") for word in claim.words
    ):
        return False  # a list of things
    return not any(set(cell.terms) <= _words(each) for each in _around(row))


def _words(row: Row) -> frozenset[str]:
    names = frozenset(each for name in row.names for each in name)
    texts = frozenset(each for cell in row.cells if cell.form == "text" for each in cell.terms)
    return names | texts


def _around(row: Row) -> Iterator[Row]:
    """An object, those that it lists, and those that it is in."""
    yield row
    yield from row.children
    if row.parent is not None:
        yield row.parent


def _dates(claim: Claim, row: Row) -> Iterator[FoundFact]:
    """Dates of an object that has but one, and names none of the dates of what it is in."""
    own = [cell for cell in row.cells if cell.form == "date"]
    if len(own) != 1 or not claim.tables.others(row):
        return
    for word in claim.words:
        if word.form != "date":
            continue
        said = moment(word.text)
        if not said.shares(own[0].moment) or _is_known(said, row) or claim.tells_of(said):
            continue
        if claim.named or not any(_is_known(said, each) for each in claim.tables.rows):
            yield FoundFact(word.start, word.end, "date", "contradicted", own[0].known)


def _is_known(said: Moment, row: Row) -> bool:
    return any(
        said.agrees(cell.moment)
        for each in (row, *row.children, *((row.parent,) if row.parent else ()))
        for cell in each.cells
        if cell.form == "date"
    )


def _kind(cell: Cell) -> FactKind:
    if any(character.isdigit() for character in cell.fold):
        return "identifier"
    return "status"
