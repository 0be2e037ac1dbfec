"""What several sections need to know: what was said, which cases it is about, whose they are."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from recollect.core.concurrency import gather_all
from recollect.core.customers import Customers
from recollect.discovery.request import MOST_CASES, DiscoveryRequest
from recollect.discovery.shared_answers import SharedAnswer
from recollect.discovery.sources import PackSources
from recollect.discovery.threads import SeenThread, ThreadMessage
from recollect.knowledge.business_contexts import BusinessContext
from recollect.knowledge.case_reading import KnownCase
from recollect.language.abridging import abridged
from recollect.language.markup import readable
from recollect.servicedesk.numbers import case_numbers_in, ticket_number
from recollect.servicedesk.tickets import Ticket, TicketSearch

_MOST_ENTRIES: Final = 20
_LONGEST_CONTENT: Final = 600
_LookUp = Coroutine[Any, Any, Mapping[str, KnownCase] | None]


@dataclass(frozen=True, slots=True)
class Cases:
    """The numbers that somebody named, at most ten, and the cases that there are of them.

    `known` are those of the service desk, `resolved` those that it has not and somebody brought in.
    """

    numbers: tuple[str, ...] = ()
    known: tuple[Ticket, ...] = ()
    resolved: tuple[Ticket, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def there(self) -> tuple[Ticket, ...]:
        """All cases that there are, those of the service desk first."""
        return (*self.known, *self.resolved)

    @property
    def first(self) -> Ticket | None:
        """The one that counts where one does."""
        return next(iter(self.there), None)


@dataclass(frozen=True, slots=True)
class Customer:
    """Whose the case is: a name, and the company's sys_id where a case told it."""

    name: str = ""
    sys_id: str = ""

    def __bool__(self) -> bool:
        return bool(self.name or self.sys_id)


