"""The cases that a pack is about: their numbers, and what is known of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.discovery.request import MAX_CASES
from recollect.knowledge.case_reading import KnownCase
from recollect.language.abridging import abridged
from recollect.language.markup import readable
from recollect.servicedesk.numbers import ticket_number
from recollect.servicedesk.tickets import ServiceDesk, Ticket, TicketSearch

_MAX_CONTENT_CHARS: Final = 600


@dataclass(frozen=True, slots=True)
class Cases:
    """The case numbers that request, messages or thread name, at most ten, and their cases.

    `known` are the cases of the service desk. `resolved` are cases that the service desk lacks, but
    that were stored as resolved cases. `unknown` are the numbers of which there is neither.
    """

    numbers: tuple[str, ...]
    known: tuple[Ticket, ...] = ()
    resolved: tuple[Ticket, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def existing(self) -> tuple[Ticket, ...]:
        """All cases that exist, those of the service desk first."""
        return (*self.known, *self.resolved)

    @property
    def first(self) -> Ticket | None:
        """The case that decides where only one can, as for the customer."""
        return next(iter(self.existing), None)


async def tickets_numbered(desk: ServiceDesk, numbers: Sequence[str]) -> Sequence[Ticket]:
    """The service desk's cases of these numbers, in the order of the numbers."""
    # Numbers of the service desk have no hyphen; numbers of other desks may have one.
    asked = tuple(dict.fromkeys(map(ticket_number, numbers)))
    search = TicketSearch(numbers=asked, limit=MAX_CASES)
    found = (await desk.tickets("case", search)).tickets
    by_number = {ticket_number(each.number): each for each in found}
    return [by_number[each] for each in asked if each in by_number]


def as_ticket(case: KnownCase) -> Ticket:
    """A stored resolved case in the form of a ticket of the service desk."""
    return Ticket.model_validate(
        {
            "sys_id": "",
            "number": case.case_number,
            "short_description": abridged(readable(case.content), _MAX_CONTENT_CHARS),
            "state": "Resolved",
            "active": False,
            "account": case.company or "",
            "updated_at": case.resolved_at,
            "url": case.url or "",
        }
    )


def bounded(numbers: Sequence[str]) -> tuple[str, ...]:
    """The first of the numbers, each once, as many as a pack may be about."""
    return tuple(dict.fromkeys(numbers))[:MAX_CASES]
