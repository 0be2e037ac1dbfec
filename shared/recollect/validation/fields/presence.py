"""Numbers that fields have, whatever they are said of, and those that follow from two of them."""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.quantities import TIME, Amount
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.fields.rows import Cell
from recollect.validation.fields.subjects import Claim
from recollect.validation.fields.sums import DIGITS
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import term
from recollect.validation.models import FactKind

_LARGE: Final = 100


def presence_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on numbers that results have, which are not wrong whatever else they are.

    A large number, or one with a decimal, may be the sum, the difference or the product of two
    fields of an object, or the sum of a field over a list; a count may be how long a list is.
    """
    for amount in claim.amounts:
        number = round(amount.number, DIGITS)
        cell = claim.tables.present.get(number) or _length(amount, claim.tables)
        if cell is None and amount.concept != TIME and _is_telling(amount):
            cell = claim.tables.worked_out.get(number)
        if cell is not None:
            kind: FactKind = "duration" if amount.concept == TIME else "number"
            yield FoundFact(amount.start, amount.end, kind, "supported", cell.known)


def _is_telling(amount: Amount) -> bool:
    return amount.number >= _LARGE or amount.number != int(amount.number)


def _length(amount: Amount, tables: ResultTables) -> Cell | None:
    """The first field of a list of so many objects that are called as what is counted."""
    noun = term(amount.noun)
    for rows in tables.siblings.values():
        if len(rows) == amount.value and noun in rows[0].kind and rows[0].cells:
            return rows[0].cells[0]
    return None
