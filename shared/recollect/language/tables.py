"""Tables within texts, read as people read them: each value with the name of its column.

A table is one of Markdown, or at least three lines with the same number of values, at least three.
Values are separated by tabs, by semicolons or commas without a space behind, or by spaces so that
each value begins under the name of its column. A table that is not of Markdown has names only if a
column of numbers stands under a word, or if all names are in capitals; the column that labels the
rows may lack a name. A title over the table stands alone in its line. In a table of Markdown with
two columns the first value may be the name of the second. A table may also have its figures under
the ends of the names (`recollect.language.right_aligned`).
"""

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Final, NamedTuple

from recollect.language.omitted_cells import is_title, with_omitted_cells
from recollect.language.right_aligned import right_aligned_rows

_RULE: Final = re.compile(r"\|?:?-+:?(?:\|:?-+:?)*\|?")
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_SEPARATORS: Final = "\t;,"
_MIN_LINES: Final = 3
_MIN_COLUMNS: Final = 3
_COLUMN: Final = re.compile(r"\S+(?: \S+)*")
_QUOTED: Final = re.compile(r'"[^"]*"')
_ROW_SIGN: Final = re.compile(r"  |\t|[,;]\S|\d\w?$")
"""A separator of values, or a figure at the end of a line; prose has a space behind a comma."""

_MAX_NAME_CHARS: Final = 40
_MAX_LINE_CHARS: Final = 4_000


class TableRow(NamedTuple):
    """A row of a table: its values with the names of their columns, "" for a column without one."""

    fields: Sequence[tuple[str, str]]

    @property
    def in_words(self) -> str:
        """The row as `name: value; name: value`."""
        return "; ".join(f"{name}: {value}" if name else value for name, value in self.fields)


_Line = str | TableRow


def rows_in_words(text: str, end: str = "") -> str:
    """A text with each table row as `name: value; name: value`, without the rows of names.

    Each row is followed by `end`, where lines are to be joined to one.
    """
    return "\n".join(
        each if isinstance(each, str) else f"{each.in_words}{end}" for each in _lines(text)
    )


def tables_in(text: str) -> Iterator[Sequence[TableRow]]:
    """The rows of each table of a text that is read to its end.

    A table is left out if a further row follows that does not fit its columns, since all behind
    that row would be missing.
    """
    groups = [
        (is_row, list(lines))
        for is_row, lines in groupby(_lines(text), key=lambda each: isinstance(each, TableRow))
    ]
    for at, (is_row, lines) in enumerate(groups):
        behind = groups[at + 1][1][0] if at + 1 < len(groups) else ""
        if is_row and not (isinstance(behind, str) and _ROW_SIGN.search(behind.strip())):
            yield [each for each in lines if isinstance(each, TableRow)]


def _lines(text: str) -> Iterator[_Line]:
    return _with_lists(_with_columns([*_with_markdown(text.splitlines())]))


def _with_markdown(lines: Sequence[str]) -> Iterator[_Line]:
    names: Sequence[str] = ()
    place = 0
    while place < len(lines):
        line = lines[place]
        if _begins_table(lines, place) and _begins_anew(names, _cells(line)):
            names = _cells(line)
            place += 1
        elif names and "|" in line:
            yield _row(names, _cells(line))
        else:
            names = ()
            yield line
        place += 1


