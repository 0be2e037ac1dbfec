"""The texts and numbers of a result, each with where it stands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.language.wrapping import unwrapped
from recollect.validation.grammar.folding import folded
from recollect.validation.known.records import Source
from recollect.validation.results import ReadResult, is_text_or_number

_MOST_VALUES: Final = 5_000
_MOST_CHARACTERS: Final = 200_000
_LONGEST_PATH: Final = 200
_NOTES: Final = frozenset(["text", "value", "body", "message", "comment", "note", "content"])
"""What the text of a journal's entry is called, beside its time and its author."""

_FIELDS: Final = (
    (
        "at",
        "timestamp",
        "time",
        "created_at",
        "createdAt",
        "sys_created_on",
        "posted_at",
        "created",
    ),
    ("by", "author", "created_by", "createdBy", "sys_created_by", "user", "actor", "posted_by"),
)
_PERSON: Final = re.compile(r"[^\W\d_][\w.'\u2019-]*(?: [^\W\d_][\w.'\u2019-]*){1,3}")
"""A name of two words or more: no `root` and no `monitoring`."""

_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")


class Written(NamedTuple):
    """When a text was written, and by whom, as the fields beside it have it."""

    at: str
    by: str


@dataclass(eq=False)  # a frozen one takes three times as long to make
class ResultText:
    """A text of a result, with where it stands, the name of its field, and who wrote it when."""

    text: str
    source: Source
    name: str
    written: Written | None = None

    @lazy
    def fold(self) -> str:
        """The text, folded."""
        return folded(self.text)


def texts_of(result: ReadResult) -> Iterator[ResultText]:
    """The texts and numbers of a result, with their paths, up to a bound.

    Lines of them that were broken for their width are one.
    """
    room = _MOST_CHARACTERS
    if result.text:
        yield ResultText(unwrapped(result.text[:room]), Source(result.tool, ""), "")
        room -= len(result.text)
    waiting: list[tuple[str, str, JsonValue, Written | None]] = [
        ("", "", dict(result.content), None)
    ]
    for _ in range(_MOST_VALUES):
        if not waiting or room <= 0:
            return
        path, name, value, written = waiting.pop()
        if isinstance(value, dict):
            written = _written(value)
            waiting += [
                (f"{path}.{key}" if path else key, key, each, written if key in _NOTES else None)
                for key, each in reversed(value.items())
            ]
        elif isinstance(value, list):
            waiting += [
                (f"{path}[{place}]", name, value[place], None)
                for place in range(len(value) - 1, -1, -1)
            ]
        elif is_text_or_number(value):
            text = str(value)[:room]
            room -= len(text)
            source = Source(result.tool, path[:_LONGEST_PATH])
            yield ResultText(unwrapped(text), source, name, written)


def _written(value: Mapping[str, JsonValue]) -> Written | None:
    """When and by whom an object says that its text was written; None where it does not."""
    if _NOTES.isdisjoint(value):
        return None
    at, by = (next((value[name] for name in names if value.get(name)), None) for names in _FIELDS)
    if isinstance(at, str) and isinstance(by, str) and _ISO.match(at) and _PERSON.fullmatch(by):
        return Written(at, by)
    return None
