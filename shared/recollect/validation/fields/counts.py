"""How many of a list are what: `two reservations are confirmed`, `all five have a badge`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.facts.populations import KINDS
from recollect.validation.facts.quantities import number_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields import vocabulary
from recollect.validation.fields.flags import says_flag
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.states import THINGS, excludes, states
from recollect.validation.fields.subjects import Claim, is_denial, is_joined
from recollect.validation.fields.terms import terms

_FEWEST: Final = 2
_FIRST: Final = 3
COUNTING: Final = frozenset(["number", "every", "both", "none"])
"""Cues of which one is in each clause that says how many are what."""
_HAVING: Final = frozenset(vocabulary.HAVING.split()) - frozenset(vocabulary.TOWARDS.split())

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
    if claim.goes_on or not claim.is_plain:
        return
    if claim.context.index.populations and not cues.isdisjoint(KINDS):
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


def _trait(claim: Claim, *, is_of_all: bool) -> tuple[Sequence[ResultRow], _Trait] | None:
    """The one thing that is said of a list; where all are meant, the first one."""
    found = sorted(_traits(claim), key=lambda each: each[1].words[0].start)
    if not found or (len(found) > 1 and not is_of_all):
        return None
    table = found[0][0][0].table
    # Where some are named, it is said of these: `no exploit is known for libframe`.
    return None if any(row.table == table for row in claim.named) else found[0]


def _is_quantity_of(claim: Claim, quantity: Word, trait: _Trait, row: ResultRow) -> bool:
    """Whether nothing but the noun for what is listed stands between a quantity and a trait."""
    end = trait.words[-1].end
    if trait.words[0].start <= quantity.start:
        return False
    others = [w for w in claim.words if w.start > quantity.start and w not in trait.words]
    if quantity.says("every", "both"):
        others = [word for word in others if word.end <= end]
    if any(is_denial(word) for word in others) or not _is_of(others, row):
        return False
    behind = next((word for word in claim.words if word.start >= end), None)
    if behind is not None and is_joined(behind):
        return False  # in Lisbon or Porto
    is_whole = quantity.says("every", "both") or any(word.says("share") for word in claim.words)
    if is_whole and not _is_stated(others, behind):
        return False  # all flags of Ann lack a switch
    return _names_them(others, row) or _stands_alone(others, trait, quantity)


def _traits(claim: Claim) -> Iterator[tuple[Sequence[ResultRow], _Trait]]:
    """What a clause says that objects of a list may be."""
    yield from _of_states(claim)
    for shared in claim.tables.shared_flags:
        if words := says_flag(shared.cell, claim):
            yield shared.rows, _Trait(words, shared.count, shared.cell)
    for each in dict.fromkeys(said.term for said in claim.said):
        for shared in claim.tables.shared_values.get(each, ()):
            if words := claim.has(shared.cell):
                yield shared.rows, _Trait(words, shared.count, shared.cell)


def _of_states(claim: Claim) -> Iterator[tuple[Sequence[ResultRow], _Trait]]:
    said = list(states().found_in(claim.words)) if claim.tables.shared_states else ()
    has_cases = bool(claim.context.index.populations)
    for words, wanted in said:
        if has_cases and any(word.of("status:") for word in words):
            continue  # of tickets others tell more
        for rows, cells in claim.tables.shared_states:
            has = [states().named_by(cell.fold) for cell in cells]
            if any(has) and all(_is_clear(wanted, each) for each in has):
                yield rows, _Trait(words, sum(bool(wanted & each) for each in has), cells[0])


def _is_clear(said: frozenset[str], has: frozenset[str]) -> bool:
    """Whether a state is unknown, or the one that is said, or one that this excludes."""
    return (
        not has
        or not said.isdisjoint(has)
        or any(excludes(one, other) for one in said for other in has)
    )


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


def _is_stated(between: Sequence[Word], behind: Word | None) -> bool:
    """Whether a verb stands before what is said, or nothing behind it."""
    has_verb = any(word.says("be", "been") or word.text in _HAVING for word in between)
    return has_verb or behind is None or behind.form == "mark"


def _names_them(words: Sequence[Word], row: ResultRow) -> bool:
    """Whether words have the noun for what is counted."""
    return any(each in row.kind or each in THINGS for word in words for each in terms(word.text))


def _stands_alone(others: Sequence[Word], trait: _Trait, quantity: Word) -> bool:
    """Whether no noun is needed: `all booked`, `two are booked`, but not `all from Rome`."""
    is_bare = quantity.says("every", "both", "none")
    is_known = trait.cell.is_state or trait.cell.form == "flag"
    return is_known and (is_bare or any(word.says("be", "been") for word in others))


def _is_of(words: Sequence[Word], row: ResultRow) -> bool:
    """Whether words are what the objects of a list are called, or nothing that tells."""
    told = [
        each
        for word in words
        if word.form == "word" and not word.says(*_PASSED) and number_of(word) is None
        for each in terms(word.text)
    ]  # fmt: skip
    around = row.parent.vocabulary if row.parent is not None else frozenset[str]()
    return all(each in row.kind | THINGS | _THEM or each in around for each in told)
