"""An item that may be evidence: its content, and what its metadata says of it."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from pydantic import JsonValue

from recollect.core.timestamps import parse_moment
from recollect.language.markup import readable, without_tags
from recollect.language.texts import texts_of

Metadata: TypeAlias = Mapping[str, JsonValue]
Field: TypeAlias = tuple[str, str]
"""The name of a value within an object, and what it says."""

INSTRUCTION_LIKE = "instructionLike"
"""The field that says whether an item holds a prompt injection, as was found at its storing."""
DEFAULT_IMPORTANCE = 0.5
DEFAULT_TRUST = 0.7
DEFAULT_SENSITIVITY = 0.0
# What comes from a foreign store may be nested without end.
_DEEPEST = 64
# Where a name that is written in one, as `displayName` or `display_name` is, has its next word.
_NEXT_WORD = re.compile(r"_|(?<=[a-z\d]{2})(?:[A-Z](?![A-Z])|(?=[A-Z]{2}))")
# What a thing is called in an object that only says that: `{"assignee": {"displayName": "Ada"}}`.
_NAMING = frozenset({"display name", "display value", "label", "name", "summary", "title", "value"})
# Of names so much as a reader may need to tell them apart.
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Item:
    """Content of any JSON, and its metadata; whoever stored it chose the id.

    `masked` is a text without what was found in it when it was stored, where its store keeps that;
    it saves looking again, and is no part of the item.
    """

    id: str
    content: JsonValue
    metadata: Metadata
    masked: str | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Traits:
    """What ranking wants to know of an item; what is missing or unreadable takes its default."""

    created_at: datetime | None
    importance: float
    trust: float
    sensitivity: float
    tags: tuple[str, ...]
    caused_by: tuple[str, ...]


def traits_of(metadata: Metadata) -> Traits:
    """Read metadata, whoever wrote it."""
    return Traits(
        created_at=parse_moment(metadata.get("created_at")),
        importance=_fraction(metadata.get("importance"), DEFAULT_IMPORTANCE),
        trust=trust_of(metadata),
        sensitivity=_fraction(metadata.get("sensitivity"), DEFAULT_SENSITIVITY),
        tags=strings_of(metadata.get("tags")),
        caused_by=strings_of(metadata.get("caused_by")),
    )


def trust_of(metadata: Metadata) -> float:
    """How far an item is trusted, in 0…1."""
    return _fraction(metadata.get("trust"), DEFAULT_TRUST)


def marked_as_injection(metadata: Metadata) -> bool:
    """Whether an item is known to hold a prompt injection, and so comes behind what does not."""
    return metadata.get(INSTRUCTION_LIKE) is True


def strings_of(value: JsonValue) -> tuple[str, ...]:
    """The strings of a list in metadata; a string alone is a list of one, anything else of none."""
    if isinstance(value, str):
        return (value,) if value else ()
    if isinstance(value, list):
        return tuple(each for each in value if isinstance(each, str) and each)
    return ()


def string_of(value: object) -> str | None:
    """A string in metadata; None for an empty one, and for anything else."""
    return value if isinstance(value, str) and value else None


def names_of(metadata: Metadata) -> tuple[str, ...]:
    """What an item is called: its title and its aliases."""
    return (*strings_of(metadata.get("title")), *strings_of(metadata.get("aliases")))


def _fraction(value: JsonValue, default: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124  # NaN
        return default
    # Bounded before it is made a float, which an endless integer does not fit into.
    return float(min(max(value, 0), 1))


def text_of(content: JsonValue) -> str:
    """The content as text that can be searched: a text as it is, an object as `name: value`."""
    if isinstance(content, str):
        return content
    return "\n".join(map(field_in_words, fields_of(content)))


def words_of(content: JsonValue) -> str:
    """The same without the tags of HTML: text in which words are looked for."""
    return without_tags(content) if isinstance(content, str) else text_of(content)


def fields_of(content: JsonValue) -> Iterator[Field]:
    """The values of an object with their names, in its order; a text has none.

    A value that stands within another has the names of both, and all of them are in words:
    `owner team name`, `Core` for `{"owner": {"teamName": "Core"}}`. What is only called something
    there has the outer name alone: `owner`, `Ada` for `{"owner": {"displayName": "Ada"}}`. Values
    are without the tags of HTML.
    """
    return ((name, without_tags(value)) for name, value in _fields_of(content))


def shown_records_of(content: JsonValue, most: int) -> Iterator[Sequence[Field]]:
    """The same as people read it, of the first `most` characters or somewhat more.

    First what an object says of itself, which may be nothing, then each of several objects, or
    lists, in a list by itself, as the rows of a table are read.
    """
    for record in () if isinstance(content, str) else _records(content, "", 0):
        shown: list[Field] = []
        for name, value in record:
            if most > 0:
                shown.append((name, readable(value)))
                most -= len(value)
        yield shown
        if most <= 0:
            return


def _fields_of(content: JsonValue) -> Iterator[Field]:
    return iter(()) if isinstance(content, str) else _fields(content, "", 0)


def field_in_words(field: Field) -> str:
    """`owner team: Ada`; a value that stands under no name is itself."""
    name, value = field
    return f"{name}: {value}" if name else value


def fields_in_words(fields: Iterable[Field]) -> str:
    """`owner team: Ada; labels: a, b`: values that follow each other under one name together."""
    by_name = groupby(fields, key=itemgetter(0))
    return "; ".join(
        field_in_words((name, ", ".join(value for _, value in values))) for name, values in by_name
    )


def readings_of(content: JsonValue) -> list[JsonValue]:
    """A content, and an object besides as it is told: in words, one field behind the other."""
    return [content] if isinstance(content, str) else [content, fields_in_words(fields_of(content))]


def prose_of(content: JsonValue) -> str:
    """The content as text that can be quoted: its texts without the names they stand under."""
    if isinstance(content, str):
        return readable(content)
    return "\n".join(map(without_tags, texts_of(content)))


def _fields(content: JsonValue, name: str, depth: int) -> Iterator[Field]:
    if depth > _DEEPEST or content is None or content == "":
        return
    if isinstance(content, dict):
        for inner, value in _members(content, name):
            yield from _fields(value, inner, depth + 1)
    elif isinstance(content, list):
        for value in content:
            yield from _fields(value, name, depth + 1)
    else:
        yield name, content if isinstance(content, str) else json.dumps(content)


def _records(content: JsonValue, name: str, depth: int) -> Iterator[Sequence[Field]]:
    own: list[Field] = []
    rows: list[tuple[JsonValue, str, int]] = []
    left = [(content, name, depth)]
    while left:
        value, named, deep = left.pop()
        if isinstance(value, dict) and deep <= _DEEPEST:
            left += [(each, inner, deep + 1) for inner, each in _members(value, named)][::-1]
        elif isinstance(value, list) and deep <= _DEEPEST:
            inner = [(each, named, deep + 1) for each in value]
            if sum(isinstance(each, dict | list) for each in value) > 1:
                rows += inner
            else:
                left += inner[::-1]
        else:
            own += _fields(value, named, deep)
    yield own
    for row in rows:
        yield from _records(*row)


def _members(content: Mapping[str, JsonValue], name: str) -> Iterator[tuple[str, JsonValue]]:
    """The members of an object with their names behind its own, if that does not say it all."""
    for key, value in content.items():
        inner = _in_words(key)
        says_it_all = name and len(content) == 1 and inner in _NAMING
        yield (name if says_it_all else f"{name} {inner}".strip()[-_LONGEST_NAME:]), value


def _in_words(key: str) -> str:
    """A name as it is said: `displayName` and `display_name` as `display name`."""
    if key.isalpha() and key.islower():
        return key[-_LONGEST_NAME:]
    words = _NEXT_WORD.sub(
        lambda found: f" {found.group().strip('_').lower()}", key[-_LONGEST_NAME:]
    )
    return words.strip()
