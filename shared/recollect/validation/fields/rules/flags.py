"""Checks claims about flags, the fields that are true or false: `fully refundable`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.fields.claims.claims import Claim, is_denial, is_joined
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import term_set, terms, words_for
from recollect.validation.grammar.words import Word
from recollect.validation.known.record_models import ResultValue

_MIN_NAME_LENGTH: Final = 3
_IS_SO: Final = term_set(vocabulary.IS_SO)
_HABITS: Final = term_set(vocabulary.HABITS)
_SERVICE_LEVELS: Final = term_set(["breach", "breached", "sla"])
_OFF: Final = term_set(vocabulary.OFF)


def flag_cues(tables: ResultTables) -> Iterator[str]:
    """Cue words: each sentence that states a flag has at least one of them."""
    for cell in tables.cells:
        if cell.form == "flag":
            for part in cell.parts:
                yield from words_for(part)
            yield from cell.opposites


def flag_findings(claim: Claim) -> Iterator[FactFinding]:
    """The finding on the one flag that a clause states or denies."""
    answers = _answers(claim)
    stated = [
        (words, cell)
        for row in claim.objects
        for cell in row.cells
        if cell.form == "flag"
        and not _is_of_other_rules(cell, row)
        and not _is_of_part(cell, row, claim)
        if (words := answers.get(cell.label) or flag_words(cell, claim))
    ]
    if len(stated) != 1 or not _is_stated(claim, stated[0][1]):
        return
    words, cell = stated[0]
    if cell.label in answers:
        is_said = vocabulary.ANSWERS[words[-1].text]
    elif words[0].text in cell.opposites:
        is_said = _is_denied(words, claim)  # `it is not inactive`
    else:
        is_said = not (_is_denied(words, claim) or not _OFF.isdisjoint(claim.terms))
    value, source = cell.result_value
    known = ResultValue(f"{' '.join(cell.parts)}: {value.lower()}", source)
    yield finding(words, "status", verdict_if(cell.value is is_said), known)


def _answers(claim: Claim) -> Mapping[frozenset[str], Sequence[Word]]:
    """The labels that a clause answers with yes or no, as terms, each with its words and answer.

    Such as `Draft: yes`, but not `Paused: no deployment`.
    """
    words = claim.words
    found: dict[frozenset[str], Sequence[Word]] = {}
    if vocabulary.ANSWERS.keys().isdisjoint(claim.context.clause.texts):
        return found
    for at in range(2, len(words)):
        is_answer = words[at].text in vocabulary.ANSWERS and words[at - 1].text == ":"
        if is_answer and all(each.form == "mark" for each in words[at + 1 : at + 2]):
            marks = (place for place in range(at - 2, -1, -1) if words[place].form == "mark")
            label = words[next(marks, -1) + 1 : at - 1]
            found[term_set(each.text for each in label)] = (*label, words[at])
    return found


def _is_denied(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a denial stands before any `and` behind the words: not `is public and has no …`."""
    joints = (word.start for word in claim.words if is_joined(word))
    end = next((start for start in joints if start >= words[-1].end), None)
    return any(end is None or word.start < end for word in claim.denials)


def _is_of_other_rules(cell: Cell, row: ResultRow) -> bool:
    """Whether other rules know more about a flag: service levels, and `active` beside a status."""
    return cell.label <= _SERVICE_LEVELS or (
        _only_says_so(cell) and any(each.is_state for each in row.cells)
    )


def _is_of_part(cell: Cell, row: ResultRow, claim: Claim) -> bool:
    """Whether a clause may say how much is so: `45.00 refunded`, where `amount_refunded` says it.

    An amount that a text of the object has is none: `order 77120 was refunded`.
    """
    amounts = (claim.words[each.place].text for each in claim.amounts)
    return not row.vocabulary.issuperset(amounts) and any(
        each.form == "number" and each.figure and cell.label <= each.label for each in row.cells
    )


def _only_says_so(cell: Cell) -> bool:
    """Whether the name of a flag only says that something is so: `enabled`."""
    return _IS_SO.issuperset(terms(" ".join(cell.parts)))


def _is_stated(claim: Claim, cell: Cell) -> bool:
    """Whether a clause states a flag; `will renew` is enough for `auto_renew`."""
    is_habit = not cell.name.isdisjoint(_HABITS)
    return claim.is_plain or (is_habit and claim.is_assertion)


def flag_words(cell: Cell, claim: Claim) -> Sequence[Word]:
    """The words with which a clause states or denies a flag; they have all terms of its name."""
    if not cell.opposites.isdisjoint(claim.context.clause.texts):
        opposite = [word for word in claim.words if word.text in cell.opposites]
        return opposite if opposite and _is_predicate(opposite[0], claim) else ()
    name = cell.name if _only_says_so(cell) else cell.name - _IS_SO
    inside = name & cell.label or name
    name = inside if len(inside) > 1 else name  # `auto_renew` of a contract
    if (
        not inside <= claim.terms
        or not name <= claim.sentence_terms
        or max(map(len, name), default=0) < _MIN_NAME_LENGTH
    ):
        return ()
    words = [each.word for each in claim.mentions if each.term in name]
    if len(cell.name) == 1:
        return words if _is_predicate(words[0], claim) else ()
    is_stated = name | cell.container == cell.name or not (_IS_SO | _OFF).isdisjoint(claim.terms)
    return words if is_stated else ()


def _is_predicate(word: Word, claim: Claim) -> bool:
    """Whether a word follows an `is` or a denial: `is fully refundable`."""
    before = (each for each in reversed(claim.words) if each.end <= word.start)
    relevant = (
        each for each in before if not (each.text.endswith("ly") or each.means_any("determiner"))
    )
    previous = next(relevant, None)
    return previous is not None and (previous.means_any("be", "been") or is_denial(previous))
