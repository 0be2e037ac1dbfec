"""The port `ServiceDesk` over ServiceNow's tables.

Each method takes one request, or several if the caller may know of many customers.

    ticket      see `tickets`
    customers   see `customers`
    journal     sys_journal_field by element_id: comments and work notes
    SLA         task_sla by task.number, those that are active: sla, stage, has_breached,
                planned_end_time
    change      change_request by company, else company.name: number, state, short_description,
                start_date, end_date

`start_date` and `end_date` are what forms label "Planned start date" and "Planned end date". Our
ServiceNow user must have the right to read these tables, and the time zone GMT, since ServiceNow
may read the times in a query as times in the user's zone.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final, Literal

from recollect.adapters.servicenow.query import (
    NothingMatches,
    all_of,
    at_or_after,
    at_or_before,
    equals,
    one_of,
)
from recollect.adapters.servicenow.tables import Row, RowPage, ServiceNow, merged
from recollect.adapters.servicenow.tickets import TABLES, names_state, ticket_of
from recollect.core.concurrency import gather_all
from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.servicedesk.tickets import (
    Change,
    FoundTickets,
    JournalEntry,
    TaskSla,
    Ticket,
    TicketKind,
    TicketSearch,
)

# How many tickets are read if the search gives a state by its name: the state is checked
# afterwards.
_MAX_CHECKED_FOR_STATE: Final = 100
_MAX_ROWS: Final = 50
_SCHEDULED, _IMPLEMENT = "-2", "-1"
_ACTIVE_STATES = (_IMPLEMENT, _SCHEDULED)
_ELEMENTS: Final[Mapping[str, Literal["comments", "work_notes"]]] = {
    "comments": "comments",
    "work_notes": "work_notes",
}
_JOURNAL_FIELDS = ("element_id", "element", "value", "sys_created_on", "sys_created_by")
_SLA_FIELDS = ("task.number", "sla", "active", "stage", "has_breached", "planned_end_time")
_CHANGE_FIELDS = ("number", "state", "short_description", "start_date", "end_date", "company")


@dataclass(frozen=True, slots=True)
class ServiceNowDesk:
    """The service desk of an instance. Every method raises StoreError.

    A value that a query cannot express, such as a number with a `^` in it, is not asked for, and
    nothing is found for it. Only tickets of `customers` or of no customer are found.
    """

    servicenow: ServiceNow
    customers: Customers = ALL_CUSTOMERS

    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        """The ticket with this number, in upper or lower case, or None."""
        table = TABLES[kind]
        with suppress(NothingMatches):
            numbered = equals("number", number)
            queries = [all_of([numbered, *scope]) for scope in table.of(self.customers)]
            found = await gather_all(
                self.servicenow.rows(table.name, query, table.fields, 1) for query in queries
            )
            for row in chain.from_iterable(found):
                if row.holds("number", number):
                    return ticket_of(row, kind, self.servicenow.url)
        return None

    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        """At most `search.limit` tickets, the most recently changed first.

        A query can only express the number of a state. If the search gives a state by name, it is
        looked for among the hundred most recently changed tickets that match in all else.
        """
        table = TABLES[kind]
        limit = max(_MAX_CHECKED_FOR_STATE, search.limit) if names_state(search) else search.limit
        with suppress(NothingMatches):
            clauses = [*table.clauses(search)]
            queries = [
                all_of([*clauses, *scope], order_by="sys_updated_on", descending=True)
                for scope in table.of(self.customers)
            ]
            pages = await gather_all(
                self.servicenow.page(table.name, query, table.fields, limit) for query in queries
            )
            return self._found(kind, search, merged(pages, "sys_updated_on", limit))
        return FoundTickets([], 0)

    async def journal(self, ticket_sys_id: str, limit: int) -> Sequence[JournalEntry]:
        """The last `limit` entries of a ticket, newest first."""
        with suppress(NothingMatches):
            query = all_of(
                [equals("element_id", ticket_sys_id), one_of("element", _ELEMENTS)],
                order_by="sys_created_on",
                descending=True,
            )
            rows = await self.servicenow.rows("sys_journal_field", query, _JOURNAL_FIELDS, limit)
            read = [_entry(row) for row in rows if row.holds("element_id", ticket_sys_id)]
            return [entry for entry in read if entry is not None]
        return []

    async def slas(self, number: str) -> Sequence[TaskSla]:
        """The active SLAs of a ticket, the next to be breached first."""
        with suppress(NothingMatches):
            query = all_of(
                [equals("task.number", number), equals("active", "true")],
                order_by="planned_end_time",
            )
            return [
                _sla(row)
                for row in await self.servicenow.rows("task_sla", query, _SLA_FIELDS, _MAX_ROWS)
                if row.holds("task.number", number) and row.flag("active")
            ]
        return []

    async def changes_under_way(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        """The changes under way now for a company, given by its sys_id, or else by its name.

        A change is under way in its planned window, while its state is Implement or Scheduled. It
        may still be Scheduled, since not everybody sets its state at the minute the window opens.
        """
        with suppress(NothingMatches):
            query = all_of(
                [
                    equals("company", company_sys_id)
                    if company_sys_id
                    else equals("company.name", company_name),
                    one_of("state", _ACTIVE_STATES),
                    at_or_before("start_date", now),
                    at_or_after("end_date", now),
                ],
                order_by="end_date",
            )
            rows = await self.servicenow.rows("change_request", query, _CHANGE_FIELDS, _MAX_ROWS)
            of_company = [row for row in rows if _is_of(row, company_sys_id, company_name)]
            return [change for row in of_company if (change := _change(row, now))]
        return []

    def _found(self, kind: TicketKind, search: TicketSearch, page: RowPage) -> FoundTickets:
        rows = [row for row in page.rows if TABLES[kind].is_wanted(row, search)]
        # If rows are dropped here, ServiceNow's count includes rows that are not wanted.
        is_counted = len(rows) == len(page.rows) and not names_state(search)
        tickets = [ticket_of(row, kind, self.servicenow.url) for row in rows[: search.limit]]
        total = len(rows) if page.is_whole else None
        return FoundTickets(tickets, page.total if is_counted else total)


def _entry(row: Row) -> JournalEntry | None:
    element, created = _ELEMENTS.get(row.value("element")), row.moment("sys_created_on")
    if element is None or created is None:
        return None
    return JournalEntry(
        element=element,
        value=row.value("value"),
        sys_created_on=created,
        sys_created_by=row.value("sys_created_by"),
    )


def _sla(row: Row) -> TaskSla:
    # While an SLA is paused, its planned end is wrong: it is moved on only when the SLA is resumed.
    is_paused = row.value("stage") == "paused"
    breach_at = None if is_paused else row.moment("planned_end_time")
    return TaskSla(
        name=row.display("sla"), has_breached=row.flag("has_breached"), breach_at=breach_at
    )


def _is_of(row: Row, company_sys_id: str, company_name: str) -> bool:
    if company_sys_id:
        return row.holds("company", company_sys_id)
    return row.shows("company", company_name)


def _change(row: Row, now: datetime) -> Change | None:
    start, end = row.moment("start_date"), row.moment("end_date")
    if start is None or end is None or not start <= now <= end:
        return None
    if row.value("state") not in _ACTIVE_STATES:
        return None
    number, state = row.value("number"), row.display("state")
    return Change(number, state, row.value("short_description"), start, end)
