"""How large an answer may be, and how much a part of it takes."""

import json
from typing import Final

MAX_ANSWER_BYTES: Final = 4_000_000
"""The most bytes of things in an answer.

Lambda allows 6 MB; the rest is for the parts of an answer that nobody measures.
"""


def answer_size(body: str) -> int:
    """The bytes that a piece of JSON takes in an answer, whose body is JSON in a JSON string."""
    return len(json.dumps(body))
