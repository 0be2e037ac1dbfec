"""A text beside the name of a field that another field of the object has: `approved by Ann`."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.rows import Cell
from recollect.validation.fields.subjects import Claim
from recollect.validation.fields.terms import term

_PASSED: Final = frozenset(["by", "the", ":", "von", "durch", "par", "por", "da", "door"])
_FAR: Final = 4


def mixed_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on texts that stand behind the name of another field than theirs."""
    rows = [row for row in claim.objects if row is claim.row or row.parent is None]
    if len(rows) != 1 or not claim.tells or claim.is_denied():
        return
    texts = [cell for cell in rows[0].cells if cell.form == "text" and not cell.is_state]
    for cell in texts:
        words = claim.has(cell)
        label = _before(words, claim) if words else ""
        if not label:
            continue
        named = [other for other in texts if label in other.name and not other.names_object]
        if len(named) != 1 or label in cell.name or named[0].fold == cell.fold:
            continue
        other = named[0]
        if not cell.name.isdisjoint(claim.terms) or claim.has(other) or _share(cell, other):
            continue
        if any(word.start == words[-1].end + 1 and _is_name(word, claim) for word in claim.words):
            continue  # the beginning of a longer name
        yield FoundFact(words[0].start, words[-1].end, "status", "contradicted", other.known)


def _is_name(word: Word, claim: Claim) -> bool:
    return word.form == "word" and claim.context.answer[word.start].isupper()


def _share(one: Cell, other: Cell) -> bool:
    return not set(one.terms).isdisjoint(other.terms)


def _before(words: Sequence[Word], claim: Claim) -> str:
    """What tells right before words, prepositions and forms of `be` left out."""
    before = [word for word in claim.words if word.end <= words[0].start]
    for word in reversed(before[-_FAR:]):
        if word.text in _PASSED or word.says("be", "been"):
            continue
        return term(word.text) if word.form == "word" else ""
    return ""
