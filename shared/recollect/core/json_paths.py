"""The part of JSONPath (RFC 9535) that Recollect uses: names, indexes and wildcards.

    $.content.phones[0]['e-mail'].*

Detection writes such paths, redaction reads them. Filters, slices, lists of selectors and descents
(`..`) are not supported (`docs/decisions/0025-a-path-is-names-and-indexes.md`).
"""

import json
import re
from typing import Final

from pydantic import JsonValue

Step = str | int | None
"""A member's name, an element's index (negative from the end), or None for all children."""
Location = tuple[str | int, ...]
"""The names and indexes that lead from a document to one of its values."""

MAX_PATH_CHARS: Final = 1_000
MAX_PATH_STEPS: Final = 128

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Lone surrogates, too: UTF-8 cannot encode them, though a JSON text may hold them as escapes.
_ESCAPED = re.compile(r"['\\\x00-\x1f\ud800-\udfff]")
_SHORT = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", "'": r"\'", "\\": r"\\"}
_STEP = re.compile(
    r"""
    \.(?P<name>[A-Za-z_\x80-\ud7ff\ue000-\U0010ffff][0-9A-Za-z_\x80-\ud7ff\ue000-\U0010ffff]*)
    | \[(?P<index>0|-?[1-9][0-9]{0,15})\]
    | \['(?P<single>(?:[^'\\]|\\.)*)'\]
    | \["(?P<double>(?:[^"\\]|\\.)*)"\]
    | \.\* | \[\*\]
    """,
    re.VERBOSE,
)
# In a name between single quotes, a double quote needs no escape; in a JSON text it does.
_DOUBLE_OR_ESCAPE = re.compile(r'"|\\.')
_AS_IN_JSON = {'"': r"\"", r"\'": "'"}


def member(parent: str, name: str) -> str:
    """The path of the member `name` of the object at `parent`."""
    if _PLAIN.fullmatch(name):
        return f"{parent}.{name}"
    return f"{parent}['{_ESCAPED.sub(_escape, name)}']"


def element(parent: str, index: int) -> str:
    """The path of an element of the array at `parent`."""
    return f"{parent}[{index}]"


def parse_path(path: str) -> tuple[Step, ...]:
    """The steps of a path. Raises ValueError if it is too long, or not of the supported part."""
    if len(path) > MAX_PATH_CHARS or not path.startswith("$"):
        raise ValueError("not a path, or too long")
    steps: list[Step] = []
    position = 1
    while position < len(path):
        found = _STEP.match(path, position)
        if found is None or len(steps) == MAX_PATH_STEPS:
            raise ValueError("not a path of names, indexes and wildcards, or too many of them")
        steps.append(_step(found))
        position = found.end()
    return tuple(steps)


def children(value: JsonValue, step: Step) -> list[tuple[str | int, JsonValue]]:
    """The children of a value to which a step leads, each with its name or index."""
    match value, step:
        case dict(), None:
            return list(value.items())
        case dict(), str() if step in value:
            return [(step, value[step])]
        case list(), None:
            return list(enumerate(value))
        case list(), int() if -len(value) <= step < len(value):
            return [(step % len(value), value[step])]
        case _:
            return []


def _step(found: re.Match[str]) -> Step:
    match found.lastgroup:
        case "name":
            return found["name"]
        case "index":
            return int(found["index"])
        case "single":
            return _unquoted(_DOUBLE_OR_ESCAPE.sub(_as_in_json, found["single"]))
        case "double":
            return _unquoted(found["double"])
        case _:
            return None


def _unquoted(text: str) -> str:
    return str(json.loads(f'"{text}"'))


def _as_in_json(found: re.Match[str]) -> str:
    return _AS_IN_JSON.get(found.group(), found.group())


def _escape(character: re.Match[str]) -> str:
    return _SHORT.get(character.group(), f"\\u{ord(character.group()):04x}")
