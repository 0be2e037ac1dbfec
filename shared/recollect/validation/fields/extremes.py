"""Superlatives and comparisons over a list: `the oldest`, `more restarts than any other`.

They are wrong where another one of the list goes beyond the one that they are said of. Of some of
the list (`the oldest in Lisbon`) it is only looked at whether it is the last of all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Final

from recollect.validation.facts.quantities import TIME
from recollect.validation.facts.records import Known
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields import superlatives
from recollect.validation.fields.phrases import Phrases, phrases_of
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.states import THINGS
from recollect.validation.fields.subjects import Claim, SaidTerm, is_denial, said_in
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import term, terms
from recollect.validation.models import FactKind

_GREATEST: Final = frozenset(["highest", "longest", "newest", "last"])
_OF_AGES: Final = frozenset(["oldest", "newest", "last", "first"])
_IN_ORDER: Final = frozenset(["last", "first"])
_THAN: Final = frozenset(superlatives.THAN.split())
_AMONG: Final = frozenset(superlatives.AMONG.split())
_OFTEN: Final = frozenset(superlatives.OFTEN.split())
_OTHERS: Final = frozenset(superlatives.OTHERS.split())
_EXCEPT: Final = frozenset((*superlatives.EXCEPT.split(), *superlatives.AFTER.split()))
_POSSESSIVES: Final = frozenset(superlatives.POSSESSIVES.split())
_MORE: Final = frozenset(superlatives.MORE.split())
_ARTICLES: Final = frozenset(superlatives.ARTICLES.split())
_REFERRING: Final = frozenset(["before", "after", "behind", "than", "unlike", "vor", "nach"])
_RELATIVE: Final = frozenset(superlatives.RELATIVE.split())
_ORDINALS: Final = frozenset(superlatives.ORDINALS.split())
_ALL: Final = frozenset(terms(superlatives.LISTS)) | THINGS
_STARTED: Final = frozenset(terms(superlatives.STARTED))
_OPENED: Final = frozenset(terms(superlatives.OPENED))
_AGES: Final = frozenset(terms(superlatives.AGES))
_MACHINES: Final = frozenset(terms(superlatives.MACHINES))
_NEAR: Final = 3
_FEWEST: Final = 2
_MOST_ROWS: Final = 200


@dataclass(frozen=True, slots=True)
class _Told:
    """A superlative or comparative: its words, which way it goes, and what it is said among.

    `scope` are the words that tell of whom it is the first, `other` the one that it is compared
    with.
    """

    words: Sequence[Word]
    way: str
    scope: Sequence[Word]
    other: ResultRow | None = None


def has_extremes(tables: ResultTables) -> bool:
    """Whether there is a list of two objects or more that have numbers or dates."""
    return any(
        _FEWEST <= len(rows) <= _MOST_ROWS
        and any(cell.form in {"number", "date"} for cell in rows[0].cells)
        for rows in tables.siblings.values()
    )


@cache
def extreme_cues() -> frozenset[str]:
    """Words of which one is in each sentence that says what is the highest or the oldest."""
    return frozenset((*_superlatives().words, *_comparatives().words, *_OFTEN))


def extreme_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on which one of a list has the highest or the first value of a field."""
    if not claim.tells or _is_idle(claim):
        return
    for told in _told(claim):
        row = _subject(claim, told)
        if row is None:
            continue
        rows = claim.tables.siblings[row.table]
        beyond = [_beyond(row, rows, path, told, claim) for path in _columns(rows, told, claim)]
        if beyond and (first := beyond[0]) is not None and None not in beyond:
            owner, cell = first
            kind: FactKind = "date" if cell.form == "date" else "number"
            known = Known(f"{_called(owner)}: {cell.known.text}", cell.known.source)
            yield FoundFact(told.words[0].start, told.words[-1].end, kind, "contradicted", known)


def _is_idle(claim: Claim) -> bool:
    """Whether it tells of what may be or was once; `older` and `any other` do not."""
    idle = [word.text for word in claim.words if word.says("maybe", "said", "formerly")]
    compared = _comparatives().beginnings
    return any(text not in _OTHERS and text not in compared for text in idle)


def _told(claim: Claim) -> Iterator[_Told]:
    words = claim.words
    no_other = _no_other(words)
    if any(word.text in _EXCEPT for word in words) or (no_other is None and claim.is_denied()):
        return
    for part, ways in _superlatives().found_in(words):
        begin = words.index(part[0])
        behind = words[begin + len(part) :]
        before = words[:begin]
        is_other = _is_one_of(before) or _is_share(part) or _is_comparative(part, before)
        is_other = is_other or _is_reference(before)
        if no_other is None and not is_other:
            yield _Told(part, min(ways), _scope(claim, begin, behind))
    for part, ways in _comparatives().found_in(words):
        begin = words.index(part[0])
        behind = words[begin + len(part) :]
        than = next((at for at, word in enumerate(behind) if word.text in _THAN), None)
        if no_other is not None and begin > no_other:
            yield _Told(part, min(ways), words[no_other + 1 : begin])
        elif no_other is None and than is not None:
            yield from _compared(part, min(ways), behind[than + 1 :], claim)
    if no_other is not None:
        often = next((word for word in words[no_other:] if word.text in _OFTEN), None)
        if often is not None:
            yield _Told([often], "highest", words[no_other + 1 : words.index(often)])


