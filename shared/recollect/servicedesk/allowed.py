"""The service desk and the CMDB restricted to the customers that a caller may know of.

Whatever the systems were asked, each record in their answers is checked again: a record of another
customer is treated as if it did not exist.
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
    """A service desk without the tickets of other customers.

    Journals and SLAs are not checked: they are asked for by the sys_id or number of a ticket that
    was already allowed.
    """

    desk: ServiceDesk
    customers: Customers

    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        """The ticket with this number, or None."""
        found = await self.desk.ticket(kind, number)
        return found if found is not None and self._allows(found) else None

    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        """At most `search.limit` tickets, and the total of these customers' tickets if known."""
        found = await self.desk.tickets(kind, search)
        seen = [each for each in found.tickets if self._allows(each)]
        if len(seen) == len(found.tickets):
            return found
        # The desk's total counts other customers' tickets: it is known only if all were returned.
        is_whole = found.total == len(found.tickets)
        return FoundTickets(seen, len(seen) if is_whole else None)

    async def journal(self, ticket_sys_id: str, limit: int) -> Sequence[JournalEntry]:
        """The last `limit` entries of a ticket, newest first."""
        return await self.desk.journal(ticket_sys_id, limit)

    async def slas(self, number: str) -> Sequence[TaskSla]:
        """The running SLAs of a ticket, the next to be breached first."""
        return await self.desk.slas(number)

    async def changes_under_way(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        """The changes under way for a company: by the sys_id from a ticket, else by its name."""
        if not company_sys_id and not self.customers.allow(company_name):
            return ()
        return await self.desk.changes_under_way(company_sys_id, company_name, now)

    def _allows(self, ticket: Ticket) -> bool:
        # An account whose name cannot be read is still somebody: its sys_id stands for it.
        return self.customers.allow(ticket.account, ticket.account_number, ticket.account_sys_id)


@dataclass(frozen=True, slots=True)
class AllowedCmdb:
    """A CMDB without the items of other customers, and without relations to them."""

    cmdb: Cmdb
    customers: Customers

    async def items(self, search: ItemSearch) -> Sequence[ConfigurationItem]:
        """At most `search.limit` items, by name."""
        return [each for each in await self.cmdb.items(search) if self._allows(each)]

    async def relations(self, ends: Mentions, limit: int) -> Sequence[ItemRelation]:
        """At most `limit` relations with one end that matches `ends`."""
        found = await self.cmdb.relations(ends, limit)
        seen = [each for each in found if self._allows(each.parent) and self._allows(each.child)]
        return seen[:limit]

    async def create(self, new: NewItem) -> ConfigurationItem:
        """Create an item, which belongs to no customer."""
        return await self.cmdb.create(new)

    async def relate(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        """Relate two items that this CMDB returned before."""
        await self.cmdb.relate(parent_sys_id, child_sys_id, type_name)

    def _allows(self, item: ConfigurationItem) -> bool:
        return self.customers.allow(item.company, item.company_sys_id)
