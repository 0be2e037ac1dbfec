"""What a field that is true or false says, and a clause says the other way round."""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.records import Known
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.subjects import Claim, is_denial
from recollect.validation.fields.tables import Cell, Tables
from recollect.validation.fields.terms import words_for

_LEAST: Final = 4


def has_flags(tables: Tables) -> bool:
    """Whether there are fields that are true or false."""
    return any(cell.form == "flag" for cell in tables.cells)


def flag_cues(tables: Tables) -> Iterator[str]:
    """Words of which one is in each sentence that says what such a field does."""
    for cell in tables.cells:
        if cell.form == "flag":
            for part in cell.parts:
                yield from words_for(part)


def flag_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on fields that are true or false, whose whole names are in a clause."""
    if not claim.is_plain:
        return
    for cell in _flags(claim):
        words = [each.word for each in claim.said if each.term in cell.name]
        if len(cell.name) == 1 and not _is_said(words[0], claim):
            continue
        start, end = words[0].start, words[-1].end
        is_right = bool(cell.value) != claim.is_denied()
        yield FoundFact(
            start,
            end,
            "status",
            "supported" if is_right else "contradicted",
            Known(f"{' '.join(cell.parts)}: {cell.known.text.lower()}", cell.known.source),
        )


def _is_said(word: Word, claim: Claim) -> bool:
    """Whether a word alone says what something is: `is fully refundable`."""
    before = (each for each in reversed(claim.words) if each.end <= word.start)
    near = next((each for each in before if not each.text.endswith("ly")), None)
    return near is not None and (near.says("be", "been") or is_denial(near))


def _flags(claim: Claim) -> Iterator[Cell]:
    rows = [claim.row] if claim.row is not None else claim.tables.rows
    found = [
        cell
        for row in rows
        for cell in row.cells
        if cell.form == "flag" and cell.name <= claim.terms and max(map(len, cell.name)) >= _LEAST
    ]
    if len(found) == 1:
        yield found[0]
