"""What the optional candidate sources have in common: reading foreign items, keeping promises."""

import math
from collections.abc import Iterable
from functools import cache

from pydantic import JsonValue, TypeAdapter, ValidationError

from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.items import Item


def item_of(item_id: object, content: object, metadata: object) -> Item | None:
    """An item as a store answered it; None where it is not one."""
    if not isinstance(item_id, str) or not item_id:
        return None
    try:
        # pydantic turns a nesting without end into an error of validation.
        return Item(item_id, *_content_and_metadata().validate_python((content, metadata)))
    except ValidationError:
        return None


def kept(candidates: Iterable[Candidate | None], query: EvidenceQuery) -> list[Candidate]:
    """The candidates asked for, each id once (its first), at most `query.limit` of them."""
    found: dict[str, Candidate] = {}
    for candidate in candidates:
        if candidate is not None and query.filters.match(candidate.item.metadata):
            found.setdefault(candidate.item.id, candidate)
    return list(found.values())[: query.limit]


def may_match(filters: Filters) -> bool:
    """Whether anything can pass: JSON has no infinities, and no value is one of none."""
    values = [
        *filters.equals.values(),
        *(each for some in filters.any_of.values() for each in some),
    ]
    return all(filters.any_of.values()) and not any(
        isinstance(value, float) and not math.isfinite(value) for value in values
    )


@cache
def _content_and_metadata() -> TypeAdapter[tuple[JsonValue, dict[str, JsonValue]]]:
    return TypeAdapter(tuple[JsonValue, dict[str, JsonValue]])
