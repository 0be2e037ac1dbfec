"""Reads the objects of results, at any depth, as rows: `{"items": [{"sku": "A-1", "qty": 4}]}`."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final
from weakref import ref

from pydantic import JsonValue

from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words.terms import terms_of_name
from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.grammar.folding import folded
from recollect.validation.known.field_kinds import is_ticket_like
from recollect.validation.known.record_models import ResultValue, Source
from recollect.validation.results import ReadResult

_MAX_CELLS: Final = 5_000
_MAX_TEXT_LENGTH: Final = 200
_NONE: Final[frozenset[str]] = frozenset()
_FLAGS: Final = {"true": True, "false": False}
"""Flags that some tools write as strings."""

_LIST_INDEX: Final = re.compile(r"\[\d+\]")


class RowReader:
    """Reads results into `rows`, the objects, and `texts`, the folded long texts.

    It reads the tickets, or all other objects; 5,000 fields in all.
    """

    def __init__(self, *, of_tickets: bool) -> None:
        self.rows: list[ResultRow] = []
        self.texts: list[str] = []
        self._of_tickets = of_tickets
        self._cells_left = _MAX_CELLS

    def read(self, result: ReadResult) -> None:
        """Read the objects and the text of one result."""
        if result.text:
            self.texts.append(folded(result.text))
        self._read(dict(result.content), "", result.tool, None)

    def _read(self, value: JsonValue, path: str, tool: str, parent: ResultRow | None) -> None:
        if isinstance(value, list):
            for at, inner in enumerate(value):
                if isinstance(inner, (dict, list)):
                    self._read(inner, f"{path}[{at}]", tool, parent)
        elif isinstance(value, dict) and is_ticket_like(value) is not self._of_tickets:
            for name, inner in value.items() if self._of_tickets else ():
                self._read(inner, f"{path}.{name}" if path else name, tool, parent)
        elif isinstance(value, dict):
            inside = ref(parent) if parent is not None else None
            row = ResultRow(f"{tool} {_LIST_INDEX.sub('[]', path)}", inside)
            self.rows.append(row)
            if parent is not None:
                parent.children.append(row)
            self._fill(row, value, path, tool, ())

    def _list_name(self, path: str) -> frozenset[str]:
        """The terms of the name of a list, for fields whose own name has none: `amount`."""
        parts = _LIST_INDEX.split(path)
        return terms_of_name(parts[-2].rpartition(".")[2]) if len(parts) > 1 else _NONE

    def _fill(
        self,
        row: ResultRow,
        value: Mapping[str, JsonValue],
        path: str,
        tool: str,
        before: tuple[str, ...],
    ) -> None:
        for name, inner in value.items():
            if self._cells_left <= 0:
                return
            inside = f"{path}.{name}" if path else name
            if isinstance(inner, dict) and is_ticket_like(inner):
                continue  # `facts` knows more about tickets
            if isinstance(inner, dict):
                self._fill(row, inner, inside, tool, (*before, name))
            elif isinstance(inner, list) and any(isinstance(one, (dict, list)) for one in inner):
                self._read(inner, inside, tool, row)
            else:
                for one in inner if isinstance(inner, list) else (inner,):
                    self._add(row, (*before, name), one, Source(tool, inside[:_MAX_TEXT_LENGTH]))

    def _add(self, row: ResultRow, names: Sequence[str], value: JsonValue, source: Source) -> None:
        self._cells_left -= 1
        text = "" if value is None else str(value)
        if text in _FLAGS:
            value = _FLAGS[text]
        if len(text) > _MAX_TEXT_LENGTH:
            self.texts.append(folded(text))
            return
        parts = parts_of_name(names[-1])
        name = _NONE.union(*map(terms_of_name, names)) or self._list_name(source.path)
        name = name or frozenset(parts or names)
        path = tuple(chain.from_iterable(map(parts_of_name, names)))
        row.cells.append(Cell(name, parts, value, ResultValue(text, source), path))
