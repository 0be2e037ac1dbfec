"""Passages of a long text, which tells of many things: one of them may be what is asked for.

One vector cannot say all that, and models read no further than some 250 to 500 words (all-MiniLM
256 tokens, bge-small 512). So a text of more than 2,000 characters is also compared passage by
passage, and the less its own vector counts, the less of the text that can be about:

    cosine = s · cosine of the whole + (1 - s) · cosine of the nearest passage
    s = 2,000 / length of the text in characters

docs/quality-measured.md has what that is worth.
"""

from collections.abc import Iterator
from typing import Final

LONG: Final = 2_000
"""A text of more characters is long."""

_LENGTH: Final = 500
_MOST: Final = 64
# Where a text is best parted, the best place first.
_ENDS: Final = ("\n\n", "\n", ". ", " ")


def passages_of(text: str) -> Iterator[str]:
    """The passages of a long text, one behind the other; none of a short one.

    They have 250 to 500 characters, more where there would be too many, and end with a paragraph,
    a line, a sentence or a word, the first of these that they can.
    """
    if len(text) <= LONG:
        return
    length, start = max(_LENGTH, 2 * len(text) // _MOST), 0
    while start < len(text):
        end = _end(text, start + length // 2, start + length)
        if passage := text[start:end].strip():
            yield passage
        start = end


def passage_cosine(whole: float, nearest: float, length: int) -> float:
    """The cosine of a long text by that of the whole and of its nearest passage.

    `length` is that of the text in characters. It is no less than that of the whole.
    """
    share = LONG / max(length, LONG)
    return max(whole, share * whole + (1 - share) * nearest)


def _end(text: str, first: int, last: int) -> int:
    """Where a passage ends that has to end between two places."""
    if last >= len(text):
        return len(text)
    ends = (text.rfind(each, first, last) + len(each) for each in _ENDS if each in text[first:last])
    return next(ends, last)
