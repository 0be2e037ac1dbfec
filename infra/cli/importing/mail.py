"""Read mails as rows: of an .eml, or of an .mbox. Mails of a thread share `thread`."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from itertools import chain, pairwise
from typing import IO, Final

from pydantic import JsonValue

from infra.cli.importing.rows import (
    FileRow,
    FileRows,
    PrivateRow,
    WrongRow,
    as_page,
    known,
    left_out,
)
from infra.cli.lines import raw_lines
from recollect.language.mails import (
    TEXT_TYPES,
    body_of,
    decoded_words,
    header_of,
    parsed_mail,
    parts_of,
    raw_header,
)

_MAX_BYTES: Final = 64 * 1024 * 1024
"""The most that is read of a mail; its text comes before its attachments."""

_MAIL_BEGINS: Final = b"From "
_HEADER: Final = rb"(?:>?From |[!-9;-~]{1,80}:)"
_NEXT_HEADER: Final = re.compile(_HEADER)
_MBOX: Final = re.compile(rb"From [^\n]{0,400}\d\d:\d\d[^\n]{0,80}\n" + _HEADER)
_ESCAPED: Final = re.compile(rb">+From ")
_REFERENCE: Final = re.compile(r"<([^<>\s]+)>")
_RESTRICTED_LEVELS: Final = frozenset({"private", "personal", "company-confidential"})
_SHOWN_MAINTYPES: Final = frozenset({"text", "image"})
"""The main types of parts that a mail itself shows, unless they are marked as attachments."""
_MAX_NAMES: Final = 20
_MAX_NAME_CHARACTERS: Final = 200


def is_mbox(beginning: bytes) -> bool:
    """Whether a file begins as an mbox: with a line `From …` that has a time, then a header."""
    return _MBOX.match(beginning) is not None


def mail_rows(name: str, file: IO[bytes]) -> FileRows:
    """The mails of a file as evidence.

    A mail that is marked as private or confidential is a wrong row, and so is one without text.
    """
    lines = raw_lines(file)
    first = next(lines, b"")
    if not first.startswith(_MAIL_BEGINS):
        yield _row(name, first + file.read(_MAX_BYTES))
        return
    for number, content in enumerate(_split(chain((first,), lines)), start=1):
        yield _row(f"{name}, mail {number}", content)


def _split(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Split an mbox at its `From ` lines.

    A line of text may begin with `From `, too: a separator has a blank line before it, and a header
    after it.
    """
    mail: list[bytes] = []
    size, before = 0, b""
    for line, following in pairwise(chain(lines, (b"",))):
        if line.startswith(_MAIL_BEGINS) and not before.strip() and _NEXT_HEADER.match(following):
            if mail:
                yield b"".join(mail)
            mail, size = [], 0
        elif size < _MAX_BYTES:
            mail.append(line[1:] if _ESCAPED.match(line) else line)
            size += len(line)
        before = line
    if mail:
        yield b"".join(mail)


def _row(place: str, content: bytes) -> FileRow | WrongRow:
    try:
        mail = parsed_mail(content.replace(b"\0", b""))
        parts = list(parts_of(mail))
    except RecursionError:
        return WrongRow(place, "has parts in parts that lie too deep")
    level = header_of(mail, "Sensitivity").lower()
    if level in _RESTRICTED_LEVELS:
        return left_out(place, PrivateRow(f"is marked as {level}"))
    if not (body := body_of(parts, as_page)):
        return WrongRow(place, _why_unreadable(parts))
    return FileRow(place, {"content": body, **_fields(mail, content), **_attached(parts)})


def _why_unreadable(parts: Sequence[Message]) -> str:
    kinds = dict.fromkeys(each.get_content_type() for each in parts)
    others = ", ".join(each for each in kinds if each not in TEXT_TYPES)
    return f"has no text that can be read, only {others}" if others else "has no text"


def _fields(mail: Message, content: bytes) -> dict[str, JsonValue]:
    own_ids = _REFERENCE.findall(header_of(mail, "Message-ID"))[:1]
    referred = " ".join(header_of(mail, each) for each in ("References", "In-Reply-To"))
    thread_ids = _REFERENCE.findall(referred)
    root = [*thread_ids, *own_ids][:1]
    is_automatic = header_of(mail, "Auto-Submitted").lower() not in ("", "no")
    return known(
        id=_id(own_ids[0].encode() if own_ids else content),
        title=header_of(mail, "Subject"),
        created_at=_sent_at(mail),
        source="system" if is_automatic else "human",
        author=", ".join(_people(mail, "From")),
        to=[*_people(mail, "To")],
        thread=_id(root[0].encode()) if root else None,
    )


def _id(source: bytes) -> str:
    """An id by hash: it holds no address, unlike a Message-ID, and is short enough for a thread."""
    return f"mail-{hashlib.sha256(source).hexdigest()[:32]}"


def _attached(parts: Sequence[Message]) -> dict[str, JsonValue]:
    """The names of a mail's attachments; pictures within its text do not count."""
    names: list[JsonValue] = [
        name
        for each in parts
        if each.get_content_disposition() == "attachment"
        or each.get_content_maintype() not in _SHOWN_MAINTYPES
        if (name := _name(each))
    ]
    return known(attachments=names[:_MAX_NAMES])


def _name(part: Message) -> str:
    inner = part.get_payload() if part.is_multipart() else None
    mail = inner[0] if isinstance(inner, list) and inner else None
    name = header_of(mail, "Subject") if isinstance(mail, Message) else ""
    return (name or decoded_words(part.get_filename() or ""))[:_MAX_NAME_CHARACTERS]


def _people(mail: Message, header: str) -> list[str]:
    """The people in a header by name, or by address if they have no name."""
    try:
        found = getaddresses([raw_header(mail, header)])
    except RecursionError:  # brackets in brackets without end
        return []
    people = [decoded_words(name) or address for name, address in found if name or address]
    return people[:_MAX_NAMES]


def _sent_at(mail: Message) -> str | None:
    try:
        # A time without a zone counts as UTC.
        sent = parsedate_to_datetime(raw_header(mail, "Date"))
        return (sent.astimezone(UTC) if sent.tzinfo else sent.replace(tzinfo=UTC)).isoformat()
    except (TypeError, ValueError, OverflowError):
        return None
