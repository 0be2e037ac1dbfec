"""What is said of one object, and is true of another of its list: `Renske sits in 14B`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields.adjacent_values import is_adjacent_to_object
from recollect.validation.fields.claims import Claim
from recollect.validation.fields.column_states import is_told_to_be
from recollect.validation.fields.field_values import fact_kind_of
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.states import states
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.values import COMPARING
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.words import Word
from recollect.validation.models import FactKind

_ASIDE: Final = re.compile(
    r"n['\u2019]t\b|\b(?:not?|access|created|away|on leave|urlaub|vacaciones|conges)\b"
    r"|\b(?:needs?|requires?|approv|input|wait|await|block|escalat|forward|triag|used to|came"
    r"|leave|take over|will|covers?|offer|affect|ask|mention|comment|review|discuss|knows?|more"
    r"|reassign|free|help|wart|freigab|espera|attend|while|wahrend|mientras|pendant|nichts"
    r"|vertritt|sustituye|remplace)"
)
"""What tells of somebody who has something else to do with an object than to have it."""

_OF_ONE: Final = frozenset[FactKind](["identifier", "person"])
_WORD: Final = re.compile(r"[^\W_]+")
_POSSESSIVES: Final = frozenset(["its", "their", "ihr", "su", "sus", "son", "sa", "suo", "zijn"])
_SHORTEST: Final = 4
_GAP: Final = 1
_NEAR: Final = 4
_LARGE: Final = 100
_NAMES: Final = 2


def swapped_value_cues(tables: ResultTables) -> Iterator[str]:
    """Words of which one is in each sentence that gives a value of one of several objects."""
    for rows in tables.siblings.values():
        for row in rows if len(rows) > 1 else ():
            for cell in row.cells:
                if _tells_apart(cell, row):
                    yield from _WORD.findall(cell.fold)[:1]


def swapped_value_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on values of the one object that a clause names, where another one has them."""
    row = claim.row
    if (
        row is None
        or not claim.is_about_one
        or not claim.tells
        or claim.context.referents.is_in_order
    ):
        return
    if claim.is_sure:
        yield from _dates(claim, row)
        yield from _numbers(claim, row)
    elif not any(
        each.word.form == "name" and each.term in row.name_terms for each in claim.mentions
    ):
        return
    for cell, own in _others(claim, row):
        words = _told(cell, claim)
        if not words or not _may_be_exchanged(cell, claim):
            continue
        if cell.is_state and not is_told_to_be(words, claim):
            continue
        if cell.fold in claim.context.index.owners.by_text and _is_aside(claim):
            continue  # who else has to do with it
        if _may_be_beside(cell, own, words, claim) and not is_adjacent_to_object(
            words, own, claim, row
        ):
            continue  # what else has to do with it
        if _is_foreign(cell, own, words, claim):
            yield FactFinding(
                words[0].start, words[-1].end, _kind(cell), "contradicted", own.result_value
            )


def _others(claim: Claim, row: ResultRow) -> Iterator[tuple[Cell, Cell]]:
    """The values, each once, that a clause may tell of, with what its object has there."""
    seen: set[tuple[tuple[str, ...], str]] = set()
    for each in claim.mentions:
        for cell in claim.tables.values.get((row.table, each.term), ()):
            own = row.by_path.get(cell.path)
            key = (cell.path, cell.fold)
            if own is not None and own is not cell and key not in seen:
                yield cell, own
            seen.add(key)


def _may_be_beside(cell: Cell, own: Cell, words: Sequence[Word], claim: Claim) -> bool:
    """Whether a value may be told of without any claim on the object of its clause.

    So may be any in a longer answer, what others are called, somebody by the first name, and
    whoever is told of where the object has nobody.
    """
    is_whole = len(words) == len(cell.terms) or cell.is_code
    return not claim.is_sure or cell.names_object or own.form == "nothing" or not is_whole


def _told(cell: Cell, claim: Claim) -> Sequence[Word]:
    """The words that give a value; of somebody of two names the first one will do."""
    words = claim.has(cell)
    if words or not _is_of_person(cell):
        return words
    answer = claim.context.answer
    given = cell.fold.partition(" ")[0]
    first = claim.mentions[0].word.start
    return [
        word
        for word in claim.words
        if word.text == given
        and word.start > first
        and answer[word.start].isupper()
        and not answer[word.end : word.end + 2].strip(" ").istitle()
    ][:1]


def _is_told(own: Cell, claim: Claim) -> bool:
    """Whether the clause gives an object's own value, too; of a person, the sentence."""
    if claim.has(own):
        return True
    line = claim.context.folded_text(claim.context.clause.sentence)
    return _is_of_person(own) and not set(_WORD.findall(line)).isdisjoint(own.fold.split())


def _is_of_person(cell: Cell) -> bool:
    """Whether a value is somebody, by a first and a last name."""
    return fact_kind_of(cell) == "person" and len(cell.fold.split()) == _NAMES


def _is_aside(claim: Claim) -> bool:
    """Whether a clause tells of somebody else who has to do with an object, or denies it."""
    context = claim.context
    if context.denials or context.is_proposed:
        return True
    return _ASIDE.search(context.folded_text(context.clause.words)) is not None


def _may_be_exchanged(cell: Cell, claim: Claim) -> bool:
    """Whether a value tells one object from others; in longer answers it is a code or somebody."""
    is_read = claim.is_sure or _kind(cell) in _OF_ONE
    return is_read and _tells_apart(cell, claim.tables.owners[cell])


