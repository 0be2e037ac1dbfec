"""JSONPath of one value (RFC 9535): dots for plain names, quotes and brackets for others."""

import re

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Lone surrogates cannot be written as UTF-8, though a JSON text may spell them out.
_ESCAPED = re.compile(r"['\\\x00-\x1f\ud800-\udfff]")
_SHORT = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", "'": r"\'", "\\": r"\\"}


def member(parent: str, name: str) -> str:
    """The path of the member `name` of the object at `parent`."""
    if _PLAIN.fullmatch(name):
        return f"{parent}.{name}"
    return f"{parent}['{_ESCAPED.sub(_escape, name)}']"


def element(parent: str, index: int) -> str:
    """The path of an element of the array at `parent`."""
    return f"{parent}[{index}]"


def _escape(character: re.Match[str]) -> str:
    return _SHORT.get(character.group(), f"\\u{ord(character.group()):04x}")
