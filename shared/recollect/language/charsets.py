"""Decodes text in a declared charset, which may be wrong."""

import codecs
from typing import Final

_REAL_CHARSETS: Final = dict.fromkeys(("iso-8859-1", "iso8859-1", "latin-1", "latin1"), "cp1252")
"""Declared charsets, and those in which such texts really are; browsers read them like this."""


def is_wide(content: bytes) -> bool:
    """Whether a text begins with the byte order mark of UTF-16."""
    # The byte order mark of UTF-32 begins with that of UTF-16.
    is_wider = content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE))
    return content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not is_wider


def decoded_as(content: bytes, charset: str | None) -> str:
    """Decode text in a declared charset, which may be wrong or unknown; it never fails.

    If the charset does not fit, the text is read as UTF-8, else as Windows' cp1252, else Latin-1.
    """
    declared = (charset or "utf-8").lower()
    marked = "utf-16" if is_wide(content) else _REAL_CHARSETS.get(declared, declared)
    for encoding in (marked, "utf-8", "cp1252"):
        try:
            return content.decode(encoding).removeprefix("\ufeff")
        except (LookupError, ValueError):
            continue
    return content.decode("latin-1")
