"""Tables of HTML as tables of Markdown, so that each row can be read with the names of its columns.

A cell that spans several columns or rows stands in each of them: a name over two columns is the
name of both, and a value for three rows belongs to each.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.language.tags import CELLS

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_MAX_COLUMNS: Final = 30
_MAX_ROWS: Final = 300
_MIN_COLUMNS: Final = 2
_MAX_NAMES: Final = 300
# A cell that spans many rows is repeated in each, so that 20,000 characters may become 100 million.
_MAX_ADDED_CHARS: Final = 64_000
_MARK_CHARS: Final = 4
_MAX_HEADING_CHARS: Final = 80
_HEADING: Final = "######"


class _Cell(NamedTuple):
    """A cell's text, and whether it may be a name: "th", "b" if it is all bold, else ""."""

    text: str
    name: str


def table_in_markdown(table: "LexborNode", text_of: Callable[["LexborNode"], str]) -> str:
    """A table as Markdown, the names of its columns in the first rows; "" if it has none.

    Also "" for a table that would become too large, so that nothing of it is lost. Names are header
    cells, or all bold. A row that spans all columns is a heading within the table, or a title if it
    stands first. If a later row repeats a name in its column, a new part of the table begins there.
    `text_of` reads a cell as one line, including any table in it.
    """
    rows = [*_rows(table, text_of)]
    width = max(map(len, rows), default=0)
    titles = [*takewhile(_is_over_all, rows)]
    below_titles = rows[len(titles) :]
    named = [
        *takewhile(
            lambda row: _are_names(row) and _name(row) == _name(below_titles[0]), below_titles
        )
    ]
    body = below_titles[len(named) :]
    if not (named and body and _MIN_COLUMNS <= width <= _MAX_NAMES):
        return ""
    above = [text_of(each) for each in table.iter() if each.tag == "caption"]
    above += [row[0].text for row in titles]
    cells = {id(cell): len(cell.text) + _MARK_CHARS for row in rows for cell in row}
    room = sum(cells.values()) + _MAX_ADDED_CHARS
    lines: list[str] = []
    for line in chain(above, _lines(named, body, width)):
        room -= len(line)
        if room < 0:
            return ""
        lines.append(line)
    return "\n".join(lines)


def _lines(
    named: Sequence[Sequence[_Cell]], rows: Sequence[Sequence[_Cell]], width: int
) -> Iterator[str]:
    names = _names(named, width)
    begins, is_headed = True, False
    for row in rows:
        if _is_over_all(row):
            heading = row[0].text
            is_heading = 0 < len(heading) <= _MAX_HEADING_CHARS
            yield f"{_HEADING} {heading}" if is_heading else heading
            begins, is_headed = True, is_headed or is_heading
            continue
        if _are_names(row) and any(
            name and name == cell.text for name, cell in zip(names, row, strict=False)
        ):
            names, begins = _names([row], width), True
            continue
        if begins:
            yield _in_line(names)
            yield _in_line(["---"] * width)
            begins = False
        yield _in_line([cell.text for cell in row])
    if is_headed:
        yield _HEADING


def _names(rows: Sequence[Sequence[_Cell]], width: int) -> Sequence[str]:
    return [
        " ".join(dict.fromkeys(row[column].text for row in rows if column < len(row)))
        for column in range(width)
    ]


def _are_names(row: Sequence[_Cell]) -> bool:
    return not _is_over_all(row) and all(cell.name for cell in row)


def _name(row: Sequence[_Cell]) -> str:
    return max(cell.name for cell in row)


def _is_over_all(row: Sequence[_Cell]) -> bool:
    """Whether a row consists of one cell over all columns."""
    return len(row) >= _MIN_COLUMNS and all(cell is row[0] for cell in row)


def _in_line(values: Sequence[str]) -> str:
    return f"| {' | '.join(values)} |"


def _rows(table: "LexborNode", text_of: Callable[["LexborNode"], str]) -> Iterator[Sequence[_Cell]]:
    """The cells of each row, each in all the columns and rows that it spans."""
    from_above: dict[int, tuple[int, _Cell]] = {}
    for row in _own_rows(table):
        line: list[_Cell] = []
        cells = (each for each in row.iter() if each.tag in CELLS)
        while True:
            rows, cell = from_above.pop(len(line), (0, None))
            if cell is None:
                node = next(cells, None)
                if node is None:
                    break
                text = text_of(node)
                name = "th" if node.tag == "th" else "b" if text and text == _bold(node) else ""
                cell, rows = _Cell(text.replace("|", "\\|"), name), _span(node, "rowspan")
                columns = min(_span(node, "colspan"), max(1, _MAX_COLUMNS - len(line)))
            else:
                columns = 1
            for _ in range(columns):
                if rows > 1:
                    from_above[len(line)] = rows - 1, cell
                line.append(cell)
        if line:
            yield line


def _own_rows(table: "LexborNode") -> Iterator["LexborNode"]:
    """The rows of a table, those of its foot last, without rows of tables within its cells."""
    for part in sorted(table.iter(), key=lambda each: each.tag == "tfoot"):
        yield from (
            (part,) if part.tag == "tr" else (each for each in part.iter() if each.tag == "tr")
        )


def _bold(node: "LexborNode") -> str:
    return " ".join(" ".join(each.text() for each in node.css("b, strong")).split())


def _span(node: "LexborNode", name: str) -> int:
    value = (node.attributes.get(name) or "").strip()
    return min(int(value), _MAX_ROWS) if value.isdecimal() and value != "0" else 1
