"""The service desk and the CMDB as somebody sees them who may know of some customers only.

What the systems answer is looked at once more, however they were asked: what is of another customer
is as if it did not exist.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from recollect.core.customers import Customers
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


@dataclass(frozen=True, slots=True)
class AllowedDesk:
    """A desk on which there are no tickets of other customers.

    Journals and SLAs are asked for by what a ticket says of itself, so only of those that are seen.
    """

    desk: ServiceDesk
    customers: Customers

    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        """The ticket of this number, if there is one."""
        found = await self.desk.ticket(kind, number)
        return found if found is not None and self._allows(found) else None

    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        """At most `search.limit` tickets, and how many there are of these customers in all."""
        found = await self.desk.tickets(kind, search)
        seen = [each for each in found.tickets if self._allows(each)]
        if len(seen) == len(found.tickets):
            return found
        # Others than these have been counted: the total is known where there are no further ones.
        is_whole = found.total == len(found.tickets)
        return FoundTickets(seen, len(seen) if is_whole else None)

    async def journal(self, ticket_sys_id: str, limit: int) -> Sequence[JournalEntry]:
        """The last `limit` entries of a ticket, newest first."""
        return await self.desk.journal(ticket_sys_id, limit)

    async def slas(self, number: str) -> Sequence[TaskSla]:
        """The SLAs that run on a ticket, the next to be breached first."""
        return await self.desk.slas(number)

    async def changes_under_way(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        """The changes under way for a company, by a sys_id that a ticket has told, or by name."""
        if not company_sys_id and not self.customers.allow(company_name):
            return ()
        return await self.desk.changes_under_way(company_sys_id, company_name, now)

    def _allows(self, ticket: Ticket) -> bool:
        # Who may not be read is not nobody: without a name its sys_id stands for it.
        return self.customers.allow(ticket.account, ticket.account_number, ticket.account_sys_id)


@dataclass(frozen=True, slots=True)
class AllowedCmdb:
    """A CMDB in which there are no items of other customers, nor relations to them."""

    cmdb: Cmdb
    customers: Customers

    async def items(self, search: ItemSearch) -> Sequence[ConfigurationItem]:
        """At most `search.limit` items, by name."""
        return [each for each in await self.cmdb.items(search) if self._allows(each)]

    async def relations(self, ends: Mentions, limit: int) -> Sequence[ItemRelation]:
        """At most `limit` relations of which one end is meant by `ends`."""
        found = await self.cmdb.relations(ends, limit)
        seen = [each for each in found if self._allows(each.parent) and self._allows(each.child)]
        return seen[:limit]

    async def create(self, new: NewItem) -> ConfigurationItem:
        """Make an item, which is nobody's."""
        return await self.cmdb.create(new)

    async def relate(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        """Relate two items that this CMDB has answered."""
        await self.cmdb.relate(parent_sys_id, child_sys_id, type_name)

    def _allows(self, item: ConfigurationItem) -> bool:
        return self.customers.allow(item.company, item.company_sys_id)
