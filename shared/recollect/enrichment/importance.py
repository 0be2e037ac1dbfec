"""Sort a result so that its most important parts come first: a memory shows only the beginning.

Protocols wrap results: `{"status": "ok", "data": {"rootCause": …}}`, or a text that is JSON.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final

from pydantic import JsonValue

from recollect.core.json_texts import json_in
from recollect.enrichment.digest import MAX_ELEMENTS
from recollect.enrichment.tool_findings import is_conclusion, is_informative, is_trouble

_MAX_DEPTH: Final = 16
_CONCLUSION, _TROUBLE, _OTHER = 0, 1, 2
_Ranked = tuple[int, JsonValue]
"""The rank of a value, 0 being the most important, and the value, sorted."""


def parsed_texts(value: JsonValue, depth: int = 0) -> JsonValue:
    """A value whose texts are parsed if they are JSON objects or lists, down to 16 levels."""
    if depth > _MAX_DEPTH:
        return value
    if isinstance(value, dict):
        return {name: parsed_texts(each, depth + 1) for name, each in value.items()}
    if isinstance(value, list):
        return [parsed_texts(each, depth + 1) for each in value]
    if not isinstance(value, str) or value.strip()[:1] not in {"{", "["}:
        return value
    parsed = json_in(value)
    return value if parsed is None else parsed_texts(parsed, depth + 1)


def rows_by_importance(value: JsonValue) -> JsonValue:
    """A value with its lists sorted: conclusions first, then troubles, then the rest."""
    return _rows_sorted(value, "", 0)[1]


def members_by_importance(value: JsonValue) -> JsonValue:
    """A value with sorted lists, in which objects get sorted, too: conclusions, troubles, the rest.

    An object that is one of several in a list stays as it is: its fields are about it alone, and
    stand behind its name.
    """
    return _members_sorted(value, "", 0)[1]


def _rows_sorted(value: JsonValue, name: str, depth: int) -> _Ranked:
    if isinstance(value, dict) and depth < _MAX_DEPTH:
        members = {inner: _rows_sorted(each, inner, depth + 1) for inner, each in value.items()}
        return _top_rank(members.values()), {inner: each for inner, (_, each) in members.items()}
    if isinstance(value, list) and depth < _MAX_DEPTH:
        rows = [_rows_sorted(each, name, depth + 1) for each in value]
        # Plain values may be the columns of a row, and texts the steps of a task: they keep their
        # order, as long as all of them will be shown. So do the results of a search: the last is
        # hardly about what was asked, whatever trouble it tells of.
        is_shown = len(rows) <= MAX_ELEMENTS and not any(
            isinstance(each, dict | list) for each in value
        )
        if not is_shown and not _is_best_first(value):
            rows.sort(key=itemgetter(0))
        return _top_rank(rows), [each for _, each in rows]
    return _rank(name, value), value


def _is_best_first(rows: Sequence[JsonValue]) -> bool:
    """Whether rows have scores, in descending order."""
    scores = [each.get("score") for each in rows if isinstance(each, dict)]
    numbers = [each for each in scores if isinstance(each, int | float)]
    is_descending = all(one >= other for one, other in pairwise(numbers))
    return 1 < len(numbers) == len(rows) and is_descending


def _members_sorted(value: JsonValue, name: str, depth: int) -> _Ranked:
    if isinstance(value, dict) and depth < _MAX_DEPTH:
        members = {inner: _members_sorted(each, inner, depth + 1) for inner, each in value.items()}
        best_first = sorted(members, key=lambda inner: members[inner][0])
        return _top_rank(members.values()), {inner: members[inner][1] for inner in best_first}
    if isinstance(value, list) and value and depth < _MAX_DEPTH:
        rank, first = _members_sorted(value[0], name, depth + 1)
        return (rank, [first]) if len(value) == 1 else (max(rank, _TROUBLE), value)
    return _rank(name, value), value


def _top_rank(ranked: Iterable[_Ranked]) -> int:
    return min((rank for rank, _ in ranked), default=_OTHER)


def _rank(name: str, value: JsonValue) -> int:
    if is_conclusion(name) and is_informative(value):
        return _CONCLUSION
    return _TROUBLE if is_trouble(name, value) else _OTHER
