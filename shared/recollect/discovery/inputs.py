"""What several sections of a pack need: the messages, the cases they are about, the customer."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from recollect.core.concurrency import gather_all
from recollect.core.customers import Customers
from recollect.discovery.cases import Cases, as_ticket, bounded, tickets_numbered
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.shared_answers import SharedAnswer
from recollect.discovery.sources import PackSources
from recollect.discovery.threads import SeenThread, ThreadMessage
from recollect.knowledge.business_contexts import BusinessContext
from recollect.knowledge.case_reading import KnownCase
from recollect.servicedesk.numbers import case_numbers_in, ticket_number
from recollect.servicedesk.tickets import JournalEntry, Ticket

_MAX_NOTES: Final = 20
_LookUp = Coroutine[Any, Any, Mapping[str, KnownCase] | None]


@dataclass(frozen=True, slots=True)
class Customer:
    """The customer of a case: its name, and its sys_id if a case of the service desk has it."""

    name: str = ""
    sys_id: str = ""

    def __bool__(self) -> bool:
        return bool(self.name or self.sys_id)


@dataclass(slots=True)
class PackInputs:
    """Everything that is fetched once per pack; `close` cancels what is still under way.

    `timeout`, in seconds, is how long a section waits for an input that it can do without. `owner`
    is whose knowledge of the thread counts.
    """

    request: DiscoveryRequest
    now: datetime
    sources: PackSources
    timeout: float
    owner: str = ""
    request_cases: Cases = field(init=False)
    """The cases before any source has answered: only the numbers in the request."""
    messages: SharedAnswer[Sequence[ThreadMessage]] = field(init=False)
    request_tickets: SharedAnswer[Sequence[Ticket]] = field(init=False)
    cases: SharedAnswer[Cases] = field(init=False)
    channel: SharedAnswer[BusinessContext | None] = field(init=False)
    customer: SharedAnswer[Customer] = field(init=False)
    context: SharedAnswer[BusinessContext | None] = field(init=False)
    notes: SharedAnswer[Mapping[str, Sequence[JournalEntry]]] = field(init=False)
    """The latest notes of each case of the service desk by its sys_id, newest first."""
    _kept: SharedAnswer[Mapping[str, KnownCase] | None] | None = field(init=False, default=None)
    """The resolved cases that the service desk lacks; None until they are asked for."""
    _contexts: dict[Customer, SharedAnswer[BusinessContext | None]] = field(
        init=False, default_factory=dict
    )
    """The business contexts of further customers, as they are asked for."""

    def __post_init__(self) -> None:
        """Start all requests."""
        asked = self.request
        texts = [*(each.text for each in asked.spoken), asked.journal_text or ""]
        named = [*asked.case_numbers, *case_numbers_in(texts, asked.case_numbers)]
        # An input that is made from another is waited for a little longer than the other.
        self.request_cases = Cases(numbers=bounded(named))
        self.request_tickets = SharedAnswer.begin(
            self._tickets(self.request_cases.numbers), 0.6 * self.timeout
        )
        self.messages = SharedAnswer.begin(self._messages(), 0.6 * self.timeout)
        self.cases = SharedAnswer.begin(self._cases(), 0.8 * self.timeout)
        self.channel = SharedAnswer.begin(self._channel(), self.timeout)
        self.customer = SharedAnswer.begin(self._customer(), 0.9 * self.timeout)
        self.context = SharedAnswer.begin(self._context(), self.timeout)
        self.notes = SharedAnswer.begin(self._notes(), self.timeout)

    async def close(self) -> None:
        """Cancel all requests that are still under way."""
        tasks: list[asyncio.Task[Any]] = [
            *(self.messages.task, self.request_tickets.task, self.cases.task, self.notes.task),
            *(self.channel.task, self.customer.task, self.context.task),
            *(each.task for each in self._contexts.values()),
            *([self._kept.task] if self._kept else []),
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def company(self) -> str:
        """The customer's name: as in the directory, else as in the request or the case."""
        context = await self.context.answer_or(None)
        return context.entity_name if context else (await self.customer.answer_or(Customer())).name

    async def names(self) -> Sequence[str]:
        """All names of the customer; none if there is no customer."""
        customer = await self.customer.answer_or(Customer())
        context = await self.context.answer_or(None)
        return [each for each in (*(context.names if context else ()), customer.name) if each]

    async def concerned(self) -> Sequence[tuple[Ticket | None, Customer]]:
        """The cases of the service desk with their customers; without any, the customer alone.

        Raises the error with which the request for the cases failed.
        """
        cases = (await self.cases.answer()).known
        if not cases:
            return [(None, await self.customer.answer())]
        customers = await gather_all(self._customer_of(each) for each in cases)
        return list(zip(cases, customers, strict=True))

    async def context_of(self, customer: Customer) -> BusinessContext | None:
        """The business context of a customer of these cases; None if the directory gives none."""
        if customer == await self.customer.answer_or(Customer()):
            return await self.context.answer_or(None)
        if customer not in self._contexts:
            left = self.context.until - asyncio.get_running_loop().time()
            self._contexts[customer] = SharedAnswer.begin(self._context_of(customer), left)
        return await self._contexts[customer].answer_or(None)

    async def name_of(self, customer: Customer) -> str:
        """The name of a customer of these cases: as in the directory, else as in the case."""
        context = await self.context_of(customer)
        return context.entity_name if context else customer.name

    async def customers(self) -> Customers:
        """The sys_id and all names of the customer; empty, and so false, if there is none."""
        customer = await self.customer.answer_or(Customer())
        # `*` would stand for all customers, not for one who happens to be called so.
        return Customers.of(each for each in (customer.sys_id, *await self.names()) if each != "*")

    async def _messages(self) -> Sequence[ThreadMessage]:
        asked = self.request
        if asked.messages:
            return asked.spoken
        if self.sources.conversations is None or not asked.channel_id or not asked.thread_ts:
            return ()
        return await self.sources.conversations.messages(asked.channel_id, asked.thread_ts)

    async def _cases(self) -> Cases:
        """The cases that the request names, already asked for, and those only the thread names."""
        in_request = self.request_cases.numbers
        texts = [each.text for each in await self.messages.answer_or(())]
        in_thread = case_numbers_in(texts, in_request)
        if not in_request and not in_thread and (number := await self._known_of_thread()):
            in_thread = [number]
        numbers = bounded([*in_request, *in_thread])
        both = (self.request_tickets.answer(), self._tickets(numbers[len(in_request) :]))
        found = [ticket for tickets in await gather_all(both) for ticket in tickets]
        at_desk = {ticket_number(each.number): each.number.upper() for each in found}
        missing = [each for each in numbers if ticket_number(each) not in at_desk]
        kept = await self._stored_cases(missing)
        unknown = [each for each in missing if kept is not None and each not in kept]
        return Cases(
            numbers=bounded([at_desk.get(ticket_number(each), each) for each in numbers]),
            known=tuple(found),
            resolved=tuple(map(as_ticket, (kept or {}).values())),
            unknown=tuple(unknown if self.sources.desk else ()),
        )

    async def _stored_cases(self, numbers: Sequence[str]) -> Mapping[str, KnownCase] | None:
        """The stored resolved cases of these numbers; None if the store fails or is late."""
        if not numbers:
            return {}
        left = self.cases.until - asyncio.get_running_loop().time()
        # Only part of the time that is left: a late store must not cost the cases of the desk.
        work: _LookUp = self.sources.kept.numbered(numbers)
        self._kept = SharedAnswer.begin(work, 0.8 * left)
        return await self._kept.answer_or(None)

    async def _tickets(self, numbers: Sequence[str]) -> Sequence[Ticket]:
        desk = self.sources.desk
        if desk is None or not numbers:
            return ()
        return await tickets_numbered(desk, numbers)

    async def _known_of_thread(self) -> str | None:
        """The case that the thread was about when it was last seen."""
        channel, thread = self.request.channel_id, self.request.thread_ts
        if not channel or not thread:
            return None
        seen = SeenThread(channel, thread, self.now, owner=self.owner)
        return (await self.sources.threads.touch(seen)).case_number

    async def _channel(self) -> BusinessContext | None:
        channel = self.request.channel_id
        return await self.sources.business_contexts.look_up(channel, None) if channel else None

    async def _customer(self) -> Customer:
        """The customer that the request names, else the first case's, else the channel's."""
        return await self._customer_of(None if self.request.company_name else await self._first())

    async def _first(self) -> Ticket | None:
        case = next(iter(await self.request_tickets.answer_or(())), None)
        # The thread matters only if the request names no existing case that has a customer.
        if case is None or not _customer_in(case):
            case = (await self.cases.answer_or(self.request_cases)).first
        return case

    async def _customer_of(self, case: Ticket | None) -> Customer:
        """The customer that the request names, else the case's, else the channel's."""
        if self.request.company_name:
            return Customer(self.request.company_name)
        if case is not None and (customer := _customer_in(case)):
            return customer
        channel = await self.channel.answer_or(None)
        return Customer(channel.entity_name) if channel else Customer()

    async def _context(self) -> BusinessContext | None:
        return await self._context_of(await self.customer.answer())

    async def _context_of(self, customer: Customer) -> BusinessContext | None:
        channel = await self.channel.answer()
        if not customer.name or (channel and channel.is_of(Customers.of([customer.name]))):
            return channel
        return await self.sources.business_contexts.look_up(None, customer.name)

    async def _notes(self) -> Mapping[str, Sequence[JournalEntry]]:
        desk = self.sources.desk
        if desk is None:
            return {}
        ids = [each.sys_id for each in (await self.cases.answer_or(self.request_cases)).known]
        return dict(
            zip(ids, await gather_all(desk.journal(each, _MAX_NOTES) for each in ids), strict=True)
        )


def _customer_in(case: Ticket) -> Customer:
    return Customer(case.account, case.account_sys_id)
