"""Tables in an answer: a cell is what the field of its column has of the object of its line.

A table is lines with bars, of which the second has dashes alone. A line is of the one object that
the text of a cell names; a column is of the field whose name its header says.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields.field_values import fact_kind_of
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.states import states
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import terms
from recollect.validation.grammar.moments import moments_in
from recollect.validation.grammar.numbers import is_rounding_of
from recollect.validation.known.field_kinds import kind_of_field, label_of
from recollect.validation.models import Verdict

_RULE: Final = re.compile(r"(?=.*--)[\s|:-]*+")
_MARKS: Final = " \t*_`~"
_NUMBER: Final = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?: ?%)?")
_WORD: Final = re.compile(r"[^\W_]+")
_FLAGS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "yes", "ja", "si", "oui", "sim"), True),
    **dict.fromkeys(("false", "no", "nein", "non", "nao", "nee"), False),
}
_RANKED: Final = 10
"""Below that a number with decimals may be what things are ranked by."""

_MOST_LINES: Final = 500
_MOST_COLUMNS: Final = 40


class _Part(NamedTuple):
    """The text of a cell without marks, folded, and where it stands."""

    text: str
    start: int
    end: int


class _Header(NamedTuple):
    """The header of a column: its words, what these mean, and what they mean for a ticket."""

    said: str
    meant: frozenset[str]
    kind: str


def grid_findings(fold: str, tables: ResultTables) -> Iterator[FactFinding]:
    """The findings on cells of tables in a folded answer."""
    for header, lines in _grids(fold) if "|" in fold else ():
        fields = [
            _Header(" ".join(_WORD.findall(text)), frozenset(terms(text)), label_of(text))
            for text, *_ in header[:_MOST_COLUMNS]
        ]
        for line in lines:
            row = _object(line, fields, tables)
            if row is None:
                continue
            for field, part in zip(fields, line, strict=False):
                own = _field(row, field)
                verdict = _verdict(part.text, own, row, tables) if own is not None else None
                if own is not None and verdict is not None:
                    yield FactFinding(
                        part.start, part.end, fact_kind_of(own), verdict, own.result_value
                    )


def _grids(fold: str) -> Iterator[tuple[Sequence[_Part], Sequence[Sequence[_Part]]]]:
    """The tables of a text: the header of each, and its lines."""
    at, lines = 0, []
    for line in fold.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    place = 1
    while place < len(lines):
        start, header = lines[place - 1]
        if not _RULE.fullmatch(lines[place][1]) or "|" not in header:
            place += 1
            continue
        end = place + 1
        while end < len(lines) and "|" in lines[end][1] and end - place <= _MOST_LINES:
            end += 1
        yield _parts(header, start), [_parts(each, at) for at, each in lines[place + 1 : end]]
        place = end + 1


def _parts(line: str, offset: int) -> Sequence[_Part]:
    """The cells of a line, those that are empty too."""
    text = line.strip()
    begin = offset + line.index(text) if text else offset
    inside = text.removeprefix("|").removesuffix("|")
    begin += text.startswith("|")
    found = []
    for each in inside.split("|"):
        bare = each.strip(_MARKS)
        start = begin + each.index(bare) if bare else begin
        found.append(_Part(bare, start, start + len(bare)))
        begin += len(each) + 1
    return found


def _object(
    line: Sequence[_Part], fields: Sequence[_Header], tables: ResultTables
) -> ResultRow | None:
    """The one object with these fields that the first cell which names any names."""
    for part in line:
        rows = tables.full_names.rows.get(terms(part.text), ())
        having = [row for row in rows if any(_field(row, each) is not None for each in fields)]
        if rows:
            return having[0] if len(having) == 1 else None
    return None


def _field(row: ResultRow, header: _Header) -> Cell | None:
    """The field that a header says: as it is written, or the one that means just that."""
    same = (
        [cell for cell in row.cells if " ".join(cell.parts) == header.said]
        or [cell for cell in row.cells if header.meant and cell.label == header.meant]
        or [cell for cell in row.cells if header.kind and kind_of_field(cell.parts) == header.kind]
    )
    return same[0] if len(same) == 1 else None


def _verdict(text: str, own: Cell, row: ResultRow, tables: ResultTables) -> Verdict | None:
    """Whether a cell is what its field has; None where it may be the same in other words."""
    if own.form == "nothing" or not _WORD.search(text):
        return None
    if text == own.fold:
        return "supported"
    if own.form == "date":
        told = [each for _, _, each in moments_in(text) if each.shares(own.moment)]
        return _of(told[0].agrees(own.moment)) if told else None
    if own.form == "flag":
        return _of(_FLAGS[text] is own.value) if text in _FLAGS else None
    return _of_number(text, own) if own.form == "number" else _of_text(text, own, row, tables)


def _of_text(text: str, own: Cell, row: ResultRow, tables: ResultTables) -> Verdict | None:
    """Whether a text says as much as that of a field, or is another object's."""
    said, has = frozenset(terms(text)), frozenset(own.terms)
    is_same = bool(said) and (said <= has or has <= said)
    if is_same or states().named_by(text) & states().named_by(own.fold):
        return "supported"
    others = tables.having(row.table, own.path, [text])
    return "contradicted" if any(cell.fold == text for cell in others) else None


def _of_number(text: str, own: Cell) -> Verdict | None:
    """Whether a plain number is that of a field, or this rounded."""
    if not _NUMBER.fullmatch(text) or (text.endswith("%") and own.unit != "%"):
        return None
    number = float(text.rstrip("% ").replace(",", ""))
    digits = len(text.rstrip("% ").partition(".")[2])
    is_same = abs(round(own.figure, digits) - number) < 10**-9 or is_rounding_of(number, own.figure)
    is_small = abs(own.figure) < _RANKED and own.figure % 1 != 0
    if is_small and number % 1 == 0 and not is_same:
        return None  # the second, of what scores .8
    return _of(is_same or abs(number) == abs(own.figure))


def _of(is_right: bool) -> Verdict:
    return "supported" if is_right else "contradicted"