def _begins_anew(names: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether cells are the names of a new table, or repeat some of the names."""
    return not names or any(each and each in names for each in cells)


def _begins_table(lines: Sequence[str], place: int) -> bool:
    """Whether the names of columns stand at this line, with a rule and a row under them."""
    if "|" not in lines[place] or not any("|" in row for row in lines[place + 2 : place + 3]):
        return False
    rule = "".join(lines[place + 1].split()).replace("+", "|")  # psql and boxes have a plus
    return (
        "-" in rule[:8]
        and max(len(rule), len(lines[place])) <= _MAX_LINE_CHARS
        and _RULE.fullmatch(rule) is not None
        and len(_cells(rule)) == len(_cells(lines[place]))
    )


def _cells(line: str) -> Sequence[str]:
    inner = line.strip().removeprefix("|")
    inner = inner.removesuffix("|") if not inner.endswith("\\|") else inner
    return [each.strip().replace("\\|", "|") for each in _CELL_END.split(inner)]


def _with_columns(lines: Sequence[_Line]) -> Iterator[_Line]:
    """The lines, with rows in place of lines whose columns are separated by spaces."""
    place = 0
    while place < len(lines):
        starts = _starts(lines[place])
        begin, place = place, place + 1
        while starts and place < len(lines) and _is_under(starts, lines[place]):
            place += 1
        block = [each for each in lines[begin:place] if isinstance(each, str)]
        named = _named_rows([_in_columns(line, starts) for line in block]) if starts else None
        if named is None and (rows := _under_their_ends(lines, begin)):
            named, place = rows, begin + 1 + len(rows)
        yield from named or lines[begin:place]


def _under_their_ends(lines: Sequence[_Line], begin: int) -> Sequence[TableRow]:
    """The rows under the names in a line, if figures end under the ends of these names."""
    texts = _texts(lines, begin)
    return [TableRow(row) for row in right_aligned_rows(next(texts, ""), texts)]


def _texts(lines: Sequence[_Line], begin: int) -> Iterator[str]:
    """The lines from a place on, up to the next row of a table."""
    for place in range(begin, len(lines)):
        line = lines[place]
        if isinstance(line, TableRow):
            return
        yield line


def _starts(line: _Line) -> Sequence[int]:
    """The indices at which the parts of a line begin, if two or more spaces separate them."""
    if isinstance(line, TableRow) or line.count("  ") < _MIN_COLUMNS - 1:
        return ()
    starts = [each.start() for each in _COLUMN.finditer(line[:_MAX_LINE_CHARS])]
    return starts if len(starts) >= _MIN_COLUMNS else ()


def _is_under(starts: Sequence[int], line: _Line) -> bool:
    """Whether a value begins at each of these indices of a line."""
    return (
        isinstance(line, str)
        and starts[-1] < len(line) <= _MAX_LINE_CHARS
        and all(
            line[start] != " " and not line[max(0, start - 1) : start].strip() for start in starts
        )
    )


def _in_columns(line: str, starts: Sequence[int]) -> Sequence[str]:
    return [line[start:end].strip() for start, end in zip(starts, (*starts[1:], None), strict=True)]


def _with_lists(lines: Iterator[_Line]) -> Iterator[_Line]:
    for form, group in groupby(lines, key=_form):
        block = list(group)
        yield from (_of_list(block, form[0]) if form else None) or block


def _of_list(block: Sequence[_Line], separator: str) -> Sequence[_Line] | None:
    lines = (each for each in block if isinstance(each, str))
    rows = [_values(line, separator) for line in lines]
    titles = [*takewhile(is_title, rows)]
    named = _named_rows(rows[len(titles) :])
    return named and [*filter(None, ("".join(each).strip() for each in titles)), *named]


def _values(line: str, separator: str) -> Sequence[str]:
    """The values of one line, even if it leaves quotes open."""
    return next(csv.reader([line], delimiter=separator), [])


def _form(line: _Line) -> tuple[str, int] | None:
    """The separator of a line and how often it stands there, if it separates values."""
    if isinstance(line, TableRow) or len(line) > _MAX_LINE_CHARS:
        return None
    bare = _QUOTED.sub("", line) if '"' in line else line
    for separator in _SEPARATORS:
        if count := bare.count(separator):
            is_row = count + 1 >= _MIN_COLUMNS and f"{separator} " not in bare
            return (separator, count) if is_row else None
    return None


def _named_rows(rows: Sequence[Sequence[str]]) -> Sequence[TableRow] | None:
    """The rows behind the first one, if that one has the names of their columns."""
    if len(rows) < _MIN_LINES:
        return None
    names = [each.strip() for each in rows[0]]
    if any(len(row) != len(names) for row in rows) or not _are_names(names, rows[1:]):
        return None
    return [_row(names, row) for row in with_omitted_cells(names, rows[1:])]


def _are_names(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has names: different words, none a value, one of them above numbers.

    Or all are in capitals, as commands print them, and no row is. The first one may be missing if
    all rows have a value under it.
    """
    words = {
        each.casefold() for each in names if each[:1].isalpha() and len(each) <= _MAX_NAME_CHARS
    }
    columns = [*zip(names, zip(*rows, strict=True), strict=True)]
    has_labels = not names[0] and all(row[0].strip() for row in rows)
    return (
        len(words) + has_labels == len(names)
        and not any(name in values for name, values in columns)
        and (
            any(not _has_digit(name) and _are_numbers(values) for name, values in columns)
            or ("".join(names).isupper() and not any("".join(row).isupper() for row in rows))
        )
    )


def _are_numbers(values: Sequence[str]) -> bool:
    present = [each for each in values if any(map(str.isalnum, each))]  # a dash means no value
    return bool(present) and all(map(_has_digit, present))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _row(names: Sequence[str], values: Sequence[str]) -> TableRow:
    pairs = zip(names, values, strict=False)
    return TableRow([(name, value.strip()) for name, value in pairs if value.strip()])
