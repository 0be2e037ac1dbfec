"""Actions as tools that a model may call, with few, flat arguments and a text as answer.

Calls of other tools need only `NAMES` of this package, and do not load the rest.
"""

from typing import Final

NAMES: Final = (
    "prepare",
    "recall",
    "remember",
    "cite",
    "report_outcome",
    "get_context",
    "validate_answer",
)
