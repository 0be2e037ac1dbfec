"""Reads what a mail is made of: its head, what it says itself, and the earlier mails in it.

What stands in an earlier mail was said by somebody else, before, and is often what the later one
corrects.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from recollect.language.courtesies import FORWARDED, NAMES_A_WRITER

SUBJECT: Final = "(?:subject|betreff|objet|asunto|oggetto|onderwerp|assunto)"
"""For a regular expression that ignores case: the name of the field with a mail's subject."""
_COLON: Final = r"[ \xa0\u202f]?:"
_WRITER: Final = "(?:from|von|de|da|van)"
_SENT_NAME: Final = "(?:sent|gesendet|envoyé|enviad[oa]|inviato|verzonden)"
_DATE_NAME: Final = "(?:date|datum|fecha|data)"
_PEOPLE: Final = rf"(?:{_WRITER}|to|cc|bcc|cci|ccn|cco|reply-to|an|à|para|aan)"
_FROM: Final = re.compile(rf"\s*{_WRITER}{_COLON}\s?\S", re.IGNORECASE)
_FIELD: Final = re.compile(
    rf"\s*(?:{_PEOPLE}|a|{_SENT_NAME}|{_DATE_NAME}|{SUBJECT}"
    rf"|return-path|received|message-id|mime-version|content-[a-z-]{{1,40}}|x-[a-z-]{{1,40}}){_COLON}",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(rf"\s*{SUBJECT}{_COLON}\s*", re.IGNORECASE)
_SENT: Final = re.compile(rf"\s*{_SENT_NAME}{_COLON}\s?\S", re.IGNORECASE)
_DATED: Final = re.compile(rf"\s*{_DATE_NAME}{_COLON}\s?\S", re.IGNORECASE)
_ADDRESSED: Final = re.compile(
    rf"\s*(?:{_PEOPLE}|message-id){_COLON}"
    r"\s?(?:[^\n@<]{0,80}<)?[^\s@<>]{1,200}@[^\s@<>]{1,200}>?\s*(?:[,;]|$)",
    re.IGNORECASE,
)
# A mail that is quoted may itself quote one.
_FORWARDED: Final = re.compile(rf"[>\s]*{FORWARDED}", re.IGNORECASE)
_NAMES_A_WRITER: Final = re.compile(rf"[>\s]*{NAMES_A_WRITER}", re.IGNORECASE)
_SENT_BY: Final = re.compile(r"@|\b20\d\d\b")
_QUOTED: Final = re.compile(r"[ \t]*>[> \t]*")


@dataclass(frozen=True, slots=True)
class Mail:
    """The parts of a mail as they were written, except that `earlier` has no marks of quotations.

    A part that a mail lacks is "". `body` is all below the head: what it says itself and `earlier`.
    """

    head: str
    body: str
    own: str
    earlier: str

    @property
    def subject(self) -> str:
        """The subject in the head, on one line."""
        return _SUBJECT.sub("", _subject_line(self.head.splitlines()))


def read_mail(text: str, *, is_message: bool = False) -> Mail:
    """The parts of a mail; of any other text, all is its body and its own.

    If the earlier mail is quoted line by line, the answer may stand between the lines and below.
    Without a line such as "Ann wrote:" above them, quoted lines are an earlier mail's where the
    text is a message, by its head or because the caller says so: a page quotes remarks, too.
    """
    lines = text.lstrip("\r\n").splitlines()
    behind = _behind_head(lines, 0) if lines else 0
    body = "\n".join(lines[behind:]) if behind else text
    mails = [each for each in mails_in(lines[behind:]) if any(map(str.strip, each))]
    own, below = [*mails[0]] if mails else [], [line for each in mails[1:] for line in each]
    answer, quoted = _apart(own)
    if (is_message or behind) and any(map(str.strip, answer)):
        own = answer
    else:
        quoted = []
    answer, quoted_below = _apart(below)
    if quoted_below:
        own, below = [*own, *answer], quoted_below
    said, earlier = ("\n".join(each).strip() for each in (own, [*quoted, *below]))
    return Mail("\n".join(lines[:behind]), body, said if earlier else body, earlier)


def mails_in(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines of each mail of a thread, of its head the subject; the first is above all heads."""
    mail: list[str] = []
    place = 0
    while place < len(lines):
        if behind := _behind_lead(lines, place):
            yield mail
            mail = []
        elif behind := _behind_head(lines, place):
            yield mail
            mail = [*filter(None, [_subject_line(lines[place:behind])])]
        else:
            behind = max(_behind_fields(lines, place), place + 1)
            mail += lines[place:behind]
        place = behind
    yield mail


def without_heads(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines above, between and below heads, of each head the subject.

    Here also what is left of a head is one: people's addresses, or a writer and a subject.
    """
    part: list[str] = []
    place = 0
    while place < len(lines):
        behind = max(_behind_fields(lines, place), place + 1)
        run = lines[place:behind]
        subject = _subject_line(run)
        is_of_writer = bool(subject) and any(map(_FROM.match, run))
        if _behind_head(lines, place) or is_of_writer or any(map(_ADDRESSED.match, run)):
            yield part
            part = [subject] if subject else []
        else:
            part += run
        place = behind
    yield part


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
    and an address. At the beginning of a text, two fields above an empty line are one, too, if they
    have a subject or an address.
    """
    behind = _behind_fields(lines, place)
    head = lines[place:behind]
    has_address = any("@" in each for each in head)
    is_sent = any(map(_SENT.match, head)) or (has_address and any(map(_DATED.match, head)))
    if is_sent and any(map(_FROM.match, head)):
        return behind
    is_above_a_gap = behind < len(lines) and not lines[behind].strip()
    is_first = not place and is_above_a_gap and len([*filter(_FIELD.match, head)]) > 1
    return behind if is_first and (has_address or _subject_line(head)) else 0


def _behind_fields(lines: Sequence[str], place: int) -> int:
    """The index behind the fields that begin here; a line indented more goes on with the field."""
    margin = len(lines[place]) - len(lines[place].lstrip())
    behind = place
    while behind < len(lines) and (
        _FIELD.match(lines[behind])
        or (behind > place and lines[behind].strip() and lines[behind][: margin + 1].isspace())
    ):
        behind += 1
    return behind


def _subject_line(head: Sequence[str]) -> str:
    """The field of a head with the subject, on one line; "" if there is none."""
    for place, line in enumerate(head):
        if _SUBJECT.match(line):
            further = takewhile(lambda each: not _FIELD.match(each), head[place + 1 :])
            return " ".join(map(str.strip, (line, *further)))
    return ""
