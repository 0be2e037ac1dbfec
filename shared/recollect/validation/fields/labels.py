"""Numbers and dates beside what a field is called: `44 available`, `the closing balance was …`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from recollect.validation.facts.moments import Moment, moment
from recollect.validation.facts.quantities import TIME, Amount, amounts_in
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields import vocabulary
from recollect.validation.fields.subjects import Claim, said_in
from recollect.validation.fields.tables import Cell, Row
from recollect.validation.fields.terms import term
from recollect.validation.models import FactKind

_UNITS: Final = frozenset(vocabulary.UNITS.split())
_RELATIVE: Final = frozenset(vocabulary.RELATIVE.split())
_NOUGHT: Final = frozenset(vocabulary.NOUGHT.split())
_ARRIVED: Final = frozenset(map(term, ["delivered", "arrived", "received", "shipped"]))
_GENERAL: Final = frozenset(["total"])
_RATES: Final = frozenset(["rate", "ratio", "share", "percent"])
_QUANTITIES: Final = frozenset(["quantity", "qty", "count", "pieces", "units"])
_MEASURES: Final = frozenset(["kg", "lb", "km", "kb", "mb", "gb", "tb"])
_TOWARDS: Final = frozenset(vocabulary.TOWARDS.split())
_OF: Final = frozenset(["of", "von", "de", "di", "sur", "su", "van"])
_APART: Final = frozenset(vocabulary.APART.split())
_KNOWN: Final = frozenset(["pod", "case", "item"])
"""What others count."""
_NEARLY: Final = 0.005
_DAY: Final = 1
_FAR: Final = 6
_LARGE: Final = 100
_MOST_COMPARED: Final = 60


@dataclass(frozen=True, slots=True)
class _Told:
    """A number or date of a clause with the terms right beside it, and all up to the next value."""

    word: Word
    value: Amount | Moment
    beside: frozenset[str]
    near: frozenset[str]
    next: str


def label_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on numbers and dates that stand beside the name of a field."""
    if not claim.context.clause.tells or claim.context.supposes:
        return
    for told in _told(claim):
        if isinstance(told.value, Moment) and (hope := _hoped(told, claim)) is not None:
            yield _finding(told, hope, is_right=False)
            continue
        cells = _meant(told, claim)
        if not cells:
            continue
        good = next((cell for cell in cells if _agrees(told.value, cell)), None)
        if good is not None:
            yield _finding(told, good, is_right=True)
        elif _is_other(told, cells, claim):
            yield _finding(told, cells[0], is_right=False)


def _hoped(told: _Told, claim: Claim) -> Cell | None:
    """The field of a date that is told as past where it was expected, or that is not known.

    `delivered on 4 August` for `expectedOn`; `expected on 8 May` where `expected` is empty and the
    date is that of `original_expected`.
    """
    rows = (claim.row,) if claim.row is not None else claim.tables.rows
    cells = [cell for row in rows for cell in row.cells if "expected" in cell.name]
    same = [cell for cell in cells if cell.form == "date" and _agrees(told.value, cell)]
    if not same:
        return None
    if "expected" not in claim.terms:
        was = any(word.says("was", "been") for word in claim.words)
        return same[0] if was and not _ARRIVED.isdisjoint(claim.terms) else None
    empty = [cell for cell in cells if cell.form == "nothing" and cell.name <= told.near]
    is_that = any(cell.name <= told.near for cell in same)
    return empty[0] if empty and not is_that else None


def _finding(told: _Told, cell: Cell, *, is_right: bool) -> FoundFact:
    kind: FactKind = "date"
    end = told.word.end
    if isinstance(told.value, Amount) and told.value.concept == TIME:
        kind, end = "duration", told.value.end
    elif isinstance(told.value, Amount):
        kind = "number"
    return FoundFact(
        told.word.start,
        end,
        kind,
        "supported" if is_right else "contradicted",
        cell.known,
    )


def _told(claim: Claim) -> Sequence[_Told]:
    words = claim.words
    lead = _since_mark(claim.lead)
    values = _values(words, claim)
    places = sorted(values)
    own = claim.names
    sides: list[tuple[str, str]] = []
    for count, at in enumerate(places):
        begin = places[count - 1] + 1 if count else 0
        end = places[count + 1] if count + 1 < len(places) else len(words)
        before = words[begin:at] if count else (*lead, *words[:at])
        sides.append((_before(before, own, values[at]), _behind(words[at + 1 : end], own)))
    leads, follows = _sides(sides)
    found = []
    for count, at in enumerate(places):
        begin = places[count - 1] + 1 if count else 0
        end = places[count + 1] if count + 1 < len(places) else len(words)
        left, right = sides[count]
        if words[at].text in _NOUGHT:
            left, leads, follows = "", False, True
        beside = frozenset(filter(None, (left if leads else "", right if follows else "")))
        near = frozenset(
            each.term for each in claim.said
            if words[begin].start <= each.word.start < words[end - 1].end
        )  # fmt: skip
        if not count:
            near |= frozenset(each.term for each in said_in(lead))
        behind = words[at + 1].text if at + 1 < len(words) else ""
        if not (isinstance(values[at], Amount) and _is_relative(words, at)):
            found.append(_Told(words[at], values[at], beside, near, behind))
    return found


