"""What the optional candidate sources share: reading a foreign store's items, and the port's rules.

Whatever a source finds, it answers only candidates that the caller may see and the filters allow.
"""

import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache
from typing import Final

from pydantic import JsonValue, TypeAdapter, ValidationError

from recollect.relevance.arms import next_limit
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.candidates import Candidate, EvidenceQuery, visible_matches
from recollect.retrieval.items import INSTRUCTION_LIKE, LIFTED_AT, LIFTED_BY, Item
from recollect.retrieval.visibility import See

_OURS: Final = frozenset({INSTRUCTION_LIKE, LIFTED_AT, LIFTED_BY})


def item_of(item_id: object, content: object, metadata: object) -> Item | None:
    """The item that a store answered, or None if the answer is not a valid item.

    Drops the metadata field `instructionLike`, and those that say that somebody lifted that mark:
    Recollect decides itself whether a text gives orders to its reader.
    """
    if not isinstance(item_id, str) or not item_id:
        return None
    try:
        # pydantic reports values that are nested too deeply as a validation error.
        valid_content, valid_metadata = _content_and_metadata().validate_python((content, metadata))
    except ValidationError:
        return None
    kept = {name: value for name, value in valid_metadata.items() if name not in _OURS}
    return Item(item_id, valid_content, kept)


async def best_visible(
    ask: Callable[[int], Awaitable[Sequence[Candidate | None]]], query: EvidenceQuery, see: See
) -> list[Candidate]:
    """The best `query.limit` visible matches of one arm.

    `ask` takes a number and answers that many of the arm's best candidates.
    """
    asked = query.limit
    while True:
        answer = await ask(asked)
        found = await visible_matches(answer, query, see)
        is_all = len(answer) < asked or len(found) >= query.limit
        if is_all or next_limit(asked) == asked:
            return found[: query.limit]
        # Hidden items took the places of visible ones. Ask for more, so that a short answer does
        # not give away that they exist.
        asked = next_limit(asked)


def may_match(filters: Filters) -> bool:
    """Whether any stored item can pass the filters.

    None can if a filter asks for an infinity or NaN, which JSON cannot hold, or for one of no
    values at all.
    """
    return all(map(_is_in_json, filters.equals.values())) and all(
        any(map(_is_in_json, options)) for options in filters.any_of.values()
    )


def in_json(values: Iterable[Scalar]) -> list[Scalar]:
    """The values that JSON can hold, so without infinities and NaN."""
    return list(filter(_is_in_json, values))


def _is_in_json(value: Scalar) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


@cache
def _content_and_metadata() -> TypeAdapter[tuple[JsonValue, dict[str, JsonValue]]]:
    return TypeAdapter(tuple[JsonValue, dict[str, JsonValue]])
