"""Tools for cases and incidents: one by its number, some by what they say, what was done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field

from recollect.core.concurrency import both
from recollect.core.errors import NotFound
from recollect.core.messages import CamelMessage, Message
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
from recollect.tools.arguments import Limit, Text
from recollect.tools.parts import Parts
from recollect.tools.queries import by_relevance, words_of
from recollect.tools.summaries.journal import journal_summary
from recollect.tools.summaries.tickets import ticket_summary
from recollect.tools.tool import Output, Tool

# More than the lines of a summary, since equal entries are shown once.
_ENTRIES: Final = 20
_LOOKED_THROUGH: Final = 50
_SIMILAR: Final = 3


class GetCase(CamelMessage):
    """Which case."""

    case_number: Annotated[TicketNumber, Field(description="Such as SCS0012345.")]


class GetIncident(CamelMessage):
    """Which incident."""

    incident_number: Annotated[TicketNumber, Field(description="Such as INC0012345.")]


class SearchTickets(Message):
    """What the tickets say."""

    query: Annotated[Text, Field(description="Words of the problem, or a number.")]
    customer: Annotated[Text | None, Field(description="Only this customer's: the whole name.")] = (
        None
    )
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
    """Cases, as data and as a summary: the best match whole, the others by name."""

    cases: tuple[Ticket, ...]
    total: int
    case_summary: str


class IncidentsOutput(CamelMessage):
    """Incidents, as data and as a summary: the best match whole, the others by name."""

    incidents: tuple[Ticket, ...]
    total: int
    incident_summary: str


class JournalOutput(CamelMessage):
    """What was said and done, as data and as a summary, newest first."""

    case_number: str
    journal_entries: tuple[JournalEntry, ...]
    journal_summary: str


@dataclass(frozen=True, slots=True)
class TicketTools:
    """The tools, over a desk. Without `similar`, case summaries name no similar ones."""

    desk: ServiceDesk
    similar: SimilarCaseFinder | None

    def tools(self) -> Iterator[Tool[Any]]:
        """The tools of this module."""
        yield Tool(
            "getCase",
            "One customer service case by its number, with its SLAs. caseSummary tells its state, "
            "latest activity and context.",
            GetCase,
            self._get_case,
        )
        yield Tool(
            "searchCases",
            "Customer service cases that say what the query says. caseSummary tells the best match "
            "and names the others.",
            SearchTickets,
            self._search_cases,
        )
        yield Tool(
            "getJournalEntries",
            "The comments and work notes of a case or an incident, newest first. journalSummary "
            "tells the latest.",
            GetJournalEntries,
            self._get_journal,
        )
        yield Tool(
            "getIncident",
            "One incident by its number, with its SLAs. incidentSummary tells its state, latest "
            "activity and context.",
            GetIncident,
            self._get_incident,
        )
        yield Tool(
            "searchIncidents",
            "Incidents that say what the query says. incidentSummary tells the best match and "
            "names the others.",
            SearchTickets,
            self._search_incidents,
        )

    async def _get_case(self, asked: GetCase, now: datetime) -> Output:
        found = await self._described_by_number("case", asked.case_number, now)
        result = CaseOutput(case=found.ticket, slas=found.slas, case_summary=found.summary)
        return Output(result, found.missing)

    async def _get_incident(self, asked: GetIncident, now: datetime) -> Output:
        found = await self._described_by_number("incident", asked.incident_number, now)
        result = IncidentOutput(
            incident=found.ticket, slas=found.slas, incident_summary=found.summary
        )
        return Output(result, found.missing)

    async def _search_cases(self, asked: SearchTickets, now: datetime) -> Output:
        found = await self._found("case", asked, now)
        result = CasesOutput(cases=found.tickets, total=found.total, case_summary=found.summary)
        return Output(result, found.missing)

    async def _search_incidents(self, asked: SearchTickets, now: datetime) -> Output:
        found = await self._found("incident", asked, now)
        result = IncidentsOutput(
            incidents=found.tickets, total=found.total, incident_summary=found.summary
        )
        return Output(result, found.missing)

    async def _get_journal(self, asked: GetJournalEntries, now: datetime) -> Output:  # noqa: ARG002  # of every tool
        ticket = await self._ticket(kind_of(asked.case_number), asked.case_number)
        entries = tuple(await self.desk.journal(ticket.sys_id, asked.limit))
        result = JournalOutput(
            case_number=ticket.number,
            journal_entries=entries,
            journal_summary=journal_summary(entries),
        )
        return Output(result)

    async def _ticket(self, kind: TicketKind, number: str) -> Ticket:
        ticket = await self.desk.ticket(kind, number)
        if ticket is None:
            raise NotFound(f"there is no {kind} {number}")
        return ticket

    async def _described_by_number(
        self, kind: TicketKind, number: str, now: datetime
    ) -> "_Described":
        return await self._describe(kind, await self._ticket(kind, number), (), now)

    async def _describe(
        self, kind: TicketKind, ticket: Ticket, others: Sequence[Ticket], now: datetime
    ) -> "_Described":
        parts = Parts()
        slas, (journal, similar) = await both(
            parts.of("slas", self.desk.slas(ticket.number), ()),
            both(
                parts.of("journal", self.desk.journal(ticket.sys_id, _ENTRIES), ()),
                parts.of("similarCases", self._similar_to(kind, ticket), ()),
            ),
        )
        summary = ticket_summary(
            ticket, slas=slas, journal=journal, similar=similar, others=others, now=now
        )
        return _Described(ticket, tuple(slas), summary, parts.missing)

    async def _similar_to(self, kind: TicketKind, ticket: Ticket) -> Sequence[str]:
        text = f"{ticket.short_description}\n{ticket.description}".strip()
        if self.similar is None or kind == "incident" or not text:
            return ()
        found = await self.similar.find(text, ticket.account, [ticket.number], _SIMILAR)
        return [each.found.case_number for each in found]

    async def _found(self, kind: TicketKind, asked: SearchTickets, now: datetime) -> "_Found":
        found = await self.desk.tickets(kind, _search_of(asked))
        ranked = by_relevance(found.tickets, asked.query)[: asked.limit]
        if not ranked:
            return _Found((), 0, "", ())
        best, *others = ranked
        described = await self._describe(kind, best, others, now)
        return _Found(
            tuple(ranked), max(found.total, len(ranked)), described.summary, described.missing
        )


@dataclass(frozen=True, slots=True)
class _Described:
    ticket: Ticket
    slas: tuple[TaskSla, ...]
    summary: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    tickets: tuple[Ticket, ...]
    total: int
    summary: str
    missing: tuple[str, ...]


def kind_of(number: str) -> TicketKind:
    """Whose number it is: incidents have a prefix of their own."""
    return "incident" if number.upper().startswith("INC") else "case"


def _search_of(asked: SearchTickets) -> TicketSearch:
    return TicketSearch(
        words=words_of(asked.query),
        account=asked.customer or "",
        active=asked.active,
        limit=_LOOKED_THROUGH,
    )
