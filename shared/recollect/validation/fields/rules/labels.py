"""Checks numbers and dates beside a field name: `44 available`, `the closing balance was …`."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, verdict_if
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.values import ClaimedValue, claimed_values
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.sums import is_sum_or_difference
from recollect.validation.fields.rules.labelled_fields import possible_fields
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import term_set
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.moments import Moment
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import digits_of
from recollect.validation.models import FactKind

_USUAL: Final = term_set(vocabulary.USUAL)
_TOLERANCE: Final = 0.005
_CENTS: Final = 100
_ONE_DAY: Final = 1
_MIN_KNOWN_NUMBER: Final = 100
_MAX_RATIO: Final = 3
_MAX_COMPARED: Final = 60


def label_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on numbers and dates that stand beside the name of a field."""
    if not claim.is_assertion:
        return
    values = claimed_values(claim)
    for claimed in values:
        cells = possible_fields(claimed, claim)
        if not cells or claim.is_denied(claimed.word.start):
            continue
        others = _other_named_fields(claimed, claim, cells) if len(values) == 1 else ()
        agreeing = next(
            (cell for cell in chain(cells, others) if _agrees(claimed.value, cell)), None
        )
        if agreeing is not None:
            yield _finding(claimed, agreeing, is_right=True)
        elif claim.is_sure and _is_wrong(claimed, cells, claim):
            yield _finding(claimed, cells[0], is_right=False)


def _other_named_fields(
    claimed: ClaimedValue, claim: Claim, cells: Sequence[Cell]
) -> Iterator[Cell]:
    """Other fields of the same object that the clause names: `a total of 58 including VAT`."""
    claim_terms = claim.terms | claimed.near
    for cell in claim.tables.owners[cells[0]].cells:
        if cell.form == cells[0].form and cell.label and cell.label <= claim_terms:
            yield cell


def _finding(claimed: ClaimedValue, cell: Cell, *, is_right: bool) -> FactFinding:
    kind: FactKind = "date"
    end = claimed.word.end
    if isinstance(claimed.value, Amount) and claimed.value.concept == TIME:
        kind, end = "duration", claimed.value.end
    elif isinstance(claimed.value, Amount):
        kind = "number"
    return FactFinding(claimed.word.start, end, kind, verdict_if(is_right), cell.result_value)


def _agrees(value: Amount | Moment, cell: Cell) -> bool:
    if isinstance(value, Moment):
        return (
            value.agrees(cell.moment)
            or not value.shares(cell.moment)
            or _is_day_beside_due(value, cell)
        )
    known = abs(cell.number)
    if value.concept == PERCENTAGE and abs(cell.number) <= 1 and value.agrees(known * 100):
        return True
    if cell.is_quantity:
        return abs(value.number - known) < _TOLERANCE
    is_rounded = value.value == int(value.value) and abs(value.value - known) < 1
    is_rounded = is_rounded and known != int(known)
    return value.agrees(known) or is_rounded or abs(value.value - known) < _TOLERANCE


def _is_day_beside_due(value: Moment, cell: Cell) -> bool:
    """Whether a date is next to a due date: something is overdue since the day after."""
    return "due" in cell.name and any(
        one[0] == other[0] and abs(one[1] - other[1]) == _ONE_DAY
        for one in value.days
        for other in cell.moment.days
    )


def _is_wrong(claimed: ClaimedValue, cells: Sequence[Cell], claim: Claim) -> bool:
    """Whether a value that differs from its field is wrong: no part, sum or difference, and new."""
    value = claimed.value
    if isinstance(value, Moment):
        return _is_new_date(value, cells, claim)
    owner = claim.tables.owners[cells[0]]
    if any(_is_in_cents(value, each, claim) for each in owner.cells) or (
        value.bound in {"over", "under"} and len(cells) > 1
    ):
        return False
    is_in_words = claimed.word.form != "number"
    numbers = [abs(cell.number) for cell in owner.cells if cell.form == "number"][:_MAX_COMPARED]
    is_in_any_field = value.value >= _MIN_KNOWN_NUMBER and value.value in claim.tables.numbers
    is_swapped = value.value != 0 and (value.value in numbers or is_in_any_field)
    is_plain = cells[0].label <= claimed.near
    is_of_other_field = is_plain and value.value in numbers  # `six resolved, three triggered`
    if not is_of_other_field and (
        _is_of_another_size(value, cells[0], is_in_words=is_in_words)
        or _follows_from_sentence(value, claim)
    ):
        return False
    if not is_swapped and not is_plain and _follows_from(value.value, numbers):
        return False
    is_known = _is_in_texts(claimed.word.text, cells[0], claim) or _has_figures(owner, value)
    if is_known or _is_part_of_field(cells, value, claim):
        return False
    is_count = not cells[0].unit and cells[0].number == int(cells[0].number)
    is_exact = len(cells[0].name) > 1 and cells[0].name <= claimed.near
    is_less = 0 < value.value < abs(cells[0].number)
    is_part = is_count and is_less and not is_swapped and not is_exact
    return not is_part or _has_only_names(claim, cells)


