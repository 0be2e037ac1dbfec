"""Numbers and dates beside what a field is called: `44 available`, `the closing balance was …`."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields import vocabulary
from recollect.validation.fields.claims import Claim
from recollect.validation.fields.rows import MEASURES, Cell, LikeFields, ResultRow
from recollect.validation.fields.sums import is_sum_or_difference
from recollect.validation.fields.terms import term, terms
from recollect.validation.fields.values import NOUGHT, ClaimedValue, claimed_values
from recollect.validation.grammar.moments import Moment
from recollect.validation.grammar.quantifiers import KINDS
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import digits_of
from recollect.validation.models import FactKind

_USUAL: Final = frozenset(terms(vocabulary.USUAL))
_OWED: Final = frozenset(["outstanding", "remaining"])
_DUE: Final = ("due",)
_LEFT: Final = frozenset(["remaining", "due", "free", "available"])
_GENERAL: Final = frozenset(["total"])
_QUANTITIES: Final = frozenset(["quantity", "qty", "count", "pieces", "units"])
_NEARLY: Final = 0.005
_DAY: Final = 1
_LARGE: Final = 100
_TIMES: Final = 3
_MOST_COMPARED: Final = 60


def label_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on numbers and dates that stand beside the name of a field."""
    if not claim.tells:
        return
    values = claimed_values(claim)
    for told in values:
        cells = _meant(told, claim)
        if not cells:
            continue
        besides = _named_besides(told, claim, cells) if len(values) == 1 else ()
        good = next((cell for cell in chain(cells, besides) if _agrees(told.value, cell)), None)
        if good is not None:
            yield _finding(told, good, is_right=True)
        elif claim.is_sure and _is_other(told, cells, claim):
            yield _finding(told, cells[0], is_right=False)


def _named_besides(told: ClaimedValue, claim: Claim, cells: Sequence[Cell]) -> Iterator[Cell]:
    """The other fields of the same object that the clause names: `a total of 58 including VAT`."""
    said = claim.terms | told.near
    for cell in claim.tables.owners[cells[0]].cells:
        if cell.form == cells[0].form and cell.label and cell.label <= said:
            yield cell


def _finding(told: ClaimedValue, cell: Cell, *, is_right: bool) -> FactFinding:
    kind: FactKind = "date"
    end = told.word.end
    if isinstance(told.value, Amount) and told.value.concept == TIME:
        kind, end = "duration", told.value.end
    elif isinstance(told.value, Amount):
        kind = "number"
    return FactFinding(
        told.word.start,
        end,
        kind,
        "supported" if is_right else "contradicted",
        cell.result_value,
    )


def _meant(told: ClaimedValue, claim: Claim) -> Sequence[Cell]:
    """The fields that a value may be of: of the object or what it is in, else of the only one."""
    if claim.row is not None:
        return _of_row(told, claim, claim.row)
    is_any = isinstance(told.value, Moment) or not claim.named  # whatever they are called and have
    by_term = claim.tables.few_rows_by_term if is_any else claim.tables.rows_by_term
    rows = {
        id(row): row
        for each in (*told.beside, told.next, *(_DUE if told.beside & _OWED else ()))
        for row in by_term.get(each, ())
    }
    found_in: list[Sequence[Cell]] = []
    whole: list[Sequence[Cell]] = []
    for found in (_of_row(told, claim, row) for row in rows.values()):
        if found:
            (whole if found[0].name <= told.near else found_in).append(found)
        if len(whole) > 1:
            return ()  # it may be of any of them
    best = whole or found_in
    return best[0] if len(best) == 1 else ()


