"""Reads raw mails (RFC 5322, with parts in MIME): their text and their headers.

Headers are read raw, not with the standard library's newer policy, whose parser fails at invalid
addresses and parameters.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from typing import Final

from recollect.language.charsets import decoded_as
from recollect.language.markup import readable, whole_in_sections

TEXT_TYPES: Final = ("text/plain", "text/html")
"""The types of parts that hold a mail's text, the preferred one first."""

_ENCODINGS: Final = frozenset({"quoted-printable", "base64"})
_MAX_HEADER_CHARACTERS: Final = 20_000
# The head of a mail whose text cannot be read as it stands.
_BEGINS: Final = re.compile(r"[!-9;-~]{1,80}:")
_ENCODED_HEAD: Final = re.compile(
    r"^Content-(?:Transfer-Encoding:\s*(?:quoted-printable|base64)|Type:\s*multipart/)",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD_ENDS: Final = re.compile(r"\n[ \t]*\r?\n")
_OF_ENCODING: Final = ("content-", "mime-version")
# Parts in parts and very many parts would take the parser seconds.
_MULTIPART: Final = re.compile("multipart/", re.IGNORECASE)
_MAX_MULTIPARTS: Final = 50
_MAX_BOUNDARIES: Final = 2_000
_MAX_DECODED_HEADER_CHARACTERS: Final = 2_000
# The parser's time grows with the square of the length of a field that has parameters.
_LONG_FIELD: Final = re.compile(
    rb"(?<![^\r\n])(Content-(?:Type|Disposition):(?:[^\r\n]|\r?\n[ \t]|\r[ \t]){2000})"
    rb"(?:[^\r\n]|\r?\n[ \t]|\r[ \t])+",
    re.IGNORECASE,
)


def text_of_mail(text: str) -> str:
    """A raw mail as people read it, if its text is encoded or in parts; any other text as it is.

    The head stays, in plain words and without the fields on encodings. Behind it stands the plain
    text, or else the HTML as lines. A mail with neither stays as it is.
    """
    written = text.lstrip()
    if not _may_be_encoded_mail(written):
        return text
    mail = parsed_mail(written.encode("utf-8", "replace"))
    if "From" not in mail or not (mail.is_multipart() or _is_encoded(mail)):
        return text
    body = body_of(list(parts_of(mail)), whole_in_sections, of_bytes="utf-8")
    return f"{_head_of(mail)}\n\n{body}".replace("\0", "") if body else text


def parsed_mail(content: bytes) -> Message:
    """A raw mail, parsed; of fields with very many parameters the beginning is read."""
    return message_from_bytes(_LONG_FIELD.sub(rb"\1", content))


def _may_be_encoded_mail(text: str) -> bool:
    """Whether a text begins as such a mail, and the parser does not take long for it."""
    end = _HEAD_ENDS.search(text) if _BEGINS.match(text) else None
    return bool(
        end
        and _ENCODED_HEAD.search(text, 0, end.start())
        and len(_MULTIPART.findall(text)) <= _MAX_MULTIPARTS
        and text.count("\n--") <= _MAX_BOUNDARIES
    )


def _is_encoded(part: Message) -> bool:
    return str(part.get("Content-Transfer-Encoding", "")).strip().lower() in _ENCODINGS


def _head_of(mail: Message) -> str:
    return "\n".join(
        f"{name}: {_as_read(value)}"
        for name, value in mail.raw_items()
        if not name.lower().startswith(_OF_ENCODING)
    )


def _as_read(value: object) -> str:
    text = _on_one_line(str(value))
    return decoded_words(text) if len(text) <= _MAX_DECODED_HEADER_CHARACTERS else text


def parts_of(mail: Message) -> Iterator[Message]:
    """The parts of a mail that are no multiparts; a mail within the mail counts as one part."""
    if mail.get_content_maintype() != "multipart" or not mail.is_multipart():
        yield mail
        return
    for each in mail.get_payload():
        if isinstance(each, Message):
            yield from parts_of(each)


def body_of(
    parts: Sequence[Message], as_page: Callable[[str], str], *, of_bytes: str | None = None
) -> str:
    """The plain text of a mail, or else its HTML `as_page`; "" if neither has any text.

    `of_bytes` is the charset of parts that are not encoded, if another one than they declare.
    """
    for kind in TEXT_TYPES:
        for part in parts:
            if part.get_content_type() == kind and part.get_content_disposition() != "attachment":
                body = _decoded_text(part, of_bytes).replace("\r\n", "\n").strip()
                body = as_page(body) if kind == "text/html" else body
                if readable(body).strip():
                    return body
    return ""


def _decoded_text(part: Message, of_bytes: str | None) -> str:
    charset = part.get_content_charset() if _is_encoded(part) or not of_bytes else of_bytes
    part.del_param("charset")  # the parser fails at some charsets, although it decodes no text here
    content = part.get_payload(decode=True)
    return decoded_as(content, charset) if isinstance(content, bytes) else ""


def header_of(mail: Message, name: str) -> str:
    """The first header with this name, in one line and in plain words; "" if there is none."""
    return decoded_words(raw_header(mail, name))


def raw_header(mail: Message, name: str) -> str:
    """Like `header_of`, with encoded words as they are; unencoded bytes are read as text."""
    values = (value for each, value in mail.raw_items() if each.lower() == name.lower())
    return _on_one_line(str(next(values, "")))


def _on_one_line(value: str) -> str:
    content = value[:_MAX_HEADER_CHARACTERS].encode("utf-8", "surrogateescape")
    return " ".join(decoded_as(content, None).split())


def decoded_words(written: str) -> str:
    """A header's text with its encoded words (`=?utf-8?…?=`) decoded."""
    try:
        parts = decode_header(written)
    except HeaderParseError:
        return written
    texts = (
        each if isinstance(each, str) else decoded_as(each, charset or "raw_unicode_escape")
        for each, charset in parts
    )
    return " ".join("".join(texts).split())
