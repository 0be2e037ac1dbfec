"""Tickets (cases and incidents) with their journals and SLAs, and changes under way."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, Protocol

from pydantic import Field

from recollect.core.messages import Message

TicketKind = Literal["case", "incident"]


class Ticket(Message):
    """A case or an incident; an unknown text is empty.

    States, priorities and references are the texts that people see. Times are in UTC. Texts may
    hold HTML. Excluded fields are for our own rules and never sent.
    """

    sys_id: str
    number: str
    short_description: str = ""
    description: str = ""
    state: str = ""
    priority: str = ""
    impact: str = ""
    urgency: str = ""
    category: str = ""
    assigned_to: str = ""
    assignment_group: str = ""
    account: str = ""
    """The customer; for an incident, its company."""
    contact: str = ""
    """Who reported it; for an incident, its caller."""
    opened_by: str = ""
    configuration_item: str = ""
    cause: str = ""
    close_notes: str = ""
    active: bool = True
    opened_at: datetime | None = None
    updated_at: datetime | None = None
    closed_at: datetime | None = None
    due_at: datetime | None = None
    url: str = ""
    account_sys_id: Annotated[str, Field(exclude=True)] = ""
    account_number: Annotated[str, Field(exclude=True)] = ""
    priority_level: Annotated[int | None, Field(exclude=True)] = None
    """1 (critical) to 4, or None for any other priority."""
    is_vip: Annotated[bool, Field(exclude=True)] = False
    """Whether its customer or contact is a VIP; not known for incidents."""
    is_high_risk: Annotated[bool, Field(exclude=True)] = False


class JournalEntry(Message):
    """A comment, or a work note that customers do not see; `value` may hold HTML."""

    element: Literal["comments", "work_notes"]
    value: str
    sys_created_on: datetime
    sys_created_by: str


class TaskSla(Message):
    """An SLA that runs on a ticket."""

    name: str
    has_breached: bool
    breach_at: datetime | None


@dataclass(frozen=True, slots=True)
class Change:
    """A change request with its planned window."""

    number: str
    state: str
    short_description: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class TicketSearch:
    """The conditions of a search for tickets; a ticket must meet all that are given.

    Of `words` one is enough; they are searched for in numbers and descriptions. `numbers` are
    exact. `state` is the text that people see. A part of the name of a person, a group or a
    customer is enough, and `account` may also be a customer's account number.
    """

    words: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    state: str = ""
    priority: Literal[1, 2, 3, 4, 5] | None = None
    account: str = ""
    assigned_to: str = ""
    assignment_group: str = ""
    opened_after: datetime | None = None
    opened_before: datetime | None = None
    active: bool | None = None
    limit: int = 10


@dataclass(frozen=True, slots=True)
class FoundTickets:
    """The tickets that were found, the last changed first, and the total of matching tickets.

    The total is None if it would count tickets that the caller may not know of.
    """

    tickets: Sequence[Ticket]
    total: int | None


class ServiceDesk(Protocol):
    """The service desk. Each method is one round trip, and raises StoreError."""

    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        """The ticket with this number, in any case of letters, or None."""

    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        """At most `search.limit` tickets."""

    async def journal(self, ticket_sys_id: str, limit: int) -> Sequence[JournalEntry]:
        """The last `limit` entries of a ticket, newest first."""

    async def slas(self, number: str) -> Sequence[TaskSla]:
        """The running SLAs of a ticket, the next to be breached first."""

    async def changes_under_way(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        """The changes under way now for a company: by its sys_id, else by its name."""
