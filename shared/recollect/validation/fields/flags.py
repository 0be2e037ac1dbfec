"""What a field that is true or false says, and a clause says the other way round."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields import vocabulary
from recollect.validation.fields.claims import Claim, is_denial, is_joined
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import term, terms, words_for
from recollect.validation.grammar.words import Word
from recollect.validation.known.records import ResultValue

_LEAST: Final = 3
_IS_SO: Final = frozenset(map(term, vocabulary.IS_SO.split()))
_HABITS: Final = frozenset(map(term, vocabulary.HABITS.split()))
_LEVELS: Final = frozenset(map(term, ["breach", "breached", "sla"]))
_OFF: Final = frozenset(map(term, vocabulary.OFF.split()))


def has_flags(tables: ResultTables) -> bool:
    """Whether there are fields that are true or false."""
    return any(cell.form == "flag" for cell in tables.cells)


def flag_cues(tables: ResultTables) -> Iterator[str]:
    """Words of which one is in each sentence that says what such a field does."""
    for cell in tables.cells:
        if cell.form == "flag":
            for part in cell.parts:
                yield from words_for(part)


def flag_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on fields that are true or false, which a clause names."""
    told = [
        (words, cell)
        for row in claim.objects
        for cell in row.cells
        if cell.form == "flag" and not _is_told_else(cell, row)
        if (words := says_flag(cell, claim))
    ]
    if len(told) != 1 or not _is_stated(claim, told[0][1]):
        return
    words, cell = told[0]
    is_denied = _is_denied(words, claim) or not _OFF.isdisjoint(claim.terms)
    yield FactFinding(
        words[0].start,
        words[-1].end,
        "status",
        "supported" if bool(cell.value) != is_denied else "contradicted",
        ResultValue(
            f"{' '.join(cell.parts)}: {cell.result_value.text.lower()}", cell.result_value.source
        ),
    )


def _is_denied(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a word denies what is said, and nothing behind an `and`: `is public and has no …`."""
    joints = (word.start for word in claim.words if is_joined(word))
    end = next((start for start in joints if start >= words[-1].end), None)
    return any(end is None or word.start < end for word in claim.denials)


def _is_told_else(cell: Cell, row: ResultRow) -> bool:
    """Whether others tell more of it: service levels, and `active` beside a status."""
    return cell.label <= _LEVELS or (_is_bare(cell) and any(each.is_state for each in row.cells))


def _is_bare(cell: Cell) -> bool:
    """Whether its own name says no more than that something is so: `enabled`."""
    return _IS_SO.issuperset(terms(" ".join(cell.parts)))


def _is_stated(claim: Claim, cell: Cell) -> bool:
    """Whether a clause states that something is so; `will renew` says it of `auto_renew`."""
    is_habit = not cell.name.isdisjoint(_HABITS)
    return claim.is_plain or (is_habit and claim.tells)


def says_flag(cell: Cell, claim: Claim) -> Sequence[Word]:
    """The words in which a clause speaks of a field: all of its name, and that something is so."""
    name = cell.name if _is_bare(cell) else cell.name - _IS_SO
    inside = name & cell.label or name
    if (
        not inside <= claim.terms
        or not name <= claim.sentence
        or max(map(len, name), default=0) < _LEAST
    ):
        return ()
    words = [each.word for each in claim.mentions if each.term in name]
    if len(cell.name) == 1:
        return words if _is_said(words[0], claim) else ()
    is_said = name == cell.name or not (_IS_SO | _OFF).isdisjoint(claim.terms)
    return words if is_said else ()


def _is_said(word: Word, claim: Claim) -> bool:
    """Whether a word alone says what something is: `is fully refundable`."""
    before = (each for each in reversed(claim.words) if each.end <= word.start)
    passed = (each for each in before if not (each.text.endswith("ly") or each.says("determiner")))
    near = next(passed, None)
    return near is not None and (near.says("be", "been") or is_denial(near))
