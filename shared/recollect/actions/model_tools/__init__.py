"""The actions as tools that a model may call: few, flat arguments, and a text for the answer.

`NAMES` is all that whoever calls another tool has to know of them.
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
