"""Conditions on metadata; stores express the same filters in their own languages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from recollect.core.timestamps import parse_moment

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that must all hold: on fields, tags and the time of creation.

    A field must equal a value, be one of several (`any_of`) or be at most a number (`at_most`); all
    `tags` must be there.
    """

    equals: Mapping[str, Scalar] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    any_of: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)
    since: datetime | None = None
    until: datetime | None = None
    at_most: Mapping[str, float] = field(default_factory=dict)

    def match(self, metadata: Mapping[str, JsonValue]) -> bool:
        """Whether `metadata` meets all conditions."""
        tags = metadata.get("tags")
        return (
            all(_is(metadata.get(name), value) for name, value in self.equals.items())
            and all(
                any(_is(metadata.get(name), value) for value in values)
                for name, values in self.any_of.items()
            )
            and all(isinstance(tags, list) and tag in tags for tag in self.tags)
            and all(_is_at_most(metadata.get(name), most) for name, most in self.at_most.items())
            and self.in_time(metadata)
        )

    def in_time(self, metadata: Mapping[str, JsonValue]) -> bool:
        """Whether `metadata` was created within `since` and `until`; true without bounds."""
        if self.since is None and self.until is None:
            return True
        created_at = parse_moment(metadata.get("created_at"))
        return (
            created_at is not None
            and (self.since is None or created_at >= self.since)
            and (self.until is None or created_at <= self.until)
        )


def _is_at_most(found: JsonValue, most: float) -> bool:
    return isinstance(found, int | float) and not isinstance(found, bool) and found <= most


def _is(found: JsonValue, wanted: Scalar) -> bool:
    # In Python True == 1; in JSON and to a person it is not.
    return isinstance(found, bool) == isinstance(wanted, bool) and found == wanted
