"""Tools for cases and incidents: one by its number, some by what they say, what was done."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field

from recollect.core.concurrency import gather_both
from recollect.core.degradation import Degradation
from recollect.core.errors import NotFound
from recollect.core.messages import CamelMessage, Message, Omittable
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.servicedesk.numbers import TicketNumber
from recollect.servicedesk.tickets import (
    JournalEntry,
    ServiceDesk,
    TaskSla,
    Ticket,
    TicketKind,
    TicketSearch,
)
from recollect.tools.arguments import Limit, ShortText
from recollect.tools.matching import CustomerAliases, Matched, matched
from recollect.tools.queries import by_relevance, search_words
from recollect.tools.summaries.journal import journal_summary, nothing_noted
from recollect.tools.summaries.listings import nothing_found
from recollect.tools.summaries.tickets import ticket_summary
from recollect.tools.tool import Output, Tool, at_any_time

# More than the lines of a summary, since equal entries are shown once.
_ENTRIES: Final = 20
_LOOKED_THROUGH: Final = 50
_SIMILAR: Final = 3


_CALLED: Final[Mapping[TicketKind, str]] = {"case": "a case", "incident": "an incident"}
_GETTERS: Final[Mapping[TicketKind, str]] = {"case": "getCase", "incident": "getIncident"}
# Of numbers that tell what they are of; instances may give others.
_TELLING: Final = re.compile(r"(?:INC|SCS|CS)\d")


class GetCase(CamelMessage):
    """Which case."""

    case_number: Annotated[TicketNumber, Field(description="Such as SCS0012345.")]


class GetIncident(CamelMessage):
    """Which incident."""

    incident_number: Annotated[TicketNumber, Field(description="Such as INC0012345.")]


class SearchTickets(Message):
    """What the tickets say."""

    query: Annotated[ShortText, Field(description="Words of the problem, or a number.")]
    customer: Annotated[
        ShortText | None,
        Field(description="Only this customer's: part of its name, alias or number."),
    ] = None
    active: Annotated[bool | None, Field(description="Only open ones, or only closed.")] = None
    limit: Limit = 5


class GetJournalEntries(CamelMessage):
    """Of which case or incident, and how many."""

    case_number: Annotated[TicketNumber, Field(description="Of a case or an incident.")]
    limit: Limit = 20


class CaseOutput(CamelMessage):
    """A case, as data and as a summary."""

    case: Ticket
    slas: tuple[TaskSla, ...]
    case_summary: str


class IncidentOutput(CamelMessage):
    """An incident, as data and as a summary."""

    incident: Ticket
    slas: tuple[TaskSla, ...]
    incident_summary: str


class CasesOutput(CamelMessage):
    """Cases, as data and as a summary: the best match whole, the others by name.

    `total` is how many there are in all; left out where that cannot be told.
    """

    cases: tuple[Ticket, ...]
    total: Omittable[int] = None
    matched: Omittable[Matched] = None
    case_summary: str


class IncidentsOutput(CamelMessage):
    """Incidents, as data and as a summary: the best match whole, the others by name.

    `total` is how many there are in all; left out where that cannot be told.
    """

    incidents: tuple[Ticket, ...]
    total: Omittable[int] = None
    matched: Omittable[Matched] = None
    incident_summary: str


class JournalOutput(CamelMessage):
    """What was said and done, as data and as a summary, newest first."""

    case_number: str
    journal_entries: tuple[JournalEntry, ...]
    journal_summary: str


def tools(
    desk: ServiceDesk, similar: SimilarCaseFinder, aliases: CustomerAliases
) -> Iterator[Tool[Any]]:
    """The tools of this module, over a desk, an index of resolved cases and the aliases."""
    over = _TicketTools(desk, similar, aliases)
    yield Tool(
        "getCase",
        "One customer service case by its number, with its SLAs. caseSummary tells its state, "
        "latest activity and context.",
        GetCase,
        over.get_case,
    )
    yield Tool(
        "searchCases",
        "Customer service cases that say what the query says. caseSummary tells the best match "
        "and names the others.",
        SearchTickets,
        over.search_cases,
    )
    yield Tool(
        "getJournalEntries",
        "The comments and work notes of a case or an incident, newest first. journalSummary "
        "tells the latest.",
        GetJournalEntries,
        at_any_time(over.get_journal),
    )
    yield Tool(
        "getIncident",
        "One incident by its number, with its SLAs. incidentSummary tells its state, latest "
        "activity and context.",
        GetIncident,
        over.get_incident,
    )
    yield Tool(
        "searchIncidents",
        "Incidents that say what the query says. incidentSummary tells the best match and "
        "names the others.",
        SearchTickets,
        over.search_incidents,
    )


@dataclass(frozen=True, slots=True)
class _Described:
    """Tickets with a summary, which tells the first of them whole."""

    tickets: tuple[Ticket, ...] = ()
    slas: tuple[TaskSla, ...] = ()
    summary: str = ""
    degradation: Degradation = field(default_factory=Degradation)


@dataclass(frozen=True, slots=True)
class _TicketTools:
    desk: ServiceDesk
    similar: SimilarCaseFinder
    aliases: CustomerAliases

    async def get_case(self, asked: GetCase, now: datetime) -> Output:
        case = await self._ticket("case", asked.case_number)
        found = await self._describe("case", [case], now, Degradation())
        result = CaseOutput(case=case, slas=found.slas, case_summary=found.summary)
        return Output.of(result, found.degradation)

    async def get_incident(self, asked: GetIncident, now: datetime) -> Output:
        incident = await self._ticket("incident", asked.incident_number)
        found = await self._describe("incident", [incident], now, Degradation())
        result = IncidentOutput(incident=incident, slas=found.slas, incident_summary=found.summary)
        return Output.of(result, found.degradation)

    async def search_cases(self, asked: SearchTickets, now: datetime) -> Output:
        found, total = await self._search("case", asked, now)
        result = CasesOutput(
            cases=found.tickets,
            total=total,
            matched=matched(found.tickets, customer=asked.customer),
            case_summary=found.summary,
        )
        return Output.of(result, found.degradation)

    async def search_incidents(self, asked: SearchTickets, now: datetime) -> Output:
        found, total = await self._search("incident", asked, now)
        result = IncidentsOutput(
            incidents=found.tickets,
            total=total,
            matched=matched(found.tickets, customer=asked.customer),
            incident_summary=found.summary,
        )
        return Output.of(result, found.degradation)

    async def get_journal(self, asked: GetJournalEntries) -> Output:
        ticket = await self._ticket(kind_of(asked.case_number), asked.case_number)
        entries = tuple(await self.desk.journal(ticket.sys_id, asked.limit))
        result = JournalOutput(
            case_number=ticket.number,
            journal_entries=entries,
            journal_summary=journal_summary(entries) or nothing_noted(ticket.number),
        )
        return Output(result)

    async def _ticket(self, kind: TicketKind, number: str) -> Ticket:
        other = kind_of(number)
        if other != kind and _TELLING.match(number):
            raise NotFound(f"{number} is the number of {_CALLED[other]}: use {_GETTERS[other]}")
        ticket = await self.desk.ticket(kind, number)
        if ticket is None:
            raise NotFound(f"there is no {kind} {number}")
        return ticket

    async def _search(
        self, kind: TicketKind, asked: SearchTickets, now: datetime
    ) -> tuple[_Described, int | None]:
        degradation = Degradation()
        customer = await self.aliases.customer(asked.customer, degradation)
        found = await self.desk.tickets(kind, _search_of(asked, customer))
        ranked = by_relevance(found.tickets, asked.query)[: asked.limit]
        if not ranked:
            filters = [asked.query, asked.customer and f"customer {asked.customer}"]
            summary = nothing_found(f"{kind}s", asked.active, filters)
            return _Described(summary=summary, degradation=degradation), 0
        total = None if found.total is None else max(found.total, len(ranked))
        return await self._describe(kind, ranked, now, degradation), total

    async def _describe(
        self, kind: TicketKind, tickets: Sequence[Ticket], now: datetime, degradation: Degradation
    ) -> _Described:
        best, *others = tickets
        slas, (journal, similar) = await gather_both(
            degradation.survive("slas", (), self.desk.slas(best.number)),
            gather_both(
                degradation.survive("journal", (), self.desk.journal(best.sys_id, _ENTRIES)),
                degradation.survive("similarCases", (), self._similar_to(kind, best)),
            ),
        )
        summary = ticket_summary(
            best, slas=slas, journal=journal, similar=similar, others=others, now=now
        )
        return _Described(tuple(tickets), tuple(slas), summary, degradation)

    async def _similar_to(self, kind: TicketKind, ticket: Ticket) -> Sequence[str]:
        text = f"{ticket.short_description}\n{ticket.description}".strip()
        if kind == "incident" or not text:
            return ()
        # By the account's own name alone: to look its others up locks the whole of Redis.
        found = await self.similar.find(text, [ticket.account], [ticket.number], _SIMILAR)
        return [each.found.case_number for each in found]


def kind_of(number: str) -> TicketKind:
    """Whose number it is: incidents have a prefix of their own."""
    return "incident" if number.upper().startswith("INC") else "case"


def _search_of(asked: SearchTickets, customer: str | None) -> TicketSearch:
    return TicketSearch(
        words=search_words(asked.query),
        account=customer or "",
        active=asked.active,
        limit=_LOOKED_THROUGH,
    )
