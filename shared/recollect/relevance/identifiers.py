"""Identifiers that people search for to the letter: tickets, hosts, addresses, error codes."""

import re
from typing import Final

# Whole words first, then one look at each: linear in the text, whatever it holds.
_WORD = re.compile(r"[^\W_](?:[\w.:-]{1,126}\w)", re.ASCII)
_HYPHENATED = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]*)+", re.IGNORECASE)
_HOST = re.compile(
    r"(?:\d{1,3}\.){3}\d{1,3}"  # 10.52.0.4
    r"|(?:[a-z0-9-]+\.){2,}[a-z]{2,}",  # mail01.altus.example.com
    re.IGNORECASE,
)
_PORT = re.compile(r":\d{1,5}$")
_IDENTIFIER = re.compile(
    "|".join(
        (
            r"(?=\w{5})[a-z]{1,10}\d{2,}",  # SCS0001234, KB0012345, E4031, PRB12
            r"[a-z]{2,10}0\d",  # fw01
            r"[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}",  # 2001:db8::8a2e:370:7334
            r"[0-9a-f]{1,4}::[0-9a-f]{1,4}",  # fe80::1
            r"0x[0-9a-f]{4,}",  # 0x80070005
            r"(?:err|error|e)_[a-z0-9_]{3,}",  # ERR_CONNECTION_REFUSED
            r"e(?:conn|host|net|addr)[a-z]{4,}|etimedout|epipe|eacces|enoent|eperm",  # ECONNRESET
        )
    ),
    re.IGNORECASE,
)
# Written like an identifier, and said of thousands of things: SHA256, utf16, amd64, win11.
_NOTATION = re.compile(
    r"(?:aes|amd|arm|base|float|u?int|sha|utf|win)\d{2,3}|covid19", re.IGNORECASE
)
_BESIDE_LETTERS = re.compile(r"(?<=[a-z])[-_]+|[-_]+(?=[a-z])")
_DIGIT = re.compile(r"\d")
_NUMBERS = re.compile(r"\d+")
# Of 0xC0000005 and 0x000000C5 each zero counts.
_IN_ONE_SPELLING = re.compile(r"0x|[^:]*:")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_IN_RUNS = re.compile(r"(?!0x)(?=\D*\d)[a-z0-9]+(?:[-_][a-z0-9]+)*")
_BETWEEN_RUNS = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")
# With letters beside them or a zero in front they number a thing; alone it takes more of them.
_FEW_DIGITS = 2
MOST_IDENTIFIERS: Final = 20
"""An item that holds more is a list of them, or made to be found by any, and about none."""


def identifiers(text: str) -> frozenset[str]:
    """The identifiers in `text`, lower case; of a host with its port, the host."""
    # Of letters alone only names of errors are any, such as ECONNRESET.
    words = (each for each in _WORD.findall(text) if each[0] in "eE" or not each.isalpha())
    return frozenset(found.lower() for word in words if (found := _identifier_in(word)) is not None)


def meant_identifiers(text: str) -> frozenset[str]:
    """The identifiers that an item is about: those in its text, unless they are more than 20."""
    held = identifiers(text)
    return held if len(held) <= MOST_IDENTIFIERS else frozenset()


def spelling_of(identifier: str) -> str:
    """What is the same of an identifier however people write it: INC-0042, inc0042, INC_42.

    Addresses, and the names and numbers of errors, have one spelling.
    """
    label, dot, domain = identifier.partition(".")
    is_whole = label == identifier or _is_numbered(label)
    if not is_whole or _IN_ONE_SPELLING.match(label) or _DIGIT.search(label) is None:
        return identifier
    return f"{_ZEROS.sub('', _BESIDE_LETTERS.sub('', label))}{dot}{domain}"


def held_of(asked: frozenset[str], text: str) -> frozenset[str]:
    """Which of some identifiers, in one spelling, a text is about.

    A host that is called without its domain may be of any: `db-03` is `db-03.example.com`, which
    is not `db-03.example.org`.
    """
    small = text.lower()
    if not any(_last_number(each) in small for each in asked):
        # Looking for a part of what is asked for is much less work than for all that there is.
        return frozenset()
    held = frozenset(map(spelling_of, meant_identifiers(text)))
    of_domains = {_label(each) for each in held}
    return frozenset(
        each for each in asked if each in held or each in of_domains or _label(each) in held
    )


def _label(identifier: str) -> str:
    return identifier.partition(".")[0]


def _last_number(identifier: str) -> str:
    """What is in every spelling of it: its last number, of a host that of its label."""
    label = _label(identifier)
    return _NUMBERS.findall(label)[-1] if _DIGIT.search(label) else label


def with_spellings(text: str) -> str:
    """A text and its identifiers in the words that an index may have them in.

    Of `INC0042` that are `inc` and `0042`, of `inc-0042` it is `inc0042`.
    """
    found = sorted(filter(_IN_RUNS.fullmatch, identifiers(text)))
    return " ".join((text, *map(_in_other_words, found)))


def _in_other_words(identifier: str) -> str:
    joined = _BESIDE_LETTERS.sub("", identifier)
    return joined if joined != identifier else _BETWEEN_RUNS.sub(" ", identifier)


def _identifier_in(word: str) -> str | None:
    if _IDENTIFIER.fullmatch(word):
        return None if _NOTATION.fullmatch(word) else word
    host = _PORT.sub("", word)
    return host if _HOST.fullmatch(host) or _is_numbered(host) else None


def _is_numbered(word: str) -> bool:
    """CVE-2020-8840, ALTUS-AMARILLO-FW01 or db-02; covid-19, tier-1 and wi-fi are words."""
    return _HYPHENATED.fullmatch(word) is not None and any(map(_is_number, word.split("-")))


def _is_number(segment: str) -> bool:
    digits = sum(map(str.isdigit, segment))
    if digits < len(segment):
        return digits >= _FEW_DIGITS
    return digits > _FEW_DIGITS or (digits == _FEW_DIGITS and segment.startswith("0"))
