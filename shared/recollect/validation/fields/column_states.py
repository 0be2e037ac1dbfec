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
from recollect.validation.fields.terms import terms
from recollect.validation.grammar.moments import moments_in
from recollect.validation.grammar.words import Word

_LEADING: Final = frozenset("the der die das el la le il lo o a de het :".split())
_ENDS: Final = frozenset(".;!\n")
_SINCE: Final = frozenset("since seit desde depuis sinds dal".split())
_WITHIN: Final = frozenset("in im en dans em".split())
_NEAR: Final = 3


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
            if (
                is_told_to_be(words, claim)
                and is_claimed(words, claim, names)
                and not _is_of_same(words, fold, claim, row)
            ):
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


def is_told_to_be(words: Sequence[Word], claim: Claim) -> bool:
    """Whether an object is said to be in a state: `db-2 is still active`, `is the active node`.

    Not `the active db-2`, `the room beside db-2 is open`, `db-2 is open for discussion`, `I think
    db-2 is active`, nor `db-2 is active on Monday`.
    """
    before = claim.words[: claim.words.index(words[0])]
    is_of_noun = bool(before) and before[-1].text in _LEADING
    if before and (before[-1].says("adverb") or is_of_noun):
        before = before[:-1]
    if not before or not before[-1].says("be"):
        return False
    subject = before[:-1]
    is_named = all(_may_lead(word, claim) for word in subject)
    is_plain = _names_noun(words, claim) if is_of_noun else _is_within(words, claim)
    return (
        (is_named or (is_plain and len(subject) == 1))
        and (is_plain or (not is_of_noun and _is_end(words, claim)))
        and _follows_claim(claim)
        and not claim.is_denied(words[0].start)
    )


def _may_lead(word: Word, claim: Claim) -> bool:
    """Whether a word is of the name of an object, or an article, a colon or `and` beside that."""
    return (
        word.text in _LEADING
        or word.says("it", "and")
        or (claim.row is not None and _names(word, claim.row))
    )


def _follows_claim(claim: Claim) -> bool:
    """Whether nothing stands before what is claimed in its sentence but another claim."""
    return not claim.lead or (
        (claim.lead[-1].form == "mark" or claim.lead[-1].says("and"))
        and any(word.says("be", "been") for word in claim.lead)
    )


def _is_end(words: Sequence[Word], claim: Claim) -> bool:
    """Whether nothing is told of a state but since when it is."""
    behind = claim.behind(words, _NEAR)
    if not behind or behind[0].text in _SINCE:
        return True
    is_end = behind[0].text in _ENDS or behind[0].says("and")
    return is_end and next(moments_in(claim.context.sentence_text), None) is None


def _is_within(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a state is told with what else its object has: `is enrolled in Statistics`."""
    behind = claim.behind(words, _NEAR)
    own = claim.row.vocabulary if claim.row is not None else frozenset()
    return (
        bool(behind)
        and behind[0].text in _WITHIN
        and any(not own.isdisjoint(terms(word.text)) for word in behind[1:])
    )


def _names_noun(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a state is that of what an object is: `the active node`, not `the active one's`."""
    behind = claim.behind(words, _NEAR)
    return bool(behind) and not any(
        word.text.endswith("s") and len(word.text.strip("'’")) == 1 for word in behind
    )


def _names(word: Word, row: ResultRow) -> bool:
    """Whether a word is of what an object is called."""
    said = terms(word.text)
    return bool(said) and (row.name_terms | row.kind).issuperset(said)


def _is_of_same(words: Sequence[Word], fold: str, claim: Claim, row: ResultRow) -> bool:
    """Whether another row that has the state may be of the same object: a log of what it was."""
    lead = claim.words[: claim.words.index(words[0])]
    told = frozenset(each for word in lead for each in terms(word.text))
    said = {
        (each.parts, each.fold) for each in row.cells if each.terms and told.issuperset(each.terms)
    }
    return any(
        any(each.is_state and each.fold == fold for each in other.cells)
        and any((each.parts, each.fold) in said for each in other.cells)
        for other in claim.tables.siblings[row.table]
        if other is not row
    )
