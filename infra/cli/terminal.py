"""Text from outside, as it may be printed on a terminal."""

import unicodedata
from typing import Final

_TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def plain(text: str) -> str:
    """Without what would move the cursor, colour the terminal or turn the text around."""
    return "".join(
        each for each in text if unicodedata.category(each) != "Cc" and each not in _TURNING
    )
