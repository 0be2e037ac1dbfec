"""An item that may be evidence: its content, and its metadata in readable form."""

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
from recollect.language.markup import readable
from recollect.language.tags import without_tags
from recollect.language.texts import texts_of
from recollect.retrieval.people import people_in, with_names

Metadata: TypeAlias = Mapping[str, JsonValue]
Field: TypeAlias = tuple[str, str]
"""The name of a value within an object, and the value as text."""

INSTRUCTION_LIKE = "instructionLike"
"""The field that says whether an item has a prompt injection, as found when it was stored."""
LIFTED_AT = "instruction_like_lifted_at"
"""The field that says when somebody lifted the mark of an item, having read it as it is."""
LIFTED_BY = "instruction_like_lifted_by"
"""The field that says who did, which only auditors see."""
DEFAULT_IMPORTANCE = 0.5
DEFAULT_TRUST = 0.7
DEFAULT_SENSITIVITY = 0.0
MASK = re.compile(r"\[REDACTED[^\[\]]*\]")
"""What stands in place of a hidden part of a text."""

# Content from a foreign store may be nested without end.
_MAX_DEPTH = 64
# Where the next word begins in a name such as `displayName` or `display_name`.
_NEXT_WORD = re.compile(r"_|(?<=[a-z\d]{2})(?:[A-Z](?![A-Z])|(?=[A-Z]{2}))")
# The only field of an object that just names something: `{"assignee": {"displayName": "Ada"}}`.
_NAMING = frozenset({"display name", "display value", "label", "name", "summary", "title", "value"})
# So many last characters of a name suffice to tell names apart.
_MAX_NAME_CHARS = 100


@dataclass(frozen=True, slots=True)
class Item:
    """Content of any JSON, and its metadata; whoever stored it chose the id.

    `masked` is a text content without the personal data found when it was stored, if its store
    keeps that; it saves detecting again, and is no part of the item.
    """

    id: str
    content: JsonValue
    metadata: Metadata
    masked: str | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Traits:
    """What ranking needs from an item's metadata; missing or unreadable values have defaults."""

    created_at: datetime | None
    importance: float
    trust: float
    sensitivity: float
    caused_by: tuple[str, ...]


def traits_of(metadata: Metadata) -> Traits:
    """Read the traits from metadata, whoever wrote it."""
    return Traits(
        created_at=parse_moment(metadata.get("created_at")),
        importance=_fraction(metadata.get("importance"), DEFAULT_IMPORTANCE),
        trust=trust_of(metadata),
        sensitivity=_fraction(metadata.get("sensitivity"), DEFAULT_SENSITIVITY),
        caused_by=strings_of(metadata.get("caused_by")),
    )


def trust_of(metadata: Metadata) -> float:
    """The trust in an item, in 0…1."""
    return _fraction(metadata.get("trust"), DEFAULT_TRUST)


def author_of(metadata: Metadata) -> str:
    """Who wrote an item, as it says itself; "" if it does not, or if that is masked."""
    author = metadata.get("author")
    return author if isinstance(author, str) and not MASK.search(author) else ""


def is_of_thread(metadata: Metadata) -> bool:
    """Whether an item is a mail or a message: one of a thread."""
    return string_of(metadata.get("thread")) is not None


def marked_as_injection(metadata: Metadata) -> bool:
    """Whether an item is known to have a prompt injection, and so comes behind those without."""
    return metadata.get(INSTRUCTION_LIKE) is True


def is_vouched_for(shown: Metadata) -> bool:
    """Whether somebody lifted the mark of an item that is `shown` as they read it.

    Parts of such a text are not searched for prompt injections again. What is left of a redacted
    text is another text than the one that they read.
    """
    return string_of(shown.get(LIFTED_AT)) is not None and shown.get("redacted") is not True


def strings_of(value: JsonValue) -> tuple[str, ...]:
    """The strings of a list in metadata; a single string counts as a list, others as empty."""
    if isinstance(value, str):
        return (value,) if value else ()
    if isinstance(value, list):
        return tuple(each for each in value if isinstance(each, str) and each)
    return ()


def string_of(value: object) -> str | None:
    """A string in metadata; None for an empty one, and for anything else."""
    return value if isinstance(value, str) and value else None