def _tells_apart(cell: Cell, row: ResultRow) -> bool:
    """Whether a value tells its object from others; of names and known states others tell more."""
    is_known = "priority" in cell.parts or (cell.is_state and bool(states().named_by(cell.fold)))
    return cell.form == "text" and not row.is_called(cell) and not is_known


def _is_foreign(cell: Cell, own: Cell, words: Sequence[Word], claim: Claim) -> bool:
    """Whether a value is that of another object, and of nothing that belongs to this one."""
    row = claim.row
    if row is None or claim.is_denied(words[0].start):
        return False
    if own.form == "nothing" and not _is_of_person(cell):
        return False
    if _is_other_word(cell, words, claim, row) or claim.is_before_other(words, row):
        return False
    if len(cell.terms) == 1 and len(cell.terms[0]) < _SHORTEST and cell.terms[0].isalpha():
        return False
    if _is_told(own, claim) or set(cell.terms) <= set(own.terms) or _is_of_next(words, claim):
        return False
    return not any(set(cell.terms) <= _words(each) for each in _around(row))


def _is_other_word(cell: Cell, words: Sequence[Word], claim: Claim, row: ResultRow) -> bool:
    """Whether what looks like a value is none: `leaves late`, `its test system`."""
    said = claim.context.folded_text(words)
    is_field = any(said == " ".join(each.parts) for each in row.cells)
    if is_field or claim.names_field(words, row):
        return True
    if any(each.text in _POSSESSIVES for each in _right_before(words, claim)):
        return True
    is_label = any(word.form in {"date", "number"} for word in claim.behind(words, _NEAR)[:1])
    is_name = (
        fact_kind_of(cell) != "status" and len(cell.terms) == 1
    )  # a report is no team Reporting
    return (said != cell.fold and (is_name or cell.is_state)) or (cell.is_state and is_label)


def _right_before(words: Sequence[Word], claim: Claim) -> Sequence[Word]:
    """The word before a value with nothing but a space between; none where there is none."""
    start = words[0].start
    return [word for word in claim.words if word.end < start <= word.end + _GAP]


def _is_of_next(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a value tells of what a bracket behind it names: `its test system (db-02)`."""
    behind = claim.behind(words, _NEAR)
    opens = next((at for at, word in enumerate(behind) if word.text == "("), len(behind))
    return any(word.form == "name" for word in behind[opens + 1 : opens + 2])


def _tells_of(other: ResultRow, said: frozenset[str]) -> bool:
    """Whether words tell of another object, too, but for what state it is in."""
    texts = (cell.terms for cell in other.cells if cell.form == "text" and not cell.is_state)
    return not said.isdisjoint(other.name_terms.union(*texts))


def _words(row: ResultRow) -> frozenset[str]:
    texts = frozenset(each for cell in row.cells if cell.form == "text" for each in cell.terms)
    return row.name_terms | texts


def _around(row: ResultRow) -> Iterator[ResultRow]:
    """An object, those that it lists, and those that it is in."""
    yield row
    yield from row.children
    if row.parent is not None:
        yield row.parent


def _dates(claim: Claim, row: ResultRow) -> Iterator[FactFinding]:
    """Dates that an object has not: where it has but one, or those of another's same field."""
    own = row.dates
    for word in claim.words if own else ():
        said = moment(word.text) if word.form == "date" else None
        if said is None or _is_known(said, row) or claim.tells_of(said):
            continue
        is_new = not any(_is_known(said, each) for each in claim.tables.rows)
        if is_new and len(own) == 1 and said.days and said.shares(own[0].moment):
            yield FactFinding(word.start, word.end, "date", "contradicted", own[0].result_value)
        elif (mine := _of_others(claim, row, said)) is not None:
            yield FactFinding(word.start, word.end, "date", "contradicted", mine.result_value)


def _of_others(claim: Claim, row: ResultRow, said: Moment) -> Cell | None:
    """The field of an object whose date another object of its list is said to have."""
    besides = claim.terms - _words(row)
    for day in said.days:
        for cell in claim.tables.values.get((row.table, day), ()):
            mine = row.by_path.get(cell.path)
            if _tells_of(claim.tables.owners[cell], besides):
                continue
            if said.agrees(cell.moment) and mine is not None and mine.form == "date":
                return mine
    return None


def _numbers(claim: Claim, row: ResultRow) -> Iterator[FactFinding]:
    """Numbers of three figures and more that the same field of another object has."""
    if not COMPARING.isdisjoint(word.text for word in claim.words):
        return  # 412.50 against 289
    own = {abs(cell.number) for each in _around(row) for cell in each.cells}
    for amount in claim.amounts:
        if amount.value < _LARGE or amount.bound or amount.value in own or amount.is_share:
            continue
        theirs = claim.tables.values.get((row.table, amount.value), ())
        mine = row.by_path.get(theirs[0].path) if theirs else None
        if mine is not None and mine.form == "number" and len({each.path for each in theirs}) == 1:
            yield FactFinding(amount.start, amount.end, "number", "contradicted", mine.result_value)


def _is_known(said: Moment, row: ResultRow) -> bool:
    return any(
        said.agrees(cell.moment)
        for each in _around(row)
        for cell in each.cells
        if cell.form == "date"
    )


def _kind(cell: Cell) -> FactKind:
    if any(character.isdigit() for character in cell.fold):
        return "identifier"
    return fact_kind_of(cell)
