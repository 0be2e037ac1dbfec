"""Checks which of two objects has more, or was first: `db-1 has more restarts than db-2`.

Who is first of a list is not checked, as the user may have asked for some of them: `the oldest` of
what is open. Nor is what is higher, newer or older, which fields do not decide: the highest
priority is 1, and a newer version may be built earlier. Every word must be understood.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.state_claims import THINGS
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.words import Word, word_set
from recollect.validation.models import FactKind

_GREATER: Final = word_set("more larger bigger greater longer later after")
_LESS: Final = word_set("fewer smaller shorter less earlier before")
COMPARING: Final = _GREATER | _LESS
"""Words without which nothing is compared."""

_PIVOTS: Final = word_set("than before after")
"""Words right before the second object."""

_IDLE: Final = word_set("the a an of is are was were has have had than number count")
_PAIR: Final = 2
_ZONE: Final = re.compile(r"(?:z|[+-]\d\d:?\d\d)?$")


def comparison_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradiction of what a clause says of one object and another one."""
    ranks = frozenset(word.text for word in claim.words) & COMPARING
    if len(ranks) != 1 or claim.denials or not (claim.is_assertion and claim.is_sure):
        return
    if not _names_one_before_other(claim):
        return
    row, second = claim.named
    cell = _compared_field(row, claim)
    other = second.by_path.get(cell.path) if cell is not None else None
    if cell is None or other is None:
        return
    one, two = (cell, other) if ranks <= _GREATER else (other, cell)
    if _is_less(one, two):
        said = [word for word in claim.words if word.form != "mark"]
        kind: FactKind = "date" if cell.form == "date" else "number"
        yield contradiction((said[0], said[-1]), kind, other.result_value)


def _names_one_before_other(claim: Claim) -> bool:
    """Whether it begins with an object, and has another one behind `than`, `before` or `after`.

    `Before db-2, db-1 was started` and `db-1 and db-2 have more than one` do not.
    """
    words = [word for word in claim.words if word.form != "mark"]
    at = next((at for at, word in enumerate(words) if word.text in _PIVOTS), len(words))
    return (
        len(claim.named) == _PAIR
        and claim.named[0].table == claim.named[1].table
        and _is_name_of(words[:1], claim.named[0])
        and _is_name_of(words[at + 1 : at + 2], claim.named[1])
    )


def _is_name_of(words: Sequence[Word], row: ResultRow) -> bool:
    return bool(words) and row.name_terms.issuperset(terms(words[0].text))


def _compared_field(row: ResultRow, claim: Claim) -> Cell | None:
    """The one number or date by which objects are compared; None if a word is not understood."""
    meaningful = (word for word in claim.words if not _is_idle(word))
    said = frozenset(each for word in meaningful for each in terms(word.text))
    said -= claim.names | row.kind | THINGS
    found = [cell for cell in row.cells if said and _is_field_of(said, cell)]
    return found[0] if len(found) == 1 else None


def _is_field_of(said: frozenset[str], cell: Cell) -> bool:
    """Whether words are for a field; a share of something is not how much of it there is."""
    if cell.form == "number":
        return said == cell.name and cell.unit != PERCENTAGE
    return cell.form == "date" and said <= cell.name and not said.isdisjoint(cell.label)


def _is_idle(word: Word) -> bool:
    return word.form == "mark" or word.text in _IDLE | COMPARING or word.means_any(*KINDS)


def _is_less(one: Cell, other: Cell) -> bool:
    """Whether a number is less than another in its unit, or a date before another in its zone."""
    if one.form != other.form:
        return False
    if one.form == "number":
        return one.unit == other.unit and one.number < other.number
    return _zone(one) == _zone(other) and one.fold < other.fold


def _zone(cell: Cell) -> str:
    """The offset from UTC of a time, as it is written; "" if it has none."""
    found = _ZONE.search(cell.fold, len("2026-11-30"))
    return found[0] if found is not None else ""
