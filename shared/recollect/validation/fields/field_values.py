"""A field that is named, with another value than it has: `the contact of X is Y`, `Category: Z`.

Where an object of a list and its field are both said, another's value is wrong whatever it is: a
name, a state, a small number. A name right behind a field is wrong where it shares nothing with any
value of the field. Tickets are read here, too.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields.claims import Claim
from recollect.validation.fields.lists import Part
from recollect.validation.fields.mentions import term_mentions
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.terms import terms
from recollect.validation.grammar.folding import places_of
from recollect.validation.grammar.lexicon import ENGLISH
from recollect.validation.grammar.moments import moment
from recollect.validation.grammar.words import Word
from recollect.validation.models import FactKind

_QUALIFIED: Final = re.compile(r"\b(?!(?:the|its|their|his|her|whose|and)\b)\w+\s$")
"""A word that makes what stands behind it something else."""

_LONGEST_WORD: Final = 64

_GROUPING: Final = re.compile(r"\b(?:by|nach|par|por|per) \w+$|\b(?:repeated|common|frequent) \w*$")
"""What is counted by a field, or is that of several, and has no value of it."""

_SEVERAL: Final = re.compile(r"(?:causes|states|statuses|priorities|owners|contacts|locations)\b")
"""The values of several objects."""

_WORD: Final = re.compile(r"\w+")
_FAR: Final = 10
_LONGEST: Final = 120
_PAIR: Final = 2
_FEW: Final = 4
_MOST_WORDS: Final = 5
_ALIKE: Final = 3
_KINDS: Final[Mapping[str, FactKind]] = {
    "group": "group",
    **dict.fromkeys(("customer", "account", "company"), "customer"),
    **dict.fromkeys(("item", "host", "server", "location", "site"), "host"),
    **dict.fromkeys(
        (
            *("contact", "owner", "manager", "by", "to", "user", "caller", "author", "maker"),
            *("assignee", "approver", "reviewer", "requester", "engineer", "lead"),
        ),
        "person",
    ),
}
"""What a field is of, by a word of its name."""


class _Sentence(NamedTuple):
    """What is said of an object: the text, where it begins, and where each term is first said.

    `said` are its words as they are written, and these terms.
    """

    text: str
    start: int
    places: Mapping[str, int]
    said: Collection[str]


def field_value_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on values of the object that a clause is about, beside their fields."""
    row = _subject(claim)
    gives = _gives(claim)
    if (row is None and not gives) or not claim.tells or claim.is_denied():
        return
    sentence = _sentence(claim)
    if row is not None:
        yield from _of_others(claim, row, sentence)
    if gives and claim.context.lexicon.language == ENGLISH and claim.is_plain:
        yield from _of_nobody(claim, sentence)


def _gives(claim: Claim) -> bool:
    """Whether a clause has an `is` or a colon, behind which something is given."""
    clause = claim.context.clause
    return "be" in clause.cues or ":" in clause.texts


def _of_others(claim: Claim, row: ResultRow, sentence: _Sentence) -> Iterator[FactFinding]:
    """Values that another object of the list has in a field that is named."""
    besides = [each for each in claim.named if each is not row]
    if claim.context.sentence.has_exception or _SEVERAL.search(sentence.text):
        return
    said = _said(claim)
    judged: set[tuple[str, ...]] = set()
    for own in row.named_fields.among(sentence.said) if said else ():
        if own.path in judged:
            continue  # another value of the same field
        place = _place(own, sentence)
        if place is not None and _GROUPING.search(sentence.text[: place - sentence.start]):
            continue  # `By priority: 1 critical, 2 high`
        if place is not None and own.names_object and _told_before(claim, place):
            continue  # `three open cases: SCS0012345, SCS0012346 and SCS0012347`
        if place is None or own.form == "nothing" or _told(own, claim, place):
            continue
        if own.form == "number" and abs(own.figure) in _told_before(claim, place):
            continue  # `S-3 a eu 7 appels et S-1 en a eu 3`
        judged.add(own.path)
        others = (
            [cell for each in besides if (cell := each.by_path.get(own.path)) is not None]
            if besides
            else claim.tables.having(row.table, own.path, said)
        )
        for cell in others:
            words = _told(cell, claim, place) if len(cell.fold) <= _LONGEST else ()
            # Lyon, of `Lyon, room 214`, is no other.
            if words and not any(each.startswith(cell.fold) for each in row.folds[own.path]):
                span = words[0].start, words[-1].end
                yield FactFinding(*span, fact_kind_of(own), "contradicted", own.result_value)
                break


def _told_before(claim: Claim, place: int) -> Sequence[float]:
    """The numbers that a clause tells before a place: so many objects, that are named behind it."""
    return [each.number for each in claim.amounts if claim.words[each.place].start < place]


def _said(claim: Claim) -> Sequence[Part]:
    """All that a clause says which may be the value of a field, or begin one."""
    days = (day for word in claim.words if word.form == "date" for day in moment(word.text).days)
    parts: dict[Part, None] = dict.fromkeys(each.term for each in claim.mentions)
    parts |= dict.fromkeys(word.text for word in claim.words)
    parts |= dict.fromkeys(each.number for each in claim.amounts)
    return [*(parts | dict.fromkeys(days))]


