"""Values of a key-value store as memories, and back: pure functions, for `langgraph_store`.

The first name of a namespace is the app; the others are the category, joined by slashes. The key is
the memory's conversation, under which it is found again.
"""

import json
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from recollect.memories.model import Memory

TAG: Final = "langgraph"
"""On memories that were stored by a key."""

Namespace = tuple[str, ...]
_COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
_WILDCARD: Final = "*"


@dataclass(frozen=True, slots=True)
class KeptValue:
    """What a memory holds of a value."""

    situation: str
    decision: str


def kept_value(key: str, value: Mapping[str, Any]) -> KeptValue:
    """A value as a memory: its own `situation` and `decision`, or its texts and itself as JSON.

    The key stands in the JSON, so that the same value under two keys is two memories.
    """
    if set(value) == {"situation", "decision"}:
        return KeptValue(str(value["situation"]), str(value["decision"]))
    written = json.dumps({key: value}, ensure_ascii=False, sort_keys=True)
    return KeptValue(" ".join(_texts(value)) or key, written)


def value_of(memory: Memory) -> dict[str, Any]:
    """The value that a memory holds.

    Of one that nobody put there, or whose JSON is no more since a secret in it was masked, what it
    says.
    """
    texts = {"situation": memory.situation, "decision": memory.decision}
    if TAG not in memory.metadata.tags or not memory.decision.startswith("{"):
        return texts
    try:
        (value,) = json.loads(memory.decision).values()
    except ValueError:
        return texts
    return value if isinstance(value, dict) else texts


def key_of(memory: Memory) -> str:
    """The key that a memory was put under; its id where nobody did."""
    kept = memory.metadata.conversation_id if TAG in memory.metadata.tags else None
    return kept or memory.id


def namespace_of(memory: Memory) -> Namespace:
    """The namespace that a memory lies in."""
    category = memory.metadata.category
    return (memory.metadata.app_slug, *(category.split("/") if category else ()))


def category_of(namespace: Namespace) -> str | None:
    """The category that a namespace names below its app."""
    return "/".join(namespace[1:]) or None


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a value has these fields: equal, or compared as in `{"price": {"$gt": 5}}`.

    Raises ValueError for a comparison that there is not.
    """
    return all(_fits(value.get(name), each) for name, each in (wanted or {}).items())


def begins(namespace: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a namespace begins with a path, in which `*` is any name."""
    return len(namespace) >= len(path) and all(
        want in {_WILDCARD, name} for name, want in zip(namespace, path, strict=False)
    )


def _fits(value: object, wanted: object) -> bool:
    if not isinstance(wanted, Mapping) or not any(str(each).startswith("$") for each in wanted):
        return value == wanted
    unknown = sorted({*wanted} - {*_COMPARED})
    if unknown:
        raise ValueError(f"{unknown[0]} is none of {', '.join(_COMPARED)}")
    try:
        return all(_COMPARED[name](value, each) for name, each in wanted.items())
    except TypeError:  # a text is neither more nor less than a number
        return False


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, Sequence):
        for each in value:
            yield from _texts(each)
