"""How many of a list are in a state: `two reservations are confirmed`, `all five are booked`."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.quantities import number_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.states import THINGS, excludes, states
from recollect.validation.fields.subjects import Claim, is_denial
from recollect.validation.fields.tables import Cell, Row
from recollect.validation.fields.terms import terms

_FEWEST: Final = 2
_COUNTED: Final = frozenset(["case", "pod", "item"])
"""What others count."""
_CUES: Final = frozenset(["number", "every", "both", "none"])
_THEM: Final = frozenset(terms("them these those they which"))


def count_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on how many objects of the one list that has states are in one of them."""
    if claim.goes_on or not claim.context.clause.cues.isdisjoint(_COUNTED):
        return
    listed = (
        _listed(claim) if claim.is_plain and not claim.context.clause.cues.isdisjoint(_CUES) else ()
    )
    told = _told(claim, len(listed)) if listed else None
    if told is None:
        return
    at, number = told
    found = list(states().found_in(claim.words[at + 1 :]))
    if len(found) != 1 or any(is_denial(word) for word in claim.words[at + 1 :]):
        return
    words, said = found[0]
    between = [word for word in claim.words[at + 1 :] if word.end <= words[0].start]
    is_bare = claim.words[at].says("every", "both", "none")
    if not _is_of(between, listed[0][0]) or not (between or is_bare):
        return
    has = [states().named_by(cell.fold) for _, cell in listed]
    if not all(said & each or any(excludes(one, other) for one in said for other in each)
               for each in has):  # fmt: skip
        return
    count = sum(bool(said & each) for each in has)
    source = listed[0][1].known.source
    yield FoundFact(
        claim.words[at].start,
        words[-1].end,
        "count",
        "supported" if count == number else "contradicted",
        Known(f"{count} of {len(listed)} {words[0].text}", source),
    )


def _listed(claim: Claim) -> Sequence[tuple[Row, Cell]]:
    """The objects of the one list whose objects all have a state, with those."""
    lists = []
    for rows in claim.tables.siblings.values():
        cells = [(row, cell) for row in rows for cell in row.cells if _is_state(cell)]
        if len(rows) >= _FEWEST and len(cells) == len(rows):
            lists.append(cells)
    return lists[0] if len(lists) == 1 else ()


def _is_state(cell: Cell) -> bool:
    return cell.is_state and not cell.is_inner and bool(states().named_by(cell.fold))


def _told(claim: Claim, total: int) -> tuple[int, float] | None:
    """The place of a quantity that begins a clause, and how many it is."""
    words = claim.words
    for at, word in enumerate(words[:3]):
        if word.says("every", "both") and not word.says("not_all"):
            return at, total
        if word.says("none"):
            return at, 0
        number = number_of(word)
        if number is not None:
            is_part = any(each.says("share") for each in words[at + 1 : at + 2])
            return (at + 2 if is_part and at + 2 < len(words) else at), number
        if not word.says("determiner", "adverb", "be"):
            return None
    return None


def _is_of(noun: Sequence[Word], row: Row) -> bool:
    """Whether words are what the objects of a list are called, or nothing that tells."""
    told = [
        each
        for word in noun
        if word.form == "word" and not word.says("be", "been", "determiner", "adverb", "share")
        and number_of(word) is None
        for each in terms(word.text)
    ]  # fmt: skip
    return all(each in row.kind or each in THINGS or each in _THEM for each in told)