def _is_in_cents(value: Amount, cell: Cell, claim: Claim) -> bool:
    """Whether a field may have the value in cents, as payment services count: 4500 for 45.00."""
    cents = value.number * _CENTS
    return claim.tables.have_currency and cents > 0 and abs(cents - abs(cell.figure)) < _TOLERANCE


def _is_of_another_size(value: Amount, cell: Cell, *, is_in_words: bool) -> bool:
    """Whether a value is so much more or less than a field that it means something else.

    Such as the 2 of `the two invoices`, which are of 4,200 each; but not 640 for 64, which has the
    same figures. A number in words never means a field with decimals, such as 5.95.
    """
    if is_in_words and cell.number != int(cell.number):
        return True
    least, most = sorted((abs(value.value), abs(cell.number)))
    if least == 0 or most <= _MAX_RATIO * least:
        return False
    return digits_of(value.number).strip("0") != digits_of(abs(cell.figure)).strip("0")


def _follows_from_sentence(value: Amount, claim: Claim) -> bool:
    """Whether it follows from other amounts in its sentence: 1,064.00 is 1,076.90 less 12.90."""
    others = [each.number for each in claim.context.sentence.amounts if each.start != value.start]
    return is_sum_or_difference(value.number, others[:_MAX_COMPARED])


def _is_part_of_field(cells: Sequence[Cell], value: Amount, claim: Claim) -> bool:
    """Whether the field's own, larger value stands behind it: `392 calls out of 410`."""
    behind = [each.number for each in claim.amounts if each.start > value.start]
    return any(value.number < abs(cell.figure) and abs(cell.figure) in behind for cell in cells)


def _follows_from(value: float, numbers: Sequence[float]) -> bool:
    products = (one * other for one, other in pairwise(numbers))
    return is_sum_or_difference(value, numbers) or any(
        abs(each - value) < _TOLERANCE for each in products
    )


def _is_new_date(value: Moment, cells: Sequence[Cell], claim: Claim) -> bool:
    """Whether a date is new: in no text, and in no other date field that the claim names.

    A text would be `back order until Dec 9`. False, too, if the sentence also has the field's date.
    """
    field = cells[0].moment
    if any(each.shares(field) and each.agrees(field) for each in claim.context.sentence.moments):
        return False  # `it ends on the 28th, and notice may be given until the 30th`
    return not claim.results_mention(value) and not any(
        value.agrees(each.moment) and value.shares(each.moment)
        for each in (claim.row.cells if claim.row is not None else claim.tables.cells)
        if each.form == "date" and not each.name.isdisjoint(claim.terms) and each not in cells
    )


def _is_in_texts(text: str, cell: Cell, claim: Claim) -> bool:
    """Whether a text of the results has both the number and a word of the field's name."""
    names = [name for name in cell.name if name.isalpha()]
    return any(
        text in fold and any(each in fold for each in names) for fold in claim.tables.folded_texts
    )


def _has_figures(row: ResultRow, value: Amount) -> bool:
    """Whether a text field of an object has the number, too: `expires in < 14 days`."""
    figures = f"{value.number:g}"
    texts = (cell.fold for cell in row.cells if cell.form == "text" and figures in cell.fold)
    return any(figures in re.findall(r"\d+(?:\.\d+)?", text) for text in texts)


def _has_only_names(claim: Claim, cells: Sequence[Cell]) -> bool:
    """Whether a clause has only names and texts of objects and fields, so that no part is meant."""
    row = claim.row
    known = claim.names | frozenset(each for cell in cells for each in cell.name)
    if row is not None:
        known |= row.vocabulary | frozenset(each for cell in row.cells for each in cell.name)
    return all(
        each.term in known or each.word.form != "word" or each.word.means or each.term in _USUAL
        for each in claim.mentions
    )