def _compared(
    part: Sequence[Word], way: str, behind: Sequence[Word], claim: Claim
) -> Iterator[_Told]:
    """`older than any other`, or than another one that is named."""
    if any(word.text in _OTHERS or word.says("every") for word in behind[:_FEWEST]):
        yield _Told(part, way, behind[1:])
        return
    start = behind[0].start if behind else 0
    named = _named_in(claim, [word for word in claim.words if word.start >= start])
    if len(named) == 1:
        yield _Told(part, way, (), named[0])


def _no_other(words: Sequence[Word]) -> int | None:
    """The place of the `other` of `no other has …`."""
    for at, word in enumerate(words[1:], 1):
        if word.text in _OTHERS and (words[at - 1].says("none") or is_denial(words[at - 1])):
            return at
    return None


def _is_one_of(before: Sequence[Word]) -> bool:
    """Whether it is one of the highest, or the second highest."""
    return any(
        word.text in _ORDINALS or word.form == "number" or word.of("number:")
        for word in before[-_NEAR:]
    )


def _is_reference(before: Sequence[Word]) -> bool:
    """Whether something else is told by it: `ten days before the newest`."""
    telling = (word.text for word in reversed(before) if not word.says("determiner"))
    return next(telling, "") in _REFERRING


def _is_comparative(part: Sequence[Word], before: Sequence[Word]) -> bool:
    """Whether it has no article, which alone makes a superlative of `más antiguo`."""
    return part[0].text in _MORE and not any(word.text in _ARTICLES for word in before[-_NEAR:])


def _is_share(part: Sequence[Word]) -> bool:
    """Whether it says how many: `most of the pumps`."""
    return len(part) == 1 and part[0].end - part[0].start > len(part[0].text)


def _scope(claim: Claim, begin: int, behind: Sequence[Word]) -> Sequence[Word]:
    """The words that tell among whom something is the first."""
    end = next((at for at in range(len(behind)) if _ends(behind, at)), len(behind))
    sentence = (*claim.lead, *claim.words[:begin])
    leads = bool(sentence) and sentence[0].text in _AMONG
    stop = next((at for at, word in enumerate(sentence) if word.form == "mark"), len(sentence))
    whose = claim.words[max(0, begin - _NEAR) : begin]
    is_theirs = bool(whose) and whose[-1].text in _POSSESSIVES
    return (*behind[:end], *(sentence[1:stop] if leads else ()), *(whose if is_theirs else ()))


def _ends(words: Sequence[Word], at: int) -> bool:
    """Whether a phrase ends there: at a mark, or a verb that no `that` stands before."""
    is_verb = words[at].says("be", "been")
    is_relative = words[at].text in _RELATIVE or (
        at > 0 and (words[at - 1].says("which") or words[at - 1].text in _RELATIVE)
    )
    return words[at].form == "mark" or (is_verb and not is_relative)


def _named_in(claim: Claim, words: Sequence[Word]) -> Sequence[ResultRow]:
    spans = {word.start for word in words}
    return [
        row
        for row in claim.named
        if any(each.word.start in spans and each.term in row.name_terms for each in claim.said)
    ]


def _subject(claim: Claim, told: _Told) -> ResultRow | None:
    """The one of a list that it is said of."""
    named = [row for row in claim.named if row is not told.other]
    found = named[0] if len(named) == 1 else None
    if not claim.named and claim.goes_on:
        found = claim.row
    if found is None or not _FEWEST <= len(claim.tables.siblings[found.table]) <= _MOST_ROWS:
        return None
    return found if told.other is None or told.other.table == found.table else None


def _columns(rows: Sequence[ResultRow], told: _Told, claim: Claim) -> Sequence[tuple[str, ...]]:
    """The paths of the fields that may be meant: those of which most is said."""
    weights = {
        path: _weight(cell, rows[0].kind, told, claim)
        for path, cell in {
            cell.path: cell
            for row in rows
            for cell in row.cells
            if cell.form in {"number", "date"} and not cell.names_object
        }.items()
    }
    most = max(weights.values(), default=0)
    return [path for path, weight in weights.items() if weight == most] if most else ()


