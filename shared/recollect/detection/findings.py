"""What an item's content holds that must not be shown."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from recollect.core import json_paths
from recollect.detection.member_names import said_by
from recollect.detection.personal_data import personal_data_in
from recollect.detection.secrets import secrets_in

SHORTEST = 6
"""Characters of the shortest text that can hold anything: a@b.de."""

_DEEPEST, _TOO_LONG = 64, 10**40
# More or longer ones are no path that redaction would follow, and no metadata that a store keeps.
_MOST_PATHS, _LONGEST_PATH, _MOST_CHARACTERS = 50, 1_000, 3_000


@dataclass(frozen=True, slots=True)
class Findings:
    """Whether there are credentials, and the JSONPath of each value with personal data.

    `pii_texts` are those that have it in the midst of a text, of which the rest may be shown.
    """

    has_credentials: bool
    pii_fields: tuple[str, ...]
    pii_texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands: path, depth, and the names of its member and of the one above."""

    path: str
    depth: int = 0
    name: str = ""
    parent: str = ""

    def member(self, name: str) -> "_Place":
        return _Place(json_paths.member(self.path, name), self.depth + 1, name, self.name)

    def element(self, index: int) -> "_Place":
        """An element is called what its array is called."""
        return replace(self, path=json_paths.element(self.path, index), depth=self.depth + 1)


@dataclass(frozen=True, slots=True)
class _Sight:
    path: str
    personal: bool
    credentials: bool
    in_text: bool = False


def inspect_content(content: JsonValue, root: str = "$.content") -> Findings:
    """Look at every text, number and member name of `content`.

    The paths begin at the item that has the content at `root`. Where they would be too many or too
    long, the content is named as a whole; where it is nested too deep, the part below is.
    """
    has_credentials, fields = False, dict[str, bool]()
    for sight in _sights(content, _Place(root)):
        has_credentials |= sight.credentials
        if sight.personal and len(fields) <= _MOST_PATHS:
            fields[sight.path] = sight.in_text and fields.get(sight.path, True)
    outermost = tuple(each for each in fields if not _is_inside(each, fields))
    if _is_too_much(outermost):
        return Findings(has_credentials, (root,))
    return Findings(has_credentials, outermost, tuple(each for each in outermost if fields[each]))


def _is_too_much(fields: Sequence[str]) -> bool:
    return (
        len(fields) > _MOST_PATHS
        or max(map(len, fields), default=0) > _LONGEST_PATH
        or len("".join(fields).encode("utf-8", "replace")) > _MOST_CHARACTERS
    )


def _is_inside(path: str, fields: Iterable[str]) -> bool:
    """Whether it lies in a part that is named, too: the names on its way may be what is hidden."""
    return any(path.startswith((f"{each}.", f"{each}[")) for each in fields)


def _sights(value: JsonValue, place: _Place) -> Iterator[_Sight]:
    match value:
        case None | bool():
            return
        case str():
            yield _of_text(value, value, place)
        case int() | float():
            yield _of_text("", digits_of(value), place)
        case _ if place.depth > _DEEPEST:
            text = _as_text(value)
            yield _of_text(text, "", place)
        case list():
            for index, each in enumerate(value):
                yield from _sights(each, place.element(index))
        case dict():
            for name, each in value.items():
                # A name cannot be replaced: what it stands in is.
                yield _Sight(place.path, _is_personal(name), _has_credentials(name))
                yield from _sights(each, place.member(name))


def _of_text(text: str, value: str, place: _Place) -> _Sight:
    said = said_by(place.parent, place.name, value)
    in_text = _is_personal(text)
    return _Sight(
        place.path,
        personal=said.personal or in_text,
        credentials=said.credentials or _has_credentials(text),
        in_text=in_text and not said.personal and text is value,
    )


def _is_personal(text: str) -> bool:
    return len(text) >= SHORTEST and bool(personal_data_in(text))


def _has_credentials(text: str) -> bool:
    return len(text) >= SHORTEST and bool(secrets_in(text))


def digits_of(number: float) -> str:
    """A number as it is written; "" of an integer so long that it is nobody's.

    Python refuses to write such a one.
    """
    return str(number) if abs(number) < _TOO_LONG else ""


def _as_text(value: JsonValue) -> str:
    """The JSON text of `value`, without recursion: that is what it is too deep for."""
    written: list[str] = []
    todo: list[tuple[str, JsonValue]] = [("", value)]
    while todo:
        before, each = todo.pop()
        match each:
            case dict():
                todo.extend((_quoted(name) + ": ", one) for name, one in reversed(each.items()))
            case list():
                todo.extend((before, one) for one in reversed(each))
            case str():
                written.append(before + _quoted(each))
            case int() | float():
                written.append(before + digits_of(each))
    return ",\n".join(written)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
