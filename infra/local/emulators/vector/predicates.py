"""What a filter means: immutable predicates over a record's metadata.

Upstash leaves some cases open; here they are closed as its wording suggests:

- an operator "filters keys whose value …": where the key is missing only HAS NOT FIELD holds, so
  `status != 'archived'` does not find a record without a status;
- an operator applies to the types that its documentation lists and fails on the others: `<` on a
  string and CONTAINS on a string hold for nothing, and neither do their negations;
- "boolean literals are represented as 1 or 0": `true` and `1` are the same literal.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from infra.local.emulators.vector.globs import GlobPiece, glob_matches

Literal = str | int | float
Metadata = Mapping[str, object]


class Predicate(Protocol):
    """A condition on metadata."""

    def matches(self, metadata: Metadata) -> bool:
        """Say whether the metadata meet the condition."""


class _Missing:
    """The value of a path that leads nowhere; JSON's null is a value."""


_MISSING: Final = _Missing()


@dataclass(frozen=True, slots=True)
class FromEnd:
    """The index of `a[#-1]`, counted from the end of the array."""

    offset: int


@dataclass(frozen=True, slots=True)
class Path:
    """A way into nested metadata: keys, array indices and indices from the end."""

    steps: tuple[str | int | FromEnd, ...]

    def value(self, metadata: Metadata) -> object:
        """Follow the path; `_MISSING` where it breaks off."""
        found: object = metadata
        for step in self.steps:
            if isinstance(step, str):
                found = found.get(step, _MISSING) if isinstance(found, dict) else _MISSING
            else:
                found = _element(found, step)
        return found


def _element(array: object, step: int | FromEnd) -> object:
    if not isinstance(array, list):
        return _MISSING
    index = step if isinstance(step, int) else len(array) - step.offset
    return array[index] if 0 <= index < len(array) else _MISSING


@dataclass(frozen=True, slots=True)
class Equals:
    """`path = literal`."""

    path: Path
    literal: Literal

    def matches(self, metadata: Metadata) -> bool:
        """Hold where the value is the literal."""
        return self.path.value(metadata) == self.literal


@dataclass(frozen=True, slots=True)
class OneOf:
    """`path IN (…)`, `path NOT IN (…)` and `path != literal`."""

    path: Path
    literals: frozenset[Literal]
    negated: bool

    def matches(self, metadata: Metadata) -> bool:
        """Hold where the value is a scalar that is (or, negated, is not) among the literals."""
        value = self.path.value(metadata)
        return isinstance(value, str | int | float) and (value in self.literals) is not self.negated


ORDERINGS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Compares:
    """`path < number` and its three sisters."""

    path: Path
    order: Callable[[float, float], bool]
    number: float

    def matches(self, metadata: Metadata) -> bool:
        """Hold where the value is a number on that side of the literal."""
        value = self.path.value(metadata)
        return (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and self.order(value, self.number)
        )


@dataclass(frozen=True, slots=True)
class Globs:
    """`path GLOB pattern` and `path NOT GLOB pattern`."""

    path: Path
    pieces: tuple[GlobPiece, ...]
    negated: bool

    def matches(self, metadata: Metadata) -> bool:
        """Hold where the value is a string that fits (or, negated, does not fit) the pattern."""
        value = self.path.value(metadata)
        return isinstance(value, str) and glob_matches(self.pieces, value) is not self.negated


@dataclass(frozen=True, slots=True)
class Contains:
    """`path CONTAINS literal` and `path NOT CONTAINS literal`."""

    path: Path
    literal: Literal
    negated: bool

    def matches(self, metadata: Metadata) -> bool:
        """Hold where the value is an array with (or, negated, without) the literal."""
        value = self.path.value(metadata)
        return isinstance(value, list) and (self.literal in value) is not self.negated


@dataclass(frozen=True, slots=True)
class HasField:
    """`HAS FIELD path` and `HAS NOT FIELD path`; a null is a field."""

    path: Path
    negated: bool

    def matches(self, metadata: Metadata) -> bool:
        """Hold where the path leads to a value (or, negated, to none)."""
        return (self.path.value(metadata) is not _MISSING) is not self.negated


@dataclass(frozen=True, slots=True)
class AllOf:
    """Conditions joined by AND."""

    parts: tuple[Predicate, ...]

    def matches(self, metadata: Metadata) -> bool:
        """Hold where every part does."""
        return all(part.matches(metadata) for part in self.parts)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Conditions joined by OR."""

    parts: tuple[Predicate, ...]

    def matches(self, metadata: Metadata) -> bool:
        """Hold where some part does."""
        return any(part.matches(metadata) for part in self.parts)
