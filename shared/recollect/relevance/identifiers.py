"""Identifiers that people search for exactly: tickets, hosts, addresses, error codes.

One identifier may be written in several ways. To compare two texts, their identifiers are brought
into one spelling; to find a code in a text in any spelling, there is a pattern.
"""

import re
from typing import Final

# First finds whole words, then checks each once: linear in the text, whatever it contains.
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
# Written like identifiers, but the names of common things: SHA256, utf16, amd64, win11.
_NOTATION = re.compile(
    r"(?:aes|amd|arm|base|float|u?int|sha|utf|win)\d{2,3}|covid19", re.IGNORECASE
)
# Three words or more in one: the alert GatewayPodRestarts, NullPointerException; not GitHub.
_RUN_TOGETHER = re.compile(r"\b[A-Z]*[a-z][a-z0-9]*(?:[A-Z]+[a-z0-9]+){2,}[A-Z]*\b", re.ASCII)
_BESIDE_LETTERS = re.compile(r"(?<=[a-z])[-_]+|[-_]+(?=[a-z])")
_DIGIT = re.compile(r"\d")
_NUMBERS = re.compile(r"\d+")
# Zeros count in hexadecimal numbers and addresses: 0xC0000005 is not 0x000000C5.
_FIXED_SPELLING = re.compile(r"0x|[^:]*:")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_IN_RUNS = re.compile(r"[a-z0-9]+(?:[-_]+[a-z0-9]+)*")
_NUMBERED_RUNS = re.compile(r"(?!0x)(?=\D*\d)[a-z0-9]+(?:[-_][a-z0-9]+)*")
_RUN = re.compile(r"[a-z]+|\d+")
_BETWEEN_RUNS = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")
# So many digits name a thing if there are letters beside them or a zero before them; else it takes
# more.
_MIN_DIGITS = 2
MAX_IDENTIFIERS: Final = 20
"""An item with more is a list of identifiers, or made to be found by any, and is about none."""

SHORT_CODE: Final = re.compile(r"([a-z]{1,3})(\d{1,4})", re.IGNORECASE)
"""A code such as `P1` or `E17`, whose letters may stand for a word that they begin."""

# Longer codes are only searched as written, since each of their digits costs time.
_MAX_CODE_CHARS: Final = 40


def identifiers(text: str) -> frozenset[str]:
    """The identifiers in `text`, in lower case; of a host with a port, the host."""
    # Among words of letters only names of errors such as ECONNRESET are identifiers.
    words = (each for each in _WORD.findall(text) if each[0] in "eE" or not each.isalpha())
    return frozenset(found.lower() for word in words if (found := _identifier_in(word)) is not None)


def run_together(text: str) -> frozenset[str]:
    """The names in `text` of three words or more in one (GatewayPodRestarts), in lower case.

    They are searched for as exactly as identifiers, but they tell what they name.
    """
    return frozenset(map(str.lower, _RUN_TOGETHER.findall(text)))


def exact_names(text: str) -> frozenset[str]:
    """The identifiers and the names run together in `text`, in lower case."""
    return identifiers(text) | run_together(text)


def meant_identifiers(text: str) -> frozenset[str]:
    """The exact names in a text, which it is taken to be about; none if there are more than 20."""
    held = exact_names(text)
    return held if len(held) <= MAX_IDENTIFIERS else frozenset()


def spelling_of(identifier: str) -> str:
    """The one spelling by which an identifier is compared: INC-0042, inc0042, INC_42.

    Addresses, and the names and numbers of errors, stay as they are.
    """
    label, dot, domain = identifier.partition(".")
    is_whole = label == identifier or _is_numbered(label)
    if not is_whole or _FIXED_SPELLING.match(label) or _DIGIT.search(label) is None:
        return identifier
    return f"{_ZEROS.sub('', _BESIDE_LETTERS.sub('', label))}{dot}{domain}"


