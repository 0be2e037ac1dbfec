"""Finds dates and numbers given to one object that another object of its list has.

`PO-1 costs 412.50` where PO-2 does. Also dates that contradict the only date of an object.
"""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words import vocabulary
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.words import any_among

_MIN_NUMBER: Final = 100


def swapped_figure_findings(claim: Claim, row: ResultRow) -> Iterator[FactFinding]:
    """The contradictions where a clause gives the object `row` a date or number of another."""
    yield from _wrong_dates(claim, row)
    yield from _wrong_numbers(claim, row)


def _wrong_dates(claim: Claim, row: ResultRow) -> Iterator[FactFinding]:
    """Dates that contradict the only date of an object, or that another has in the same field."""
    own = row.dates
    for word in claim.words if own else ():
        stated = moment(word.text) if word.form == "date" else None
        if stated is None or _has_date(stated, row) or claim.results_mention(stated):
            continue
        is_new = not any(_has_date(stated, each) for each in claim.tables.rows)
        if is_new and len(own) == 1 and stated.days and stated.shares(own[0].moment):
            yield contradiction((word,), "date", own[0].result_value)
        elif (own_cell := _own_date_field(claim, row, stated)) is not None:
            yield contradiction((word,), "date", own_cell.result_value)


def _own_date_field(claim: Claim, row: ResultRow, stated: Moment) -> Cell | None:
    """The date field of an object that has the stated date in another object of the list."""
    other_terms = claim.terms - row.name_and_text_terms
    for day in stated.days:
        for cell in claim.tables.columns.by_value.get((row.table, day), ()):
            own_cell = row.by_path.get(cell.path)
            if _mentions_object(claim.tables.owners[cell], other_terms):
                continue
            if stated.agrees(cell.moment) and own_cell is not None and own_cell.form == "date":
                return own_cell
    return None


def _mentions_object(other: ResultRow, stated_terms: frozenset[str]) -> bool:
    """Whether terms contain a name or text of another object, other than its state."""
    texts = (cell.terms for cell in other.cells if cell.form == "text" and not cell.is_state)
    return not stated_terms.isdisjoint(other.name_terms.union(*texts))


def _wrong_numbers(claim: Claim, row: ResultRow) -> Iterator[FactFinding]:
    """Numbers from 100 on that another object has in a field where this one has another number."""
    if any_among(claim.words, vocabulary.COMPARING):
        return  # `412.50 against 289`
    own = {abs(cell.number) for each in row.related() for cell in each.cells}
    for amount in claim.amounts:
        if amount.value < _MIN_NUMBER or amount.bound or amount.value in own or amount.is_share:
            continue
        theirs = claim.tables.columns.by_value.get((row.table, amount.value), ())
        own_cell = row.by_path.get(theirs[0].path) if theirs else None
        if (
            own_cell is not None
            and own_cell.form == "number"
            and len({each.path for each in theirs}) == 1
        ):
            yield contradiction((amount,), "number", own_cell.result_value)


def _has_date(stated: Moment, row: ResultRow) -> bool:
    return any(
        stated.agrees(cell.moment)
        for each in row.related()
        for cell in each.cells
        if cell.form == "date"
    )
