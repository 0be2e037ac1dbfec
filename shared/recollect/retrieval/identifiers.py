"""Identifiers that people search for to the letter: tickets, hosts, addresses, error codes."""

import re

# Whole words first, then one look at each: linear in the text, whatever it holds.
_WORD = re.compile(r"[^\W_](?:[\w.:-]{1,126}\w)", re.ASCII)
_IDENTIFIER = re.compile(
    "|".join(
        (
            r"[a-z]{2,10}\d{4,}",  # SCS0001234, CHG004321, KB0012345
            r"[a-z][a-z0-9]*-[a-z0-9-]*\d[a-z0-9-]*",  # CVE-2020-8840, ALTUS-AMARILLO-FW01
            r"(?:\d{1,3}\.){3}\d{1,3}",  # 10.52.0.4
            r"[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}",  # 2001:db8::8a2e:370:7334
            r"[0-9a-f]{1,4}::[0-9a-f]{1,4}",  # fe80::1
            r"(?:[a-z0-9-]+\.){2,}[a-z]{2,}",  # mail01.altus.example.com
            r"0x[0-9a-f]{4,}",  # 0x80070005
            r"(?:err|error|e)_[a-z0-9_]{3,}",  # ERR_CONNECTION_REFUSED
            r"e(?:conn|host|net|addr)[a-z]{4,}|etimedout|epipe|eacces|enoent|eperm",  # ECONNRESET
        )
    ),
    re.IGNORECASE,
)


def identifiers(text: str) -> frozenset[str]:
    """The identifiers in `text`, lower case."""
    words = (match.group() for match in _WORD.finditer(text))
    return frozenset(word.lower() for word in words if _IDENTIFIER.fullmatch(word))