def _values(words: Sequence[Word], claim: Claim) -> Mapping[int, Amount | Moment]:
    """The numbers and dates of a clause by their places, but for those of names."""
    found: dict[int, Amount | Moment] = {
        each.place: each
        for each in amounts_in(words)
        if words[each.place].text not in claim.names and not (each.is_word and each.number <= 1)
    }
    for at, word in enumerate(words):
        if word.form == "date":
            found[at] = moment(word.text)
        elif word.text in _NOUGHT:
            found[at] = Amount(0.0, "", "", start=word.start, end=word.end, place=at)
    return found


def _sides(sides: Sequence[tuple[str, str]]) -> tuple[bool, bool]:
    """Whether the names of fields stand before the values of a clause, or behind them.

    Of one value it may be either; of several all have the same, by the first and the last.
    """
    if len(sides) < 2:  # noqa: PLR2004 - one value
        return True, True
    leads, follows = not sides[-1][1], not sides[0][0]
    return (leads, follows) if leads != follows else (False, False)


def _since_mark(words: Sequence[Word]) -> Sequence[Word]:
    """The last words that no mark and no number separates from what stands behind."""
    for at in range(len(words) - 1, -1, -1):
        if words[at].form in {"mark", "number", "date"}:
            return words[at + 1 :]
    return words


def _before(words: Sequence[Word], own: frozenset[str], value: Amount | Moment) -> str:
    """What tells before a value: nothing does before `for 2` or `in 3`."""
    if isinstance(value, Amount) and words and words[-1].text in _TOWARDS:
        return ""
    return _nearest(reversed(words), own)


def _behind(words: Sequence[Word], own: frozenset[str]) -> str:
    """What tells behind a value, and does not begin another thought: `4,950 at unit cost`."""
    if words and words[0].text in _APART:
        return ""
    return _nearest(words, own)


def _is_relative(words: Sequence[Word], at: int) -> bool:
    """Whether a number is more or less than, a part, or one of something."""
    behind = words[at + 1 : at + 3]
    is_part = len(behind) > 1 and behind[0].text in _OF and _is_whole(behind[1])
    is_part = is_part or (at > 1 and words[at - 1].text in _OF and _is_whole(words[at - 2]))
    near = (word for word in words[max(0, at - 2) : at + 3] if word.form == "word")
    return is_part or any(word.text in _RELATIVE for word in near)


def _is_whole(word: Word) -> bool:
    return word.form == "number" or word.says("determiner") or bool(word.of("number:"))


def _nearest(words: Iterable[Word], own: frozenset[str]) -> str:
    """The nearest word that tells something, units and what the object is called left out."""
    for count, word in enumerate(words):
        if count > _FAR or word.form in {"number", "name"}:
            return ""
        if word.form == "mark":
            if word.text == ":":
                continue
            return ""
        if word.form != "word" or word.text in _UNITS or word.text in _APART or " " in word.text:
            continue
        found = term(word.text)
        if found and found not in own:
            return found
    return ""


def _meant(told: _Told, claim: Claim) -> Sequence[Cell]:
    """The fields that a value may be of: of the object or what it is in, else of the only one."""
    if claim.row is not None:
        return _of_row(told, claim, claim.row)
    found_in = [found for row in claim.tables.rows if (found := _of_row(told, claim, row))]
    return found_in[0] if len(found_in) == 1 else ()


def _of_row(told: _Told, claim: Claim, row: Row) -> Sequence[Cell]:
    """The fields of an object that a value may be of."""
    if isinstance(told.value, Moment):
        return _labelled(told, [cell for cell in row.cells if cell.form == "date"])
    if told.value.concept in _KNOWN:
        return ()
    if claim.named and _counts_name(told, claim, row):
        quantity = [cell for cell in row.cells if not _QUANTITIES.isdisjoint(cell.parts)]
        if len(quantity) == 1 and quantity[0].form == "number":
            return quantity
    numbers = (cell for cell in row.cells if cell.form == "number")
    cells = [cell for cell in numbers if _is_alike(told.value, cell)]
    if told.next in _MEASURES:
        cells = [cell for cell in cells if cell.unit == told.next]
        return cells if len(cells) == 1 else _labelled(told, cells)
    times = [cell for cell in cells if cell.unit == TIME]
    is_only = len(times) == 1 and claim.is_about_one and bool(claim.named)
    return _labelled(told, cells) or (times if is_only else ())


