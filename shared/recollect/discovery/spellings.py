"""Spelling out the short and disguised ways in which people write names and addresses.

`FW01/02` is FW01 and FW02, `10.52.0.4-9` is six addresses, `10.52.0[.]4`, written so that nobody
clicks on it, is one, and the hyphens of word processors are hyphens. Every pattern has bounded
parts, so that a text is read in linear time.
"""

import re
from typing import Final

MAX_SERIES_MEMBERS: Final = 32
"""The longest range that is spelled out: a longer one is a network, not a list of its members."""

_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), "")
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"), "-")
# Full-width forms of ASCII characters, as in Japanese texts.
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_LETTERS = str.maketrans(_WIDE | _UNSEEN | _HYPHENS)
_DOT = re.compile(r"\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)", re.IGNORECASE)
_COLON = re.compile(r"\[:\]|\[://\]")
_SCHEME = re.compile(r"\bhxxp(?=s?:)", re.IGNORECASE)
_DESIGNATOR = r"(?<![\w.-])((?:[A-Za-z][A-Za-z0-9]{0,14}[_-]){0,5}[A-Za-z]{1,15}-?)(\d{1,4})"
# "FW01 to FW04" is a range, "from FW01 to FW04" is not: that is the way of traffic.
_NOT_AFTER_FROM = r"(?<!from )(?<!From )(?<!von )(?<!Von )"
_THROUGH = r"(?: ?- ?| ?\.{2,3} ?| (?:through|thru|to|bis|hasta) )"
_RANGE = re.compile(
    rf"{_NOT_AFTER_FROM}{_DESIGNATOR}{_THROUGH}((?:\1|[A-Za-z]{{1,15}}-?)?)(\d{{1,4}})(?![\w.-]\w|\w)",
    re.IGNORECASE,
)
_BRACES = re.compile(r"([A-Za-z][\w-]{0,60})[{\[](\d{1,4})(?:\.{2,3}|-)()(\d{1,4})[}\]]")
_AND = r" ?(?:/|,|&|\+|,? (?:and|und|y|et|e|en) ) ?"
_LIST = re.compile(rf"{_DESIGNATOR}((?:{_AND}\d{{1,4}}(?![\w.:-]\w|\w)){{1,31}})", re.IGNORECASE)
_ADDRESSES = re.compile(
    r"(?<![\w.])((?:\d{1,3}\.){3})(\d{1,3}) ?- ?((?:\d{1,3}\.){3})?(\d{1,3})(?![\w.]\w|\w)"
)


def spelled_out(text: str) -> str:
    """The text with each meant name and address written out in its plain form."""
    plain = _SCHEME.sub("http", _COLON.sub(_without_brackets, _DOT.sub(".", text)))
    plain = plain.translate(_LETTERS)
    if not any(map(str.isdigit, plain)):
        return plain
    for pattern in (_ADDRESSES, _BRACES, _RANGE):
        plain = pattern.sub(_range, plain)
    return _LIST.sub(_list, plain)


def _without_brackets(match: re.Match[str]) -> str:
    return match[0].strip("[]")


def _range(match: re.Match[str]) -> str:
    """The written range, which may also be a single name, followed by all of its members."""
    before, first, again, last = match.groups(default="")
    numbers = range(int(first), int(last) + 1)
    # ALTUS-01-002 is one name: the numbers of a range have the same width.
    same_width = len(first) == len(last) or (first[0] != "0" and len(last) > len(first))
    is_series = before.endswith(".") or same_width
    if not is_series or not 1 < len(numbers) <= MAX_SERIES_MEMBERS:
        return match[0]
    if not before.casefold().endswith(again.casefold()):
        return match[0]
    return " ".join([match[0], *(f"{before}{each:0{len(first)}}" for each in numbers)]) + " "


def _list(match: re.Match[str]) -> str:
    """The written list, followed by its members, each with the name before the first number."""
    before, first = match[1], match[2]
    others = [each for each in re.findall(r"\d+", match[3]) if len(each) == len(first)]
    return " ".join([match[0], *(before + each for each in (first, *others))]) + " "
