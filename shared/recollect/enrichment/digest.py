"""A JSON value in a few lines that may be shown: no secrets, no personal data, no lines of logs."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from pydantic import JsonValue

from recollect.detection.mask import masked
from recollect.detection.member_names import said_by
from recollect.enrichment.log_lines import is_log_line
from recollect.enrichment.snippets import snippet
from recollect.language.texts import collapsed

MOST_VALUES: Final = 500
"""The most values, lists and objects included, that are looked at."""
MOST_READ: Final = 20_000
"""After so many characters of texts no more are read."""
MOST_ELEMENTS: Final = 20
"""Of a list no more elements are told."""

_LONGEST_NAME, _TOO_LONG = 100, 10**40
_LEFT_OUT, _MASK = "…", "[REDACTED]"
# What is read of one text, so that a long one does not hide those behind it.
_LONGEST_READ = 4_000


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands: its dotted name, and the names of its member and of the one above."""

    path: str = ""
    name: str = ""
    parent: str = ""

    def member(self, name: str) -> "_Place":
        """A long name is left out as a whole, for half of it could hide what is in it."""
        is_shown = len(name) <= _LONGEST_NAME and not is_log_line(name)
        own = collapsed(name) if is_shown else _LEFT_OUT
        path = f"{self.path}.{own}" if self.path else own
        if len(path) > _LONGEST_NAME:
            path = f"{_LEFT_OUT}.{own}"
        return _Place(path, name, self.name)


def digest(value: JsonValue, most: int) -> str:
    """`value` in lines `name: value`, in its order, with at most `most` characters in all.

    Names are dotted, and elements of a list are called what the list is called; of each list only
    the first 20 are read. A text is one line, and where there are others, too, it takes a quarter
    of `most` at most. What does not fit is left out by whole lines. Nothing is found in the digest
    by what looks for secrets and personal data.
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
    """The first lines of `text`, masked: as many as make at most `most` characters."""
    while len(text := masked(text)) > most:
        # A mask may be longer than what it hides, and a text without its end may look different.
        text = text[: max(text.rfind("\n", 0, most + 1), 0)]
    return text


def _lines(value: JsonValue, longest: int) -> Iterator[str]:
    left = MOST_READ
    for place, each in islice(_values(value), MOST_VALUES):
        text = _text(place, each)
        if text and (shown := snippet(text, longest)):
            yield f"{place.path}: {shown}" if place.path else shown
        left -= min(len(text), _LONGEST_READ)
        if left <= 0:
            return


def _values(value: JsonValue) -> Iterator[tuple[_Place, JsonValue]]:
    """Every value in order, each before those in it; not by recursion, for it may be deep."""
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
        return ((place, each) for each in value[:MOST_ELEMENTS])
    return iter(())


def _text(place: _Place, value: JsonValue) -> str:
    """The text of a value; "" for one without a text, or with others in it."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            # An integer too long to be written out is refused by Python, and of no use to a reader.
            text = str(value) if abs(value) < _TOO_LONG else ""
        case str():
            text = value
        case _:
            return ""
    detected = said_by(place.parent, place.name, text[:_LONGEST_READ])
    return _MASK if detected.personal or detected.credentials else text
