"""What numbers of tickets and cases look like."""

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, StringConstraints, WithJsonSchema

from recollect.core.invisible import normalized
from recollect.core.messages import CASE_NUMBER_PATTERN, PLAIN_NUMBER_PATTERN
from recollect.core.shapes import TICKET_NUMBER_PATTERN

# Digits are spelled out: `\d` would take those of every script.
_WRITTEN: Final = re.compile(r" *#?([A-Za-z]{2,10})[- ]?([0-9]{4,12}) *")
_SAID: Final = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z]{2,10})[-\u2010\u2011\u2013 ]?([0-9]{4,12})(?![0-9A-Za-z])"
)
_CASES: Final = frozenset({"CS", "SCS"})
_OURS: Final = _CASES | {"CHG", "INC"}
"""What the numbers of the service desk begin with."""


def ticket_number(written: str) -> str:
    """A number as the service desk has it, however it is written: `SCS0001234` of `#scs-0001234`.

    Of what is no such number, what is written, in capitals.
    """
    return _joined(written).upper()


def case_number(written: str) -> str:
    """The number of a case as it is kept: that of a ticket, if it is one of the service desk.

    The key of another desk keeps its hyphen, with few digits or many: `OPS-999`, `OPS-1000`.
    """
    return _plain(written).upper()


def spellings(number: str) -> tuple[str, ...]:
    """A number, as it is read, and the same with the hyphen that people write, if they do."""
    found = _WRITTEN.fullmatch(number)
    return (number, f"{found[1]}-{found[2]}") if found else (number,)


def stored_ids(written: str) -> tuple[str, ...]:
    """The ids under which a case may be stored; today's first: earlier releases kept hyphens.

    Of another desk `OPS1234` and `OPS-1234` may be two cases.
    """
    number = case_number(written)
    return spellings(number) if number.rstrip("0123456789") in _OURS else (number,)


def _bare(written: str) -> str:
    return written.strip(" ").removeprefix("#")


def _joined(written: str) -> str:
    # What is no number is left for the check to refuse.
    found = _WRITTEN.fullmatch(written)
    return _bare(written) if found is None else found[1] + found[2]


def _plain(written: str) -> str:
    letters, hyphen, _ = _bare(written).partition("-")
    return _bare(written) if hyphen and letters.upper() not in _OURS else _joined(written)


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
"""The number of a resolved case that somebody brings in, from whatever desk it comes."""


def case_numbers_in(texts: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """The numbers of cases that texts name, in capitals, each once, in the order of their mention.

    They begin with CS or SCS, or with what one of the `known` numbers begins with: most words of
    letters and digits are something else. Those of other desks are written as the known ones are,
    with a hyphen or without.
    """
    begun = dict(map(_beginning, known)) | dict.fromkeys(_CASES, "")
    found = (match.groups() for text in map(_compatible, texts) for match in _SAID.finditer(text))
    numbers = (
        f"{letters.upper()}{begun[letters.upper()]}{digits}"
        for letters, digits in found
        if letters.upper() in begun
    )
    return list(dict.fromkeys(numbers))


def _compatible(text: str) -> str:
    # People type numbers as wide as the letters around them, in Japanese.
    return text if text.isascii() else normalized("NFKC", text)


def _beginning(number: str) -> tuple[str, str]:
    """The letters that a number of a case begins with, and what stands before its digits."""
    letters = number.rstrip("0123456789").upper()
    return (letters.removesuffix("-"), "-" if letters.endswith("-") else "")
