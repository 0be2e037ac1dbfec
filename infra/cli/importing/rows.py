"""The rows of a file: named fields, or the reason why a row is wrong; helpers to read fields."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from pydantic import JsonValue
from typing_extensions import override

from infra.cli.console import CommandError
from recollect.core.invisible import composed
from recollect.language.markup import MAX_PARSED_CHARS, readable, whole_in_sections
from recollect.language.tags import is_html

MAX_FILE_BYTES: Final = 256 * 1024 * 1024
"""The most bytes of a file that has to be read whole."""

_NOT_IN_AN_ID: Final = re.compile(r"[^\w./-]+")
_MAX_ID_CHARACTERS: Final = 200

Fields: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class FileRow:
    """The fields at a place of a file, such as `line 3`."""

    place: str
    fields: Fields


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A place whose content is not imported, and why; `is_private` if it must not be."""

    place: str
    reason: str
    is_private: bool = False

    @override
    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """How many files were skipped, and why."""

    reason: str
    count: int


class UnknownFormat(CommandError):
    """A file that has none of the formats, or whose format is unclear."""


class UnusableRow(ValueError):
    """A row cannot be imported; the message is for the person who exported it."""


class PrivateRow(UnusableRow):
    """A row that is not for everybody who reads what was imported; the message says why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}: whoever reads here would see it")


class UndecidedRow(UnusableRow):
    """A row that is not wrong, but has nothing to import yet, such as an unsolved ticket."""


def left_out(place: str, error: UnusableRow) -> WrongRow:
    """The row at a place that cannot be imported."""
    return WrongRow(place, str(error), is_private=isinstance(error, PrivateRow))


Row: TypeAlias = FileRow | WrongRow | PassedOver
FileRows: TypeAlias = Iterator[Row]


def text(value: JsonValue) -> str:
    """A value as text: "" for null and objects; a list has its items on separate lines."""
    if isinstance(value, list):
        return "\n".join(filter(None, map(text, value)))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None or isinstance(value, dict) else str(value).strip()


def prose(value: JsonValue) -> str:
    """A value as text for people: HTML becomes plain text."""
    return readable(text(value))


def as_page(written: str) -> str:
    """HTML that the platform recognises, by a doctype; a long page as text with headings."""
    if len(written) > MAX_PARSED_CHARS:
        return whole_in_sections(written)
    return written if is_html(written) else f"<!doctype html>\n{written}"


def field(fields: Fields, path: str) -> JsonValue:
    """The value under a name, or at a path of names such as `a.b`; None if there is none."""
    if path in fields:
        return fields[path]
    name, dot, rest = path.partition(".")
    inner = fields.get(name)
    return field(inner, rest) if dot and isinstance(inner, dict) else None


def is_true(value: JsonValue) -> bool:
    """Whether an export's flag is true, as a boolean, number or word; null is false."""
    return text(value).lower() in ("true", "1", "yes")


def objects(value: JsonValue) -> list[dict[str, JsonValue]]:
    """The objects in a list, without its other items; [] if the value is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def paragraphs(*values: JsonValue) -> str:
    """The texts of the values that are not empty, with blank lines between them."""
    return "\n\n".join(filter(None, map(text, values)))


def known(**fields: JsonValue) -> dict[str, JsonValue]:
    """The fields whose value is not None, "" or []."""
    return {name: value for name, value in fields.items() if value not in (None, "", [])}


def path_id(name: str) -> str:
    """The id of a file by its path, with accents composed: macOS writes them separately."""
    return _NOT_IN_AN_ID.sub("-", composed(name))[-_MAX_ID_CHARACTERS:]
