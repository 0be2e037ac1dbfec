"""Digest a JSON value into a few lines without secrets, personal data and log lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from pydantic import JsonValue

from recollect.detection.content_inspection import digits_of
from recollect.detection.mask import masked
from recollect.detection.member_names import meaning_of_name
from recollect.enrichment.log_lines import is_log_line
from recollect.enrichment.snippets import snippet
from recollect.language.texts import collapsed

MAX_VALUES: Final = 500
"""The most values that are read, lists and objects included."""
MAX_READ_CHARS: Final = 20_000
"""The characters of texts after which no more texts are read."""
MAX_ELEMENTS: Final = 20
"""The most elements of a list that are read."""

_MAX_NAME_LENGTH = 100
_LEFT_OUT, _MASK = "…", "[REDACTED]"
# The key of a record in its system: it takes room and tells a reader nothing, and an answer may
# not show it.
_KEY: Final = re.compile(r"[0-9a-f]{32}")
# The characters of one text that are read, so that a long one does not hide those behind it.
_MAX_READ_OF_TEXT = 4_000


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a value: its dotted path, its member's name, and that of the member above."""

    path: str = ""
    name: str = ""
    parent: str = ""

    def member(self, name: str) -> "_Place":
        """The place of a member; a long name is left out, as half of it could hide a secret."""
        is_shown = len(name) <= _MAX_NAME_LENGTH and not is_log_line(name)
        own = collapsed(name) if is_shown else _LEFT_OUT
        path = f"{self.path}.{own}" if self.path else own
        if len(path) > _MAX_NAME_LENGTH:
            path = f"{_LEFT_OUT}.{own}"
        return _Place(path, name, self.name)


def digest(value: JsonValue, most: int) -> str:
    """`value` as lines `name: value`, in its order, with at most `most` characters in all.

    Names are dotted paths; elements of a list have the name of the list, and only the first 20 of
    each list are read. A text is one line; unless it is the whole value, it takes at most a quarter
    of `most`. Whole lines that do not fit are left out. The detectors of secrets and personal data
    find nothing in the digest.
    """
    lines: list[str] = []
    size = 0
    for line in _lines(value, most if isinstance(value, str) else most // 4):
        size += len(line) + 1
        if size > most + 1:
            break
        lines.append(line)
    return first_lines("\n".join(lines), most)


def first_lines(text: str, most: int) -> str:
    """The first lines of `text`, masked, as many as fit into `most` characters."""
    while len(text := masked(text)) > most:
        # A mask may be longer than the text it hides, and detectors may find more in a cut text.
        text = text[: max(text.rfind("\n", 0, most + 1), 0)]
    return text


def _lines(value: JsonValue, longest: int) -> Iterator[str]:
    left = MAX_READ_CHARS
    for place, each in islice(_values(value), MAX_VALUES):
        text = _text(place, each)
        if text and (shown := snippet(text, longest)):
            yield f"{place.path}: {shown}" if place.path else shown
        left -= min(len(text), _MAX_READ_OF_TEXT)
        if left <= 0:
            return


def _values(value: JsonValue) -> Iterator[tuple[_Place, JsonValue]]:
    """Every value in order, each before those in it; not recursive, since values may be deep."""
    todo: list[Iterator[tuple[_Place, JsonValue]]] = [iter([(_Place(), value)])]
    while todo:
        found = next(todo[-1], None)
        if found is None:
            todo.pop()
            continue
        yield found
        todo.append(_inside(*found))


def _inside(place: _Place, value: JsonValue) -> Iterator[tuple[_Place, JsonValue]]:
    if isinstance(value, dict):
        return ((place.member(name), each) for name, each in value.items())
    if isinstance(value, list):
        return ((place, each) for each in value[:MAX_ELEMENTS])
    return iter(())


def _text(place: _Place, value: JsonValue) -> str:
    """The text of a value; "" if it has none, or is a list or an object."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            text = digits_of(value)
        case str():
            text = "" if _KEY.fullmatch(value) else value
        case _:
            return ""
    meaning = meaning_of_name(place.parent, place.name, text[:_MAX_READ_OF_TEXT])
    return _MASK if meaning.is_private else text
