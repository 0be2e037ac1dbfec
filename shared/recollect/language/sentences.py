"""Splits any text of evidence into sentences: prose, tickets, lists, logs.

Everything here is linear in the text: each pattern consumes what it matches, and only a few
characters around a full stop are examined.
"""

import re
from collections.abc import Iterator

from recollect.language.abbreviations import ends_after
from recollect.language.texts import character_end, collapsed

# Longer than this it is no sentence, but a text without punctuation.
MAX_SENTENCE_CHARS = 400
# The most characters of the pieces into which such a text is cut.
MAX_PIECE_CHARS = 200

_LINE = re.compile(r"[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
# A line that ends with a full stop is no heading, but a comment in a configuration or a script.
_HEADING = re.compile(r"(#{1,6})(?:$|\s(?!.*\.$))")
_FENCE = re.compile("(?:```|~~~)[^`]*$")
_BULLET = re.compile(r"(?:[-*+•‣▪◦·\u2013—>]+|#{1,6}|\(?(?:\d{1,3}|[a-z])[.)])\s")
# Chinese and Japanese full stops, which no space follows.
_WIDE_STOPS = "\u3002\uff01\uff1f\uff61"
# German closes a quotation with the mark that opens it elsewhere, French puts a space before the
# mark. Markdown and HTML close bold and italic text behind the stop.
_STOP = re.compile(
    rf"([.!?…]+|[{_WIDE_STOPS}]+)((?: ?»(?!\w)|[\"'”’“‘«)\]」』\uff09】*_]|</[a-zA-Z]{{1,10}}>)*)"
)
_OPENERS = "\"'“‘«„»([¿¡*_"
# Particles behind a quotation, with which its sentence goes on; most other hiragana begin a
# sentence, such as その後.
_QUOTE_PARTICLE = re.compile("と(?!ても|ころ|りあえず|きどき)|っ[てつ]|を|が")
_WIDE_COMMAS = "、\uff0c\uff1b"
_CONTEXT_CHARS = 24


def split_sentences(text: str) -> Iterator[str]:
    """The sentences of `text` in order, spaces collapsed, list bullets removed, none of them empty.

    Lines, list entries and full stops end a sentence; abbreviations, initials, numbers, versions,
    addresses, file names and ellipses do not. More than 400 characters without an end are cut at
    word borders into pieces of at most 200.
    """
    for _, sentences in split_lines(text):
        yield from sentences


def split_lines(text: str) -> Iterator[tuple[int, Iterator[str]]]:
    """The sentences of each line, with the level of its heading in Markdown, 0 for other lines.

    In a fenced block of code no line is a heading.
    """
    in_code = False
    for line in _LINE.finditer(text):
        text_of_line = collapsed(line.group())
        in_code ^= is_fence(text_of_line)
        heading = None if in_code else _HEADING.match(text_of_line)
        bullet = _BULLET.match(text_of_line)
        sentences = _of_line(text_of_line[bullet.end() :] if bullet else text_of_line)
        yield len(heading.group(1)) if heading else 0, sentences


def is_fence(line: str) -> bool:
    """Whether a line opens or closes a block of code, and is not a whole one: not ```ls```."""
    return _FENCE.match(line.lstrip()) is not None


def _of_line(line: str) -> Iterator[str]:
    start = 0
    for stop in _STOP.finditer(line):
        if _ends(line, stop):
            yield from _pieces(line[start : stop.end()].strip())
            start = stop.end()
    yield from _pieces(line[start:].strip())


def _ends(line: str, stop: re.Match[str]) -> bool:
    marks, closers = stop.groups()
    end = stop.end()
    if marks[0] in _WIDE_STOPS:
        return not (closers and _QUOTE_PARTICLE.match(line, end))  # 「はい。」と言った
    if end < len(line) and line[end] != " ":
        return False  # inside a number, a version, an address, a file name
    following = line[end + 1 : end + _CONTEXT_CHARS].lstrip(_OPENERS)
    if closers and following[:1].islower():
        return False  # "Is it down?" she asked
    if "…" in marks or (len(marks) > 1 and set(marks) == {"."}):
        return False
    if marks != ".":
        return True
    before = line[max(0, stop.start() - _CONTEXT_CHARS) : stop.start()]
    earlier, _, word = before.rpartition(" ")
    return ends_after(word.lstrip(_OPENERS), following, earlier.rpartition(" ")[2])


def _pieces(sentence: str) -> Iterator[str]:
    if len(sentence) <= MAX_SENTENCE_CHARS:
        if sentence:
            yield sentence
        return
    start = 0
    while start < len(sentence):
        end = _cut(sentence, start, MAX_PIECE_CHARS)
        yield sentence[start:end]
        start = end + (sentence[end : end + 1] == " ")


def _cut(text: str, start: int, size: int) -> int:
    """The end of a piece from `start`: at a word border if one is near, else after a character."""
    end = start + size
    if end >= len(text):
        return len(text)
    half = start + size // 2
    border = max(text.rfind(" ", half, end + 1), _behind_comma(text, half, end))
    return border if border > start else character_end(text, end)


def _behind_comma(text: str, start: int, end: int) -> int:
    return max(text.rfind(comma, start, end) for comma in _WIDE_COMMAS) + 1
