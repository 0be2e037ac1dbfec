"""Fake sources of discovery, whose answers, delays and failures a test sets."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from typing_extensions import override

from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.errors import StoreUnavailable
from recollect.discovery.capturing import ExemplarRepository, StoredExemplar
from recollect.discovery.exemplars import FoundExemplar
from recollect.discovery.sources import DiscoveryRules, PackSources
from recollect.discovery.threads import (
    KnownThread,
    KnownThreads,
    SeenThread,
    ThreadMessage,
    ThreadReader,
)
from recollect.knowledge.business_contexts import BusinessContext, BusinessContexts
from recollect.knowledge.case_reading import KeptCases
from recollect.knowledge.records import KnowledgeRecord, KnowledgeRepository
from recollect.knowledge.similar_cases import FoundCase, ResolvedCases, SimilarCaseFinder
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import UNCALIBRATED
from recollect.servicedesk.items import (
    Cmdb,
    ConfigurationItem,
    ItemRelation,
    ItemSearch,
    Mentions,
    NewItem,
)
from recollect.servicedesk.tickets import (
    Change,
    FoundTickets,
    JournalEntry,
    ServiceDesk,
    TaskSla,
    Ticket,
    TicketKind,
    TicketSearch,
)
from tests.discovery.samples import FIREWALL, user

ALTUS = BusinessContext(
    entity_name="Altus Community Healthcare", entity_type="CLIENT", aliases=("Altus",)
)
CASE = Ticket(
    sys_id="c1",
    number="SCS0001234",
    short_description="Packet loss",
    description="The firewall drops.",
    account="Altus",
)
RULES = DiscoveryRules(5, 3, 3, 0.7, UNCALIBRATED, 0.2)


@dataclass(slots=True)
class Sources(BusinessContexts, KnownThreads, ServiceDesk, Cmdb, ThreadReader):
    """All sources in one; a call is recorded, and hangs or fails by its method or by its text."""

    hang: set[str] = field(default_factory=set)
    fail: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    by_request: BusinessContext | None = ALTUS
    by_case: BusinessContext | None = None
    found_case: Ticket | None = CASE
    further_cases: Sequence[Ticket] = ()
    business_contexts: Mapping[str, BusinessContext] = field(default_factory=dict)
    """What is answered of a company by its name, instead."""
    changes: Mapping[str, Sequence[Change]] = field(default_factory=dict)
    """By the company's sys_id, else by its name."""
    noted: Sequence[str] = ()
    said: Sequence[ThreadMessage] = (user("10.52.0.4 is slow", "1.5"),)
    brought_in: Sequence[KnowledgeRecord] = ()
    """Resolved cases by their numbers."""
    resolved: Sequence[FoundCase] = (
        FoundCase("A1", "Other", None, "Packet loss elsewhere", Arms(0.9, 20)),
        FoundCase("A2", "Altus Community Healthcare", None, "Packet loss", Arms(0.6, 5)),
    )

    @property
    def all(self) -> PackSources:
        cases = SimilarCaseFinder(Cases(self), UNCALIBRATED, 0)
        kept = KeptCases(Kept(self), ALL_CUSTOMERS)
        return PackSources(self, self, cases, kept, self, self, self, Exemplars(self))

    async def answer(self, method: str, *arguments: object) -> None:
        asked = " ".join([method, *map(str, arguments)])
        self.asked.append(asked)
        await asyncio.sleep(3600 if self.hang & {method, asked} else 0)
        if self.fail & {method, asked}:
            raise StoreUnavailable("fake", "broken")

    @override
    async def look_up(self, channel_id: str | None, company: str | None) -> BusinessContext | None:
        await self.answer("look_up", channel_id, company)
        if company and company in self.business_contexts:
            return self.business_contexts[company]
        return self.by_case if channel_id is None and company == "Altus" else self.by_request

    @override
    async def touch(self, seen: SeenThread) -> KnownThread:
        await self.answer("touch", seen.messages)
        return KnownThread(
            seen.channel_id, seen.thread_ts, seen.at, seen.at, seen.messages, seen.case_number
        )

    @override
    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        await self.answer("ticket", number)
        return self.found_case

    @override
    async def slas(self, case_number: str) -> Sequence[TaskSla]:
        await self.answer("slas", case_number)
        return [TaskSla(name="Resolution", has_breached=True, breach_at=None)]

    @override
    async def changes_under_way(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        await self.answer("changes", company_sys_id, company_name)
        return self.changes.get(company_sys_id or company_name, ())

    @override
    async def items(self, search: ItemSearch) -> Sequence[ConfigurationItem]:
        assert search.mentions is not None
        await self.answer("configuration_items", *search.mentions.ip_addresses)
        return [FIREWALL]

    @override
    async def relations(self, ends: Mentions, limit: int) -> Sequence[ItemRelation]:
        await self.answer("relations", *ends.ip_addresses)
        return []

    @override
    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        await self.answer("case", *search.numbers)
        there = (self.found_case, *self.further_cases)
        found = [each for each in there if each and each.number in search.numbers]
        return FoundTickets(found, len(found))

    @override
    async def journal(self, ticket_sys_id: str, limit: int) -> Sequence[JournalEntry]:
        await self.answer("journal", ticket_sys_id)
        noted = datetime(2025, 1, 15, tzinfo=UTC)
        return [
            JournalEntry(
                element="work_notes", value=each, sys_created_on=noted, sys_created_by="ann"
            )
            for each in self.noted
        ]

    @override
    async def create(self, new: NewItem) -> ConfigurationItem:
        raise AssertionError("packs make nothing")

    @override
    async def relate(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        raise AssertionError("packs make nothing")

    @override
    async def messages(self, channel_id: str, thread_ts: str) -> Sequence[ThreadMessage]:
        await self.answer("messages", channel_id, thread_ts)
        return self.said


@dataclass(frozen=True, slots=True)
class Cases(ResolvedCases):
    """The resolved cases of the sources."""

    sources: Sources

    @override
    async def similar(self, text: str, names: Sequence[str], limit: int) -> Sequence[FoundCase]:
        await self.sources.answer("similar", next(iter(names), None), text)
        return self.sources.resolved


@dataclass(frozen=True, slots=True)
class Kept(KnowledgeRepository):
    """The resolved cases of the sources by their numbers."""

    sources: Sources

    @override
    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[KnowledgeRecord]:
        await self.sources.answer("kept", *ids)
        return [each for each in self.sources.brought_in if each.id in ids]

    @override
    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        raise AssertionError("packs keep no cases")

    @override
    async def rewrite(self, namespace: str, record: KnowledgeRecord) -> bool:
        raise AssertionError("packs keep no cases")

    @override
    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        raise AssertionError("packs forget no cases")

    @override
    async def remove_beginning(self, namespace: str, beginning: str) -> None:
        raise AssertionError("packs forget no cases")


@dataclass(frozen=True, slots=True)
class Exemplars(ExemplarRepository):
    """The exemplars of the sources."""

    sources: Sources

    @override
    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        await self.sources.answer("exemplars", text)
        return [FoundExemplar("E1", "triage", "Loss", 0.9, 0.8, "Escalated", "success")]

    @override
    async def put(self, stored: StoredExemplar) -> None:
        raise AssertionError("packs keep no exemplars")
