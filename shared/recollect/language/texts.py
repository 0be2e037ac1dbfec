"""Prepares texts to be shown: collapses white space, cuts to a length without splitting characters.

What a reader sees as one character may be many code points: a letter with its accents, an emoji
with its skin tone, a flag. `continues` knows the rules of Unicode for them that current text needs
(ADR 0027 says which it leaves out).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue

from recollect.core.invisible import without_invisible

SHOWN: Final = 280
"""The longest message or excerpt of a pack, in code points."""

ELLIPSIS: Final = "…"
# Control characters, halves of surrogate pairs, and marks that change the direction of text.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufeff]+")
# Not in globs and comments, as **/*.py and /** … **/.
_BOLD = re.compile(r"(?<![\w*/])\*\*(?=[^\s*])([^*\n]{1,1000})\*\*(?![\w*/])")
# Not in fences of code.
_STRUCK = re.compile(r"(?<![\w~])~~(?=[^\s~])[^~\n]{1,1000}(?<!\s)~~(?!~) ?")
_JOINER = "\u200d"
# Combining marks; skin tones and other modifiers; joiners and the tags of flags.
_JOINING_CATEGORIES = frozenset({"Mn", "Mc", "Me", "Sk", "Cf"})
# The letters that flags consist of: 🇩🇪 is two of them.
_INDICATORS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
_MAX_CHARACTER_CODE_POINTS = 64
# Content from a foreign store may be nested without end.
_MAX_DEPTH = 64
# A text is cut at a word border instead if that loses no more than this share of it.
_MAX_LOST_SHARE = 0.15


def texts_of(content: JsonValue, depth: int = 0) -> Iterator[str]:
    """The texts within a JSON value, in order; values nested deeper than 64 levels are left out."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for value in content.values() if isinstance(content, dict) else content:
            yield from texts_of(value, depth + 1)


def collapsed(text: str) -> str:
    """The text as it is shown, with every run of white space and control characters as one space.

    Halves of surrogate pairs, which cannot be sent as UTF-8, count as control characters.
    Characters that nobody sees are removed: a model reads what they spell.
    """
    return " ".join(without_invisible(_CONTROL.sub(" ", text)).split())


def without_emphasis(text: str) -> str:
    """The text without the asterisks around bold text of Markdown, and without struck-out text."""
    return _BOLD.sub(r"\1", _STRUCK.sub("", text) if "~~" in text else text)


def shortened(text: str, limit: int = SHOWN) -> str:
    """The collapsed text, or its beginning with an ellipsis: at most `limit` code points in all.

    It is cut between characters, and between words where that loses little.
    """
    whole = collapsed(text)
    if len(whole) <= limit:
        return whole
    room = max(limit - len(ELLIPSIS), 0)
    border = whole.rfind(" ", room - int(room * _MAX_LOST_SHARE), room + 1)
    end = border if border > 0 else character_end(whole, room)
    return (whole[:end].rstrip() + ELLIPSIS)[:limit]


def character_end(text: str, end: int) -> int:
    """The last index up to `end` at which the text can be cut between two characters.

    More than 64 code points that belong together are no readable character, and are cut at `end`.
    """
    first = max(0, end - _MAX_CHARACTER_CODE_POINTS)
    places = (place for place in range(end, first, -1) if not continues(text, place))
    return next(places, end if first else 0)


def continues(text: str, place: int) -> bool:
    """Whether the code points before and after this index belong to one character."""
    before, after = text[place - 1], text[place]
    if after in _INDICATORS and before in _INDICATORS:
        row = text[:place]
        return (len(row) - len(row.rstrip(_INDICATORS))) % 2 == 1
    return before == _JOINER or unicodedata.category(after) in _JOINING_CATEGORIES
