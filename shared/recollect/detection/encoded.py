"""Secrets in base64: runs whose decoded text holds a secret."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator

from recollect.detection.plausible import is_plausible_password
from recollect.detection.rules import Finding

_RUN = re.compile(r"(?<![A-Za-z0-9+/=_.-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/=_-])")
_USER_AND_PASSWORD = re.compile(r"[\w.@\\-]{1,64}:(?P<password>[^\s:]{6,128})")


def encoded_in(text: str, has_secret: Callable[[str], bool]) -> Iterator[Finding]:
    """The runs of base64 in `text` whose decoded text has a secret. They are decoded only once."""
    for run in _RUN.finditer(text):
        plain = _decoded(run.group())
        if plain and (_is_basic(plain) or has_secret(plain)):
            yield Finding("encoded", *run.span())


def decoded_in(text: str) -> Iterator[str]:
    """The decoded runs of base64 in `text` that are printable text."""
    for run in _RUN.finditer(text):
        plain = _decoded(run.group())
        if plain:
            yield plain


def _is_basic(plain: str) -> bool:
    match = _USER_AND_PASSWORD.fullmatch(plain)
    return match is not None and is_plausible_password(match["password"], assigned=True)


def _decoded(run: str) -> str:
    bare = run.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        plain = base64.b64decode(bare + "=" * (-len(bare) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return (
        plain if plain.replace("\n", "").replace("\t", "").replace("\r", "").isprintable() else ""
    )