def _of_row(told: ClaimedValue, claim: Claim, row: ResultRow) -> Sequence[Cell]:
    """The fields of an object that a value may be of."""
    if isinstance(told.value, Moment):
        return _labelled(told, row.like_dates)
    noun = term(told.value.noun) if told.value.noun else ""
    if noun in row.kind or (told.value.concept in KINDS and noun not in row.plain_names):
        return ()  # two alerts, and not what one of them has
    if claim.named and _counts_name(told, claim, row):
        quantity = [cell for cell in row.cells if not _QUANTITIES.isdisjoint(cell.parts)]
        if len(quantity) == 1 and quantity[0].form == "number":
            return quantity
    concept = told.value.concept
    measure = told.next if told.next in MEASURES else ""
    like = row.numbers.of(noun, measure, is_time=concept == TIME, is_share=concept == "%")
    if measure and len(like.cells) == 1:
        return like.cells
    labelled = _labelled(told, like)
    if labelled or measure or not (claim.named and claim.is_about_one):
        return labelled
    measured = [cell for cell in like.cells if cell.unit in {TIME, "%"}]
    is_told = any(told.value.number == cell.figure for cell in like.cells)
    return measured if len(measured) == 1 and not is_told else ()


def _labelled(told: ClaimedValue, like: LikeFields) -> Sequence[Cell]:
    """The fields whose names stand beside a value: half at least of what no other is called."""
    beside, near = told.beside, told.near
    if isinstance(told.value, Amount) and not _OWED.isdisjoint(beside):
        beside, near = beside | {"due"}, near | {"due"}
    near_by = like.named_by(beside)
    if not near_by:
        return ()
    found = []
    named = {each for each in like.containers if each and each <= near}
    for cell in near_by:
        if named and cell.container and cell.container not in named:
            continue  # `connections in use` is none of `storage.used`
        own = like.own(cell)
        if cell.name <= _GENERAL and (len(beside) > 1 or "sub" in near):
            continue  # 34 restarts in total are not all there is, nor is a sub-total
        is_none = told.word.text in NOUGHT
        if "remaining" in near and cell.name.isdisjoint(_LEFT):
            continue  # 158 connections are left of 300
        is_whole = cell.name <= near
        is_named = is_whole if is_none else len(own & near) * 2 >= len(own)
        is_beside = not (cell.name if told.next in MEASURES else cell.label).isdisjoint(beside)
        if (is_beside and is_named) or (is_whole and not cell.name.isdisjoint(beside)):
            found.append((len(cell.name & near), cell))
    most = max((count for count, _ in found), default=0)
    return [cell for count, cell in found if count == most]


def _counts_name(told: ClaimedValue, claim: Claim, row: ResultRow) -> bool:
    """Whether a number stands right before what its object is called: `three managed servers`."""
    if isinstance(told.value, Amount) and told.value.concept in {TIME, "%"}:
        return False
    behind = next((each for each in claim.mentions if each.word.start >= told.word.end), None)
    return behind is not None and any(behind.term in name for name in row.names)


def _agrees(value: Amount | Moment, cell: Cell) -> bool:
    if isinstance(value, Moment):
        return value.agrees(cell.moment) or not value.shares(cell.moment) or _is_next(value, cell)
    known = abs(cell.number)
    if value.concept == "%" and abs(cell.number) <= 1 and value.agrees(known * 100):
        return True
    if not _QUANTITIES.isdisjoint(cell.parts):
        return abs(value.number - known) < _NEARLY
    is_rounded = value.value == int(value.value) and abs(value.value - known) < 1
    is_rounded = is_rounded and known != int(known)
    return value.agrees(known) or is_rounded or abs(value.value - known) < _NEARLY


def _is_next(value: Moment, cell: Cell) -> bool:
    """Whether a date is the day before or after: overdue since the day after it was due."""
    return "due" in cell.name and any(
        one[0] == other[0] and abs(one[1] - other[1]) == _DAY
        for one in value.days
        for other in cell.moment.days
    )


def _is_other(told: ClaimedValue, cells: Sequence[Cell], claim: Claim) -> bool:
    """Whether a value that is not its field's is no part, sum or difference, and not told."""
    value = told.value
    if isinstance(value, Moment):
        return _is_untold_date(value, cells, claim)
    is_in_words = told.word.form != "number"
    if _is_of_another_size(value, cells[0], is_in_words=is_in_words) or (
        value.bound in {"over", "under"} and len(cells) > 1
    ):
        return False
    owner = claim.tables.owners[cells[0]]
    numbers = [abs(cell.number) for cell in owner.cells if cell.form == "number"][:_MOST_COMPARED]
    is_swapped = value.value != 0 and (value.value in numbers or _is_elsewhere(value, claim))
    is_plain = cells[0].label <= told.near
    if not is_swapped and not is_plain and _is_worked_out(value.value, numbers):
        return False
    if _follows_from_sentence(value, claim) or _is_part_of(cells, value, claim):
        return False
    if _in_texts(told.word.text, cells[0], claim) or _has_figures(owner, value):
        return False
    is_count = not cells[0].unit and cells[0].number == int(cells[0].number)
    is_exact = len(cells[0].name) > 1 and cells[0].name <= told.near
    is_less = 0 < value.value < abs(cells[0].number)
    is_part = is_count and is_less and not is_swapped and not is_exact
    return not is_part or _says_nothing_else(claim, cells)


