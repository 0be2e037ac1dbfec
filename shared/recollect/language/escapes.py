"""Texts whose signs and letters were escaped for a journey: by mail, links, HTML, JSON.

For comparing, as `folding` is: `ann=2Elee=40x.com` (quoted-printable, RFC 2045), `ann%40x.com`,
`M&uuml;ller` and `\\u0040` are read as what they stand for. Bytes that are no UTF-8, or a letter or
a digit of ASCII, are left: `user=ADA` and `phone=49` have no escape at all.
"""

import html
import json
import re
from collections.abc import Iterator
from typing import Final

from recollect.language.aligned_text import AlignedText

# Each begins with its sign, so that a search stops nowhere else.
_ESCAPED: Final = re.compile(
    r"=[0-9A-F]{2}(?:=[0-9A-F]{2})*"
    r"|%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*"
    r"|=\r?\n"
    r"|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});"
    r"|\\u[0-9a-fA-F]{4}"
)


def unescaped(text: str) -> AlignedText:
    """The text as it was before it was escaped, once; as it is where nothing is escaped."""
    if not _ESCAPED.search(text):
        return AlignedText(text)
    return AlignedText.joined(_pieces(text))


def _pieces(text: str) -> Iterator[tuple[str, int, int, bool]]:
    done = 0
    for found in _ESCAPED.finditer(text):
        start, end = found.span()
        yield text[done:start], done, start, True
        yield from _meant(found.group(), start)
        done = end
    yield text[done:], done, len(text), True


def _meant(escape: str, start: int) -> Iterator[tuple[str, int, int, bool]]:
    end = start + len(escape)
    match escape[0]:
        case "&":
            yield html.unescape(escape), start, end, False
        case "\\":
            meant: str = json.loads(f'"{escape}"')
            is_half_a_pair = "\ud800" <= meant <= "\udfff"
            yield escape if is_half_a_pair else meant, start, end, False
        case _ if escape[-1] == "\n":
            return  # the line was too long
        case _:
            yield from _of_bytes(escape, start)


def _of_bytes(escaped: str, start: int) -> Iterator[tuple[str, int, int, bool]]:
    """What a run of escaped bytes stands for, a character at a time."""
    read = bytes.fromhex(escaped.replace(escaped[0], ""))
    try:
        characters = read.decode()
    except UnicodeDecodeError:
        yield escaped, start, start + len(escaped), True
        return
    at = 0
    for character in characters:
        end = at + 3 * len(character.encode())
        is_literal = character.isascii() and character.isalnum()
        yield escaped[at:end] if is_literal else character, start + at, start + end, is_literal
        at = end
