"""What names and ids have to look like, in words for whoever wrote one that does not."""

from collections.abc import Mapping
from typing import Final

from recollect.core.messages import (
    CASE_NUMBER_PATTERN,
    CHANNEL_PATTERN,
    ITEM_ID_PATTERN,
    LONGEST_ITEM_ID,
    NAME_PATTERN,
    PLAIN_NUMBER_PATTERN,
    REFERENCE_PATTERN,
    SLUG_PATTERN,
)

_SHAPES: Final[Mapping[str, str]] = {
    SLUG_PATTERN: "1 to 64 lower-case letters, digits, - and _, a letter or digit first",
    REFERENCE_PATTERN: "1 to 128 letters, digits and . _ : @ + -, a letter or digit first",
    NAME_PATTERN: "1 to 128 characters on one line",
    **dict.fromkeys(
        (CASE_NUMBER_PATTERN, PLAIN_NUMBER_PATTERN),
        "a number such as SCS0001234, 1 to 40 letters, digits, - and _, a letter or digit first",
    ),
    ITEM_ID_PATTERN: (
        f"1 to {LONGEST_ITEM_ID} characters, no white space, control characters, quotes or "
        "backslashes"
    ),
    CHANNEL_PATTERN: "an id such as C0123ABCD, 1 to 32 capital letters and digits, and not a name",
}


def shape_told(pattern: str) -> str:
    """What a text of a pattern must be, in words; of a pattern without any, the pattern."""
    shape = _SHAPES.get(pattern)
    return f"must be {shape}" if shape else f"must match {pattern}"
