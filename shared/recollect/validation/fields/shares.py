"""A part of a whole, where an object has both as fields: `61 of the 100 connections are in use`."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.fields.claims import Claim
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.sums import follows
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.models import Verdict

_MOST: Final = 40


class _Part(NamedTuple):
    """A field that has a part of a whole, and what else its object has."""

    cell: Cell
    numbers: Sequence[float]


def share_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on parts of wholes that one object has, of which the clause names the part.

    What another field has, and what is left of the whole or of a sum, may be meant by other words.
    """
    if not claim.is_plain or claim.is_denied():
        return
    for amount in claim.amounts:
        if not amount.is_share or amount.bound or amount.concept in {TIME, "%"}:
            continue
        whole = number_of(claim.words[amount.place + 2])
        parts = [part for row in claim.objects for part in _parts(row, whole, claim)]
        if len(parts) != 1:
            continue
        (part,) = parts
        if amount.number == part.cell.figure:
            yield _finding(amount, part, is_right=True)
        elif not _may_be_else(amount, part, claim):
            yield _finding(amount, part, is_right=False)


def _finding(amount: Amount, part: _Part, *, is_right: bool) -> FoundFact:
    verdict: Verdict = "supported" if is_right else "contradicted"
    return FoundFact(amount.start, amount.end, "count", verdict, part.cell.known)


def _parts(row: ResultRow, whole: float | None, claim: Claim) -> Iterator[_Part]:
    """The field of an object that the clause names, beside one that has the whole."""
    cells = [cell for cell in row.cells if cell.form == "number"]
    wholes = [cell for cell in cells if cell.figure == whole]
    if len(wholes) != 1 or len(cells) > _MOST:
        return
    named = [
        cell
        for cell in cells
        if cell.container == wholes[0].container
        and cell.unit == wholes[0].unit
        and cell.figure < wholes[0].figure
        and cell.label <= claim.terms
    ]
    if len(named) == 1:
        yield _Part(named[0], [cell.figure for cell in cells])


def _may_be_else(amount: Amount, part: _Part, claim: Claim) -> bool:
    """Whether it is a number of something else, or follows from those of the object."""
    numbers = claim.context.index.amounts.by_number
    return amount.number in numbers or follows(amount.number, part.numbers)
