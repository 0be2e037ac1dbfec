"""Exemplars and Slack threads restricted to the customers that a caller may know of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recollect.core.customers import Customers
from recollect.core.errors import StoreRefused
from recollect.discovery.capturing import ExemplarRepository, StoredExemplar
from recollect.discovery.exemplars import FoundExemplar
from recollect.discovery.threads import (
    KnownThread,
    KnownThreads,
    SeenThread,
    ThreadMessage,
    ThreadReader,
)
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.servicedesk.tickets import ServiceDesk


@dataclass(frozen=True, slots=True)
class AllowedExemplars:
    """Exemplars without those of other customers.

    Every exemplar is about some customer's case. So an exemplar whose customer is unknown is shown
    only to callers who may know of all customers.
    """

    exemplars: ExemplarRepository
    customers: Customers

    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        """The exemplars most similar to a text, the most similar first."""
        found = await self.exemplars.similar(text, limit)
        return [each for each in found if self._allows(each.company)]

    async def put(self, stored: StoredExemplar) -> None:
        """Store an exemplar, replacing the one with its id."""
        await self.exemplars.put(stored)

    def _allows(self, company: str | None) -> bool:
        return self.customers.all or (bool(company) and self.customers.allow(company))


@dataclass(frozen=True, slots=True)
class AllowedKnownThreads:
    """What is known of threads, without the channels and cases of other customers."""

    threads: KnownThreads
    business_contexts: BusinessContexts
    desk: ServiceDesk | None
    customers: Customers

    async def touch(self, seen: SeenThread) -> KnownThread:
        """Note how a thread is seen now, and return all that is known of it.

        In a channel of another customer, nothing is noted, and only what is seen now is known.
        """
        owner = await self.business_contexts.look_up(seen.channel_id, None)
        if owner is not None and not owner.is_of(self.customers):
            return _as_seen(seen)
        known = await self.threads.touch(seen)
        if known.case_number in {None, seen.case_number} or self.desk is None:
            return known
        case = await self.desk.ticket("case", known.case_number or "")
        return known if case is not None else replace(known, case_number=None)


@dataclass(frozen=True, slots=True)
class AllowedThreads:
    """Threads in channels that, by the directory, belong to these customers."""

    threads: ThreadReader
    business_contexts: BusinessContexts
    customers: Customers

    async def messages(self, channel_id: str, thread_ts: str) -> Sequence[ThreadMessage]:
        """The messages of users and assistants in a thread, oldest first.

        Raises StoreError, also for any other channel: for this caller it does not exist.
        """
        owner = await self.business_contexts.look_up(channel_id, None)
        if owner is None or not owner.is_of(self.customers):
            raise StoreRefused("slack", "channel_not_found")
        return await self.threads.messages(channel_id, thread_ts)


def _as_seen(seen: SeenThread) -> KnownThread:
    return KnownThread(
        seen.channel_id, seen.thread_ts, seen.at, seen.at, seen.messages, seen.case_number
    )
