"""How much of a function's answer something takes."""

import json

MAX_BYTES = 4_000_000
"""A function's answer may have 6 MB, part of which is for what nobody measures."""


def size_of(body: str) -> int:
    """The bytes of a piece of JSON in an answer, whose body is a string of JSON in JSON itself."""
    return len(json.dumps(body))