def names_of(metadata: Metadata) -> tuple[str, ...]:
    """The names of an item: its title and its aliases."""
    return (*strings_of(metadata.get("title")), *strings_of(metadata.get("aliases")))


def _fraction(value: JsonValue, default: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124  # NaN
        return default
    # Bounded before it is made a float, which an endless integer does not fit into.
    return float(min(max(value, 0), 1))


def text_of(content: JsonValue) -> str:
    """The content as searchable text: a text as it is, an object as `name: value` lines."""
    if isinstance(content, str):
        return content
    return "\n".join(map(field_in_words, fields_of(content)))


def words_of(content: JsonValue) -> str:
    """Like `text_of`, but a text without the tags of HTML: for searching words."""
    return without_tags(content) if isinstance(content, str) else text_of(content)


def fields_of(content: JsonValue) -> Iterator[Field]:
    """The values of an object with their names, in its order; a text has none.

    A nested value has the names of all levels, in words: `owner team name`, `Core` for `{"owner":
    {"teamName": "Core"}}`. An object that only names something leaves the outer name alone:
    `owner`, `Ada` for `{"owner": {"displayName": "Ada"}}`. Values are without the tags of HTML.
    """
    fields = () if isinstance(content, str) else _fields(content, "", 0)
    return ((name, without_tags(value)) for name, value in fields)


def shown_records_of(content: JsonValue, most: int) -> Iterator[Sequence[Field]]:
    """Like `fields_of`, but grouped, as people read it; the first `most` characters or a few more.

    First the fields of the object itself, possibly none, then a group for each object or list in a
    list of several, as the rows of a table are read. Ids of people stand as the names that the
    object gives to them.
    """
    people = people_in(content)
    for record in () if isinstance(content, str) else _records(content, "", 0):
        shown: list[Field] = []
        for name, value in record:
            if most > 0:
                text = with_names(value, people)
                shown.append((name, readable(text)))
                most -= len(text)
        yield shown
        if most <= 0:
            return


def field_in_words(field: Field) -> str:
    """`owner team: Ada`; a value without a name stands alone."""
    name, value = field
    return f"{name}: {value}" if name else value


def fields_in_words(fields: Iterable[Field]) -> str:
    """`owner team: Ada; labels: a, b`: successive values with one name are joined."""
    by_name = groupby(fields, key=itemgetter(0))
    return "; ".join(
        field_in_words((name, ", ".join(value for _, value in values))) for name, values in by_name
    )


def readings_of(content: JsonValue) -> list[JsonValue]:
    """The content; for an object also its fields in words, one after the other.

    They have the names of people in place of ids, as they are shown; then each is also read alone.
    """
    if isinstance(content, str):
        return [content]
    people = people_in(content)
    fields = [(name, with_names(value, people)) for name, value in fields_of(content)]
    alone = [value for _, value in fields] if people else []
    return [content, fields_in_words(fields), *alone]


def shown_of(item: Item) -> list[JsonValue]:
    """All that an answer may show of an item, to be read for prompt injections."""
    return [item.id, *readings_of(item.content), *readings_of(dict(item.metadata))]


def prose_of(content: JsonValue) -> str:
    """The content as text that can be quoted: its texts without their names."""
    if isinstance(content, str):
        return readable(content)
    return "\n".join(map(without_tags, texts_of(content)))


def _fields(content: JsonValue, name: str, depth: int) -> Iterator[Field]:
    if depth > _MAX_DEPTH or content is None or content == "":
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
        if isinstance(value, dict) and deep <= _MAX_DEPTH:
            left += [(each, inner, deep + 1) for inner, each in _members(value, named)][::-1]
        elif isinstance(value, list) and deep <= _MAX_DEPTH:
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
    """The members of an object, with their names behind its own where they add something."""
    for key, value in content.items():
        inner = _in_words(key)
        says_it_all = name and len(content) == 1 and inner in _NAMING
        yield (name if says_it_all else f"{name} {inner}".strip()[-_MAX_NAME_CHARS:]), value


def _in_words(key: str) -> str:
    """A name in words: `displayName` and `display_name` as `display name`."""
    if key.isalpha() and key.islower():
        return key[-_MAX_NAME_CHARS:]
    words = _NEXT_WORD.sub(
        lambda found: f" {found.group().strip('_').lower()}", key[-_MAX_NAME_CHARS:]
    )
    return words.strip()
