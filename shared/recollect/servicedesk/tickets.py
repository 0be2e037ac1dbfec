"""Tickets: cases and incidents, what was said on them, their SLAs, and changes under way."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, Protocol

from pydantic import Field

from recollect.core.messages import Message

TicketKind = Literal["case", "incident"]


class Ticket(Message):
    """A case or an incident; what is not known is an empty text.

    States, priorities and references are as people are shown them, times are in UTC. Texts may hold
    HTML. Fields that are excluded are for our own rules, and never sent.
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
    """The customer: of an incident, its company."""
    contact: str = ""
    """Who reported it: of an incident, its caller."""
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
    """1 (critical) to 4, where it has one of these."""
    is_vip: Annotated[bool, Field(exclude=True)] = False
    """Whether its customer or contact is a VIP; not known of incidents."""
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
    """What tickets are searched for: all of what is given must hold, and of `words` one.

    `words` are looked for in numbers and descriptions; `numbers` are exact. A state is
    compared as people are shown it; of the name of a person, a group or a customer a part is
    enough, and a customer's account number does as well.
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
    """The tickets that were found, last changed first, and how many there are in all.

    None where that cannot be told without counting what the caller may not know of.
    """

    tickets: Sequence[Ticket]
    total: int | None


class ServiceDesk(Protocol):
    """Where tickets and changes are. Each method is one round trip, and raises StoreError."""

    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        """The ticket of this number, in any case of letters, if there is one."""

    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        """At most `search.limit` tickets."""

    async def journal(self, ticket_sys_id: str, limit: int) -> Sequence[JournalEntry]:
        """The last `limit` entries of a ticket, newest first."""

    async def slas(self, number: str) -> Sequence[TaskSla]:
        """The SLAs that run on a ticket, the next to be breached first."""

    async def changes_under_way(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        """The changes under way now for a company: by its sys_id, else by its name."""
