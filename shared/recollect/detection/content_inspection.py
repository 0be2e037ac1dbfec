"""Finding the credentials and the personal data in the content (JSON) of an item."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from recollect.core import json_paths
from recollect.detection.member_names import meaning_of_name
from recollect.detection.personal_data import personal_data_in
from recollect.detection.secrets import secrets_in

MIN_FINDING_CHARS = 6
"""The length of the shortest text that can hold a finding: `a@b.de`."""

_MAX_DEPTH, _TOO_LARGE = 64, 10**40
# More or longer paths are too much for redaction to follow, and for a store's metadata to hold.
_MAX_PATHS, _MAX_PATH_CHARS, _MAX_PATHS_BYTES = 50, 1_000, 3_000


@dataclass(frozen=True, slots=True)
class Findings:
    """Whether there are credentials, and the JSONPaths of the values with personal data.

    `pii_texts` are those of `pii_fields` whose value is a text of which only parts are personal
    data, so that the rest may be shown.
    """

    has_credentials: bool
    pii_fields: tuple[str, ...]
    pii_texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a value: its path and depth, its member's name, and the name of the parent."""

    path: str
    depth: int = 0
    name: str = ""
    parent: str = ""

    def member(self, name: str) -> "_Place":
        return _Place(json_paths.member(self.path, name), self.depth + 1, name, self.name)

    def element(self, index: int) -> "_Place":
        """The place of an element, which has the name of its array."""
        return replace(self, path=json_paths.element(self.path, index), depth=self.depth + 1)


@dataclass(frozen=True, slots=True)
class _Sighting:
    """What was found at a path; `in_text` if only parts of the value are personal data."""

    path: str
    personal: bool
    credentials: bool
    in_text: bool = False


def inspect_content(content: JsonValue, root: str = "$.content") -> Findings:
    """Inspect every text, number and member name of `content`.

    The paths begin with `root`, the path of the content. If they would be too many or too long, the
    only path is `root`. What is nested too deep is inspected as one text, with one path.
    """
    has_credentials, fields = False, dict[str, bool]()
    for sighting in _sightings(content, _Place(root)):
        has_credentials |= sighting.credentials
        if sighting.personal and len(fields) <= _MAX_PATHS:
            fields[sighting.path] = sighting.in_text and fields.get(sighting.path, True)
    outermost = tuple(each for each in fields if not _is_inside(each, fields))
    if _is_too_much(outermost):
        return Findings(has_credentials, (root,))
    return Findings(has_credentials, outermost, tuple(each for each in outermost if fields[each]))


def _is_too_much(fields: Sequence[str]) -> bool:
    return (
        len(fields) > _MAX_PATHS
        or max(map(len, fields), default=0) > _MAX_PATH_CHARS
        or len("".join(fields).encode("utf-8", "replace")) > _MAX_PATHS_BYTES
    )


def _is_inside(path: str, fields: Iterable[str]) -> bool:
    """Whether a path lies within another of `fields`.

    It is then left out, because the names in it may be the personal data.
    """
    return any(path.startswith((f"{each}.", f"{each}[")) for each in fields)


def _sightings(value: JsonValue, place: _Place) -> Iterator[_Sighting]:
    match value:
        case None | bool():
            return
        case str():
            yield _sighting_of(value, value, place)
        case int() | float():
            yield _sighting_of("", digits_of(value), place)
        case _ if place.depth > _MAX_DEPTH:
            text = _as_text(value)
            yield _sighting_of(text, "", place)
        case list():
            for index, each in enumerate(value):
                yield from _sightings(each, place.element(index))
        case dict():
            for name, each in value.items():
                # The name of a member cannot be masked: the whole object is.
                yield _Sighting(place.path, _is_personal(name), _has_credentials(name))
                yield from _sightings(each, place.member(name))


def _sighting_of(text: str, value: str, place: _Place) -> _Sighting:
    by_name = meaning_of_name(place.parent, place.name, value)
    in_text = _is_personal(text)
    return _Sighting(
        place.path,
        personal=by_name.personal or in_text,
        credentials=by_name.credentials or _has_credentials(text),
        in_text=in_text and not by_name.personal and text is value,
    )


def _is_personal(text: str) -> bool:
    return len(text) >= MIN_FINDING_CHARS and bool(personal_data_in(text))


def _has_credentials(text: str) -> bool:
    return len(text) >= MIN_FINDING_CHARS and bool(secrets_in(text))


def digits_of(number: float) -> str:
    """A number as a text; "" for one so large that it numbers nobody.

    Python refuses to convert a very large integer to a text.
    """
    return str(number) if abs(number) < _TOO_LARGE else ""


def _as_text(value: JsonValue) -> str:
    """The texts, numbers and names in `value` as one text, without recursion: it is too deep."""
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
