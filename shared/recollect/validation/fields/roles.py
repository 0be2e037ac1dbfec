"""Who gave and who got: `from Amara to Glasverk`, where results have it the other way round."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.subjects import Claim
from recollect.validation.fields.tables import ResultTables

_GIVING: Final = frozenset(
    "sender seller from origin source vendor supplier payer caller debtor departure".split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
_GETTING: Final = frozenset(
    "recipient receiver to destination buyer customer payee callee creditor arrival".split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
_TO: Final = frozenset(["to", "towards", "an", "nach", "naar", "aan"])
_FROM: Final = frozenset(["from", "by", "von", "aus", "vom", "door"])
_PASSED: Final = frozenset(["the", "a", "mr", "ms", "mrs", "dr", "die", "den", "der", "het"])


def has_roles(tables: ResultTables) -> bool:
    """Whether an object tells who gave and who got something."""
    return any(_pair(row) is not None for row in tables.rows)


def role_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on who is said to have got what he gave, or given what he got."""
    if not claim.tells or claim.is_denied():
        return
    pairs = [pair for row in claim.objects if (pair := _pair(row)) is not None]
    if len(pairs) != 1:
        return
    giver, getter = pairs[0]
    for cell, other, wrong in ((giver, getter, _TO), (getter, giver, _FROM)):
        words = claim.has(cell)
        if words and not set(cell.terms) & set(other.terms) and _before(words, claim) in wrong:
            yield FoundFact(words[0].start, words[-1].end, "person", "contradicted", other.known)


def _pair(row: ResultRow) -> tuple[Cell, Cell] | None:
    """The one who gave and the one who got, of an object that has one of each."""
    giving = [cell for cell in row.cells if _has_role(cell, _GIVING)]
    getting = [cell for cell in row.cells if _has_role(cell, _GETTING)]
    return (giving[0], getting[0]) if giving and getting else None


def _has_role(cell: Cell, roles: frozenset[str]) -> bool:
    """Whether a text is in a field of that role, or is the name of an object that has it."""
    return cell.form == "text" and not roles.isdisjoint(cell.path) and cell.names_somebody


def _before(words: Sequence[Word], claim: Claim) -> str:
    """The word before others, articles and titles left out."""
    before = (word for word in reversed(claim.words) if word.end <= words[0].start)
    return next((word.text for word in before if word.text not in _PASSED), "")
