"""How many of a list are what: `two reservations are confirmed`, `all five have a badge`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.facts.quantities import number_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.flags import says_flag
from recollect.validation.fields.rows import Cell, Row
from recollect.validation.fields.states import THINGS, excludes, states
from recollect.validation.fields.subjects import Claim, is_denial
from recollect.validation.fields.terms import terms

_FEWEST: Final = 2
_MOST_ROWS: Final = 100
_FIRST: Final = 3
_COUNTED: Final = frozenset(["case", "pod", "item"])
"""What others count."""
_CUES: Final = frozenset(["number", "every", "both", "none"])
_PASSED: Final = ("be", "been", "determiner", "adverb", "share")
_THEM: Final = frozenset(terms("them these those they which have has"))


@dataclass(frozen=True, slots=True)
class _Trait:
    """What is said of several, with those that are so, and the field that tells it of the first."""

    words: Sequence[Word]
    count: int
    cell: Cell


def count_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on how many objects of a list are in a state, have a value or a flag."""
    cues = claim.context.clause.cues
    if claim.goes_on or _CUES.isdisjoint(cues) or not claim.is_plain:
        return
    if claim.context.index.populations and not _COUNTED.isdisjoint(cues):
        return
    found = _trait(claim, is_of_all=bool({"every", "both"} & cues))
    told = _told(claim, len(found[0])) if found else None
    if found is None or told is None:
        return
    (rows, trait), (at, number) = found, told
    if _is_quantity_of(claim, claim.words[at], trait, rows[0]):
        yield FoundFact(
            claim.words[at].start,
            trait.words[-1].end,
            "count",
            "supported" if trait.count == number else "contradicted",
            Known(f"{trait.count} of {len(rows)}", trait.cell.known.source),
        )


def _trait(claim: Claim, *, is_of_all: bool) -> tuple[Sequence[Row], _Trait] | None:
    """The one thing that is said of a list; where all are meant, the first one."""
    found = [
        (rows, trait)
        for rows in claim.tables.siblings.values()
        if _FEWEST <= len(rows) <= _MOST_ROWS
        for trait in _traits(claim, rows)
    ]
    found.sort(key=lambda each: each[1].words[0].start)
    if not found or (len(found) > 1 and not is_of_all):
        return None
    table = found[0][0][0].table
    # Where some are named, it is said of these: `no exploit is known for libframe`.
    return None if any(row.table == table for row in claim.named) else found[0]


def _is_quantity_of(claim: Claim, quantity: Word, trait: _Trait, row: Row) -> bool:
    """Whether nothing but the noun for what is listed stands between a quantity and a trait."""
    end = trait.words[-1].end
    if trait.words[0].start <= quantity.start:
        return False
    others = [w for w in claim.words if w.start > quantity.start and w not in trait.words]
    if quantity.says("every", "both"):
        others = [word for word in others if word.end <= end]
    if any(is_denial(word) for word in others) or not _is_of(others, row):
        return False
    return _names_them(others, row) or _stands_alone(others, trait, quantity)


def _traits(claim: Claim, rows: Sequence[Row]) -> Iterator[_Trait]:
    """What a clause says that objects of a list may be."""
    yield from _of_states(claim, rows)
    seen: set[tuple[tuple[str, ...], str]] = set()
    for row in rows:
        for cell in row.cells:
            key = (cell.path, "" if cell.form == "flag" else cell.fold)
            if key in seen or cell.is_state:
                continue
            seen.add(key)
            same = [own for each in rows if (own := each.by_path.get(cell.path)) is not None]
            if cell.form == "flag" and (words := says_flag(cell, claim)):
                yield _Trait(words, sum(own.value is True for own in same), cell)
            elif _is_of_kind(cell, same) and (words := claim.has(cell)):
                yield _Trait(words, sum(own.fold == cell.fold for own in same), cell)


def _of_states(claim: Claim, rows: Sequence[Row]) -> Iterator[_Trait]:
    cells = [cell for row in rows for cell in row.cells if cell.is_state and not cell.is_inner]
    has = [states().named_by(cell.fold) for cell in cells]
    if len(cells) != len(rows) or not any(has):
        return
    has_cases = bool(claim.context.index.populations)
    for words, said in states().found_in(claim.words):
        if has_cases and any(word.of("status:") for word in words):
            continue  # of tickets others tell more
        if all(not each or said & each or _differs(said, each) for each in has):
            yield _Trait(words, sum(bool(said & each) for each in has), cells[0])


def _differs(said: frozenset[str], has: frozenset[str]) -> bool:
    return any(excludes(one, other) for one in said for other in has)


def _is_of_kind(cell: Cell, same: Sequence[Cell]) -> bool:
    """Whether a value is one of a few that objects share, and tells none from the others."""
    if cell.form != "text" or cell.names_object or cell.is_code or len(cell.terms) > _FEWEST:
        return False
    return len({own.fold for own in same}) < len(same)


def _told(claim: Claim, total: int) -> tuple[int, float] | None:
    """The place of a quantity that begins a clause, and how many it is."""
    words = claim.words
    for at, word in enumerate(words[:_FIRST]):
        if word.says("both"):
            return (at, total) if total == _FEWEST else None
        if word.says("every") and not word.says("not_all"):
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


def _names_them(words: Sequence[Word], row: Row) -> bool:
    """Whether words have the noun for what is counted."""
    return any(each in row.kind or each in THINGS for word in words for each in terms(word.text))


def _stands_alone(others: Sequence[Word], trait: _Trait, quantity: Word) -> bool:
    """Whether no noun is needed: `all booked`, `two are booked`, but not `all from Rome`."""
    is_bare = quantity.says("every", "both", "none")
    is_known = trait.cell.is_state or trait.cell.form == "flag"
    return is_known and (is_bare or any(word.says("be", "been") for word in others))


def _is_of(words: Sequence[Word], row: Row) -> bool:
    """Whether words are what the objects of a list are called, or nothing that tells."""
    told = [
        each
        for word in words
        if word.form == "word" and not word.says(*_PASSED) and number_of(word) is None
        for each in terms(word.text)
    ]  # fmt: skip
    around = row.parent.vocabulary if row.parent is not None else frozenset[str]()
    return all(each in row.kind | THINGS | _THEM or each in around for each in told)
