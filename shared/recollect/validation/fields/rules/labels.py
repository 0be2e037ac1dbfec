"""Checks numbers and dates beside a field name: `44 available`, `the closing balance was …`."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, verdict_if
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.values import ClaimedValue, claimed_values
from recollect.validation.fields.objects.cells import MEASURES, Cell
from recollect.validation.fields.objects.named_fields import LikeFields
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.sums import is_sum_or_difference
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import term, term_set
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.moments import Moment
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import digits_of
from recollect.validation.grammar.words import word_set
from recollect.validation.models import FactKind

_USUAL: Final = term_set(vocabulary.USUAL)
_TOLERANCE: Final = 0.005
_CENTS: Final = 100
_MIN_KNOWN_NUMBER: Final = 100
_MAX_RATIO: Final = 3
_MAX_COMPARED: Final = 60

_OWED_TERMS: Final = word_set("outstanding remaining")
_DUE: Final = ("due",)
_LEFT_TERMS: Final = word_set("remaining due free available")
_GENERAL: Final = word_set("total")


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
        return value.agrees(cell.moment) or not value.shares(cell.moment)
    known = abs(cell.number)
    if value.concept == PERCENTAGE and abs(cell.number) <= 1 and value.agrees(known * 100):
        return True
    if cell.is_quantity:
        return abs(value.number - known) < _TOLERANCE
    is_rounded = value.value == int(value.value) and abs(value.value - known) < 1
    is_rounded = is_rounded and known != int(known)
    return value.agrees(known) or is_rounded or abs(value.value - known) < _TOLERANCE


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
    if _is_in_texts(claimed.word.text, cells[0], claim):
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


def possible_fields(claimed: ClaimedValue, claim: Claim) -> Sequence[Cell]:
    """The fields that a value may mean: of the claim's object, else of the only one that fits."""
    if claim.row is not None:
        return _fields_of_row(claimed, claim, claim.row)
    is_any = isinstance(claimed.value, Moment) or not claim.named  # similar rows will do
    by_term = claim.tables.columns.few_rows_by_term if is_any else claim.tables.columns.rows_by_term
    rows = {
        id(row): row
        for each in (*claimed.beside, claimed.next, *(_DUE if claimed.beside & _OWED_TERMS else ()))
        for row in by_term.get(each, ())
    }
    partly_named: list[Sequence[Cell]] = []
    fully_named: list[Sequence[Cell]] = []
    for found in (_fields_of_row(claimed, claim, row) for row in rows.values()):
        if found:
            (fully_named if found[0].name <= claimed.near else partly_named).append(found)
        if len(fully_named) > 1:
            return ()  # ambiguous
    best = fully_named or partly_named
    return best[0] if len(best) == 1 else ()


def _fields_of_row(claimed: ClaimedValue, claim: Claim, row: ResultRow) -> Sequence[Cell]:
    """The fields of an object that a value may be of."""
    if isinstance(claimed.value, Moment):
        return _labelled(claimed, row.like_dates)
    noun = term(claimed.value.noun) if claimed.value.noun else ""
    if noun in row.kind or (claimed.value.concept in KINDS and noun not in row.plain_names):
        return ()  # `two alerts` counts objects, and is no field of one
    if claim.named and _is_before_name(claimed, claim, row):
        quantity = [cell for cell in row.cells if cell.is_quantity]
        if len(quantity) == 1 and quantity[0].form == "number":
            return quantity
    concept = claimed.value.concept
    measure = claimed.next if claimed.next in MEASURES else ""
    same_kind = row.numbers.of(
        noun, measure, is_time=concept == TIME, is_share=concept == PERCENTAGE
    )
    if measure and len(same_kind.cells) == 1:
        return same_kind.cells
    labelled = _labelled(claimed, same_kind)
    if labelled or measure or not (claim.named and claim.is_about_one):
        return labelled
    measured = [cell for cell in same_kind.cells if cell.unit in {TIME, PERCENTAGE}]
    is_any_value = any(claimed.value.number == cell.figure for cell in same_kind.cells)
    return measured if len(measured) == 1 and not is_any_value else ()


def _labelled(claimed: ClaimedValue, same_kind: LikeFields) -> Sequence[Cell]:
    """The fields that the words beside a value name best: by half of their own terms at least."""
    beside, near = claimed.beside, claimed.near
    if isinstance(claimed.value, Amount) and not _OWED_TERMS.isdisjoint(beside):
        beside, near = beside | {"due"}, near | {"due"}
    candidates = same_kind.named_by(beside)
    if not candidates:
        return ()
    found = []
    named = {each for each in same_kind.containers if each and each <= near}
    for cell in candidates:
        if named and cell.container and cell.container not in named:
            continue  # `connections in use` does not mean `storage.used`
        own = same_kind.own(cell)
        if cell.name <= _GENERAL and (len(beside) > 1 or "sub" in near):
            continue  # neither `34 restarts in total` nor a sub-total is the total
        is_none = claimed.word.text in vocabulary.NOUGHT
        if "remaining" in near and cell.name.isdisjoint(_LEFT_TERMS):
            continue  # `158 connections are left` is not the number of all
        is_whole = cell.name <= near
        is_named = is_whole if is_none else len(own & near) * 2 >= len(own)
        is_beside = not (cell.name if claimed.next in MEASURES else cell.label).isdisjoint(beside)
        if (is_beside and is_named) or (is_whole and not cell.name.isdisjoint(beside)):
            found.append((len(cell.name & near), cell))
    best_count = max((count for count, _ in found), default=0)
    return [cell for count, cell in found if count == best_count]


def _is_before_name(claimed: ClaimedValue, claim: Claim, row: ResultRow) -> bool:
    """Whether a number stands right before a word of its object's name: `three managed servers`."""
    if isinstance(claimed.value, Amount) and claimed.value.concept in {TIME, PERCENTAGE}:
        return False
    behind = next((each for each in claim.mentions if each.word.start >= claimed.word.end), None)
    return behind is not None and any(behind.term in name for name in row.names)
