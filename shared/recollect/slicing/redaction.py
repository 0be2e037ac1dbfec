"""What a specialist may not see of an item is replaced, wherever its JSONPaths (RFC 9535) lead.

Paths come from whoever stored the item, or from a policy that repeats them. So a path that makes
no sense, asks for too much work or hits the whole item withholds the item, and one that leads
nowhere is reported.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast, overload

from pydantic import JsonValue
from typing_extensions import override

from recollect.retrieval.items import Item, Metadata

if TYPE_CHECKING:
    from jsonpath import CompoundJSONPath, JSONPath

REDACTED: Final = "[REDACTED]"
LONGEST_PATH: Final = 1_000
MOST_PATHS: Final = 200
MOST_STEPS: Final = 20_000
"""Looks at the item that all of its paths may take together; less than 100 ms."""

_SHOWN = 200
_PLAIN = re.compile(r"[\w.$*\[\]:-]*")
_KEYS_A_STEP = 256
_PATH_A_STEP, _FILTER_A_STEP = 64, 8

Location = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Redacted:
    """What is left of an item, how many nodes were `replaced`, and the paths that match none.

    With a `problem`, which names no content, the item must be withheld, and nothing is left of it.
    """

    content: JsonValue
    metadata: Metadata
    replaced: int = 0
    unmatched: tuple[str, ...] = ()
    problem: str = ""

    @property
    def blocked(self) -> bool:
        """Whether the item must be withheld."""
        return bool(self.problem)


def redact(item: Item, paths: Sequence[str]) -> Redacted:
    """Replace every node that `paths` match in `{id, content, metadata}` by "[REDACTED]".

    The item stays as it is: what changes is copied.
    """
    if not paths:
        return Redacted(item.content, item.metadata)
    if len(paths) > MOST_PATHS:
        return _blocked(f"more than {MOST_PATHS} redaction paths")
    document: dict[str, JsonValue] = {
        "id": item.id,
        "content": item.content,
        "metadata": dict(item.metadata),
    }
    steps = _Steps()
    found: dict[str, list[Location]] = {}
    for path in paths:
        try:
            found[path] = _locations(path, document, steps)
        except Exception:  # noqa: BLE001  # whatever a path does to the library, it must hide something
            return _blocked(f"the redaction path {shown(path)} cannot be applied")
    return _replaced(document, found)


def shown(path: str) -> str:
    """A path as a warning may quote it: names and places, not what a filter compares with."""
    if not _PLAIN.fullmatch(path):
        return "(with a filter or a quoted name)"
    return repr(path if len(path) <= _SHOWN else f"{path[:_SHOWN]}…")


def _blocked(problem: str) -> Redacted:
    return Redacted(content=None, metadata={}, problem=problem)


def _replaced(document: JsonValue, found: Mapping[str, list[Location]]) -> Redacted:
    for path, locations in found.items():
        if () in locations or ("id",) in locations:
            return _blocked(f"the redaction path {shown(path)} hits the whole item or its id")
    marks, places = _Marks(), {place for locations in found.values() for place in locations}
    for location in places:
        marks.add(location)
    try:
        left = cast("dict[str, JsonValue]", marks.apply(document))
    except RecursionError:
        return _blocked("the redaction paths lead too deep")
    metadata = left["metadata"]
    return Redacted(
        content=left["content"],
        metadata=metadata if isinstance(metadata, dict) else {},
        replaced=len(places),
        unmatched=tuple(path for path, locations in found.items() if not locations),
    )


@dataclass(slots=True)
class _Marks:
    """The places to redact, as a tree beside the document."""

    whole: bool = False
    inside: "dict[str | int, _Marks]" = field(default_factory=dict)

    def add(self, location: Location) -> None:
        marks = self
        for key in location:
            marks = marks.inside.setdefault(key, _Marks())
        marks.whole = True

    def apply(self, value: JsonValue) -> JsonValue:
        if self.whole:
            return REDACTED
        if isinstance(value, dict):
            return {key: self._child(key, one) for key, one in value.items()}
        if isinstance(value, list):
            return [self._child(index, one) for index, one in enumerate(value)]
        return value

    def _child(self, key: str | int, value: JsonValue) -> JsonValue:
        marks = self.inside.get(key)
        return value if marks is None else marks.apply(value)


class _TooMuchWork(Exception):
    """The paths of an item look at it too often."""


@dataclass(slots=True)
class _Steps:
    left: int = MOST_STEPS
    weight: int = 1

    def take(self, count: int) -> None:
        self.left -= count * self.weight
        if self.left < 0:
            raise _TooMuchWork


class _Object(Mapping[str, object]):
    """An object that counts how often it is looked at.

    `above` is the length of the keys that lead here: the library writes them out at every node.
    """

    def __init__(self, inner: Mapping[str, JsonValue], steps: _Steps, above: int) -> None:
        self._inner = inner
        self._steps = steps
        self._above = above

    @override
    def __getitem__(self, key: str) -> object:
        above = self._above + len(key)
        self._steps.take(1 + above // _KEYS_A_STEP)
        return _counting(self._inner[key], self._steps, above)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._inner)

    @override
    def __len__(self) -> int:
        return len(self._inner)


class _Array(Sequence[object]):
    """An array that counts how often it is looked at."""

    def __init__(self, inner: Sequence[JsonValue], steps: _Steps, above: int) -> None:
        self._inner = inner
        self._steps = steps
        self._above = above

    @overload
    def __getitem__(self, index: int) -> object: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[object]: ...
    @override
    def __getitem__(self, index: int | slice) -> object:
        self._steps.take(1 + self._above // _KEYS_A_STEP)
        if isinstance(index, slice):
            return _Array(self._inner[index], self._steps, self._above)
        return _counting(self._inner[index], self._steps, self._above)

    @override
    def __len__(self) -> int:
        return len(self._inner)

    # Filters compare nodes, as in `[?@.a == $.metadata.b]`.
    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Array) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of every list


def _counting(value: JsonValue, steps: _Steps, above: int) -> object:
    if isinstance(value, dict):
        return _Object(value, steps, above)
    return _Array(value, steps, above) if isinstance(value, list) else value


def _locations(path: str, document: Mapping[str, JsonValue], steps: _Steps) -> list[Location]:
    """Where `path` leads. Raises whatever the library does, and _TooMuchWork."""
    if len(path) > LONGEST_PATH:
        raise _TooMuchWork
    steps.weight = 1
    steps.take(len(path))
    # A filter tries all of its conditions at every node.
    steps.weight = 1 + len(path) // (_FILTER_A_STEP if "?" in path else _PATH_A_STEP)
    matches = _compiled(path).finditer(_Object(document, steps, 0))
    # To the library a slice of a text is a node; to RFC 9535 it is none.
    return [
        match.parts
        for match in matches
        if match.parent is None or not isinstance(match.parent.obj, str)
    ]


@lru_cache(maxsize=256)
def _compiled(path: str) -> "JSONPath | CompoundJSONPath":
    # Here, because most requests redact nothing and the import takes 30 to 60 ms.
    from jsonpath import JSONPathEnvironment  # noqa: PLC0415

    environment = JSONPathEnvironment(strict=True)
    # Their patterns go to `re`, where a few characters are enough to keep it busy for years.
    del environment.function_extensions["match"], environment.function_extensions["search"]
    return environment.compile(path)