def _of_nobody(claim: Claim, sentence: _Sentence) -> Iterator[FactFinding]:
    """Names right behind a field that are nothing like its values, of whatever object."""
    fields = claim.row.texts if claim.row is not None else claim.tables.texts_of_fields
    for cells in fields.among(sentence.said):
        place = _written(cells[0], sentence, begins=True) if not cells[0].is_state else None
        words = _behind(claim, place) if place is not None else ()
        if words and all(
            _is_name(each.result_value.text) and not _is_like(words, each) for each in cells
        ):
            own = cells[0]
            yield FactFinding(
                words[0].start, words[-1].end, fact_kind_of(own), "contradicted", own.result_value
            )


def _subject(claim: Claim) -> ResultRow | None:
    """The one object that it is about; or the first of two, where the second may be the value."""
    is_field = not claim.named and any(word.text == ":" for word in claim.words[:_FEW])
    if claim.is_about_one or (is_field and not claim.names_others):
        return claim.row  # `Owner: …` in the lines below its object
    pair = claim.named
    is_pair = len(pair) == _PAIR and pair[0].table == pair[1].table
    return pair[0] if is_pair and not claim.names_others else None


def fact_kind_of(cell: Cell) -> FactKind:
    """What a fact on a field is of, by the words of its name."""
    if cell.form in {"number", "date"}:
        return "number" if cell.form == "number" else "date"
    return next((_KINDS[part] for part in reversed(cell.parts) if part in _KINDS), "status")


def _sentence(claim: Claim) -> _Sentence:
    """The words of a clause, and those before it in its sentence where it goes on with these."""
    words = (*claim.lead, *claim.words) if claim.goes_on else claim.words
    places: dict[str, int] = {}
    for each in term_mentions(words) if claim.goes_on else claim.mentions:
        places.setdefault(each.term, each.word.start)
    text = claim.context.folded_text(words)
    return _Sentence(text, words[0].start, places, {*_WORD.findall(text), *places})


def _written(cell: Cell, sentence: _Sentence, *, begins: bool = False) -> int | None:
    """Where the name of a field ends, as it is written, in what is said of its object.

    If it is to begin what is said, no other word stands right before it: `started by` is not `by`.
    """
    text, name = sentence.text, " ".join(cell.parts)
    places = (at for at in places_of(name, text) if not (begins and _is_qualified(text, at)))
    at = next(places, None)
    return sentence.start + at + len(name) if at is not None else None


def _is_qualified(text: str, at: int) -> bool:
    return _QUALIFIED.search(text, max(0, at - _LONGEST_WORD), at) is not None


def _place(cell: Cell, sentence: _Sentence) -> int | None:
    """Where a field is named: as it is written, or by all that it means."""
    if (end := _written(cell, sentence)) is not None:
        return end
    if not cell.label or not cell.label <= sentence.places.keys():
        return None
    return min(sentence.places[each] for each in cell.label)


def _told(cell: Cell, claim: Claim, place: int) -> Sequence[Word]:
    """The words that give a value, where they begin near behind the name of its field."""
    found: Sequence[Word] = ()
    if cell.form == "text":
        found = claim.has(cell) or (() if " " in cell.fold else claim.written(cell.fold))
    elif cell.form == "date":
        found = [w for w in claim.words if w.form == "date" and moment(w.text).agrees(cell.moment)]
    elif cell.form == "number":
        figures = (each for each in claim.amounts if not each.is_word)
        said = (each for each in figures if each.number == abs(cell.figure))
        found = [claim.words[each.place] for each in said]
    behind = [word for word in claim.words if word.start >= place][:_FAR]
    return found if any(word in behind for word in found) else ()


def _behind(claim: Claim, place: int) -> Sequence[Word]:
    """A name that is all that stands behind a field and its `is` or colon."""
    behind = [word for word in claim.words if word.start >= place]
    if not behind or not (behind[0].says("be") or behind[0].text == ":"):
        return ()
    words = list(takewhile(lambda word: word.form != "mark", behind[1:]))
    is_short = 0 < len(words) <= _MOST_WORDS
    answer = claim.context.answer
    return words if is_short and _is_name(answer[words[0].start : words[-1].end]) else ()


def _is_name(text: str) -> bool:
    """Whether each longer word of a text has a capital, and none a figure."""
    words = _WORD.findall(text)
    return bool(words) and all(word[0].isupper() or len(word) <= _ALIKE for word in words) and (
        not any(map(str.isdigit, text))
    )  # fmt: skip


def _is_like(words: Sequence[Word], own: Cell) -> bool:
    """Whether a name shares a word with a value, or its first letters."""
    said = [each for word in words for each in terms(word.text)]
    begins = {each[:_ALIKE] for each in own.terms}
    letters = "".join(word.text[0] for word in words)
    return any(each[:_ALIKE] in begins for each in said) or letters == "".join(
        each[0] for each in own.terms
    )
