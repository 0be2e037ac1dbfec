"""What of a result tells most before what it lists: of a memory only a beginning is shown.

Protocols wrap results: `{"status": "ok", "data": {"rootCause": …}}`, or a text that is JSON.
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from pydantic import JsonValue

from recollect.core.json_texts import json_in
from recollect.enrichment.digest import MOST_ELEMENTS
from recollect.enrichment.findings import is_conclusion, is_informative, tells_of_trouble

_DEEPEST: Final = 16
_CONCLUSION, _TROUBLE, _OTHER = 0, 1, 2
_Ranked = tuple[int, JsonValue]
"""How much a value tells, the least number being most, and the value with that first."""


def parsed_texts(value: JsonValue, depth: int = 0) -> JsonValue:
    """A value in which texts that are objects or lists of JSON are these, down to 16 levels."""
    if depth > _DEEPEST:
        return value
    if isinstance(value, dict):
        return {name: parsed_texts(each, depth + 1) for name, each in value.items()}
    if isinstance(value, list):
        return [parsed_texts(each, depth + 1) for each in value]
    if not isinstance(value, str) or value.strip()[:1] not in {"{", "["}:
        return value
    parsed = json_in(value)
    return value if parsed is None else parsed_texts(parsed, depth + 1)


def rows_by_telling(value: JsonValue) -> JsonValue:
    """A value with its lists sorted: what says why or tells of trouble before what is well."""
    return _rows_sorted(value, "", 0)[1]


def members_by_telling(value: JsonValue) -> JsonValue:
    """A value with sorted rows: what it concludes, then its troubles, before what else it says.

    What stands in one of several rows is said of that row alone, behind what the row is called.
    """
    return _members_sorted(value, "", 0)[1]


def _rows_sorted(value: JsonValue, name: str, depth: int) -> _Ranked:
    if isinstance(value, dict) and depth < _DEEPEST:
        members = {inner: _rows_sorted(each, inner, depth + 1) for inner, each in value.items()}
        return _most(members.values()), {inner: each for inner, (_, each) in members.items()}
    if isinstance(value, list) and depth < _DEEPEST:
        rows = [_rows_sorted(each, name, depth + 1) for each in value]
        # Values may be the columns of a row, texts the steps of a work: in their order, as long
        # as all of them are told.
        if len(rows) > MOST_ELEMENTS or any(isinstance(each, dict | list) for each in value):
            rows.sort(key=itemgetter(0))
        return _most(rows), [each for _, each in rows]
    return _rank(name, value), value


def _members_sorted(value: JsonValue, name: str, depth: int) -> _Ranked:
    if isinstance(value, dict) and depth < _DEEPEST:
        members = {inner: _members_sorted(each, inner, depth + 1) for inner, each in value.items()}
        best_first = sorted(members, key=lambda inner: members[inner][0])
        return _most(members.values()), {inner: members[inner][1] for inner in best_first}
    if isinstance(value, list) and value and depth < _DEEPEST:
        rank, first = _members_sorted(value[0], name, depth + 1)
        return (rank, [first]) if len(value) == 1 else (max(rank, _TROUBLE), value)
    return _rank(name, value), value


def _most(ranked: Iterable[_Ranked]) -> int:
    return min((rank for rank, _ in ranked), default=_OTHER)


def _rank(name: str, value: JsonValue) -> int:
    if is_conclusion(name) and is_informative(value):
        return _CONCLUSION
    return _TROUBLE if tells_of_trouble(name, value) else _OTHER
