"""Texts as they are shown: white space folded, cut to a length without cutting a character.

What a reader takes for one character may be many code points. The rules here are a hand-made part
of those of Unicode for grapheme clusters (UAX #29), for the standard library has none:

- combining marks, variation selectors, keycaps: what Unicode calls Mn, Mc and Me, and the few
  letters and signs that join what stands before them in spite of their category
- the zero width joiner holds together what stands on both sides of it: emoji of families, trades
- skin tones, and the tags of the flags of Scotland, Wales and England
- regional indicators make a flag in twos, counted from the first of a row
- the vowels and finals of a Korean syllable that is written in parts (conjoining jamo)

A cluster of more than 64 code points is no character that anybody could read, and may be cut.
"""

import re
import unicodedata
from typing import Final

SHOWN: Final = 280
"""The longest message or excerpt of a pack, in code points."""

ELLIPSIS: Final = "…"
# Control characters, halves of surrogate pairs, and marks that turn the direction of what follows.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufeff]+")
_JOINER = "\u200d"
_JOINING = frozenset("\u200c\u0e33\u0eb3\uff9e\uff9f")
_LONGEST_CHARACTER = 64
# A word border this near to the cut is taken instead.
_NEAR = 0.15


def folded(text: str) -> str:
    """The text with every run of white space and control characters as one space.

    Halves of surrogate pairs, which cannot be sent as UTF-8, go with the control characters.
    """
    return " ".join(_CONTROL.sub(" ", text).split())


def shortened(text: str, limit: int = SHOWN) -> str:
    """The folded text, or its beginning with an ellipsis: at most `limit` code points in all.

    It is cut between characters, and between words where that loses little.
    """
    whole = folded(text)
    if len(whole) <= limit:
        return whole
    room = max(limit - len(ELLIPSIS), 0)
    border = whole.rfind(" ", room - int(room * _NEAR), room + 1)
    end = border if border > 0 else _between_characters(whole, room)
    return (whole[:end].rstrip() + ELLIPSIS)[:limit]


def _between_characters(text: str, end: int) -> int:
    for place in range(end, max(0, end - _LONGEST_CHARACTER), -1):
        if not continues(text, place):
            return place
    return 0 if end < _LONGEST_CHARACTER else end


def continues(text: str, place: int) -> bool:
    """Whether a reader sees one character in those before and after this place."""
    before, after = text[place - 1], text[place]
    return (
        _JOINER in {before, after}
        or after in _JOINING
        or unicodedata.category(after) in {"Mn", "Mc", "Me"}
        or "\U0001f3fb" <= after <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= after <= "\U000e007f"  # tags
        or ("\u1160" <= after <= "\u11ff" and "\u1100" <= before <= "\u11ff")
        or (_is_indicator(after) and _indicators_before(text, place) % 2 == 1)
    )


def _is_indicator(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _indicators_before(text: str, place: int) -> int:
    count = 0
    while count < place and _is_indicator(text[place - count - 1]):
        count += 1
    return count
