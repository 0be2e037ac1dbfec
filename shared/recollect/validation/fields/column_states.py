"""The state of an object of a list, told in a word that another object of the list has for its own.

"db-2 is active", where db-1 is and db-2 is retired: whatever a list calls its states, an object is
in one of them. Which states exclude each other of those that everybody knows is told elsewhere
(`recollect.validation.fields.states`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields.claims import Claim
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.states import is_claimed, states
from recollect.validation.fields.tables import ResultTables
from recollect.validation.grammar.words import Word

_NEAR: Final = 2


def has_column_states(tables: ResultTables) -> bool:
    """Whether there is a list of whose objects one is in another state than another one."""
    return any(map(_are_several, tables.states_of_lists.values()))


def column_state_cues(tables: ResultTables) -> frozenset[str]:
    """The words of these states."""
    lists = filter(_are_several, tables.states_of_lists.values())
    return frozenset(word for each in lists for fold in each for word in fold.split())


def column_state_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on the state of the one object that a clause is about."""
    row = claim.row
    if row is None or not (claim.is_plain and claim.is_about_one and claim.is_sure):
        return
    cell = _state(row)
    if cell is None or claim.context.clause.is_event:
        return
    own = frozenset(part for each in row.cells for part in each.terms)
    names = row.name_terms.union(*(each.terms for each in row.cells if each.is_code))
    for fold, other in claim.tables.states_of_lists[row.table, cell.parts].items():
        if own.issuperset(other.terms) or other.terms == cell.terms:
            continue
        if states().named_by(fold) and states().named_by(cell.fold):
            continue  # of which it is known which exclude each other
        for words in _said(fold, claim.words):
            if _is_told_to_be(words, claim) and is_claimed(words, claim, names):
                yield FactFinding(
                    words[0].start, words[-1].end, "status", "contradicted", cell.result_value
                )


def _are_several(known: Mapping[str, Cell]) -> bool:
    return len(known) > 1


def _state(row: ResultRow) -> Cell | None:
    """The one field of an object that tells its state."""
    found = [
        each for each in row.cells if each.is_state and each.form == "text" and not each.is_inner
    ]
    return found[0] if len(found) == 1 else None


def _said(fold: str, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """Where words say a state as it is written."""
    parts = fold.split()
    for at in range(len(words) - len(parts) + 1):
        run = words[at : at + len(parts)]
        if [word.text for word in run] == parts:
            yield run


def _is_told_to_be(words: Sequence[Word], claim: Claim) -> bool:
    """Whether it is said that something is so, and not only which: `the active db-2`."""
    at = claim.words.index(words[0])
    is_said = any(word.says("be") for word in claim.words[max(0, at - _NEAR) : at])
    is_of_other = claim.row is not None and claim.is_before_other(words, claim.row)
    return is_said and not is_of_other and not claim.is_denied(words[0].start)
