"""The forms of ticket and case numbers: how they are read, compared and found in texts."""

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, StringConstraints, WithJsonSchema

from recollect.core.invisible import normalized
from recollect.core.messages import CASE_NUMBER_PATTERN, PLAIN_NUMBER_PATTERN
from recollect.core.shapes import TICKET_NUMBER_PATTERN

# Not `\d`, which would match the digits of every script.
_WRITTEN: Final = re.compile(r" *#?([A-Za-z]{2,10})[- ]?([0-9]{4,12}) *")
_MENTIONED: Final = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z]{2,10})[-\u2010\u2011\u2013 ]?([0-9]{4,12})(?![0-9A-Za-z])"
)
_CASE_PREFIXES: Final = frozenset({"CS", "SCS"})
_DESK_PREFIXES: Final = _CASE_PREFIXES | {"CHG", "INC"}
"""The letters with which the numbers of the service desk begin."""


def ticket_number(written: str) -> str:
    """The service desk's form of a written number: `SCS0001234` for `#scs-0001234`.

    Any other text is only converted to capitals.
    """
    return _joined(written).upper()


def case_number(written: str) -> str:
    """The form in which a case number is stored: for a number of the service desk, `ticket_number`.

    The key of another desk keeps its hyphen, with few digits or many: `OPS-999`, `OPS-1000`.
    """
    return _plain(written).upper()


def _bare(written: str) -> str:
    return written.strip(" ").removeprefix("#")


def _joined(written: str) -> str:
    # Any other text is left to the pattern of the field to refuse.
    found = _WRITTEN.fullmatch(written)
    return _bare(written) if found is None else found[1] + found[2]


def _plain(written: str) -> str:
    letters, hyphen, _ = _bare(written).partition("-")
    return _bare(written) if hyphen and letters.upper() not in _DESK_PREFIXES else _joined(written)


def _read_by(reader: Callable[[str], str]) -> BeforeValidator:
    return BeforeValidator(lambda given: reader(given) if isinstance(given, str) else given)


TicketNumber = Annotated[
    str,
    _read_by(_joined),
    StringConstraints(pattern=TICKET_NUMBER_PATTERN),
    AfterValidator(str.upper),  # after the pattern: capitals of other scripts may be ASCII
    WithJsonSchema({"type": "string", "pattern": f"^{_WRITTEN.pattern}$"}),
]
"""The number of a ticket that can be looked up at the service desk: SCS0012345, #scs-0012345."""

CaseNumber = Annotated[
    str,
    _read_by(_plain),
    StringConstraints(pattern=PLAIN_NUMBER_PATTERN),
    AfterValidator(str.upper),
    WithJsonSchema({"type": "string", "pattern": CASE_NUMBER_PATTERN}),
]
"""The number of a stored resolved case, of any desk."""


def case_numbers_in(texts: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """The case numbers in `texts`, in capitals, each once, in the order of their mention.

    Only numbers count that begin with CS, SCS or the letters of a `known` number, since most words
    of letters and digits are something else. A number of another desk is returned in the form of
    its known numbers, with a hyphen or without.
    """
    hyphens = dict(map(_beginning, known)) | dict.fromkeys(_CASE_PREFIXES, "")
    found = (
        match.groups() for text in map(_compatible, texts) for match in _MENTIONED.finditer(text)
    )
    numbers = (
        f"{letters.upper()}{hyphens[letters.upper()]}{digits}"
        for letters, digits in found
        if letters.upper() in hyphens
    )
    return list(dict.fromkeys(numbers))


def _compatible(text: str) -> str:
    # In Japanese texts, people type numbers in full-width characters.
    return text if text.isascii() else normalized("NFKC", text)


def _beginning(number: str) -> tuple[str, str]:
    """The letters with which a case number begins, and the hyphen before its digits, or ""."""
    letters = number.rstrip("0123456789").upper()
    return (letters.removesuffix("-"), "-" if letters.endswith("-") else "")
