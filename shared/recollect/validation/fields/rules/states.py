"""Checks states of orders, payments, bookings and runs that exclude each other."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.state_claims import THINGS, is_claimed
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.words import state_words
from recollect.validation.fields.words.state_words import Phrases, phrases_of
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.words import Word, any_means, word_set

_PARTLY: Final = frozenset(["partially paid", "partially refunded"])
_ARTICLES: Final = word_set("a an the ein eine der die das un une le la el il een de het")
_OF_NOW: Final = word_set(": still currently now status state")
"""What stands right before a state that is told of now, where there is no verb."""

_ACTION_ENDINGS: Final = word_set("by at on date")
_OF_PART: Final = re.compile(
    r"\b(?:part|half|third|quarter|instal|first|deposit|account|teil|halft|rate\b|anzahl|abschlag"
    r"|mitad|cuota|anticipo|moitie|acompte|tranche|meta\b|acconto|metade|parcela|sinal|helft|deel"
    r"|termijn|aanbetal)"
)
"""Words for a part of a sum."""


def has_states(tables: ResultTables) -> bool:
    """Whether any field holds a known state."""
    return any(cell.is_state and states().meanings_of(cell.fold) for cell in tables.cells)


def state_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on the state of the object that a clause is about."""
    if not claim.is_plain or claim.context.clause.is_event:
        return
    phrases = list(states().found_in(claim.words))
    known = _state_of(claim) if phrases else None
    if known is None:
        return
    cell, row = known
    has = states().meanings_of(cell.fold)
    names = row.name_terms.union(*(cell.terms for cell in row.cells if cell.is_code))
    for words, stated in phrases:
        if names.issuperset(word.text for word in words):
            continue
        if not is_claimed(words, claim, names) or _has_elsewhere(words, row, cell):
            continue
        if claim.names_field(words, row) or claim.is_before_other(words, row):
            continue
        denied = claim.is_denied(words[0].start)
        same = not stated.isdisjoint(has)
        other = not same and all(states_exclude(each, one) for each in has for one in stated)
        other = other and not (has & _PARTLY and _is_of_part(claim))
        other = other and not _is_of_noun(words, claim, row)
        other = other and not (_is_of_past(words, claim) and _may_precede(stated, has))
        if denied:
            same, other = False, same and len(has) == 1
        if same or (other and claim.is_anchored):
            yield finding(words, "status", verdict_if(same), cell.result_value, denied)


def _is_of_noun(words: Sequence[Word], claim: Claim, row: ResultRow) -> bool:
    """Whether a state describes another role of the object: `is an active supporter`."""
    at = claim.words.index(words[0])
    behind = claim.words[at + len(words) :][:1]
    is_with_article = at > 0 and claim.words[at - 1].text in _ARTICLES
    known = THINGS | row.kind | row.vocabulary
    return is_with_article and any(
        word.is_unknown and known.isdisjoint(terms(word.text)) for word in behind
    )


def _is_of_past(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a state is told of the past: `was shipped`, `shipped on Monday`; not `X: shipped`."""
    before = claim.words[: claim.words.index(words[0])]
    if any(word.means_any("been") and not word.means_any("be") for word in before):
        return True
    is_of_now = any_means(before, "be") or before[-1].text in _OF_NOW
    return not is_of_now


def _may_precede(stated: frozenset[str], known: frozenset[str]) -> bool:
    """Whether a thing in one of the known states may have been in a stated one before."""
    return any(
        line.index(one) < line.index(each)
        for line in _stages()
        for one in stated.intersection(line)
        for each in known.intersection(line)
    )


def _is_of_part(claim: Claim) -> bool:
    """Whether a claim may be about a part: `paid 3,000.00`, `the first instalment is paid`."""
    text = claim.context.folded_text(claim.words)
    return bool(claim.amounts) or _OF_PART.search(text) is not None


def _has_elsewhere(words: Sequence[Word], row: ResultRow, state: Cell) -> bool:
    """Whether another field has the stated state: in its text, or by being set (`approved_by`)."""
    stated_terms = frozenset(each for word in words for each in terms(word.text))
    stated = states().meanings_of(" ".join(word.text for word in words))
    is_part = not _PARTLY.isdisjoint(states().meanings_of(state.fold))
    return any(
        stated_terms <= set(cell.terms)
        for cell in row.cells
        if cell.form == "text" and cell is not state
    ) or any(
        (cell.value is True if cell.form == "flag" else not is_part and _records_action(cell))
        and not stated.isdisjoint(states().meanings_of(" ".join(cell.parts)))
        for cell in row.cells
    )


def _records_action(cell: Cell) -> bool:
    """Whether a field says who did something, or when: `approved_by`."""
    return cell.fold != "" and cell.parts[-1] in _ACTION_ENDINGS


def _state_of(claim: Claim) -> tuple[Cell, ResultRow] | None:
    """The one field with the state of a claim's object, or of an inner object that it names."""
    rows: Sequence[ResultRow] = ()
    if claim.is_about_one and claim.row is not None:
        rows = (claim.row,)
    elif claim.row is None and not claim.mentions_others and len(claim.tables.rows) == 1:
        rows = claim.tables.rows
    found = [
        (cell, row)
        for row in rows
        for cell in row.cells
        if cell.form == "text" and cell.is_state and states().meanings_of(cell.fold)
    ]
    inner = [
        each for each in found if each[0].is_inner and not each[0].name.isdisjoint(claim.terms)
    ]
    found = inner or [each for each in found if not each[0].is_inner]
    return found[0] if len(found) == 1 else None


@cache
def states() -> Phrases:
    """The phrases for states, with the states that they mean."""
    return phrases_of(state_words.STATES)


def states_exclude(one: str, other: str) -> bool:
    """Whether nothing can be in both states at once."""
    return one != other and any(one in group and other in group for group in _exclusive_groups())


@cache
def _stages() -> Sequence[Sequence[str]]:
    return [line.split(", ") for line in state_words.STAGES.strip().splitlines()]


@cache
def _exclusive_groups() -> Sequence[frozenset[str]]:
    return [frozenset(line.split(", ")) for line in state_words.EXCLUSIVE.strip().splitlines()]