def held_of(asked: frozenset[str], text: str) -> frozenset[str]:
    """Which of some identifiers, in one spelling, a text is about.

    A host without its domain may be in any domain: `db-03` is `db-03.example.com`, which is not
    `db-03.example.org`.
    """
    small = text.lower()
    if not any(_last_number(each) in small for each in asked):
        # Looking for a part of the given identifiers is much cheaper than finding all of the text.
        return frozenset()
    held = frozenset(map(spelling_of, meant_identifiers(text)))
    labels = {_label(each) for each in held}
    return frozenset(
        each for each in asked if each in held or each in labels or _label(each) in held
    )


def _label(identifier: str) -> str:
    return identifier.partition(".")[0]


def _last_number(identifier: str) -> str:
    """The part that all spellings of an identifier share: the last number before its domain."""
    label = _label(identifier)
    return _NUMBERS.findall(label)[-1] if _DIGIT.search(label) else label


def with_spellings(text: str) -> str:
    """A text, followed by the other words under which an index may have its identifiers.

    `INC0042` is followed by `inc` and `0042`, `inc-0042` by `inc0042`.
    """
    found = sorted(filter(_NUMBERED_RUNS.fullmatch, identifiers(text)))
    return " ".join((text, *map(_in_other_words, found)))


def _in_other_words(identifier: str) -> str:
    joined = _BESIDE_LETTERS.sub("", identifier)
    return joined if joined != identifier else _BETWEEN_RUNS.sub(" ", identifier)


def any_spelling(code: str) -> re.Pattern[str] | None:
    """A pattern for a code in small letters in any spelling: `db-03` as "db3", "db_03", "db 03".

    It finds a short code also as a word: `p1` as "p-1" and "priority 1". None for a code that is
    only searched as written.
    """
    short = SHORT_CODE.fullmatch(code)
    if short is not None:
        letters, number = short.groups()
        return re.compile(rf"(?<!\w){letters}[a-z]{{0,12}}[ #-]{{0,2}}{_numeral(number)}(?!\w)")
    if len(code) > _MAX_CODE_CHARS or _IN_RUNS.fullmatch(code) is None:
        return None
    runs = (_numeral(each) if each.isdigit() else each for each in _RUN.findall(code))
    return re.compile(r"[-_ #]{0,2}".join(runs))


def any_of_form(code: str) -> re.Pattern[str] | None:
    """A pattern for the letters of a code with any digits; None without digits, or if too long."""
    if len(code) > _MAX_CODE_CHARS or _DIGIT.search(code) is None:
        return None
    if _IN_RUNS.fullmatch(code) is None:
        parts = map(re.escape, _NUMBERS.split(code))
        return re.compile(rf"(?<!\w){r'[0-9]{1,12}'.join(parts)}(?!\w)", re.IGNORECASE)
    runs = ("[0-9]{1,12}" if each.isdigit() else each for each in _RUN.findall(code))
    return re.compile(rf"(?<!\w){'[-_]?'.join(runs)}(?!\w)", re.IGNORECASE)


def _numeral(digits: str) -> str:
    """A pattern for a number with any number of leading zeros."""
    return f"(?<!\\d)0*{digits.lstrip('0') or '0'}(?!\\d)"


def _identifier_in(word: str) -> str | None:
    if _IDENTIFIER.fullmatch(word):
        return None if _NOTATION.fullmatch(word) else word
    host = _PORT.sub("", word)
    return host if _HOST.fullmatch(host) or _is_numbered(host) else None


def _is_numbered(word: str) -> bool:
    """Whether a word is like CVE-2020-8840, ALTUS-AMARILLO-FW01 or db-02; covid-19 is not."""
    return _HYPHENATED.fullmatch(word) is not None and any(map(_is_number, word.split("-")))


def _is_number(segment: str) -> bool:
    digits = sum(map(str.isdigit, segment))
    if digits < len(segment):
        return digits >= _MIN_DIGITS
    return digits > _MIN_DIGITS or (digits == _MIN_DIGITS and segment.startswith("0"))