@dataclass(slots=True)
class PackInputs:
    """All that is asked for once for a pack; `close` ends what is still under way.

    `timeout` is in seconds: how long a section waits for what it can do without. `owner` is whose
    thread it is about.
    """

    request: DiscoveryRequest
    now: datetime
    sources: PackSources
    timeout: float
    owner: str = ""
    unasked: Cases = field(init=False)
    """What is known of the cases before anybody has answered: the numbers in the request."""
    messages: SharedAnswer[Sequence[ThreadMessage]] = field(init=False)
    stated: SharedAnswer[Sequence[Ticket]] = field(init=False)
    cases: SharedAnswer[Cases] = field(init=False)
    channel: SharedAnswer[BusinessContext | None] = field(init=False)
    customer: SharedAnswer[Customer] = field(init=False)
    context: SharedAnswer[BusinessContext | None] = field(init=False)
    notes: SharedAnswer[Sequence[str]] = field(init=False)
    _kept: SharedAnswer[Mapping[str, KnownCase] | None] | None = field(init=False, default=None)
    """Cases that the service desk does not have, as soon as they are asked for."""
    _contexts: dict[Customer, SharedAnswer[BusinessContext | None]] = field(
        init=False, default_factory=dict
    )
    """Of further customers, as they are asked for."""

    def __post_init__(self) -> None:
        """Begin to ask."""
        asked = self.request
        texts = [*(each.text for each in asked.spoken), asked.journal_text or ""]
        named = [*asked.case_numbers, *case_numbers_in(texts, asked.case_numbers)]
        # What is made of something else is waited for a little longer than that.
        self.unasked = Cases(numbers=_at_most(named))
        self.stated = SharedAnswer.begin(self._look_up(self.unasked.numbers), 0.6 * self.timeout)
        self.messages = SharedAnswer.begin(self._messages(), 0.6 * self.timeout)
        self.cases = SharedAnswer.begin(self._cases(), 0.8 * self.timeout)
        self.channel = SharedAnswer.begin(self._channel(), self.timeout)
        self.customer = SharedAnswer.begin(self._customer(), 0.9 * self.timeout)
        self.context = SharedAnswer.begin(self._context(), self.timeout)
        self.notes = SharedAnswer.begin(self._notes(), self.timeout)

    async def close(self) -> None:
        """End what is still under way."""
        tasks: list[asyncio.Task[Any]] = [
            *(self.messages.task, self.stated.task, self.cases.task, self.notes.task),
            *(self.channel.task, self.customer.task, self.context.task),
            *(each.task for each in self._contexts.values()),
            *([self._kept.task] if self._kept else []),
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def company(self) -> str:
        """The customer's name: as the directory has it, else as the request or the case has."""
        context = await self.context.answer_or(None)
        return context.entity_name if context else (await self.customer.answer_or(Customer())).name

    async def names(self) -> Sequence[str]:
        """All that the customer is called; nothing where there is none."""
        customer = await self.customer.answer_or(Customer())
        context = await self.context.answer_or(None)
        return [each for each in (*(context.names if context else ()), customer.name) if each]

    async def concerned(self) -> Sequence[tuple[Ticket | None, Customer]]:
        """The cases of the service desk, each with whose it is; without any, the customer alone.

        Raises what asking for the cases raised.
        """
        cases = (await self.cases.answer()).known
        if not cases:
            return [(None, await self.customer.answer())]
        customers = await gather_all(self._customer_of(each) for each in cases)
        return list(zip(cases, customers, strict=True))

    async def context_of(self, customer: Customer) -> BusinessContext | None:
        """What the directory has of a customer of these cases; None where it does not tell."""
        if customer == await self.customer.answer_or(Customer()):
            return await self.context.answer_or(None)
        if customer not in self._contexts:
            left = self.context.until - asyncio.get_running_loop().time()
            self._contexts[customer] = SharedAnswer.begin(self._context_of(customer), left)
        return await self._contexts[customer].answer_or(None)

    async def name_of(self, customer: Customer) -> str:
        """The name of a customer of these cases: as the directory has it, else as it came."""
        context = await self.context_of(customer)
        return context.entity_name if context else customer.name

    async def customers(self) -> Customers:
        """All that the customer is known as; false where there is none."""
        customer = await self.customer.answer_or(Customer())
        # A customer that is called `*` is one customer.
        return Customers.of(each for each in (customer.sys_id, *await self.names()) if each != "*")

    async def _messages(self) -> Sequence[ThreadMessage]:
        asked = self.request
        if asked.messages:
            return asked.spoken
        if self.sources.conversations is None or not asked.channel_id or not asked.thread_ts:
            return ()
        return await self.sources.conversations.messages(asked.channel_id, asked.thread_ts)

    async def _cases(self) -> Cases:
        """Those that the request names, at once; then those that only the thread names."""
        stated = self.unasked.numbers
        texts = [each.text for each in await self.messages.answer_or(())]
        heard = case_numbers_in(texts, stated)
        if not stated and not heard and (number := await self._known_of_thread()):
            heard = [number]
        numbers = _at_most([*stated, *heard])
        both = (self.stated.answer(), self._look_up(numbers[len(stated) :]))
        found = [ticket for tickets in await gather_all(both) for ticket in tickets]
        at_desk = {ticket_number(each.number): each.number.upper() for each in found}
        missing = [each for each in numbers if ticket_number(each) not in at_desk]
        kept = await self._brought_in(missing)
        lacking = [each for each in missing if kept is not None and each not in kept]
        return Cases(
            numbers=_at_most([at_desk.get(ticket_number(each), each) for each in numbers]),
            known=tuple(found),
            resolved=tuple(map(_resolved, (kept or {}).values())),
            unknown=tuple(lacking if self.sources.desk else ()),
        )

    async def _brought_in(self, numbers: Sequence[str]) -> Mapping[str, KnownCase] | None:
        """The resolved cases that are kept of these numbers; None where nobody says so in time."""
        if not numbers:
            return {}
        left = self.cases.until - asyncio.get_running_loop().time()
        # Who waits for the cases is still to get those of the service desk.
        work: _LookUp = self.sources.kept.numbered(numbers)
        self._kept = SharedAnswer.begin(work, 0.8 * left)
        return await self._kept.answer_or(None)

    async def _look_up(self, numbers: Sequence[str]) -> Sequence[Ticket]:
        """The cases that there are of these numbers, in their order."""
        desk = self.sources.desk
        if desk is None or not numbers:
            return ()
        # The desk's own numbers have no hyphen; those that others keep may have one.
        asked = tuple(dict.fromkeys(map(ticket_number, numbers)))
        search = TicketSearch(numbers=asked, limit=MOST_CASES)
        found = (await desk.tickets("case", search)).tickets
        by_number = {ticket_number(each.number): each for each in found}
        return [by_number[each] for each in asked if each in by_number]

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
        """The one that the request names, else that of the first case known, else the channel's."""
        return await self._customer_of(None if self.request.company_name else await self._first())

    async def _first(self) -> Ticket | None:
        case = next(iter(await self.stated.answer_or(())), None)
        # Who said what in the thread matters only where the request names no case that there is.
        if case is None or not _named_by(case):
            case = (await self.cases.answer_or(self.unasked)).first
        return case

    async def _customer_of(self, case: Ticket | None) -> Customer:
        """The one that the request names, else the case's, else the channel's."""
        if self.request.company_name:
            return Customer(self.request.company_name)
        if case is not None and (customer := _named_by(case)):
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

    async def _notes(self) -> Sequence[str]:
        """What the cases say themselves, and what was noted on them."""
        cases = await self.cases.answer_or(self.unasked)
        texts = [
            text
            for case in cases.there
            for text in (case.configuration_item, case.short_description, case.description)
        ]
        desk = self.sources.desk
        if desk is not None:
            journals = await gather_all(
                desk.journal(each.sys_id, _MOST_ENTRIES) for each in cases.known
            )
            texts += [entry.value for journal in journals for entry in journal]
        return texts


def _named_by(case: Ticket) -> Customer:
    return Customer(case.account, case.account_sys_id)


def _resolved(case: KnownCase) -> Ticket:
    """A case that somebody brought in, as the service desk would have it."""
    return Ticket.model_validate(
        {
            "sys_id": "",
            "number": case.case_number,
            "short_description": abridged(readable(case.content), _LONGEST_CONTENT),
            "state": "Resolved",
            "active": False,
            "account": case.company or "",
            "updated_at": case.resolved_at,
            "url": case.url or "",
        }
    )


def _at_most(numbers: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(numbers))[:MOST_CASES]
