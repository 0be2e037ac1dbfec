"""Values of a key-value store as memories, and back: pure functions, for `langgraph_store`.

The first name of a namespace is the app; the others are the category, joined by slashes. The key is
the memory's conversation, under which it is found again.

The id of a memory follows from its texts, so that the same decision is kept once. Values differ
from that: the same one may lie under two keys, and come back after another. So what is no decision
is written as JSON with its key and the time, and a decision that is there already with the time as
a line of its situation, which makes it another memory that says the same.
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
"""On memories that were stored by a key."""
_TIMED: Final = "langgraph-timed"
"""On those of them whose situation ends with the line of its time."""

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
_DECISION: Final = ("situation", "decision")
_WRITTEN: Final = frozenset({"item", "put_at", "value"})


@dataclass(frozen=True, slots=True)
class KeptValue:
    """What a memory holds of a value."""

    situation: str
    decision: str
    tags: tuple[str, ...] = (TAG,)

    def at(self, moment: datetime) -> "KeptValue":
        """The same decision as a memory of its own."""
        return KeptValue(f"{self.situation}\n{moment.isoformat()}", self.decision, (TAG, _TIMED))


def decision_in(value: Mapping[str, Any]) -> KeptValue | None:
    """What a memory holds of a value that is a decision: its texts `situation` and `decision`."""
    situation, decision = value.get("situation"), value.get("decision")
    if len(value) == len(_DECISION) and isinstance(situation, str) and isinstance(decision, str):
        return KeptValue(situation, decision)
    return None


def written_value(key: str, value: Mapping[str, Any], at: datetime) -> KeptValue:
    """What a memory holds of a value that was put under a key at a time: its texts, and JSON."""
    written = {"item": key, "put_at": at.isoformat(), "value": value}
    return KeptValue(
        " ".join(_texts(value)) or key, json.dumps(written, ensure_ascii=False, sort_keys=True)
    )


def value_of(memory: Memory) -> dict[str, Any]:
    """The value that a memory holds.

    Of one that nobody put there, or whose JSON is no more since a secret in it was masked, what it
    says.
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
    # An earlier release wrote the key and the value alone.
    value = written.get("value" if written.keys() == _WRITTEN else key_of(memory))
    return value if isinstance(value, dict) else texts


def kept_as(memory: Memory) -> KeptValue:
    """What a memory that was put holds, to be put again as it is."""
    tags = (TAG, _TIMED) if _TIMED in memory.metadata.tags else (TAG,)
    return KeptValue(memory.situation, memory.decision, tags)


def is_put_under(memory: Memory, namespace: Namespace, key: str) -> bool:
    """Whether a memory holds what was put under a key, in no other namespace."""
    metadata = memory.metadata
    is_there = namespace_of(memory) == namespace and metadata.conversation_id == key
    return is_there and TAG in metadata.tags


def first_of_each_key(memories: Iterable[Memory]) -> Iterator[Memory]:
    """Memories without those behind another that was put under the same key.

    What several put under a key at the same time has each replaced what was there before.
    """
    seen: set[tuple[Namespace, str]] = set()
    for each in memories:
        place = namespace_of(each), key_of(each)
        if place not in seen:
            seen.add(place)
            yield each


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


def is_kept(namespace: Namespace) -> bool:
    """Whether a namespace comes back as it is, so that none is taken for another."""
    category = category_of(namespace) or ""
    has_slash = any("/" in each for each in namespace)
    return not has_slash and masked(visible(category)).strip() == category


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
