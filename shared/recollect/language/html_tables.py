"""Tables of HTML as tables of Markdown, of which each row can be told with the names of columns.

A cell that reaches over several columns or rows stands in each of them, so that a name over two
columns is the name of both, and what is said once for three rows is said of each.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_CELLS: Final = frozenset({"td", "th"})
_MOST_COLUMNS: Final = 30
_MOST_ROWS: Final = 300
_FEWEST: Final = 2
_MOST_NAMES: Final = 300
# What reaches over many rows is said in each: 20,000 characters may so become 100 million.
_MOST_ADDED: Final = 64_000
_MARKS: Final = 4
_LONGEST_HEADING: Final = 80
_HEADING: Final = "######"


class _Cell(NamedTuple):
    """A cell's text, and what makes it a name: "th", "b" where it is all bold, or nothing."""

    text: str
    name: str


def table_in_markdown(table: "LexborNode", text_of: Callable[["LexborNode"], str]) -> str:
    """A table with the names of its columns in its first rows; "" where it has none.

    So it is of a table that would be too large, of which nothing must be lost. Names are header
    cells, or all bold. What stands over all columns is a heading within the table, a title above
    it. Where a row has a name once more in its place, names begin anew. `text_of` reads a cell, in
    one line, with whatever table stands in that.
    """
    rows = [*_rows(table, text_of)]
    width = max(map(len, rows), default=0)
    titles = [*takewhile(_is_over_all, rows)]
    own = rows[len(titles) :]
    named = [*takewhile(lambda row: _are_names(row) and _name(row) == _name(own[0]), own)]
    told = own[len(named) :]
    if not (named and told and _FEWEST <= width <= _MOST_NAMES):
        return ""
    above = [text_of(each) for each in table.iter() if each.tag == "caption"]
    above += [row[0].text for row in titles]
    cells = {id(cell): len(cell.text) + _MARKS for row in rows for cell in row}
    room = sum(cells.values()) + _MOST_ADDED
    lines: list[str] = []
    for line in chain(above, _lines(named, told, width)):
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
            said = row[0].text
            is_heading = 0 < len(said) <= _LONGEST_HEADING
            yield f"{_HEADING} {said}" if is_heading else said
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
    """Whether all of a row is one cell."""
    return len(row) >= _FEWEST and all(cell is row[0] for cell in row)


def _in_line(values: Sequence[str]) -> str:
    return f"| {' | '.join(values)} |"


def _rows(table: "LexborNode", text_of: Callable[["LexborNode"], str]) -> Iterator[Sequence[_Cell]]:
    """The cells of each row, each in all the columns and rows that it reaches over."""
    from_above: dict[int, tuple[int, _Cell]] = {}
    for row in _own_rows(table):
        line: list[_Cell] = []
        cells = (each for each in row.iter() if each.tag in _CELLS)
        while True:
            rows, cell = from_above.pop(len(line), (0, None))
            if cell is None:
                node = next(cells, None)
                if node is None:
                    break
                text = text_of(node)
                name = "th" if node.tag == "th" else "b" if text and text == _bold(node) else ""
                cell, rows = _Cell(text.replace("|", "\\|"), name), _span(node, "rowspan")
                columns = min(_span(node, "colspan"), max(1, _MOST_COLUMNS - len(line)))
            else:
                columns = 1
            for _ in range(columns):
                if rows > 1:
                    from_above[len(line)] = rows - 1, cell
                line.append(cell)
        if line:
            yield line


def _own_rows(table: "LexborNode") -> Iterator["LexborNode"]:
    """The rows of a table, those of its foot last, without those of tables within its cells."""
    for part in sorted(table.iter(), key=lambda each: each.tag == "tfoot"):
        yield from (
            (part,) if part.tag == "tr" else (each for each in part.iter() if each.tag == "tr")
        )


def _bold(node: "LexborNode") -> str:
    return " ".join(" ".join(each.text() for each in node.css("b, strong")).split())


def _span(node: "LexborNode", name: str) -> int:
    said = (node.attributes.get(name) or "").strip()
    return min(int(said), _MOST_ROWS) if said.isdecimal() and said != "0" else 1
