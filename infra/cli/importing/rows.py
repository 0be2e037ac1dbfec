"""What is read of a file: rows of named fields, and rows that make no sense."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from pydantic import JsonValue
from typing_extensions import override

from infra.cli.console import CommandError
from recollect.core.invisible import composed
from recollect.language.markup import MOST_READ, is_html, readable, whole_in_sections

MOST_BYTES: Final = 256 * 1024 * 1024
"""Of a file that has to be read whole."""

_NO_PATH: Final = re.compile(r"[^\w./-]+")
_LONGEST_NAME: Final = 200

Fields: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class FileRow:
    """The fields that stand at a place of a file, such as `line 3`."""

    place: str
    fields: Fields


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A place where there is nothing to bring in, and why."""

    place: str
    reason: str

    @override
    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """How many things there are that nobody reads, and which."""

    reason: str
    count: int


class UnknownFormat(CommandError):
    """A file that is none of the formats, or cannot be told from them."""


class UnusableRow(ValueError):
    """Why a row is nothing that can be brought in, in words for whoever exported it."""


class UndecidedRow(UnusableRow):
    """A row with which nothing is wrong, and that holds nothing yet of what is brought in."""


Row: TypeAlias = FileRow | WrongRow | PassedOver
FileRows: TypeAlias = Iterator[Row]


def text(value: JsonValue) -> str:
    """A value as a text: nothing for null, and a list a line an item."""
    if isinstance(value, list):
        return "\n".join(filter(None, map(text, value)))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None or isinstance(value, dict) else str(value).strip()


def prose(value: JsonValue) -> str:
    """A value as a text that people read: HTML becomes text."""
    return readable(text(value))


def as_page(written: str) -> str:
    """HTML as the platform reads it: known by its beginning, and longer as text with headings."""
    if len(written) > MOST_READ:
        return whole_in_sections(written)
    return written if is_html(written) else f"<!doctype html>\n{written}"


def field(fields: Fields, path: str) -> JsonValue:
    """The value under a name, or along a path of names with dots between; None if there is none."""
    if path in fields:
        return fields[path]
    name, dot, rest = path.partition(".")
    inner = fields.get(name)
    return field(inner, rest) if dot and isinstance(inner, dict) else None


def is_said(value: JsonValue) -> bool:
    """Whether a flag is up, as exports write it; null says nothing, and so does not."""
    return text(value).lower() in ("true", "1", "yes")


def objects(value: JsonValue) -> list[dict[str, JsonValue]]:
    """The objects of a list; none of anything else."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def paragraphs(*values: JsonValue) -> str:
    """Those that say something, with blank lines between."""
    return "\n\n".join(filter(None, map(text, values)))


def known(**fields: JsonValue) -> dict[str, JsonValue]:
    """The fields of which something is known."""
    return {name: value for name, value in fields.items() if value not in (None, "", [])}


def path_id(name: str) -> str:
    """The id of a file by its path; macOS parts letters from their marks."""
    return _NO_PATH.sub("-", composed(name))[-_LONGEST_NAME:]
