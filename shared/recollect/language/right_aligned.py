"""Tables whose figures end under the ends of their names, as `df`, `ps aux` and `free` print them.

Each value belongs to the name that it stands under, and a value may be missing. The last value goes
on to the end of its line, as a command with its arguments does.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"\S+")
_FIGURE: Final = re.compile(r"\d(?!.*[^\W\d_]{4})")
"""Figures, also with a unit; a name with a word in it may begin like one: `1K-blocks`."""

_MIN_COLUMNS: Final = 3
_MIN_ALIGNED: Final = 4
"""So many figures end under the ends of their names by no accident; also the rows that decide."""

_MAX_LINE_CHARS: Final = 4_000
_LABEL: Final = -1
"""The place of the column that labels the rows, where it lacks a name."""

Pairs = Sequence[tuple[str, str]]
"""The names and values of a row, in order."""


class _Name(NamedTuple):
    text: str
    start: int
    end: int


class _Value(NamedTuple):
    text: str
    end: int


_Row = dict[int, _Value]
"""The values of a row by the places of their columns."""


def right_aligned_rows(first: str, below: Iterable[str]) -> Iterator[Pairs]:
    """The rows `below` a `first` line that has the names of their columns; none if it has not.

    The rows end before the first line that does not fit, which is taken from `below`, too.
    """
    lines = iter(below)
    names = _names_in(first)
    beginning = list(islice(lines, _MIN_ALIGNED)) if names else []
    names, rows = _best(names, beginning)
    aligned = {
        place
        for place, name in enumerate(names)
        if all(row[place].end == name.end for row in rows if place in row)
        and all(_is_figure(row[place].text) for row in rows if place in row)
    }
    if sum(len(aligned & row.keys()) for row in rows) < _MIN_ALIGNED:
        return
    for row in rows:
        yield _named(names, row)
    if len(rows) < len(beginning):
        return
    for line in lines:
        following = _row(names, line)
        if following is None or any(
            following[each].end != names[each].end for each in aligned & following.keys()
        ):
            return
        yield _named(names, following)


def _names_in(line: str) -> Sequence[_Name]:
    """The names of columns that a line has if it has any."""
    if "  " not in line or len(line) > _MAX_LINE_CHARS:
        return ()
    names = [_Name(each.group(), *each.span()) for each in _WORD.finditer(line)]
    texts = {each.text for each in names if not _FIGURE.match(each.text)}
    return names if len(texts) == len(names) >= _MIN_COLUMNS else ()


def _best(names: Sequence[_Name], lines: Sequence[str]) -> tuple[Sequence[_Name], Sequence[_Row]]:
    """The names and the rows under them; the last name may be of two words: `Mounted on`."""
    rows = _rows(names, lines)
    *others, before, last = names or (_Name("", 0, 0), _Name("", 0, 0))
    if before.end + 1 != last.start:
        return names, rows
    joined = (*others, _Name(f"{before.text} {last.text}", before.start, last.end))
    fitting = _rows(joined, lines)
    is_last_empty = not any(len(joined) in row for row in rows)
    if len(fitting) > len(rows) or (is_last_empty and len(fitting) == len(rows)):
        return joined, fitting
    return names, rows


def _rows(names: Sequence[_Name], lines: Sequence[str]) -> Sequence[_Row]:
    rows = []
    for line in lines:
        if (row := _row(names, line)) is None:
            break
        rows.append(row)
    return rows


def _row(names: Sequence[_Name], line: str) -> _Row | None:
    """The values of a line, each under its name; None if it does not fit."""
    row: _Row = {}
    if not line.strip() or len(line) > _MAX_LINE_CHARS:
        return None
    last = len(names) - 1
    for value in _WORD.finditer(line):
        if value.start() >= names[last].start and last not in row:
            row[last] = _Value(line[value.start() :].rstrip(), len(line.rstrip()))
            break
        place = _place_of(names, value.start(), value.end())
        if place is None or place in row or (place == _LABEL and row):
            return None
        row[place] = _Value(value.group(), value.end())
    return row


def _place_of(names: Sequence[_Name], start: int, end: int) -> int | None:
    """The place of the only name that these characters stand under; None if there are several."""
    if end <= names[0].start:
        return _LABEL
    place = bisect_right(names, start, key=lambda name: name.end)
    over = sum(name.start < end for name in names[place : place + 2])
    return place if over == 1 else None


def _is_figure(value: str) -> bool:
    return value == "-" or any(map(str.isdigit, value))


def _named(names: Sequence[_Name], row: _Row) -> Pairs:
    return [
        (names[place].text, value.text) if place != _LABEL else ("", value.text.rstrip(":"))
        for place, value in row.items()
    ]