def _labelled(told: _Told, cells: Sequence[Cell]) -> Sequence[Cell]:
    """The fields whose names stand beside a value: half at least of what no other is called."""
    beside, near = told.beside, told.near
    if isinstance(told.value, Amount) and "open" in beside:
        beside, near = beside | {"due"}, near | {"due"}
    counts = Counter(each for cell in cells for each in cell.name)
    found = []
    for cell in cells:
        own = frozenset(each for each in cell.name if counts[each] == 1) or cell.name
        if len(beside) > 1 and cell.name <= _GENERAL:
            continue  # 34 restarts in total are not all there is
        if not cell.name.isdisjoint(beside) and len(own & near) * 2 >= len(own):
            found.append((len(cell.name & near), cell))
    most = max((count for count, _ in found), default=0)
    return [cell for count, cell in found if count == most]


def _is_alike(amount: Amount, cell: Cell) -> bool:
    """Whether both are times, both shares, or neither."""
    is_share = cell.unit == "%" or not _RATES.isdisjoint(cell.parts)
    return (cell.unit == TIME) == (amount.concept == TIME) and is_share == (amount.concept == "%")


def _counts_name(told: _Told, claim: Claim, row: Row) -> bool:
    """Whether a number stands right before what its object is called: `three managed servers`."""
    behind = next((each for each in claim.said if each.word.start >= told.word.end), None)
    return behind is not None and any(behind.term in name for name in row.names)


def _agrees(value: Amount | Moment, cell: Cell) -> bool:
    if isinstance(value, Moment):
        return value.agrees(cell.moment) or not value.shares(cell.moment) or _is_next(value, cell)
    known = abs(cell.number)
    if not _QUANTITIES.isdisjoint(cell.parts):
        return abs(value.number - known) < _NEARLY
    is_rounded = value.value == int(value.value) and abs(value.value - known) < 1
    is_rounded = is_rounded and known != int(known)
    return value.agrees(known) or is_rounded or abs(value.value - known) < _NEARLY


def _is_next(value: Moment, cell: Cell) -> bool:
    """Whether a date is the day before or after: overdue since the day after it was due."""
    return any(
        one[0] == other[0] and abs(one[1] - other[1]) == _DAY
        for one in value.days
        for other in cell.moment.days
    )


def _is_other(told: _Told, cells: Sequence[Cell], claim: Claim) -> bool:
    """Whether a value that is not its field's is no part, sum or difference, and not told."""
    value = told.value
    if isinstance(value, Moment):
        return _is_untold_date(value, cells, claim)
    if value.bound in {"over", "under"} and len(cells) > 1:
        return False
    owner = next(row for row in claim.tables.rows if cells[0] in row.cells)
    numbers = [abs(cell.number) for cell in owner.cells if cell.form == "number"][:_MOST_COMPARED]
    is_swapped = value.value != 0 and (value.value in numbers or _is_elsewhere(value, claim))
    is_plain = cells[0].name <= told.near
    if not is_swapped and not is_plain and _is_derived(value.value, numbers):
        return False
    if _in_texts(told.word.text, cells[0], claim):
        return False
    is_count = not cells[0].unit and cells[0].number == int(cells[0].number)
    is_part = is_count and 0 < value.value < abs(cells[0].number) and not is_swapped
    return not is_part or _says_nothing_else(claim, cells)


def _is_elsewhere(value: Amount, claim: Claim) -> bool:
    """Whether a number of three figures and more is another field's."""
    return value.value >= _LARGE and any(
        cell.form == "number" and abs(cell.number) == value.value for cell in claim.tables.cells
    )


def _is_derived(value: float, numbers: Sequence[float]) -> bool:
    """Whether a number is the sum or the difference of two others, or the sum of all."""
    known = frozenset(numbers)
    return value != 0 and (
        any(value + each in known or abs(value - each) in known - {each} for each in known if each)
        or abs(sum(numbers) - value) < _NEARLY
        or any(abs(one * other - value) < _NEARLY for one, other in pairwise(numbers))
    )


def _is_untold_date(value: Moment, cells: Sequence[Cell], claim: Claim) -> bool:
    return not any(
        value.agrees(each.moment) and value.shares(each.moment)
        for each in (claim.row.cells if claim.row is not None else claim.tables.cells)
        if each.form == "date" and not each.name.isdisjoint(claim.terms) and each not in cells
    )


def _in_texts(text: str, cell: Cell, claim: Claim) -> bool:
    """Whether a text of the results has the number beside a word of the field's name."""
    texts = (
        *claim.tables.texts,
        *(each.fold for each in claim.tables.cells if each.form == "text"),
    )
    return any(
        text in each and any(name in each for name in cell.name if name.isalpha()) for each in texts
    )


def _says_nothing_else(claim: Claim, cells: Sequence[Cell]) -> bool:
    """Whether a clause has no more than names of objects and of fields: no part is meant then."""
    row = claim.row
    known = claim.names | frozenset(each for cell in cells for each in cell.name)
    if row is not None:
        known |= row.vocabulary | frozenset(each for cell in row.cells for each in cell.name)
    return all(
        each.term in known or each.word.form != "word" or each.word.means or each.term in _USUAL
        for each in claim.said
    )


_USUAL: Final = frozenset(filter(None, map(term, vocabulary.USUAL.split())))
