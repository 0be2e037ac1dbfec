"""What the optional candidate sources have in common: reading foreign items, keeping promises."""

import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache

from pydantic import JsonValue, TypeAdapter, ValidationError

from recollect.relevance.arms import next_limit
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.items import INSTRUCTION_LIKE, Item
from recollect.retrieval.visibility import See


def item_of(item_id: object, content: object, metadata: object) -> Item | None:
    """An item as a store answered it; None where it is not one.

    Whether it gives orders to its reader is not for the store to say.
    """
    if not isinstance(item_id, str) or not item_id:
        return None
    try:
        # pydantic turns a nesting without end into an error of validation.
        valid_content, valid_metadata = _content_and_metadata().validate_python((content, metadata))
    except ValidationError:
        return None
    kept = {name: value for name, value in valid_metadata.items() if name != INSTRUCTION_LIKE}
    return Item(item_id, valid_content, kept)


async def visible_matches(
    candidates: Iterable[Candidate | None], query: EvidenceQuery, see: See
) -> list[Candidate]:
    """The candidates that match the query and may be seen; of equal ids the first."""
    found: dict[str, Candidate] = {}
    for candidate in candidates:
        if candidate is not None:
            found.setdefault(candidate.item.id, candidate)
    sights = await see([each.item for each in found.values()])
    return [
        each
        for each, sight in zip(found.values(), sights, strict=True)
        if sight is not None and query.filters.match(sight.item.metadata)
    ]


async def best_visible(
    ask: Callable[[int], Awaitable[Sequence[Candidate | None]]], query: EvidenceQuery, see: See
) -> list[Candidate]:
    """The best `query.limit` visible matches of an arm; `ask` answers so many of its best."""
    asked = query.limit
    while True:
        answer = await ask(asked)
        found = await visible_matches(answer, query, see)
        is_all = len(answer) < asked or len(found) >= query.limit
        if is_all or next_limit(asked) == asked:
            return found[: query.limit]
        # What may not be seen has taken the places of others, and must not show by that.
        asked = next_limit(asked)


def may_match(filters: Filters) -> bool:
    """Whether anything can pass: JSON has no infinities, and no value is one of none."""
    return all(map(_is_in_json, filters.equals.values())) and all(
        any(map(_is_in_json, some)) for some in filters.any_of.values()
    )


def in_json(values: Iterable[Scalar]) -> list[Scalar]:
    """Those of some values that anything stored can have."""
    return list(filter(_is_in_json, values))


def _is_in_json(value: Scalar) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


@cache
def _content_and_metadata() -> TypeAdapter[tuple[JsonValue, dict[str, JsonValue]]]:
    return TypeAdapter(tuple[JsonValue, dict[str, JsonValue]])
