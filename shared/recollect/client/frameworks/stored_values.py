"""Conversion of the values of a key-value store to memories and back, for `langgraph_store`.

The first name of a namespace is the app; the others, joined by slashes, are the category. The key
is the memory's conversation, by which the memory is found again.

The id of a memory follows from its texts, so that the same decision is stored once. But a store may
hold the same value under two keys, or get it again after another value. So a value that is not a
decision is written as JSON with its key and the time. A decision that the app already has gets the
time as a last line of its situation, which makes it another memory.
"""

import json
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from recollect.core.invisible import visible
from recollect.detection.mask import masked
from recollect.memories.model import Memory

TAG: Final = "langgraph"
"""The tag of memories that were put under a key."""
_TIMED: Final = "langgraph-timed"
"""The further tag of such memories whose situation ends with a line with the time."""

Namespace = tuple[str, ...]
_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
_WILDCARD: Final = "*"
_DECISION_FIELDS: Final = ("situation", "decision")
_JSON_FIELDS: Final = frozenset({"item", "put_at", "value"})


@dataclass(frozen=True, slots=True)
class KeptValue:
    """The parts of a memory that hold a value."""

    situation: str
    decision: str
    tags: tuple[str, ...] = (TAG,)

    def at(self, moment: datetime) -> "KeptValue":
        """The same decision as a separate memory, with the time in its situation."""
        return KeptValue(f"{self.situation}\n{moment.isoformat()}", self.decision, (TAG, _TIMED))


def decision_in(value: Mapping[str, Any]) -> KeptValue | None:
    """The memory of a value that is a decision, or None for any other value.

    A decision is a value of exactly two texts, `situation` and `decision`.
    """
    situation, decision = value.get("situation"), value.get("decision")
    if (
        len(value) == len(_DECISION_FIELDS)
        and isinstance(situation, str)
        and isinstance(decision, str)
    ):
        return KeptValue(situation, decision)
    return None


def written_value(key: str, value: Mapping[str, Any], at: datetime) -> KeptValue:
    """The memory of a value that is not a decision.

    Its situation is the texts in the value, by which a search finds it, and its decision is JSON of
    the key, the time and the value.
    """
    written = {"item": key, "put_at": at.isoformat(), "value": value}
    return KeptValue(
        " ".join(_texts(value)) or key, json.dumps(written, ensure_ascii=False, sort_keys=True)
    )


def value_of(memory: Memory) -> dict[str, Any]:
    """The value that a memory holds.

    If the memory was not put under a key, or its JSON is broken because a secret in it was masked,
    the value is its situation and decision.
    """
    texts = {"situation": memory.situation, "decision": memory.decision}
    if _TIMED in memory.metadata.tags:
        return texts | {"situation": memory.situation.rpartition("\n")[0]}
    if TAG not in memory.metadata.tags or not memory.decision.startswith("{"):
        return texts
    try:
        written = json.loads(memory.decision)
    except ValueError:
        return texts
    value = written["value"] if written.keys() == _JSON_FIELDS else None
    return value if isinstance(value, dict) else texts


def kept_as(memory: Memory) -> KeptValue:
    """The parts of a memory that was put under a key, for storing it again unchanged."""
    tags = (TAG, _TIMED) if _TIMED in memory.metadata.tags else (TAG,)
    return KeptValue(memory.situation, memory.decision, tags)


def is_put_under(memory: Memory, namespace: Namespace, key: str) -> bool:
    """Whether a memory was put under this key in exactly this namespace."""
    metadata = memory.metadata
    is_there = namespace_of(memory) == namespace and metadata.conversation_id == key
    return is_there and TAG in metadata.tags


def first_of_each_key(memories: Iterable[Memory]) -> Iterator[Memory]:
    """The first of the memories under each key.

    A key has several if they were put at the same time: each superseded only the earlier ones.
    """
    seen: set[tuple[Namespace, str]] = set()
    for memory in memories:
        place = namespace_of(memory), key_of(memory)
        if place not in seen:
            seen.add(place)
            yield memory


def key_of(memory: Memory) -> str:
    """The key that a memory was put under, else its id."""
    kept = memory.metadata.conversation_id if TAG in memory.metadata.tags else None
    return kept or memory.id


def namespace_of(memory: Memory) -> Namespace:
    """The namespace of a memory: its app, and the parts of its category."""
    category = memory.metadata.category
    return (memory.metadata.app_slug, *(category.split("/") if category else ()))


def category_of(namespace: Namespace) -> str | None:
    """The category of a namespace: its names after the app, joined by slashes."""
    return "/".join(namespace[1:]) or None


def is_kept(namespace: Namespace) -> bool:
    """Whether a namespace survives storing unchanged, so that it is not confused with another."""
    category = category_of(namespace) or ""
    has_slash = any("/" in each for each in namespace)
    return not has_slash and masked(visible(category)).strip() == category


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a value has the wanted fields: equal, or compared as in `{"price": {"$gt": 5}}`.

    Raises ValueError for an unknown comparison.
    """
    return all(_fits(value.get(name), each) for name, each in (wanted or {}).items())


def begins(namespace: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a namespace begins with a path, in which `*` stands for any name."""
    return len(namespace) >= len(path) and all(
        want in {_WILDCARD, name} for name, want in zip(namespace, path, strict=False)
    )


def _fits(value: object, wanted: object) -> bool:
    if not isinstance(wanted, Mapping) or not any(str(each).startswith("$") for each in wanted):
        return value == wanted
    unknown = sorted({*wanted} - {*_COMPARISONS})
    if unknown:
        raise ValueError(f"{unknown[0]} is none of {', '.join(_COMPARISONS)}")
    try:
        return all(_COMPARISONS[name](value, each) for name, each in wanted.items())
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
