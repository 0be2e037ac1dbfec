"""What numbers of tickets and cases look like."""

from typing import Annotated

from pydantic import StringConstraints

# Digits are spelled out: `\d` would take those of every script.
TicketNumber = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z]{2,10}[0-9]{4,12}$", to_upper=True)
]
"""The number of a ticket that can be looked up at the service desk, such as SCS0012345."""

CaseNumber = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]
"""The number of a resolved case that somebody brings in, from whatever desk it comes."""
