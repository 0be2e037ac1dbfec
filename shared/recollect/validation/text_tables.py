"""Tables and records in the texts of a result, as lists of objects."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from pydantic import JsonValue

from recollect.language.markup import readable_in_sections
from recollect.language.records import Record, records_in
from recollect.language.tables import tables_in

_MEASURED: Final = re.compile(r"-?\d[\d.,]* ?([^\W\d]+|%)")
_MOST_TABLES: Final = 20
# What parts the values of a row; in prose a space follows a comma.
_OF_ROWS: Final = ("  ", "\t", "|", "<table", "<TABLE")
_OF_LISTS: Final = re.compile(r"[,;]\S")
_MOST_ROWS: Final = 500


def text_tables(text: str, content: Mapping[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """The tables and records of a result's texts as lists of objects, each with a name of its own.

    A command answers with columns or YAML, another tool with a table of Markdown or HTML, or CSV.
    """
    texts = (text, *(each for each in content.values() if isinstance(each, str)))
    lists = chain.from_iterable(map(_lists, texts))
    for place, rows in enumerate(islice(lists, _MOST_TABLES), 1):
        mixed = _with_several_units(rows) | _with_one_name(rows)
        yield (
            f"table{place}",
            [
                {name: value for name, value in row if name not in mixed}
                for row in rows[:_MOST_ROWS]
            ],
        )


def _lists(text: str) -> Iterator[Sequence[Record]]:
    if _may_have_table(text):
        tables = tables_in(readable_in_sections(text))
        yield from _joined([row.fields for row in rows] for rows in tables)
    if ": " in text and (records := records_in(text)):
        yield records


def _joined(tables: Iterable[Sequence[Record]]) -> Iterable[Sequence[Record]]:
    """Tables, those with the same columns as one: the objects of each section of a report."""
    found: dict[frozenset[str], list[Record]] = {}
    for rows in tables:
        found.setdefault(frozenset(name for row in rows for name, _ in row), []).extend(rows)
    return found.values()


def _may_have_table(text: str) -> bool:
    return any(mark in text for mark in _OF_ROWS) or _OF_LISTS.search(text) is not None


def _with_several_units(rows: Sequence[Record]) -> frozenset[str]:
    """The columns whose numbers are not of one unit, which nobody can compare: 1.9 TB, 412 GB."""
    units: dict[str, set[str]] = {}
    for row in rows:
        for name, value in row:
            if found := _MEASURED.fullmatch(value):
                units.setdefault(name, set()).add(found[1].lower())
    return frozenset(name for name, of_column in units.items() if len(of_column) > 1)


def _with_one_name(rows: Sequence[Record]) -> frozenset[str]:
    """What several columns are called, of which nobody knows any more whose a value is."""
    counts = (Counter(name for name, _ in row) for row in rows)
    return frozenset(name for each in counts for name, count in each.items() if count > 1)