def _weight(cell: Cell, kind: frozenset[str], told: _Told, claim: Claim) -> int:
    """How much speaks for a field."""
    is_age = cell.form == "number" and cell.unit == TIME and not cell.label.isdisjoint(_AGES)
    if told.way in _IN_ORDER:
        near = _beside(told, claim)
        if any(word.form in {"number", "date"} for word in claim.words):
            return 0  # `updated last on 3 May` is no comparison
        begins = is_age and not near.isdisjoint(_STARTED)
        return int(begins or (cell.form == "date" and not near.isdisjoint(cell.label)))
    if told.way in _OF_AGES:
        is_of_rows = all(_is_of_rows(word, kind) for word in told.scope[:1])
        is_opened = cell.form == "date" and not cell.label.isdisjoint(_OPENED)
        return (2 * is_opened + is_age) if is_of_rows else 0
    if cell.form == "date" or (cell.unit != TIME and told.way in {"longest", "shortest"}):
        return 0
    machines = not cell.label.isdisjoint(_MACHINES) and any(map(_is_machine, claim.words))
    ages = is_age and told.way in {"longest", "shortest"}
    return 2 * len(cell.label & claim.terms) + machines + ages


def _is_of_rows(word: Word, kind: frozenset[str]) -> bool:
    """Whether a word is a noun for what is listed, or of grammar."""
    is_noun = word.says("case", "item", "pod", "number:1", "share") or bool(word.of("thing:"))
    return is_noun or not term(word.text) or term(word.text) in _ALL | kind


def _is_machine(word: Word) -> bool:
    return word.says("item", "thing:device", "thing:server") or term(word.text) in _MACHINES


def _beside(told: _Told, claim: Claim) -> frozenset[str]:
    """What the words right beside it mean: the verb of `was rebooted last`."""
    begin = claim.words.index(told.words[0])
    end = begin + len(told.words)
    return frozenset(
        each.term
        for each in said_in((*claim.words[max(0, begin - 1) : begin], *claim.words[end : end + 1]))
    )


def _beyond(
    row: ResultRow, rows: Sequence[ResultRow], path: tuple[str, ...], told: _Told, claim: Claim
) -> tuple[ResultRow, Cell] | None:
    """One that goes beyond an object in a field, where it should not."""
    own = row.by_path.get(path)
    if own is None or _size(own) is None:
        return None
    among = (told.other,) if told.other is not None else rows
    others = [
        (each, cell)
        for each in among
        if each is not row and (cell := each.by_path.get(path)) is not None
    ]
    beyond = [(each, cell) for each, cell in others if _goes_beyond(cell, own, told.way)]
    wanted = _restricting(row, told, claim)
    if not beyond or not wanted:
        return beyond[0] if beyond else None
    if all(_has(row, one) for one in wanted):
        return next((one for one in beyond if all(_has(one[0], each) for each in wanted)), None)
    is_last = len(beyond) == len(others) and len(beyond) >= _FEWEST
    return beyond[0] if is_last else None


def _restricting(row: ResultRow, told: _Told, claim: Claim) -> Sequence[SaidTerm]:
    """What tells that not all of the list are meant."""
    known = (
        claim.names | row.kind | _ALL | frozenset(each for cell in row.cells for each in cell.name)
    )
    kinds = ("case", "item", "pod", "every", "thing:device", "thing:server", "number:1")
    flags = frozenset(each for cell in row.cells if cell.form == "flag" for each in cell.label)
    return [
        each
        for each in said_in(told.scope)
        if (each.term not in known or each.term in flags)
        and each.word.form == "word"
        and each.word.text not in (_OTHERS | _OFTEN)
        and not each.word.says(*kinds)
    ]


def _has(row: ResultRow, said: SaidTerm) -> bool:
    """Whether an object has a word in its texts, or a flag of that name is set.

    A state may be another one's in other words: that is not known.
    """
    if any(cell.value is True and said.term in cell.label for cell in row.cells):
        return True
    return said.term in row.vocabulary and not said.word.of("status:")


def _goes_beyond(cell: Cell, own: Cell, way: str) -> bool:
    one, other = _size(cell), _size(own)
    if one is None or other is None or cell.form != own.form:
        return False
    is_greatest = (way in _GREATEST) is not (cell.form == "number" and way in _OF_AGES)
    return one > other if is_greatest else one < other


def _size(cell: Cell) -> float | None:
    """A number, or a date as seconds; None of what is neither."""
    if cell.form == "number":
        return cell.number
    if cell.form != "date":
        return None
    try:
        when = datetime.fromisoformat(cell.known.text)
    except ValueError:
        return None
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()


def _called(row: ResultRow) -> str:
    """What an object is called."""
    names = (cell.known.text for cell in row.cells if cell.terms in row.names)
    return next(names, "another one")


@cache
def _superlatives() -> Phrases:
    return phrases_of(superlatives.EXTREMES)


@cache
def _comparatives() -> Phrases:
    return phrases_of(superlatives.COMPARED)
