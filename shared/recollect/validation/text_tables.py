"""Read the tables and records in the texts of a result as lists of objects."""

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
_MAX_TABLES: Final = 20
# Separators between the values of a row. In prose a space follows a comma; in CSV none does.
_ROW_SEPARATORS: Final = ("  ", "\t", "|", "<table", "<TABLE")
_CSV_SEPARATOR: Final = re.compile(r"[,;]\S")
_MAX_ROWS: Final = 500


def text_tables(text: str, content: Mapping[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """The tables and records in a result's texts as lists of objects, named `table1`, `table2`, ….

    Commands answer with columns or YAML, other tools with tables in Markdown, HTML or CSV.
    """
    texts = (text, *(each for each in content.values() if isinstance(each, str)))
    lists = chain.from_iterable(map(_lists, texts))
    for number, rows in enumerate(islice(lists, _MAX_TABLES), 1):
        ambiguous = _columns_in_several_units(rows) | _repeated_column_names(rows)
        yield (
            f"table{number}",
            [
                {name: value for name, value in row if name not in ambiguous}
                for row in rows[:_MAX_ROWS]
            ],
        )


def _lists(text: str) -> Iterator[Sequence[Record]]:
    if _may_have_table(text):
        tables = tables_in(readable_in_sections(text))
        yield from _joined([row.fields for row in rows] for rows in tables)
    if records := records_in(text):
        yield records


def _joined(tables: Iterable[Sequence[Record]]) -> Iterable[Sequence[Record]]:
    """Join tables with the same columns, such as those in the sections of a report."""
    found: dict[frozenset[str], list[Record]] = {}
    for rows in tables:
        found.setdefault(frozenset(name for row in rows for name, _ in row), []).extend(rows)
    return found.values()


def _may_have_table(text: str) -> bool:
    return any(mark in text for mark in _ROW_SEPARATORS) or _CSV_SEPARATOR.search(text) is not None


def _columns_in_several_units(rows: Sequence[Record]) -> frozenset[str]:
    """The columns with numbers in several units, which cannot be compared: 1.9 TB, 412 GB."""
    units: dict[str, set[str]] = {}
    for row in rows:
        for name, value in row:
            if found := _MEASURED.fullmatch(value):
                units.setdefault(name, set()).add(found[1].lower())
    return frozenset(name for name, in_column in units.items() if len(in_column) > 1)


def _repeated_column_names(rows: Sequence[Record]) -> frozenset[str]:
    """The names that several columns share, so that nobody can tell which one a value is from."""
    counts = (Counter(name for name, _ in row) for row in rows)
    return frozenset(name for each in counts for name, count in each.items() if count > 1)
