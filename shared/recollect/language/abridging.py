"""A long text in little room: its beginning and its end, without the form of a letter.

What a support team writes begins with what it is about and ends with what came of it, what is
asked for or what was done; a cut at the end would leave the greeting and lose the answer. What
fits stays as it is.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.language.courtesies import (
    CLOSING,
    GREETING,
    LEADS_TO_A_MAIL,
    is_courtesy,
    is_of_a_card,
    is_signature,
    says_nothing_else,
)
from recollect.language.texts import ELLIPSIS, collapsed, continues, shortened

# Shorter than that, two ends of a text are two scraps.
_FEWEST: Final = 150
# Not "Hello Interval: 10", "Hello World - the sample".
_GREETING: Final = re.compile(rf"\s*{GREETING}(?:(?<=[,.!])\s*|$)", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_FROM: Final = re.compile(r"\s*(?:from|von|de): ?\S", re.IGNORECASE)
_OF_A_HEAD: Final = re.compile(
    r"\s*(?:from|to|cc|sent|date|von|an|gesendet|datum|de|à|envoyé): ?\S", re.IGNORECASE
)
_SENT: Final = re.compile(r"\s*(?:sent|gesendet|envoyé): ?\S", re.IGNORECASE)
_DATED: Final = re.compile(r"\s*(?:date|datum): ?\S", re.IGNORECASE)
_LONGEST_HEAD: Final = 6
# More lines below a closing are no signature.
_BELOW: Final = 12
_LEADS_TO_A_MAIL: Final = re.compile(rf"\s*{LEADS_TO_A_MAIL}", re.IGNORECASE)
# Where an end of a text best begins, if that leaves most of it.
_BEGINS: Final = re.compile(r"(?<=[.!?]) +|(?<=[\u3002\uff01\uff1f])")
_MOST: Final = 2 / 3
_BETWEEN: Final = f"\n{ELLIPSIS}\n"
_OF_THE_END: Final = 2 / 5


def abridged(text: str, limit: int) -> str:
    """The collapsed text; of one longer than `limit` what it says, by its beginning and its end.

    At most `limit` code points in all.
    """
    whole = collapsed(text)
    return whole if len(whole) <= limit else both_ends(without_form(text), limit)


def both_ends(text: str, limit: int) -> str:
    """The collapsed text, or its beginning and its end with an ellipsis between.

    In less than 150 code points it is the beginning alone.
    """
    whole = collapsed(text)
    if len(whole) <= limit or limit < _FEWEST:
        return shortened(whole, limit)
    end = _end_of(whole, int(limit * _OF_THE_END), int(limit * _MOST))
    return f"{shortened(whole, limit - len(end) - 1)} {end}"


def lines_of_both_ends(text: str, most: int) -> str:
    """The lines of a text, of one longer than `most` code points those of its two ends."""
    if len(text) <= most:
        return text
    half = (most - len(_BETWEEN)) // 2
    return f"{text[:half]}{_BETWEEN}{text[-half:]}"


def without_form(text: str) -> str:
    """The lines of a text without greeting, courtesies, closing and signature, and heads of mails.

    Of a reply, only what was written last, if that is more than "FYI" and the like. The text itself
    where nothing else would be left.
    """
    said = ""
    for mail in _mails(text.splitlines()):
        told = filter(None, map(_without_courtesies, _above_signature(mail)))
        said = "\n".join(filter(None, (said, *told)))
        if len(said) >= _FEWEST:
            break
    return said or text


def _end_of(text: str, room: int, most: int) -> str:
    """About `room` of the end; as much as `most` where it takes that to tell a sentence whole.

    Behind the middle of a sentence its "never" may be left out.
    """
    begin = len(text) - room
    sentence = _BEGINS.search(text, begin)
    if sentence and len(text) - sentence.end() >= room * _MOST:
        return text[sentence.end() :]
    earlier = [each.end() for each in _BEGINS.finditer(text, len(text) - most, begin)]
    if earlier:
        return text[earlier[-1] :]
    word = text.find(" ", begin, begin + room // 3)
    if word >= 0:
        return text[word + 1 :]
    whole = (place for place in range(begin, len(text)) if not continues(text, place))
    return text[next(whole, len(text)) :]


def _mails(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines of each mail of a thread, without its head."""
    mail: list[str] = []
    place = 0
    while place < len(lines):
        if _LEADS_TO_A_MAIL.match(lines[place]):
            yield mail
            mail = []
        elif behind := _behind_head(lines, place):
            yield mail
            mail = []
            place = behind - 1
        elif lines[place].strip():
            mail.append(lines[place])
        place += 1
    yield mail


def _behind_head(lines: Sequence[str], place: int) -> int:
    """Where a head that begins here ends; 0 where none does.

    From and to are words of rules and plans, too: a head says when it was sent, or has a date and
    an address.
    """
    if not _FROM.match(lines[place]):
        return 0
    head = lines[place : place + _LONGEST_HEAD]
    ends = next((at for at, each in enumerate(head) if not _OF_A_HEAD.match(each)), len(head))
    is_dated = any(map(_DATED.match, head[:ends])) and any("@" in each for each in head[:ends])
    return place + ends if is_dated or any(map(_SENT.match, head[:ends])) else 0


def _above_signature(mail: Sequence[str]) -> Iterator[str]:
    for place, line in enumerate(mail):
        if place and CLOSING.match(line.strip()) and _is_card(mail[place + 1 : place + _BELOW]):
            return
        yield line


def _is_card(below: Sequence[str]) -> bool:
    return is_signature(below) and all(is_of_a_card(line.strip()) for line in below)


def _without_courtesies(line: str) -> str:
    greeting = _GREETING.match(line)
    said = line[greeting.end() :] if greeting else line
    return " ".join(each for each in _SENTENCE.split(said) if each and not _is_form(each))


def _is_form(sentence: str) -> bool:
    return is_courtesy(sentence) and says_nothing_else(sentence)
