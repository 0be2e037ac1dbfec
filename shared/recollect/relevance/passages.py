"""Splits a long text into passages, of which one may be what a query asks for.

One vector cannot represent all that a long text says, and models read only the first 250 to 500
words (all-MiniLM 256 tokens, bge-small 512). So a text of more than 2,000 characters is also
compared passage by passage. The longer the text, the less its own vector counts:

    cosine = s · cosine of the whole + (1 - s) · cosine of the nearest passage
    s = 2,000 / length of the text in characters

docs/quality-measured.md has what this improves.
"""

from collections.abc import Iterator
from typing import Final

LONG: Final = 2_000
"""A text of more characters is long."""

_MAX_PASSAGE_CHARS: Final = 500
_MAX_PASSAGES: Final = 64
# Where to split a text, the best place first.
_ENDS: Final = ("\n\n", "\n", ". ", " ")


def passages_of(text: str) -> Iterator[str]:
    """The passages of a long text, in order; none of a short one.

    They have 250 to 500 characters, more if there would be too many of them, and end with a
    paragraph, or else with a line, a sentence or a word.
    """
    if len(text) <= LONG:
        return
    length, start = max(_MAX_PASSAGE_CHARS, 2 * len(text) // _MAX_PASSAGES), 0
    while start < len(text):
        end = _end(text, start + length // 2, start + length)
        if passage := text[start:end].strip():
            yield passage
        start = end


def passage_cosine(whole: float, nearest: float, length: int) -> float:
    """The cosine of a long text, from that of the whole and that of its nearest passage.

    `length` is that of the text in characters. The result is at least the cosine of the whole.
    """
    share = LONG / max(length, LONG)
    return max(whole, share * whole + (1 - share) * nearest)


def _end(text: str, first: int, last: int) -> int:
    """The end of a passage that has to end between two indices."""
    if last >= len(text):
        return len(text)
    ends = (text.rfind(each, first, last) + len(each) for each in _ENDS if each in text[first:last])
    return next(ends, last)
