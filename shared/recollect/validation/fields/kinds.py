"""Ways and kinds of which a thing has but one: by card or by direct debit, monthly or yearly."""

from collections.abc import Iterator, Sequence
from functools import cache

from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.fields import choices
from recollect.validation.fields.phrases import Phrases, groups_of, phrases_of
from recollect.validation.fields.rows import Cell
from recollect.validation.fields.subjects import Claim
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import term


def has_kinds(tables: ResultTables) -> bool:
    """Whether there are fields that tell of a kind."""
    return any(_group(cell) for cell in tables.cells)


def kind_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on a kind that no object has, or the one that a clause is about has not."""
    found = list(kinds().found_in(claim.words))
    if not found or not claim.is_plain or claim.is_denied():
        return
    names = frozenset(
        each for cell in claim.tables.cells if cell.name <= claim.terms for each in cell.name
    )
    for words, said in found:
        if any(term(word.text) in names for word in words):
            continue  # `renews automatically` is of `auto_renew`
        cells = [cell for cell in _cells(claim) if _group(cell) in map(_group_of, said)]
        has = frozenset(kind for cell in cells for kind in kinds().named_by(cell.fold))
        if cells and has.isdisjoint(said):
            yield FoundFact(words[0].start, words[-1].end, "status", "contradicted", cells[0].known)


def _cells(claim: Claim) -> Sequence[Cell]:
    if claim.is_about_one and claim.row is not None:
        own = [cell for cell in claim.row.all_cells if _group(cell)]
        if own:
            return own
    return [cell for cell in claim.tables.cells if _group(cell)]


def _group(cell: Cell) -> frozenset[str]:
    """The group of the kind that the whole value of a field is; none of other values."""
    if cell.form != "text":
        return frozenset()
    return next(map(_group_of, kinds().exactly(cell.fold)), frozenset())


def _group_of(kind: str) -> frozenset[str]:
    return next((group for group in _groups() if kind in group), frozenset())


@cache
def kinds() -> Phrases:
    """The kinds of things, in all words for them."""
    return phrases_of(choices.KINDS)


@cache
def _groups() -> Sequence[frozenset[str]]:
    return groups_of(choices.EXCLUSIVE_KINDS)
