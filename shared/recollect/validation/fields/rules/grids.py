"""Checks tables in an answer: each cell against a field of the object that its line names.

A table consists of lines with bars, the second of which has only dashes. The object of a line is
the one that the text of a cell names; the field of a column is the one that its header names.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.rules.field_values import fact_kind_of
from recollect.validation.fields.rules.states import states
from recollect.validation.fields.words.terms import terms
from recollect.validation.fields.words.vocabulary import ANSWERS
from recollect.validation.grammar.folding import WORD
from recollect.validation.grammar.moments import moments_in
from recollect.validation.grammar.numbers import is_rounding_of
from recollect.validation.known.field_kinds import kind_of_field, label_of
from recollect.validation.models import Verdict

_RULE_LINE: Final = re.compile(r"(?=.*--)[\s|:-]*+")
_MARKUP: Final = " \t*_`~"
_NUMBER: Final = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?: ?%)?")
_MAX_SCORE: Final = 10
"""Below it, a number with decimals may be a score, and a whole number in the cell a rank."""

_MAX_LINES: Final = 500
_MAX_COLUMNS: Final = 40


class _TableCell(NamedTuple):
    """The folded text of a cell without markup, with its offsets."""

    text: str
    start: int
    end: int


class _Header(NamedTuple):
    """The header of a column: its words, their terms, and the kind of ticket field it names."""

    words: str
    terms: frozenset[str]
    kind: str


def grid_findings(fold: str, tables: ResultTables) -> Iterator[FactFinding]:
    """The findings in the cells of the tables of a folded answer."""
    for header, lines in _grids(fold) if "|" in fold else ():
        fields = [
            _Header(" ".join(WORD.findall(text)), frozenset(terms(text)), label_of(text))
            for text, *_ in header[:_MAX_COLUMNS]
        ]
        for line in lines:
            row = _object_of_line(line, fields, tables)
            if row is None:
                continue
            for field, cell in zip(fields, line, strict=False):
                own = _field_of_column(row, field)
                verdict = _verdict(cell.text, own, row, tables) if own is not None else None
                if own is not None and verdict is not None:
                    yield finding((cell,), fact_kind_of(own), verdict, own.result_value)


def _grids(fold: str) -> Iterator[tuple[Sequence[_TableCell], Sequence[Sequence[_TableCell]]]]:
    """The header and the lines of each table in a text."""
    at, lines = 0, []
    for line in fold.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    place = 1
    while place < len(lines):
        start, header = lines[place - 1]
        if not _RULE_LINE.fullmatch(lines[place][1]) or "|" not in header:
            place += 1
            continue
        end = place + 1
        while end < len(lines) and "|" in lines[end][1] and end - place <= _MAX_LINES:
            end += 1
        yield (
            _cells_of_line(header, start),
            [_cells_of_line(each, at) for at, each in lines[place + 1 : end]],
        )
        place = end + 1


def _cells_of_line(line: str, offset: int) -> Sequence[_TableCell]:
    """The cells of a line, including empty ones; `offset` is where the line begins."""
    text = line.strip()
    begin = offset + line.index(text) if text else offset
    inside = text.removeprefix("|").removesuffix("|")
    begin += text.startswith("|")
    found = []
    for column in inside.split("|"):
        bare = column.strip(_MARKUP)
        start = begin + column.index(bare) if bare else begin
        found.append(_TableCell(bare, start, start + len(bare)))
        begin += len(column) + 1
    return found


def _object_of_line(
    line: Sequence[_TableCell], fields: Sequence[_Header], tables: ResultTables
) -> ResultRow | None:
    """The object named by the first cell that names any; None unless just one has such fields."""
    for part in line:
        name = terms(part.text)
        rows = tables.full_names.rows.get(name) or tables.beginning_with(name)
        candidates = [
            row for row in rows if any(_field_of_column(row, each) is not None for each in fields)
        ]
        if rows:
            return candidates[0] if len(candidates) == 1 else None
    return None


def _field_of_column(row: ResultRow, header: _Header) -> Cell | None:
    """The one field that a header names: by its exact words, its terms, or its kind."""
    named = (
        [cell for cell in row.cells if " ".join(cell.parts) == header.words]
        or [cell for cell in row.cells if header.terms and cell.label == header.terms]
        or [cell for cell in row.cells if header.kind and kind_of_field(cell.parts) == header.kind]
    )
    return named[0] if len(named) == 1 else None


def _verdict(text: str, own: Cell, row: ResultRow, tables: ResultTables) -> Verdict | None:
    """How a cell compares with its field; None if it may say the same in other words."""
    if own.form == "nothing" or not WORD.search(text):
        return None
    if text == own.fold:
        return "supported"
    if own.form == "date":
        comparable = [each for _, _, each in moments_in(text) if each.shares(own.moment)]
        return verdict_if(comparable[0].agrees(own.moment)) if comparable else None
    if own.form == "flag":
        return verdict_if(ANSWERS[text] is own.value) if text in ANSWERS else None
    return (
        _number_verdict(text, own)
        if own.form == "number"
        else _text_verdict(text, own, row, tables)
    )


def _text_verdict(text: str, own: Cell, row: ResultRow, tables: ResultTables) -> Verdict | None:
    """How a text compares with its field; it contradicts only if another object has it there."""
    stated, known = frozenset(terms(text)), frozenset(own.terms)
    is_same = bool(stated) and (stated <= known or known <= stated)
    if is_same or states().meanings_of(text) & states().meanings_of(own.fold):
        return "supported"
    others = tables.columns.matching(row.table, own.path, [text])
    return "contradicted" if any(cell.fold == text for cell in others) else None


def _number_verdict(text: str, own: Cell) -> Verdict | None:
    """How a plain number compares with its field, which it may round."""
    if not _NUMBER.fullmatch(text) or (text.endswith("%") and own.unit != "%"):
        return None
    number = float(text.rstrip("% ").replace(",", ""))
    digits = len(text.rstrip("% ").partition(".")[2])
    is_same = abs(round(own.figure, digits) - number) < 10**-9 or is_rounding_of(number, own.figure)
    is_small = abs(own.figure) < _MAX_SCORE and own.figure % 1 != 0
    if is_small and number % 1 == 0 and not is_same:
        return None  # the second in rank, with a score of .8
    return verdict_if(is_same or abs(number) == abs(own.figure))
