"""Read the texts and numbers of a result, each with its source."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.language.wrapping import unwrapped
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import word_set
from recollect.validation.known.record_models import Source
from recollect.validation.results import ReadResult, is_text_or_number

_MAX_VALUES: Final = 5_000
_MAX_CHARACTERS: Final = 200_000
_MAX_PATH_LENGTH: Final = 200
_TEXT_FIELDS: Final = word_set("text value body message comment note content")
"""Names of the field that holds the text of a journal entry."""

_TIME_AND_AUTHOR_FIELDS: Final = (
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
"""A name of two to four words: not `root`, and not `monitoring`."""

_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")


class Written(NamedTuple):
    """When a text was written, and by whom, according to the fields beside it."""

    at: str
    by: str


@dataclass(eq=False)  # a frozen one takes three times as long to make
class ResultText:
    """A text of a result, with its source, the name of its field, and who wrote it when."""

    text: str
    source: Source
    name: str
    written: Written | None = None

    @lazy
    def fold(self) -> str:
        """The text, folded."""
        return folded(self.text)


def texts_of(result: ReadResult) -> Iterator[ResultText]:
    """The texts and numbers of a result, with their paths, up to a total size.

    Lines that were wrapped to a width are joined again.
    """
    room = _MAX_CHARACTERS
    if result.text:
        yield ResultText(unwrapped(result.text[:room]), Source(result.tool, ""), "")
        room -= len(result.text)
    waiting: list[tuple[str, str, JsonValue, Written | None]] = [
        ("", "", dict(result.content), None)
    ]
    for _ in range(_MAX_VALUES):
        if not waiting or room <= 0:
            return
        path, name, value, written = waiting.pop()
        if isinstance(value, dict):
            written = _written(value)
            waiting += [
                (
                    f"{path}.{key}" if path else key,
                    key,
                    each,
                    written if key in _TEXT_FIELDS else None,
                )
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
            source = Source(result.tool, path[:_MAX_PATH_LENGTH])
            yield ResultText(unwrapped(text), source, name, written)


def _written(value: Mapping[str, JsonValue]) -> Written | None:
    """The time and author of an object with the text of a journal entry; None if it has none."""
    if _TEXT_FIELDS.isdisjoint(value):
        return None
    at, by = (
        next((value[name] for name in names if value.get(name)), None)
        for names in _TIME_AND_AUTHOR_FIELDS
    )
    if isinstance(at, str) and isinstance(by, str) and _ISO.match(at) and _PERSON.fullmatch(by):
        return Written(at, by)
    return None
