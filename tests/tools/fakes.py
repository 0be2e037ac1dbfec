"""Fakes of the ports of tools, which answer, hang or fail as a test says, and the tools on them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

from pydantic import JsonValue
from typing_extensions import override

from recollect.core.errors import StoreError
from recollect.knowledge.business_contexts import BusinessContext, BusinessContexts
from recollect.knowledge.similar_cases import FoundCase, ResolvedCases, SimilarCaseFinder
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
from recollect.tools.catalogue import ToolPorts, all_tools
from recollect.tools.claims import CreationClaims
from recollect.tools.documentation import Article, Documentation
from recollect.tools.pods import Cluster, Pod
from recollect.tools.tool import Output
from recollect.tools.toolbox import Toolbox, ToolRequest
from tests.tools.samples import (
    ARTICLE,
    CASE,
    ENTRY,
    INCIDENT,
    NOW,
    PARENT,
    POD,
    SERVER,
    SIMILAR,
    SLA,
    fewest,
)


@dataclass(slots=True)
class Fake:
    """A fake whose methods fail or hang by name, and record their calls."""

    fail: dict[str, StoreError] = field(default_factory=dict)
    hang: set[str] = field(default_factory=set)
    asked: list[tuple[object, ...]] = field(default_factory=list)

    async def answer(self, method: str, *arguments: object) -> None:
        """Record a call; then hang, fail, or let the method answer."""
        self.asked.append((method, *arguments))
        await asyncio.sleep(3600 if method in self.hang else 0)
        if method in self.fail:
            raise self.fail[method]

    def of(self, method: str) -> list[list[object]]:
        """The arguments of each call of this method."""
        return [arguments for name, *arguments in self.asked if name == method]


@dataclass(slots=True)
class Desk(Fake, ServiceDesk):
    """A desk with a few tickets. A search finds all of its kind; `total` may claim more."""

    known: Sequence[Ticket] = (CASE, INCIDENT)
    entries: Sequence[JournalEntry] = (ENTRY,)
    running: Sequence[TaskSla] = (SLA,)
    total: int | None = None

    @override
    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        await self.answer("ticket", kind, number)
        return next((each for each in self._of_kind(kind) if each.number == number), None)

    @override
    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        await self.answer("tickets", kind, search)
        found = self._of_kind(kind)
        if search.numbers:
            found = [each for each in found if each.number in search.numbers]
        return FoundTickets(found[: search.limit], len(found) if self.total is None else self.total)

    @override
    async def journal(self, ticket_sys_id: str, limit: int) -> Sequence[JournalEntry]:
        await self.answer("journal", ticket_sys_id, limit)
        return self.entries[:limit]

    @override
    async def slas(self, number: str) -> Sequence[TaskSla]:
        await self.answer("slas", number)
        return self.running

    @override
    async def changes_under_way(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        raise AssertionError("no tool asks for changes")

    def _of_kind(self, kind: TicketKind) -> list[Ticket]:
        return [
            each for each in self.known if (kind == "incident") == each.number.startswith("INC")
        ]


@dataclass(slots=True)
class Resolved(Fake, ResolvedCases):
    """An index of resolved cases, all of which are found for any query."""

    cases: Sequence[FoundCase] = SIMILAR

    @override
    async def similar(self, text: str, names: Sequence[str], limit: int) -> Sequence[FoundCase]:
        await self.answer("similar", text, names, limit)
        return self.cases


@dataclass(slots=True)
class Items(Fake, Cmdb):
    """A CMDB. If it is `late`, even a failing `create` creates the item."""

    known: list[ConfigurationItem] = field(default_factory=lambda: [PARENT, SERVER])
    related: list[ItemRelation] = field(default_factory=list)
    late: bool = False

    @override
    async def items(self, search: ItemSearch) -> Sequence[ConfigurationItem]:
        await self.answer("items", search)
        return [each for each in self.known if _is_wanted(each, search)][: search.limit]

    @override
    async def relations(self, ends: Mentions, limit: int) -> Sequence[ItemRelation]:
        await self.answer("relations", ends.sys_ids, limit)
        return [
            each
            for each in self.related
            if {each.parent.sys_id, each.child.sys_id} & set(ends.sys_ids)
        ][:limit]

    @override
    async def create(self, new: NewItem) -> ConfigurationItem:
        item = ConfigurationItem(
            sys_id=f"{len(self.known):032x}", name=new.name, class_name=new.class_name
        )
        try:
            await self.answer("create", new)
        except StoreError:
            if self.late:
                self.known.append(item)
            raise
        self.known.append(item)
        return item

    @override
    async def relate(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        await self.answer("relate", parent_sys_id, child_sys_id, type_name)
        parent, child = (
            ConfigurationItem(sys_id=each, name="") for each in (parent_sys_id, child_sys_id)
        )
        self.related.append(ItemRelation(parent, child, type_name))


def _is_wanted(item: ConfigurationItem, search: ItemSearch) -> bool:
    return (
        search.sys_id in {"", item.sys_id}
        and search.name.casefold() in {"", item.name.casefold()}
        and search.class_name in {"", item.class_name}
    )


@dataclass(slots=True)
class HeldClaims(Fake, CreationClaims):
    """Claims that are held until they are released; clearing `held` lets them expire."""

    held: dict[str, str] = field(default_factory=dict)

    @override
    async def take(self, name: str, milliseconds: int) -> str | None:
        await self.answer("take", name, milliseconds)
        token = uuid4().hex
        return token if self.held.setdefault(name, token) == token else None

    @override
    async def release(self, name: str, token: str) -> None:
        await self.answer("release", name, token)
        if self.held.get(name) == token:
            del self.held[name]


@dataclass(slots=True)
class KnownBusinessContexts(Fake, BusinessContexts):
    """A directory whose entries are found by their names and aliases."""

    known: Sequence[BusinessContext] = ()

    @override
    async def look_up(self, channel_id: str | None, company: str | None) -> BusinessContext | None:
        await self.answer("look_up", channel_id, company)
        names = [(each, {each.entity_name, *each.aliases}) for each in self.known]
        return next((each for each, called in names if company in called), None)


@dataclass(slots=True)
class Pages(Fake, Documentation):
    """Documentation that finds the same pages for every query."""

    pages: Sequence[Article] = (ARTICLE,)

    @override
    async def search(self, query: str, limit: int) -> Sequence[Article]:
        await self.answer("search", query, limit)
        return self.pages[:limit]


@dataclass(slots=True)
class Pods(Fake, Cluster):
    """A cluster that has the same pods in every namespace."""

    known: Sequence[Pod] = (POD,)

    @override
    async def pods(self, namespace: str, limit: int, name: str = "") -> Sequence[Pod]:
        await self.answer("pods", namespace, limit, name)
        return [pod for pod in self.known if name in {"", pod.name}][:limit]


@dataclass(slots=True)
class World:
    """The fakes of all ports of tools, and the tools on them."""

    desk: Desk = field(default_factory=Desk)
    resolved: Resolved = field(default_factory=Resolved)
    cmdb: Items = field(default_factory=Items)
    claims: HeldClaims = field(default_factory=HeldClaims)
    business_contexts: KnownBusinessContexts = field(default_factory=KnownBusinessContexts)
    pages: Pages = field(default_factory=Pages)
    cluster: Pods = field(default_factory=Pods)
    deadline: float = 60.0
    is_without_desk: bool = False

    @property
    def toolbox(self) -> Toolbox:
        """A toolbox with every tool."""
        ports = ToolPorts(
            cases=SimilarCaseFinder(self.resolved, UNCALIBRATED, 0.2),
            claims=self.claims,
            business_contexts=self.business_contexts,
            desk=None if self.is_without_desk else self.desk,
            cmdb=self.cmdb,
            documentation=self.pages,
            cluster=self.cluster,
        )
        return Toolbox.of(all_tools(ports), self.deadline)

    async def call(self, name: str, /, **arguments: JsonValue) -> Output:
        """Call a tool as a handler does."""
        tools = self.toolbox
        return await tools.run(tools.find(name), ToolRequest(arguments=arguments), NOW)

    async def try_out(self, name: str) -> Output:
        """Call a tool with as few arguments as it accepts."""
        return await self.call(name, **fewest(self.toolbox.find(name)))

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The called methods, each once, with the names of their ports."""
        fakes = {
            name: each for name in self.__slots__ if isinstance(each := getattr(self, name), Fake)
        }
        found = [(name, str(method)) for name, each in fakes.items() for method, *_ in each.asked]
        return list(dict.fromkeys(found))

    async def call_as_json(self, name: str, /, **arguments: JsonValue) -> dict[str, Any]:
        """The answer of a tool, as JSON."""
        return (await self.call(name, **arguments)).result.model_dump(mode="json")
