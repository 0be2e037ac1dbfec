"""Decodes texts whose characters were escaped for transport: by mail, links, HTML, JSON.

For comparison, like `folding`: `ann=2Elee=40x.com` (quoted-printable, RFC 2045), `ann%40x.com`,
`M&uuml;ller` and `\\u0040` become what they stand for. Bytes that are not UTF-8, and letters and
digits of ASCII, stay: in `user=ADA` and `phone=49` nothing is escaped.
"""

import html
import json
import re
from collections.abc import Iterator
from typing import Final

from recollect.language.aligned_text import AlignedText

# Each alternative begins with its sign, so that a search stops nowhere else.
_ESCAPED: Final = re.compile(
    r"=[0-9A-F]{2}(?:=[0-9A-F]{2})*"
    r"|%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*|=\r?\n"
    r"|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});|\\u[0-9a-fA-F]{4}"
)


def unescaped(text: str) -> AlignedText:
    """The text decoded once; as it is if nothing is escaped."""
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
    """The characters that a run of escaped bytes stands for, one at a time."""
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
