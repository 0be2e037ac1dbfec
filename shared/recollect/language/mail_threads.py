"""Separates a mail from the earlier mails that it answers or forwards.

What stands in an earlier mail was said by somebody else, before, and is often what the later one
corrects.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.language.courtesies import FORWARDED, NAMES_A_WRITER

_FROM: Final = re.compile(r"\s*(?:from|von|de): ?\S", re.IGNORECASE)
_HEAD_FIELD: Final = re.compile(
    r"\s*(?:from|to|cc|sent|date|von|an|gesendet|datum|de|à|envoyé): ?\S", re.IGNORECASE
)
_SENT: Final = re.compile(r"\s*(?:sent|gesendet|envoyé): ?\S", re.IGNORECASE)
_DATED: Final = re.compile(r"\s*(?:date|datum): ?\S", re.IGNORECASE)
_MAX_HEAD_LINES: Final = 6
_FORWARDED: Final = re.compile(rf"\s*{FORWARDED}", re.IGNORECASE)
_NAMES_A_WRITER: Final = re.compile(rf"\s*{NAMES_A_WRITER}", re.IGNORECASE)
_SENT_BY: Final = re.compile(r"@|\b20\d\d\b")
_QUOTED: Final = re.compile(r"[ \t]*>[> \t]*")


def mails_in(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines of each mail of a thread, without its head; the first has none above a head."""
    mail: list[str] = []
    place = 0
    while place < len(lines):
        if behind := _behind_lead(lines, place) or _behind_head(lines, place):
            yield mail
            mail = []
            place = behind
        else:
            mail.append(lines[place])
            place += 1
    yield mail


def own_and_earlier(text: str, *, is_message: bool = False) -> tuple[str, str]:
    """What a mail says itself, and the earlier mails in it, in their words; "" if there are none.

    If the earlier mail is quoted line by line, the answer may stand between the lines and below.
    Without a line such as "Ann wrote:" above them, quoted lines are an earlier mail's where the
    text is a message, by its head or because the caller says so: a page quotes remarks, too.
    """
    lines = text.lstrip().splitlines()
    is_message = is_message or bool(lines and _behind_head(lines, 0))
    mails = [each for each in mails_in(lines) if any(map(str.strip, each))]
    own, below = [*mails[0]] if mails else [], [line for each in mails[1:] for line in each]
    answer, quoted = _apart(own)
    if is_message and any(map(str.strip, answer)):
        own = answer
    else:
        quoted = []
    answer, quoted_below = _apart(below)
    if quoted_below:
        own, below = [*own, *answer], quoted_below
    said, earlier = ("\n".join(each).strip() for each in (own, [*quoted, *below]))
    return (said, earlier) if earlier else (text, "")


def _apart(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines that are not quoted, and those that are, without the signs of a quotation."""
    answer = [each for each in lines if not _QUOTED.match(each)]
    return answer, [_QUOTED.sub("", each, count=1) for each in lines if _QUOTED.match(each)]


def _behind_lead(lines: Sequence[str], place: int) -> int:
    """The index behind "On … Ann wrote:", of one line or two, or the like; 0 if none begins here.

    A service, too, "wrote:" something to its log: a mail was sent on a day or from an address, or
    is quoted line by line.
    """
    if _FORWARDED.match(lines[place]):
        return place + 1
    for end in (place + 1, place + 2):
        lead = " ".join(lines[place:end])
        if _NAMES_A_WRITER.match(lead):
            below = (lines[at] for at in range(end, len(lines)))
            first = next(filter(str.strip, below), "")
            return end if _QUOTED.match(first) or _SENT_BY.search(lead) else 0
    return 0


def _behind_head(lines: Sequence[str], place: int) -> int:
    """The index behind a mail head that begins here; 0 if none does.

    "From" and "to" are also words of rules and plans: a head says when it was sent, or has a date
    and an address.
    """
    if not _FROM.match(lines[place]):
        return 0
    head = lines[place : place + _MAX_HEAD_LINES]
    ends = next((at for at, each in enumerate(head) if not _HEAD_FIELD.match(each)), len(head))
    is_dated = any(map(_DATED.match, head[:ends])) and any("@" in each for each in head[:ends])
    return place + ends if is_dated or any(map(_SENT.match, head[:ends])) else 0
