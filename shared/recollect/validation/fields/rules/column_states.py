"""Finds objects that are given the state of another object of their list.

"db-2 is active" is wrong where db-1 is active and db-2 is retired: whatever words a list uses for
its states, an object is in one of them only. Which of the commonly known states exclude each other
is defined in `recollect.validation.fields.words.state_words`, and checked in `states`.
"""

from collections.abc import Iterator, Mapping, Sequence

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.state_claims import (
    ends_sentence,
    is_claimed,
    is_role,
    is_stated_of_object,
    stands_behind_name,
)
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.rules.states import states, states_exclude
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.words import Word


def has_column_states(tables: ResultTables) -> bool:
    """Whether there is a list whose objects are in different states."""
    return any(map(_has_several, tables.states_of_lists.values()))


def column_state_cues(tables: ResultTables) -> frozenset[str]:
    """The words of the states of such lists."""
    lists = filter(_has_several, tables.states_of_lists.values())
    return frozenset(word for each in lists for fold in each for word in fold.split())


def column_state_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradictions of the state of the objects that a clause is about."""
    if not (claim.is_plain and claim.is_sure) or claim.context.clause.is_event:
        return
    for row in claim.joined_rows or _one(claim):
        yield from _findings_of(row, claim)


def _one(claim: Claim) -> Sequence[ResultRow]:
    """The one object of a claim, also where the clause is only a word behind its name."""
    is_one = claim.is_about_one or (claim.goes_on and not claim.named)
    return (claim.row,) if is_one and claim.row is not None else ()


def _findings_of(row: ResultRow, claim: Claim) -> Iterator[FactFinding]:
    cell = _state_cell(row)
    if cell is None:
        return
    own = frozenset(part for each in row.cells for part in each.terms)
    names = row.name_terms.union(*(each.terms for each in row.cells if each.is_code))
    has = states().meanings_of(cell.fold)
    for fold, other in claim.tables.states_of_lists[row.table, cell.parts].items():
        if own.issuperset(other.terms) or other.terms == cell.terms:
            continue
        stated = states().meanings_of(fold)
        is_known = bool(stated and has)  # `states` compares the state of one object, if known
        if is_known and not all(states_exclude(each, one) for each in has for one in stated):
            continue
        for words in _runs_of(fold, claim.words):
            if (
                (claim.joined_rows and ends_sentence(words, claim))
                or stands_behind_name(words, claim)
                or is_role(words, claim, row)
                or (
                    not is_known
                    and claim.is_about_one
                    and is_stated_of_object(words, claim)
                    and is_claimed(words, claim, names)
                )
            ) and not _is_of_same(words, fold, claim, row):
                yield contradiction(words, "status", cell.result_value)


def _has_several(known: Mapping[str, Cell]) -> bool:
    return len(known) > 1


def _state_cell(row: ResultRow) -> Cell | None:
    """The one field of an object that holds its state; None if there are several or none."""
    found = [each for each in row.cells if each.is_own_state]
    return found[0] if len(found) == 1 else None


def _runs_of(fold: str, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The runs of words that are a state exactly as it is written."""
    parts = fold.split()
    for at in range(len(words) - len(parts) + 1):
        run = words[at : at + len(parts)]
        if [word.text for word in run] == parts:
            yield run


def _is_of_same(words: Sequence[Word], fold: str, claim: Claim, row: ResultRow) -> bool:
    """Whether another row with the state may be the same object, as in a log of its states."""
    lead = claim.words[: claim.words.index(words[0])]
    lead_terms = frozenset(each for word in lead for each in terms(word.text))
    stated_values = {
        (each.parts, each.fold)
        for each in row.cells
        if each.terms and lead_terms.issuperset(each.terms)
    }
    return any(
        any(each.is_state and each.fold == fold for each in other.cells)
        and any((each.parts, each.fold) in stated_values for each in other.cells)
        for other in claim.tables.siblings[row.table]
        if other is not row
    )
