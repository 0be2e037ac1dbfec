"""Finds the lists of objects in results: `{"alerts": [{"state": "open"}, {"state": "new"}]}`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from recollect.validation.known.object_lists import ObjectList
from recollect.validation.known.record_models import Source
from recollect.validation.results import ReadResult

_MIN_ROWS: Final = 2
_MAX_ROWS: Final = 100
_MAX_LISTS: Final = 10
_MAX_DEPTH: Final = 4
_Object = Mapping[str, JsonValue]


def object_lists(results: Iterable[ReadResult]) -> Sequence[ObjectList]:
    """The first lists of objects in results."""
    found: list[ObjectList] = []
    for result in results:
        for path, values, beside in _lists(result.content, "", 0):
            if len(found) == _MAX_LISTS:
                return found
            is_whole = not any(isinstance(n, int) and n > len(values) for n in beside.values())
            found.append(ObjectList(Source(result.tool, path), values, is_whole))
    return found


def _lists(
    content: _Object, path: str, depth: int
) -> Iterator[tuple[str, Sequence[_Object], _Object]]:
    """The lists of objects, each with its path and the object that holds it."""
    for name, value in content.items():
        place = f"{path}.{name}" if path else name
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            yield from _lists(value, place, depth + 1)
        elif isinstance(value, list) and _MIN_ROWS <= len(value) <= _MAX_ROWS:
            rows = [each for each in value if isinstance(each, dict)]
            if len(rows) == len(value):
                yield place, rows, content
