"""Joins lines that were broken to fit a width.

Mails, text files and text extracted from a PDF have lines of some 60 to 100 characters. If such a
line does not end a sentence, it goes on in the next one: "change it" goes on with "before 1
December". If lines begin in lower case, or all in upper case, and no sentence ends in them, each
stands by itself: a list, a log, a poem.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from recollect.language.sentences import is_fence
from recollect.language.terms import STOP_WORDS

_MIN_WIDTH: Final = 45
_MAX_WIDTH: Final = 130
# A text was broken if so many of its lines end within so many characters of its width.
_MIN_FULL_LINES: Final = 3
_FULL_LINE_SLACK: Final = 15
# Slack for text in which letters have different widths.
_RAGGED_CHARS: Final = 10
_INDENTED: Final = (" " * 4, "\t")
_BULLET: Final = re.compile(
    r"(?:[-*+•‣▪◦·\u2013—>#|]|\(?(?:\d{1,3}|[a-z])[.)]|\d{1,3}(?:\.\d{1,3})+\.?)\s"
)
# The beginning of a line that stands by itself: a time, a field, the sender of a message.
_LINE_OF_ITS_OWN: Final = re.compile(r"\W{0,2}\d{1,4}[-:/]\d\d|[\w -]{1,30}: |[A-Z-]+[:;]|[\[{<@|]")
# A line break within a field of a calendar or contact card.
_FOLD: Final = re.compile(r"\r?\n[ \t]")
_COLUMNS: Final = re.compile(r"\||\t|\S {2,}\S|[;,][^\s;,]+[;,]\S")
_HYPHENS: Final = ("-", "\u00ad", "\u2010")
_HYPHEN_AT_END: Final = re.compile(r"[^\W\d_]{2}[-\u00ad\u2010]")
# Words between two words of which the first has its last part left out: Sonn- und Feiertage.
_CONJUNCTIONS: Final = frozenset("and or und oder bzw sowie et ou y o e en of".split())
_HYPHENED: Final = re.compile(r"[^\W\d_]{2,}-[^\W\d_]+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LAST_WORD: Final = re.compile(r"[^\W\d_]+-$")
_STOP: Final = re.compile(r"[.!?](?:\s|$)")
_ENDED: Final = re.compile(r"[.!?:;…|)\]}>*_`=]$|--$")


def unwrapped(text: str) -> str:
    """A text in which lines that were broken to fit a width are joined."""
    if len(text) < _MIN_WIDTH:
        return text
    if text.startswith(("BEGIN:VCALENDAR", "BEGIN:VCARD")):
        return _FOLD.sub("", text)
    lines = text.splitlines()
    if len(lines) == 1:
        return text
    sizes = [len(line.rstrip()) for line in lines]
    if any(_MIN_WIDTH <= size <= _MAX_WIDTH for size in sizes):
        lines = list(_joined(lines, is_wrapped=_is_wrapped(sizes)))
    return "\n".join(lines)


def _joined(lines: Sequence[str], *, is_wrapped: bool) -> Iterator[str]:
    hyphened = _hyphened(lines)
    in_code = False
    for is_blank, block in groupby(lines, key=lambda line: not line.strip()):
        own = list(block)
        width = max(len(line.rstrip()) for line in own)
        fences = sum(is_fence(line) for line in own)
        is_code = in_code or fences or all(line.startswith(_INDENTED) for line in own)
        if is_blank or is_code or not _MIN_WIDTH <= width <= _MAX_WIDTH or _are_each_by_itself(own):
            yield from own
        else:
            yield from _block(own, width, hyphened, is_wrapped=is_wrapped)
        in_code ^= fences % 2 == 1


def _are_each_by_itself(lines: Sequence[str]) -> bool:
    """Whether lines all begin small, or all large, and no sentence ends in them or goes on."""
    is_small = [line.lstrip()[0].islower() for line in lines]
    if not (is_small[0] or (len(lines) >= _MIN_FULL_LINES and not any(is_small))):
        return False
    goes_on = any(line.rsplit(maxsplit=1)[-1] in STOP_WORDS for line in lines[:-1])
    return not goes_on and not any(map(_STOP.search, lines))


def _hyphened(lines: Sequence[str]) -> frozenset[str]:
    """The words with a hyphen within the lines; none if no line ends with a hyphen."""
    if not any(map(_ends_in_hyphen, lines)):
        return frozenset()
    return frozenset(each.casefold() for line in lines for each in _HYPHENED.findall(line))


def _ends_in_hyphen(line: str) -> bool:
    """Whether a line ends with a hyphen behind letters; few end with any, which is seen fast."""
    return line.endswith(_HYPHENS) and _HYPHEN_AT_END.fullmatch(line[-3:]) is not None


def _is_wrapped(sizes: Sequence[int]) -> bool:
    """Whether several lines of a text, of these sizes, end near its width."""
    width = max(sizes)
    return (
        width <= _MAX_WIDTH
        and sum(size >= width - _FULL_LINE_SLACK for size in sizes) >= _MIN_FULL_LINES
    )


def _block(
    lines: Sequence[str], width: int, hyphened: Collection[str], *, is_wrapped: bool
) -> Iterator[str]:
    joined = [lines[0]]
    for before, line in pairwise(lines):
        if _goes_on(before.rstrip(), line.strip(), width, is_wrapped=is_wrapped):
            joined[-1:] = _joined_pair(joined[-1].rstrip(), line.strip(), hyphened)
        else:
            yield "".join(joined)
            joined = [line]
    yield "".join(joined)


def _joined_pair(before: str, line: str, hyphened: Collection[str]) -> tuple[str, str]:
    """A line and the next one, with a word that was split between them made whole."""
    first, last = _WORD.match(line), _LAST_WORD.search(before)
    if first is None or not _ends_in_hyphen(before) or not line[0].islower():
        return f"{before} ", line
    if first.group() in _CONJUNCTIONS:
        return f"{before} ", line
    if last is not None and f"{last.group()}{first.group()}".casefold() in hyphened:
        return before, line
    return before[:-1], line


def _goes_on(before: str, line: str, width: int, *, is_wrapped: bool) -> bool:
    """Whether a line goes on in the next one.

    The next one must begin in lower case, or, in a text that was broken, with a name or a number
    that hardly fitted into the line before.
    """
    first = line.partition(" ")[0]
    if len(before) < _MIN_WIDTH:
        return False
    if not line[0].islower():
        has_room = len(before) + len(first) + _RAGGED_CHARS <= width
        if not is_wrapped or has_room or not line[0].isalnum() or first.lower() in STOP_WORDS:
            return False
    return not (
        before.startswith(f"{first} ")
        or _ENDED.search(before)
        or _BULLET.match(line)
        or _LINE_OF_ITS_OWN.match(line)
        or _COLUMNS.search(before)
        or _COLUMNS.search(line)
    )
