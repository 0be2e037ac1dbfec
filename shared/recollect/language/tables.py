"""Tables within texts, read as people read them: each value under the name of its column.

A table is one of Markdown, or three lines and more of as many values, three at least, parted by
tabs, semicolons or commas without a space behind. That has names only where a column of numbers
stands under a word; what labels its rows may have none. Of two values the first may name the other.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

_RULE: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_SEPARATORS: Final = "\t;,"
_FEWEST_LINES: Final = 3
_FEWEST_COLUMNS: Final = 3
_LONGEST_NAME: Final = 40
_LONGEST_LINE: Final = 4_000


def rows_in_words(text: str) -> str:
    """A text with each row of its tables as `name: value; name: value`, without their heads."""
    return "\n".join(_with_lists(_with_markdown(text.splitlines())))


def _with_markdown(lines: Sequence[str]) -> Iterator[str]:
    names: Sequence[str] = ()
    place = 0
    while place < len(lines):
        line = lines[place]
        if names and "|" in line:
            yield _row(names, _cells(line))
        elif _begins_table(lines, place):
            names = _cells(line)
            place += 1
        else:
            names = ()
            yield line
        place += 1


def _begins_table(lines: Sequence[str], place: int) -> bool:
    """Whether the names of columns stand there, a rule and a row under them."""
    if "|" not in lines[place] or not any("|" in row for row in lines[place + 2 : place + 3]):
        return False
    rule = lines[place + 1]
    return (
        "-" in rule[:8]
        and len(rule) <= _LONGEST_LINE
        and _RULE.fullmatch(rule) is not None
        and len(_cells(rule)) == len(_cells(lines[place]))
    )


def _cells(line: str) -> Sequence[str]:
    inner = line.strip().removeprefix("|")
    inner = inner.removesuffix("|") if not inner.endswith("\\|") else inner
    return [each.strip().replace("\\|", "|") for each in _CELL_END.split(inner)]


def _with_lists(lines: Iterator[str]) -> Iterator[str]:
    for form, group in groupby(lines, key=_form):
        block = list(group)
        rows = _rows(block, form[0]) if form and len(block) >= _FEWEST_LINES else None
        yield from block if rows is None else rows


def _form(line: str) -> tuple[str, int] | None:
    """Which separator parts a line into how many values, if any does."""
    if len(line) > _LONGEST_LINE:
        return None
    for separator in _SEPARATORS:
        if count := line.count(separator):
            is_row = count + 1 >= _FEWEST_COLUMNS and f"{separator} " not in line
            return (separator, count) if is_row else None
    return None


def _rows(block: Sequence[str], separator: str) -> Sequence[str] | None:
    names, *rows = csv.reader(block, delimiter=separator)
    names = [each.strip() for each in names]
    if any(len(row) != len(names) for row in rows) or not _are_names(names, rows):
        return None
    return [_row(names, row) for row in rows]


def _are_names(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether they are different words, none of them a value, and one stands over numbers.

    The first may be missing where all rows have a value under it.
    """
    words = {each.casefold() for each in names if each[:1].isalpha() and len(each) <= _LONGEST_NAME}
    columns = [*zip(names, zip(*rows, strict=True), strict=True)]
    has_labels = not names[0] and all(row[0].strip() for row in rows)
    return (
        len(words) + has_labels == len(names)
        and not any(name in values for name, values in columns)
        and any(not _has_digit(name) and _are_numbers(values) for name, values in columns)
    )


def _are_numbers(values: Sequence[str]) -> bool:
    told = [each for each in values if any(map(str.isalnum, each))]  # a dash stands for none
    return bool(told) and all(map(_has_digit, told))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _row(names: Sequence[str], values: Sequence[str]) -> str:
    told = zip(names, values, strict=False)
    return "; ".join(
        f"{name}: {value.strip()}" if name else value.strip()
        for name, value in told
        if value.strip()
    )
