"""Tools for cases and incidents: get one by its number, search them, and read their journal.

The module is long because each tool has its arguments and its result here, too.
"""

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
_JOURNAL_ENTRIES_READ: Final = 20
_MAX_CANDIDATES: Final = 50
_MAX_SIMILAR: Final = 3


_KIND_WITH_ARTICLE: Final[Mapping[TicketKind, str]] = {"case": "a case", "incident": "an incident"}
_GETTERS: Final[Mapping[TicketKind, str]] = {"case": "getCase", "incident": "getIncident"}
# Numbers with a prefix that tells a case from an incident; instances may use other prefixes.
_KNOWN_PREFIX: Final = re.compile(r"(?:INC|SCS|CS)\d")


class GetCase(CamelMessage):
    """The case to get."""

    case_number: Annotated[TicketNumber, Field(description="Such as SCS0012345.")]


class GetIncident(CamelMessage):
    """The incident to get."""

    incident_number: Annotated[TicketNumber, Field(description="Such as INC0012345.")]


class SearchTickets(Message):
    """A search for tickets."""

    query: Annotated[ShortText, Field(description="Words of the problem, or a number.")]
    customer: Annotated[
        ShortText | None,
        Field(description="Only this customer's: part of its name, alias or number."),
    ] = None
    active: Annotated[bool | None, Field(description="Only open ones, or only closed.")] = None
    limit: Limit = 5


class GetJournalEntries(CamelMessage):
    """The case or incident whose journal to read, and how many entries."""

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
    """Cases, as data and as a summary, which has the best match in full and the others by name.

    `total` is how many cases match in all; left out if that is unknown.
    """

    cases: tuple[Ticket, ...]
    total: Omittable[int] = None
    matched: Omittable[Matched] = None
    case_summary: str


class IncidentsOutput(CamelMessage):
    """Incidents, as data and as a summary, which has the best match in full and the others by name.

    `total` is how many incidents match in all; left out if that is unknown.
    """

    incidents: tuple[Ticket, ...]
    total: Omittable[int] = None
    matched: Omittable[Matched] = None
    incident_summary: str


class JournalOutput(CamelMessage):
    """The entries of a ticket's journal, newest first, as data and as a summary."""

    case_number: str
    journal_entries: tuple[JournalEntry, ...]
    journal_summary: str


def tools(
    desk: ServiceDesk, similar: SimilarCaseFinder, aliases: CustomerAliases
) -> Iterator[Tool[Any]]:
    """The tools of this module, with a service desk, an index of resolved cases and aliases."""
    ticket_tools = _TicketTools(desk, similar, aliases)
    yield Tool(
        "getCase",
        "One customer service case by its number, with its SLAs. caseSummary tells its state, "
        "latest activity and context.",
        GetCase,
        ticket_tools.get_case,
    )
    yield Tool(
        "searchCases",
        "Customer service cases that say what the query says. caseSummary tells the best match "
        "and names the others.",
        SearchTickets,
        ticket_tools.search_cases,
    )
    yield Tool(
        "getJournalEntries",
        "The comments and work notes of a case or an incident, newest first. journalSummary "
        "tells the latest.",
        GetJournalEntries,
        at_any_time(ticket_tools.get_journal),
    )
    yield Tool(
        "getIncident",
        "One incident by its number, with its SLAs. incidentSummary tells its state, latest "
        "activity and context.",
        GetIncident,
        ticket_tools.get_incident,
    )
    yield Tool(
        "searchIncidents",
        "Incidents that say what the query says. incidentSummary tells the best match and "
        "names the others.",
        SearchTickets,
        ticket_tools.search_incidents,
    )


@dataclass(frozen=True, slots=True)
class _Described:
    """Tickets with a summary, which describes the first of them in full."""

    tickets: tuple[Ticket, ...] = ()
    slas: tuple[TaskSla, ...] = ()
    summary: str = ""
    degradation: Degradation = field(default_factory=Degradation)


