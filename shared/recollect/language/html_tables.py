"""Tables of HTML as tables of Markdown, of which each row can be told with the names of columns.

A cell that reaches over several columns or rows stands in each of them, so that a name over two
columns is the name of both, and what is said once for three rows is said of each.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_CELLS: Final = frozenset({"td", "th"})
_MOST_COLUMNS: Final = 30
_MOST_ROWS: Final = 300
_FEWEST: Final = 2


class _Cell(NamedTuple):
    text: str
    is_name: bool


def table_in_markdown(table: "LexborNode", text_of: Callable[["LexborNode"], str]) -> str:
    """A table with the names of its columns in its first rows; "" where it has none.

    So it is of a table that is too large, of which nothing must be lost. Names are header cells, or
    all bold. `text_of` reads a cell, in one line, with whatever table stands in that.
    """
    rows = [*_rows(table, text_of)]
    named = [*takewhile(lambda row: all(cell.is_name for cell in row), rows)]
    width = max(map(len, rows), default=0)
    if not named or len(named) == len(rows) or width < _FEWEST:
        return ""
    if width > _MOST_COLUMNS or len(rows) > _MOST_ROWS:
        return ""
    names = [
        " ".join(dict.fromkeys(row[column].text for row in named if column < len(row)))
        for column in range(width)
    ]
    lines = [names, ["---"] * width, *([cell.text for cell in row] for row in rows[len(named) :])]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _rows(table: "LexborNode", text_of: Callable[["LexborNode"], str]) -> Iterator[Sequence[_Cell]]:
    """The cells of each row, each in all the columns and rows that it reaches over."""
    from_above: dict[int, tuple[int, _Cell]] = {}
    for row in islice(_own_rows(table), _MOST_ROWS + 1):
        line: list[_Cell] = []
        cells = (each for each in row.iter() if each.tag in _CELLS)
        while len(line) <= _MOST_COLUMNS:
            rows, cell = from_above.pop(len(line), (0, None))
            if cell is None:
                node = next(cells, None)
                if node is None:
                    break
                text = text_of(node)
                is_name = node.tag == "th" or (bool(text) and text == _bold(node))
                cell, rows = _Cell(text.replace("|", "\\|"), is_name), _span(node, "rowspan")
                columns = _span(node, "colspan")
            else:
                columns = 1
            for _ in range(min(columns, _MOST_COLUMNS + 1 - len(line))):
                if rows > 1:
                    from_above[len(line)] = rows - 1, cell
                line.append(cell)
        if line:
            yield line


def _own_rows(table: "LexborNode") -> Iterator["LexborNode"]:
    """The rows of a table, without those of tables within its cells."""
    for part in table.iter():
        yield from (
            (part,) if part.tag == "tr" else (each for each in part.iter() if each.tag == "tr")
        )


def _bold(node: "LexborNode") -> str:
    return " ".join(" ".join(each.text() for each in node.css("b, strong")).split())


def _span(node: "LexborNode", name: str) -> int:
    said = (node.attributes.get(name) or "").strip()
    return min(int(said), _MOST_ROWS) if said.isdecimal() and said != "0" else 1
