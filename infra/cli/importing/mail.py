"""Rows of mails: the one of a .eml, or those of a .mbox, and those of a thread are its turns.

Headers are taken as they came and not by the parser of the standard's policy, which breaks at
addresses and parameters that no standard knows.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from itertools import chain, pairwise
from typing import IO, Final

from pydantic import JsonValue

from infra.cli.importing.rows import FileRow, FileRows, WrongRow, as_page, known
from infra.cli.importing.tables import decoded_as
from infra.cli.lines import raw_lines
from recollect.language.markup import readable

_MOST_BYTES: Final = 64 * 1024 * 1024
"""What is read of a mail: its text stands before what is attached to it."""

_BEGINS: Final = b"From "
_HEADER: Final = rb"(?:>?From |[!-9;-~]{1,80}:)"
_NEXT_HEADER: Final = re.compile(_HEADER)
_MBOX: Final = re.compile(rb"From [^\n]{0,400}\d\d:\d\d[^\n]{0,80}\n" + _HEADER)
_ESCAPED: Final = re.compile(rb">+From ")
_REFERENCE: Final = re.compile(r"<([^<>\s]+)>")
_FOR_SOME: Final = frozenset({"private", "personal", "company-confidential"})
_TEXTS: Final = ("text/plain", "text/html")
_SHOWN: Final = frozenset({"text", "image"})
"""Kinds of parts that a mail shows, if they are not said to be attached."""
_MOST_NAMES: Final = 20
_LONGEST_HEADER: Final = 20_000
_LONGEST_NAME: Final = 200


def is_mbox(beginning: bytes) -> bool:
    """Whether a file begins as one of several mails does: with `From …`, a time, and a header."""
    return _MBOX.match(beginning) is not None


def mail_rows(name: str, file: IO[bytes]) -> FileRows:
    """The mails of a file as evidence.

    A mail that is marked as private or confidential is wrong, and so is one without a text.
    """
    lines = raw_lines(file)
    first = next(lines, b"")
    if not first.startswith(_BEGINS):
        yield _row(name, first + file.read(_MOST_BYTES))
        return
    for number, content in enumerate(_parted(chain((first,), lines)), start=1):
        yield _row(f"{name}, mail {number}", content)


def _parted(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The mails between the lines that part them; a sentence may begin with `From`, too."""
    mail: list[bytes] = []
    size, before = 0, b""
    for line, following in pairwise(chain(lines, (b"",))):
        if line.startswith(_BEGINS) and not before.strip() and _NEXT_HEADER.match(following):
            if mail:
                yield b"".join(mail)
            mail, size = [], 0
        elif size < _MOST_BYTES:
            mail.append(line[1:] if _ESCAPED.match(line) else line)
            size += len(line)
        before = line
    if mail:
        yield b"".join(mail)


def _row(place: str, content: bytes) -> FileRow | WrongRow:
    try:
        mail = message_from_bytes(content.replace(b"\0", b""))
        parts = list(_parts(mail))
    except RecursionError:
        return WrongRow(place, "has parts in parts that lie too deep")
    level = _header(mail, "Sensitivity").lower()
    if level in _FOR_SOME:
        return WrongRow(place, f"is marked as {level}: whoever reads here would see it")
    if not (told := _text(parts)):
        return WrongRow(place, _why_unreadable(parts))
    return FileRow(place, {"content": told, **_fields(mail, content), **_attached(parts)})


def _why_unreadable(parts: Sequence[Message]) -> str:
    kinds = dict.fromkeys(each.get_content_type() for each in parts)
    others = ", ".join(each for each in kinds if each not in _TEXTS)
    return f"has no text that can be read, only {others}" if others else "has no text"


def _parts(mail: Message) -> Iterator[Message]:
    """The parts that have no parts themselves; a mail that is in a mail is one of them."""
    inner = mail.get_payload()
    if mail.get_content_maintype() != "multipart" or not isinstance(inner, list):
        yield mail
        return
    for each in inner:
        if isinstance(each, Message):
            yield from _parts(each)


def _text(parts: Sequence[Message]) -> str:
    """What is said in plain words, or else in HTML; "" where neither says anything."""
    for kind in _TEXTS:
        for part in parts:
            if part.get_content_type() == kind and part.get_content_disposition() != "attachment":
                told = _decoded_text(part).replace("\r\n", "\n").strip()
                told = as_page(told) if kind == "text/html" else told
                if readable(told).strip():
                    return told
    return ""


def _decoded_text(part: Message) -> str:
    content = part.get_payload(decode=True)
    return decoded_as(content, part.get_content_charset()) if isinstance(content, bytes) else ""


def _fields(mail: Message, content: bytes) -> dict[str, JsonValue]:
    own = _REFERENCE.findall(_header(mail, "Message-ID"))[:1]
    above = _REFERENCE.findall(f"{_header(mail, 'References')} {_header(mail, 'In-Reply-To')}")
    root = [*above, *own][:1]
    is_automatic = _header(mail, "Auto-Submitted").lower() not in ("", "no")
    return known(
        id=_id(own[0].encode() if own else content),
        title=_header(mail, "Subject"),
        created_at=_sent_at(mail),
        source="system" if is_automatic else "human",
        author=", ".join(_people(mail, "From")),
        to=[*_people(mail, "To")],
        thread=_id(root[0].encode()) if root else None,
    )


def _id(told: bytes) -> str:
    """A name that holds no address, as a Message-ID does, and is as short as a thread's may be."""
    return f"mail-{hashlib.sha256(told).hexdigest()[:32]}"


def _attached(parts: Sequence[Message]) -> dict[str, JsonValue]:
    """The names of what comes with a mail; pictures in its text are none."""
    names: list[JsonValue] = [
        name
        for each in parts
        if each.get_content_disposition() == "attachment"
        or each.get_content_maintype() not in _SHOWN
        if (name := _name(each))
    ]
    return known(attachments=names[:_MOST_NAMES])


def _name(part: Message) -> str:
    inner = part.get_payload()
    mail = inner[0] if isinstance(inner, list) and inner else None
    name = _header(mail, "Subject") if isinstance(mail, Message) else ""
    return (name or _decoded(part.get_filename() or ""))[:_LONGEST_NAME]


def _people(mail: Message, header: str) -> list[str]:
    """The names of those in a header, or their addresses where they have none."""
    found = getaddresses([_raw(mail, header)])
    return [_decoded(name) or address for name, address in found if name or address][:_MOST_NAMES]


def _sent_at(mail: Message) -> str | None:
    try:
        # Without a zone it is UTC.
        sent = parsedate_to_datetime(_raw(mail, "Date"))
        return (sent.astimezone(UTC) if sent.tzinfo else sent.replace(tzinfo=UTC)).isoformat()
    except (TypeError, ValueError, OverflowError):
        return None


def _header(mail: Message, name: str) -> str:
    return _decoded(_raw(mail, name))


def _raw(mail: Message, name: str) -> str:
    """The first header of a name in one line; letters that nobody encoded are read as they are."""
    named = (value for each, value in mail.raw_items() if each.lower() == name.lower())
    value = str(next(named, ""))[:_LONGEST_HEADER].encode("utf-8", "surrogateescape")
    return " ".join(decoded_as(value, None).split())


def _decoded(written: str) -> str:
    """A header's text with its encoded words as they are read."""
    try:
        parts = decode_header(written)
    except HeaderParseError:
        return written
    told = (
        each if isinstance(each, str) else decoded_as(each, charset or "raw_unicode_escape")
        for each, charset in parts
    )
    return " ".join("".join(told).split())
