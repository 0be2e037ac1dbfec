"""The fields that a number or a date beside words may mean: `available` in `44 available`."""

from collections.abc import Sequence
from typing import Final

from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.values import ClaimedValue
from recollect.validation.fields.objects.cells import MEASURES, Cell
from recollect.validation.fields.objects.named_fields import LikeFields
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import term
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.moments import Moment
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.words import word_set

_OWED_TERMS: Final = word_set("outstanding remaining")
_DUE: Final = ("due",)
_LEFT_TERMS: Final = word_set("remaining due free available")
_GENERAL: Final = word_set("total")


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
