"""Dates that were only expected, told as past; and dates that are expected no more."""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.moments import Moment
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.fields.rows import Cell
from recollect.validation.fields.subjects import Claim
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import term
from recollect.validation.fields.values import ToldValue, told_values

_EXPECTED: Final = term("expected")
_ARRIVED: Final = frozenset(map(term, ["delivered", "arrived", "received", "shipped"]))


def has_expectations(tables: ResultTables) -> bool:
    """Whether there are fields whose names say that something is expected."""
    return any(_EXPECTED in cell.name for cell in tables.cells)


def expectation_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on dates of fields whose names say that something is expected."""
    if not claim.tells:
        return
    for told in told_values(claim):
        if isinstance(told.value, Moment):
            cell = _otherwise(told, told.value, claim)
            if cell is not None:
                word = told.word
                yield FoundFact(word.start, word.end, "date", "contradicted", cell.known)


def _otherwise(told: ToldValue, said: Moment, claim: Claim) -> Cell | None:
    """The field that has it otherwise.

    `delivered on 4 August` for `expectedOn`; `expected on 8 May` where `expected` is empty and the
    date is that of `original_expected`.
    """
    cells = [cell for row in claim.objects for cell in row.cells if _EXPECTED in cell.name]
    same = [
        cell
        for cell in cells
        if cell.form == "date" and said.shares(cell.moment) and said.agrees(cell.moment)
    ]
    if not same:
        return None
    if _EXPECTED not in claim.terms:
        was = any(word.says("was", "been") for word in claim.words)
        return same[0] if was and not _ARRIVED.isdisjoint(claim.terms) else None
    empty = [cell for cell in cells if cell.form == "nothing" and cell.name <= told.near]
    is_that = any(cell.name <= told.near for cell in same)
    return empty[0] if empty and not is_that else None
