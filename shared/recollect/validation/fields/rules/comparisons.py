"""Checks which object of a list is first or before another one: `the newest case is SCS0012345`.

`db-1 has the most restarts` is wrong if any other object has more, whether the list is complete or
not; `db-1 has more restarts than db-2`, if it has fewer. Every word must be understood, as others
may restrict what is compared: `the largest of the open invoices`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.state_claims import THINGS
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words.terms import term_set, terms
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.words import Word, word_set
from recollect.validation.models import FactKind

_GREATEST: Final = word_set("most highest largest biggest greatest longest newest latest recent")
_LEAST: Final = word_set("fewest lowest smallest shortest least oldest earliest")
_GREATER: Final = word_set("more higher larger bigger greater longer newer later after")
_LESS: Final = word_set("fewer lower smaller shorter less older earlier before")
_OF_AGE: Final = word_set("newest latest recent oldest earliest newer older")
RANKING: Final = _GREATEST | _LEAST | _GREATER | _LESS
"""Words without which nothing is compared."""

_IDLE: Final = word_set("the a an with of is are was were has have had than number count it one")
_CREATION: Final = term_set(
    word_set("created opened started launched deployed sent ordered placed submitted reported")
)
"""Terms for what makes an object: by its day it is old or new."""


def ranking_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradiction of what a clause says to be first, or before something else."""
    ranks = frozenset(word.text for word in claim.words) & RANKING
    ranks = ranks - {"most"} if "recent" in ranks else ranks
    if len(ranks) != 1 or claim.denials or not (claim.is_assertion and claim.is_sure):
        return
    (rank,) = ranks
    is_pair = rank in _GREATER | _LESS
    named = claim.named or _with_figure(claim, rank)
    if len(named) != 1 + is_pair or len({row.table for row in named}) > 1:
        return
    row = named[0]
    cell = _ranked_field(row, claim, rank)
    if cell is None:
        return
    for each in named[1:] if is_pair else claim.tables.siblings[row.table]:
        other = each.by_path.get(cell.path)
        one, two = (cell, other) if rank in _GREATEST | _GREATER else (other, cell)
        if one is not None and two is not None and _is_less(one, two):
            said = [word for word in claim.words if word.form != "mark"]
            kind: FactKind = "date" if cell.form == "date" else "number"
            yield contradiction((said[0], said[-1]), kind, (other or cell).result_value)
            return


def _with_figure(claim: Claim, rank: str) -> Sequence[ResultRow]:
    """An object for the number that a clause calls the greatest: `the highest lag is 960`."""
    numbers = [each.number for each in claim.amounts]
    found = [
        row
        for rows in claim.tables.siblings.values()
        for row in rows
        if (cell := _ranked_field(row, claim, rank)) is not None and [cell.number] == numbers
    ]
    return found[:1] if len(numbers) == 1 else ()


def _ranked_field(row: ResultRow, claim: Claim, rank: str) -> Cell | None:
    """The one number or date by which objects are compared; None if a word is not understood."""
    meaningful = (word for word in claim.words if not _is_idle(word, claim))
    said = frozenset(each for word in meaningful for each in terms(word.text))
    said -= claim.names | row.kind | THINGS
    if not said and rank in _OF_AGE:
        found = [cell for cell in row.dates if not _CREATION.isdisjoint(cell.label)]
    else:
        of_form = [cell for cell in row.cells if cell.form in {"number", "date"}]
        found = [cell for cell in of_form if said and said <= cell.name and said & cell.label]
    return found[0] if len(found) == 1 else None


def _is_idle(word: Word, claim: Claim) -> bool:
    is_figure = not claim.named and word.form == "number"
    is_known = word.text in _IDLE | RANKING or word.means_any(*KINDS)
    return word.form == "mark" or is_figure or is_known


def _is_less(one: Cell, other: Cell) -> bool:
    """Whether a number is less than another, or a date before another in the same notation."""
    if one.form != other.form:
        return False
    return one.number < other.number if one.form == "number" else one.fold < other.fold
