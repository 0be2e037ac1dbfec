"""Finds objects that are given the state of another object of their list.

"db-2 is active" is wrong where db-1 is active and db-2 is retired: whatever words a list uses for
its states, an object is in one of them only. Which of the commonly known states exclude each other
is defined in `recollect.validation.fields.choices`, and checked in `states`.
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
_WORDS_BEHIND: Final = 3


def has_column_states(tables: ResultTables) -> bool:
    """Whether there is a list whose objects are in different states."""
    return any(map(_has_several, tables.states_of_lists.values()))


def column_state_cues(tables: ResultTables) -> frozenset[str]:
    """The words of the states of such lists."""
    lists = filter(_has_several, tables.states_of_lists.values())
    return frozenset(word for each in lists for fold in each for word in fold.split())


def column_state_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradictions of the state of the one object that a clause is about."""
    row = claim.row
    if row is None or not (claim.is_plain and claim.is_about_one and claim.is_sure):
        return
    cell = _state_cell(row)
    if cell is None or claim.context.clause.is_event:
        return
    own = frozenset(part for each in row.cells for part in each.terms)
    names = row.name_terms.union(*(each.terms for each in row.cells if each.is_code))
    for fold, other in claim.tables.states_of_lists[row.table, cell.parts].items():
        if own.issuperset(other.terms) or other.terms == cell.terms:
            continue
        if states().meanings_of(fold) and states().meanings_of(cell.fold):
            continue  # both are known states, which `states` compares
        for words in _runs_of(fold, claim.words):
            if (
                is_stated_of_object(words, claim)
                and is_claimed(words, claim, names)
                and not _is_of_same(words, fold, claim, row)
            ):
                yield FactFinding(
                    words[0].start, words[-1].end, "status", "contradicted", cell.result_value
                )


def _has_several(known: Mapping[str, Cell]) -> bool:
    return len(known) > 1


def _state_cell(row: ResultRow) -> Cell | None:
    """The one field of an object that holds its state; None if there are several or none."""
    found = [
        each for each in row.cells if each.is_state and each.form == "text" and not each.is_inner
    ]
    return found[0] if len(found) == 1 else None


def _runs_of(fold: str, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The runs of words that are a state exactly as it is written."""
    parts = fold.split()
    for at in range(len(words) - len(parts) + 1):
        run = words[at : at + len(parts)]
        if [word.text for word in run] == parts:
            yield run


def is_stated_of_object(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a clause puts its object in a state: `db-2 is still active`, `is the active node`.

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
    is_named = all(_may_be_in_subject(word, claim) for word in subject)
    is_plain = _noun_follows(words, claim) if is_of_noun else _is_within(words, claim)
    return (
        (is_named or (is_plain and len(subject) == 1))
        and (is_plain or (not is_of_noun and _is_end(words, claim)))
        and _follows_statement(claim)
        and not claim.is_denied(words[0].start)
    )


def _may_be_in_subject(word: Word, claim: Claim) -> bool:
    """Whether a word may be in the subject: in the object's name, an article, `:`, `it`, `and`."""
    return (
        word.text in _LEADING
        or word.says("it", "and")
        or (claim.row is not None and _is_in_name(word, claim.row))
    )


def _follows_statement(claim: Claim) -> bool:
    """Whether only another statement, with an `is`, stands before the claim in its sentence."""
    return not claim.lead or (
        (claim.lead[-1].form == "mark" or claim.lead[-1].says("and"))
        and any(word.says("be", "been") for word in claim.lead)
    )


def _is_end(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a state ends its statement, or only the time since when it holds follows."""
    behind = claim.behind(words, _WORDS_BEHIND)
    if not behind or behind[0].text in _SINCE:
        return True
    is_end = behind[0].text in _ENDS or behind[0].says("and")
    return is_end and next(moments_in(claim.context.sentence_text), None) is None


def _is_within(words: Sequence[Word], claim: Claim) -> bool:
    """Whether an `in` with another value of the object follows: `is enrolled in Statistics`."""
    behind = claim.behind(words, _WORDS_BEHIND)
    own = claim.row.vocabulary if claim.row is not None else frozenset()
    return (
        bool(behind)
        and behind[0].text in _WITHIN
        and any(not own.isdisjoint(terms(word.text)) for word in behind[1:])
    )


def _noun_follows(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a noun follows, without a genitive: `the active node`, not `the active one's`."""
    behind = claim.behind(words, _WORDS_BEHIND)
    return bool(behind) and not any(
        word.text.endswith("s") and len(word.text.strip("'’")) == 1 for word in behind
    )


def _is_in_name(word: Word, row: ResultRow) -> bool:
    """Whether a word is part of the name of an object, or of its kind."""
    word_terms = terms(word.text)
    return bool(word_terms) and (row.name_terms | row.kind).issuperset(word_terms)


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
