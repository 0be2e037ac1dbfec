"""Lines that were broken for their width, put together again.

Mails, text files and what is read out of a PDF have lines of some 60 to 100 characters. Where such
a one ends no sentence does: "change it" goes on with "before 1 December".
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from recollect.language.terms import STOP_WORDS

_NARROWEST: Final = 45
_WIDEST: Final = 130
# So many lines of a text that end within so many characters of its width say that it was broken.
_MANY: Final = 3
_NEAR: Final = 15
# Letters are not all as wide.
_RAGGED: Final = 10
_INDENTED: Final = (" " * 4, "\t")
_FENCES: Final = ("```", "~~~")
_BULLET: Final = re.compile(
    r"(?:[-*+•‣▪◦·\u2013—>#|]|\(?(?:\d{1,3}|[a-z])[.)]|\d{1,3}(?:\.\d{1,3})+\.?)\s"
)
# A time, a field, the sender of a message.
_BEGINS: Final = re.compile(r"\W{0,2}\d{1,4}[-:/]\d\d|[\w -]{1,30}: |[A-Z-]+[:;]|[\[{<@|]")
# How calendars and cards break their lines.
_FOLD: Final = re.compile(r"\r?\n[ \t]")
_COLUMNS: Final = re.compile(r"\||\t|\S {2,}\S|[;,][^\s;,]+[;,]\S")
_PARTED: Final = re.compile(r"[^\W\d_]{2}[-\u00ad\u2010]$")
_ENDED: Final = re.compile(r"[.!?:;…|)\]}>*_`=]$|--$")


def unwrapped(text: str) -> str:
    """A text in which each line that was broken for its width goes on with the next one."""
    if len(text) < _NARROWEST:
        return text
    if text.startswith(("BEGIN:VCALENDAR", "BEGIN:VCARD")):
        return _FOLD.sub("", text)
    lines = text.splitlines()
    return "\n".join(_joined(lines)) if len(lines) > 1 else text


def _joined(lines: Sequence[str]) -> Iterator[str]:
    is_wrapped = _is_wrapped(lines)
    in_code = False
    for is_blank, block in groupby(lines, key=lambda line: not line.strip()):
        own = list(block)
        width = max(len(line.rstrip()) for line in own)
        fences = sum(line.lstrip().startswith(_FENCES) for line in own)
        is_code = in_code or fences or all(line.startswith(_INDENTED) for line in own)
        if is_blank or is_code or not _NARROWEST <= width <= _WIDEST:
            yield from own
        else:
            yield from _block(own, width, is_wrapped=is_wrapped)
        in_code ^= fences % 2 == 1


def _is_wrapped(lines: Sequence[str]) -> bool:
    """Whether several lines of a text end near its width."""
    sizes = [len(line.rstrip()) for line in lines]
    width = max(sizes)
    return width <= _WIDEST and sum(size >= width - _NEAR for size in sizes) >= _MANY


def _block(lines: Sequence[str], width: int, *, is_wrapped: bool) -> Iterator[str]:
    said = lines[0]
    for before, line in pairwise(lines):
        if _goes_on(before.rstrip(), line.strip(), width, is_wrapped=is_wrapped):
            said = _with(said.rstrip(), line.strip())
        else:
            yield said
            said = line
    yield said


def _with(said: str, line: str) -> str:
    """Two lines as one, in which a word that was parted between them is whole."""
    if _PARTED.search(said) and line[0].islower():
        return f"{said[:-1]}{line}"
    return f"{said} {line}"


def _goes_on(before: str, line: str, width: int, *, is_wrapped: bool) -> bool:
    """Whether a line goes on with the next one.

    That begins small, or in a text that was broken with a name or a number, for which there was
    hardly any room.
    """
    first = line.partition(" ")[0]
    if len(before) < _NARROWEST:
        return False
    if not line[0].islower():
        has_room = len(before) + len(first) + _RAGGED <= width
        if not is_wrapped or has_room or not line[0].isalnum() or first.lower() in STOP_WORDS:
            return False
    return not (
        before.startswith(f"{first} ")
        or _ENDED.search(before)
        or _BULLET.match(line)
        or _BEGINS.match(line)
        or _COLUMNS.search(before)
        or _COLUMNS.search(line)
    )