def _is_of_another_size(value: Amount, cell: Cell, *, is_in_words: bool) -> bool:
    """Whether it is so much more or less that something else is meant, and no figure is the same.

    Of the two invoices, which are of 4,200 each; not 640 for 64. In words nobody says 5.95.
    """
    if is_in_words and cell.number != int(cell.number):
        return True
    least, most = sorted((abs(value.value), abs(cell.number)))
    if least == 0 or most <= _TIMES * least:
        return False
    return digits_of(value.number).strip("0") != digits_of(abs(cell.figure)).strip("0")


def _follows_from_sentence(value: Amount, claim: Claim) -> bool:
    """Whether others of its sentence add up to it: 1,064.00 of 1,076.90 less 12.90."""
    said = [each.number for each in claim.context.sentence.amounts if each.start != value.start]
    return is_sum_or_difference(value.number, said[:_MOST_COMPARED])


def _is_part_of(cells: Sequence[Cell], value: Amount, claim: Claim) -> bool:
    """Whether a clause tells a field's own value behind a lesser one: 392 calls out of 410."""
    behind = [each.number for each in claim.amounts if each.start > value.start]
    return any(value.number < abs(cell.figure) and abs(cell.figure) in behind for cell in cells)


def _is_elsewhere(value: Amount, claim: Claim) -> bool:
    """Whether a number of three figures and more is another field's."""
    return value.value >= _LARGE and value.value in claim.tables.numbers


def _is_worked_out(value: float, numbers: Sequence[float]) -> bool:
    products = (one * other for one, other in pairwise(numbers))
    return is_sum_or_difference(value, numbers) or any(
        abs(each - value) < _NEARLY for each in products
    )


def _is_untold_date(value: Moment, cells: Sequence[Cell], claim: Claim) -> bool:
    """Whether no field and no text of the results has a date: `back order until Dec 9`.

    Nor does its sentence tell the date that the field has, beside this one.
    """
    field = cells[0].moment
    if any(each.shares(field) and each.agrees(field) for each in claim.context.sentence.moments):
        return False  # it ends on the 28th, and notice may be given until the 30th
    return not claim.tells_of(value) and not any(
        value.agrees(each.moment) and value.shares(each.moment)
        for each in (claim.row.cells if claim.row is not None else claim.tables.cells)
        if each.form == "date" and not each.name.isdisjoint(claim.terms) and each not in cells
    )


def _in_texts(text: str, cell: Cell, claim: Claim) -> bool:
    """Whether a text of the results has the number beside a word of the field's name."""
    names = [name for name in cell.name if name.isalpha()]
    return any(text in told and any(each in told for each in names) for told in claim.tables.told)


def _has_figures(row: ResultRow, value: Amount) -> bool:
    """Whether a text of an object has a number, too: `expires in < 14 days`."""
    figures = f"{value.number:g}"
    texts = (cell.fold for cell in row.cells if cell.form == "text" and figures in cell.fold)
    return any(figures in re.findall(r"\d+(?:\.\d+)?", text) for text in texts)


def _says_nothing_else(claim: Claim, cells: Sequence[Cell]) -> bool:
    """Whether a clause has no more than names of objects and of fields: no part is meant then."""
    row = claim.row
    known = claim.names | frozenset(each for cell in cells for each in cell.name)
    if row is not None:
        known |= row.vocabulary | frozenset(each for cell in row.cells for each in cell.name)
    return all(
        each.term in known or each.word.form != "word" or each.word.means or each.term in _USUAL
        for each in claim.mentions
    )