@dataclass(frozen=True, slots=True)
class _TicketTools:
    desk: ServiceDesk
    similar: SimilarCaseFinder
    aliases: CustomerAliases

    async def get_case(self, arguments: GetCase, now: datetime) -> Output:
        case = await self._ticket("case", arguments.case_number)
        found = await self._describe("case", [case], now, Degradation())
        result = CaseOutput(case=case, slas=found.slas, case_summary=found.summary)
        return Output.of(result, found.degradation)

    async def get_incident(self, arguments: GetIncident, now: datetime) -> Output:
        incident = await self._ticket("incident", arguments.incident_number)
        found = await self._describe("incident", [incident], now, Degradation())
        result = IncidentOutput(incident=incident, slas=found.slas, incident_summary=found.summary)
        return Output.of(result, found.degradation)

    async def search_cases(self, arguments: SearchTickets, now: datetime) -> Output:
        found, total = await self._search("case", arguments, now)
        result = CasesOutput(
            cases=found.tickets,
            total=total,
            matched=matched(found.tickets, customer=arguments.customer),
            case_summary=found.summary,
        )
        return Output.of(result, found.degradation)

    async def search_incidents(self, arguments: SearchTickets, now: datetime) -> Output:
        found, total = await self._search("incident", arguments, now)
        result = IncidentsOutput(
            incidents=found.tickets,
            total=total,
            matched=matched(found.tickets, customer=arguments.customer),
            incident_summary=found.summary,
        )
        return Output.of(result, found.degradation)

    async def get_journal(self, arguments: GetJournalEntries) -> Output:
        ticket = await self._ticket(kind_of(arguments.case_number), arguments.case_number)
        entries = tuple(await self.desk.journal(ticket.sys_id, arguments.limit))
        result = JournalOutput(
            case_number=ticket.number,
            journal_entries=entries,
            journal_summary=journal_summary(entries) or nothing_noted(ticket.number),
        )
        return Output(result)

    async def _ticket(self, kind: TicketKind, number: str) -> Ticket:
        other = kind_of(number)
        if other != kind and _KNOWN_PREFIX.match(number):
            raise NotFound(
                f"{number} is the number of {_KIND_WITH_ARTICLE[other]}: use {_GETTERS[other]}"
            )
        ticket = await self.desk.ticket(kind, number)
        if ticket is None:
            raise NotFound(f"there is no {kind} {number}")
        return ticket

    async def _search(
        self, kind: TicketKind, arguments: SearchTickets, now: datetime
    ) -> tuple[_Described, int | None]:
        degradation = Degradation()
        customer = await self.aliases.customer(arguments.customer, degradation)
        found = await self.desk.tickets(kind, _search_of(arguments, customer))
        ranked = by_relevance(found.tickets, arguments.query)[: arguments.limit]
        if not ranked:
            filters = [arguments.query, arguments.customer and f"customer {arguments.customer}"]
            summary = nothing_found(f"{kind}s", arguments.active, filters)
            return _Described(summary=summary, degradation=degradation), 0
        total = None if found.total is None else max(found.total, len(ranked))
        return await self._describe(kind, ranked, now, degradation), total

    async def _describe(
        self, kind: TicketKind, tickets: Sequence[Ticket], now: datetime, degradation: Degradation
    ) -> _Described:
        best, *others = tickets
        slas, (journal, similar) = await gather_both(
            degradation.result_or("slas", (), self.desk.slas(best.number)),
            gather_both(
                degradation.result_or(
                    "journal", (), self.desk.journal(best.sys_id, _JOURNAL_ENTRIES_READ)
                ),
                degradation.result_or("similarCases", (), self._similar_to(kind, best)),
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
        # Only by the account's own name: to look up its aliases would block all of Redis.
        found = await self.similar.find(text, [ticket.account], [ticket.number], _MAX_SIMILAR)
        return [each.found.case_number for each in found]


def kind_of(number: str) -> TicketKind:
    """The kind of ticket that has this number: incidents have a prefix of their own."""
    return "incident" if number.upper().startswith("INC") else "case"


def _search_of(arguments: SearchTickets, customer: str | None) -> TicketSearch:
    return TicketSearch(
        words=search_words(arguments.query),
        account=customer or "",
        active=arguments.active,
        limit=_MAX_CANDIDATES,
    )
