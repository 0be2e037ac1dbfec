"""What numbers of tickets and cases look like."""

import re
from collections.abc import Iterable
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, StringConstraints, WithJsonSchema

from recollect.core.messages import CASE_NUMBER_PATTERN

# Digits are spelled out: `\d` would take those of every script.
_WRITTEN: Final = re.compile(r" *#?([A-Za-z]{2,10})[- ]?([0-9]{4,12}) *")
_SAID: Final = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z]{2,10})[-\u2010\u2011\u2013 ]?([0-9]{4,12})(?![0-9A-Za-z])"
)
_PREFIXES: Final = frozenset({"CS", "SCS"})


def case_number(written: str) -> str:
    """The number of a case as it is kept, however it is written: `SCS0001234` of `#scs-0001234`."""
    return _plain(written).upper()


def _plain(written: str) -> str:
    # What is no number is left for the check to refuse.
    found = _WRITTEN.fullmatch(written)
    return written.strip(" ").removeprefix("#") if found is None else found[1] + found[2]


def _read(number: object) -> object:
    return _plain(number) if isinstance(number, str) else number


TicketNumber = Annotated[
    str,
    BeforeValidator(_read),
    StringConstraints(pattern=r"^[A-Za-z]{2,10}[0-9]{4,12}$"),
    AfterValidator(str.upper),  # after the pattern: capitals of other scripts may be ASCII
    WithJsonSchema({"type": "string", "pattern": f"^{_WRITTEN.pattern}$"}),
]
"""The number of a ticket that can be looked up at the service desk: SCS0012345, #scs-0012345."""

CaseNumber = Annotated[
    str,
    BeforeValidator(_read),
    StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$"),
    AfterValidator(str.upper),
    WithJsonSchema({"type": "string", "pattern": CASE_NUMBER_PATTERN}),
]
"""The number of a resolved case that somebody brings in, from whatever desk it comes."""


def case_numbers_in(texts: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """The numbers of cases that texts name, in capitals, each once, in the order of their mention.

    They begin with CS or SCS, or with what one of the `known` numbers begins with: most words of
    letters and digits are something else.
    """
    prefixes = _PREFIXES | {each.rstrip("0123456789").upper() for each in known}
    found = (match.groups() for text in texts for match in _SAID.finditer(text))
    numbers = (letters.upper() + digits for letters, digits in found if letters.upper() in prefixes)
    return list(dict.fromkeys(numbers))
