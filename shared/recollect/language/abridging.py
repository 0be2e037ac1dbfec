"""Abridges a long text: to its beginning and its end, without the form of a letter.

What a support team writes begins with its topic and ends with the result, the request or the action
taken; cut at the end, it would keep the greeting and lose the answer. A text that fits stays as it
is.
"""

import re
from typing import Final

from recollect.language.courtesies import GREETING, above_signature, is_only_courtesy
from recollect.language.mail_threads import mails_in
from recollect.language.texts import ELLIPSIS, collapsed, continues, shortened

# With less room than this, two ends of a text would be scraps.
_MIN_CHARS_FOR_BOTH_ENDS: Final = 150
# Excludes "Hello Interval: 10" and "Hello World - the sample": what is abridged need not be a
# letter, while a question may begin with "Hi team: ".
_GREETING: Final = re.compile(rf"\s*{GREETING}(?:(?<=[,.!])\s*|$)", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
# Where the end of a text begins, if that leaves most of the room used.
_SENTENCE_START: Final = re.compile(r"(?<=[.!?]) +|(?<=[\u3002\uff01\uff1f])")
_MAX_END_SHARE: Final = 2 / 3
_GAP: Final = f"\n{ELLIPSIS}\n"
_END_SHARE: Final = 2 / 5


def abridged(text: str, limit: int) -> str:
    """The collapsed text, or, if it is longer than `limit`, its essential beginning and end.

    At most `limit` code points in all.
    """
    whole = collapsed(text)
    return whole if len(whole) <= limit else both_ends(without_form(text), limit)


def both_ends(text: str, limit: int) -> str:
    """The collapsed text, or its beginning and end with an ellipsis between them.

    With a limit below 150 code points only the beginning.
    """
    whole = collapsed(text)
    if len(whole) <= limit or limit < _MIN_CHARS_FOR_BOTH_ENDS:
        return shortened(whole, limit)
    end = _end_of(whole, int(limit * _END_SHARE), int(limit * _MAX_END_SHARE))
    return f"{shortened(whole, limit - len(end) - 1)} {end}"


def lines_of_both_ends(text: str, most: int) -> str:
    """The lines of a text; of a text longer than `most` code points, those at its two ends."""
    if len(text) <= most:
        return text
    half = (most - len(_GAP)) // 2
    return f"{text[:half]}{_GAP}{text[-half:]}"


def without_form(text: str) -> str:
    """The lines of a text without greetings, courtesies, closings, signatures and mail heads.

    Of a thread only the last mail, if it says more than "FYI" and the like. The text itself if
    nothing else would be left.
    """
    body = ""
    for mail in mails_in(text.lstrip("\r\n").splitlines()):
        written = [each for each in mail if each.strip()]
        lines = filter(None, map(_without_courtesies, above_signature(written)))
        body = "\n".join(filter(None, (body, *lines)))
        if len(body) >= _MIN_CHARS_FOR_BOTH_ENDS:
            break
    return body or text


def _end_of(text: str, room: int, most: int) -> str:
    """About `room` characters of the end; up to `most` if that keeps a sentence whole.

    If a sentence is cut in the middle, its "never" may be lost.
    """
    begin = len(text) - room
    sentence = _SENTENCE_START.search(text, begin)
    if sentence and len(text) - sentence.end() >= room * _MAX_END_SHARE:
        return text[sentence.end() :]
    earlier = [each.end() for each in _SENTENCE_START.finditer(text, len(text) - most, begin)]
    if earlier:
        return text[earlier[-1] :]
    word = text.find(" ", begin, begin + room // 3)
    if word >= 0:
        return text[word + 1 :]
    whole = (place for place in range(begin, len(text)) if not continues(text, place))
    return text[next(whole, len(text)) :]


def _without_courtesies(line: str) -> str:
    greeting = _GREETING.match(line)
    body = line[greeting.end() :] if greeting else line
    return " ".join(each for each in _SENTENCE.split(body) if each and not is_only_courtesy(each))
