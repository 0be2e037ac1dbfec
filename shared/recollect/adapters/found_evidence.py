"""What the optional candidate sources have in common: reading foreign items, keeping promises."""

import json
import math
from collections.abc import Iterable

from pydantic import JsonValue, TypeAdapter, ValidationError

from recollect.retrieval.candidates import Candidate, Wanted
from recollect.retrieval.filters import Filters
from recollect.retrieval.items import Item

_METADATA: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])
_CONTENT: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)


def item_of(item_id: object, content: object, metadata: object) -> Item | None:
    """An item as a store answered it; None where it is not one."""
    if not isinstance(item_id, str) or not item_id:
        return None
    try:
        # pydantic turns a nesting without end into an error of validation.
        return Item(item_id, _CONTENT.validate_python(content), _METADATA.validate_python(metadata))
    except ValidationError:
        return None


def parsed(text: str) -> JsonValue:
    """What a JSON text holds. Raises ValueError where it is none or nested too deeply."""
    try:
        read: JsonValue = json.loads(text, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return read


def _no_number(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")


def kept(candidates: Iterable[Candidate], wanted: Wanted) -> list[Candidate]:
    """The candidates that were wanted, each id once (its first), at most `wanted.limit` of them."""
    found: dict[str, Candidate] = {}
    for candidate in candidates:
        if wanted.filters.match(candidate.item.metadata):
            found.setdefault(candidate.item.id, candidate)
    return list(found.values())[: wanted.limit]


def may_match(filters: Filters) -> bool:
    """Whether anything can pass: JSON has no infinities, and no value is one of none."""
    values = [
        *filters.equals.values(),
        *(each for some in filters.any_of.values() for each in some),
    ]
    return all(filters.any_of.values()) and not any(
        isinstance(value, float) and not math.isfinite(value) for value in values
    )


def filtering(filters: Filters) -> bool:
    """Whether the filters ask for anything."""
    return filters != Filters()


def well_formed(text: str) -> str:
    """The text without lone surrogates, which UTF-8 has no bytes for, and without NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
