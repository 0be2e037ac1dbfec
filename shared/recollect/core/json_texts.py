"""Reads a text that may be JSON, and compares two by what they say."""

import json
from typing import Final

from pydantic import JsonValue

_GREAT: Final = 1e15


def json_in(text: str) -> JsonValue:
    """The value of a JSON text; None if it is not JSON or is nested too deeply."""
    try:
        read: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return read


def canonical_json(text: str) -> str:
    """The one text of all JSON texts that say the same: fields in any order, spaces, escapes, 1.0.

    Of fields with one name the last counts, as when a request is parsed. A text that is not JSON,
    or is nested too deeply, stays as it is.
    """
    try:
        read: JsonValue = json.loads(text, parse_float=_number)
        return json.dumps(read, sort_keys=True, separators=(",", ":"))
    except (ValueError, RecursionError):
        return text


def _number(written: str) -> float:
    """A number with a point or an exponent; a whole one is an int, as if written without.

    Not a great one, which has up to 309 digits.
    """
    number = float(written)
    return int(number) if number.is_integer() and abs(number) < _GREAT else number
