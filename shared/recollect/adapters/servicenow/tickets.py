"""The port `TicketDesk` over ServiceNow's tables, one request a method.

    case        sn_customerservice_case: account, else company; contact
    incident    incident: company, caller_id, cmdb_ci
    both        number, short_description, description, state, priority, category, assigned_to,
                assignment_group, cause, close_notes, active, opened_at, sys_updated_on, closed_at
    journal     sys_journal_field by element_id: comments and work notes
    SLA         task_sla, see `servicenow_slas`

States, priorities, categories and references are as people are shown them, times are those that
are stored, in UTC.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import quote

from recollect.adapters.servicenow.query import (
    Clause,
    NothingMatches,
    all_of,
    any_word,
    at_or_after,
    at_or_before,
    equals,
    one_of,
)
from recollect.adapters.servicenow.slas import running_slas
from recollect.adapters.servicenow.tables import Page, Row, ServiceNow
from recollect.discovery.service_desk import TaskSla
from recollect.tools.tickets import FoundTickets, JournalEntry, Ticket, TicketKind, TicketSearch

# Of these the rows of a state are picked that has a name and no number.
_MOST_ROWS: Final = 100
_STORED = ("sys_id", "number", "short_description", "description", "cause", "close_notes")
_SHOWN = ("state", "priority", "category", "assigned_to", "assignment_group")
_FIELDS = (*_STORED, *_SHOWN, "active", "opened_at", "sys_updated_on", "closed_at")
_ELEMENTS: Final[Mapping[str, Literal["comments", "work_notes"]]] = {
    "comments": "comments",
    "work_notes": "work_notes",
}
_JOURNAL_FIELDS = ("element_id", "element", "value", "sys_created_on", "sys_created_by")


@dataclass(frozen=True, slots=True)
class _Kind:
    """Where tickets of a kind are, and which fields say who they are about."""

    table: str
    account: str
    contact: str
    configuration_item: str = ""

    @property
    def fields(self) -> tuple[str, ...]:
        others = (self.account, "company", self.contact, self.configuration_item)
        return (*_FIELDS, *dict.fromkeys(each for each in others if each))


_KINDS: Final[Mapping[TicketKind, _Kind]] = {
    "case": _Kind("sn_customerservice_case", "account", "contact"),
    "incident": _Kind("incident", "company", "caller_id", "cmdb_ci"),
}


@dataclass(frozen=True, slots=True)
class ServiceNowTickets:
    """The tickets of an instance. Every method raises StoreError.

    What cannot be asked for, such as a number with a `^` in it, is not asked for: there is none.
    """

    servicenow: ServiceNow

    async def ticket(self, kind: TicketKind, number: str) -> Ticket | None:
        """The ticket of this number, in any case of letters, if there is one."""
        table = _KINDS[kind]
        with suppress(NothingMatches):
            query = all_of([equals("number", number)])
            for row in await self.servicenow.rows(table.table, query, table.fields, 1):
                if row.holds("number", number):
                    return self._ticket(kind, row)
        return None

    async def tickets(self, kind: TicketKind, search: TicketSearch) -> FoundTickets:
        """At most `search.limit` tickets, last changed first.

        A query knows states by their numbers only. Where the search names one instead, it is looked
        for among the hundred tickets that were changed last of those that match otherwise.
        """
        table = _KINDS[kind]
        limit = max(_MOST_ROWS, search.limit) if _names_state(search) else search.limit
        with suppress(NothingMatches):
            query = all_of(
                list(_clauses(table, search)), order_by="sys_updated_on", descending=True
            )
            page = await self.servicenow.page(table.table, query, table.fields, limit)
            return self._found(kind, search, page)
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
        """The SLAs that run on a ticket, the next to be breached first."""
        return await running_slas(self.servicenow, number)

    def _found(self, kind: TicketKind, search: TicketSearch, page: Page) -> FoundTickets:
        table = _KINDS[kind]
        rows = [row for row in page.rows if _is_wanted(table, row, search)]
        # Where rows are left out here, ServiceNow has counted others than those that are wanted.
        is_counted = len(rows) == len(page.rows) and not _names_state(search)
        tickets = [self._ticket(kind, row) for row in rows[: search.limit]]
        return FoundTickets(tickets, page.total if is_counted else len(rows))

    def _ticket(self, kind: TicketKind, row: Row) -> Ticket:
        table = _KINDS[kind]
        return Ticket(
            **{name: row.value(name) for name in _STORED},
            **{name: row.display(name) for name in _SHOWN},
            account=row.display(table.account) or row.display("company"),
            contact=row.display(table.contact),
            configuration_item=row.display(table.configuration_item),
            active=_is_active(row),
            opened_at=row.moment("opened_at"),
            updated_at=row.moment("sys_updated_on"),
            closed_at=row.moment("closed_at"),
            url=f"{self.servicenow.url}/{kind}/{quote(row.value('number'), safe='')}",
        )


def _clauses(table: _Kind, search: TicketSearch) -> Iterator[Clause]:
    """What can be asked for of what is wanted. Raises NothingMatches where something cannot be."""
    if search.words:
        yield any_word(search.words, ("short_description", "description"), ("number",))
    if search.numbers:
        yield one_of("number", search.numbers)
    if search.state and not _names_state(search):
        yield equals("state", search.state)
    if search.priority is not None:
        yield equals("priority", str(search.priority))
    for field, name in _names(table, search).items():
        yield equals(f"{field}.name", name)
    if search.opened_after is not None:
        yield at_or_after("opened_at", search.opened_after)
    if search.opened_before is not None:
        yield at_or_before("opened_at", search.opened_before)
    if search.active is not None:
        yield equals("active", "true" if search.active else "false")


def _is_wanted(table: _Kind, row: Row, search: TicketSearch) -> bool:
    """Whether what was asked for holds: conditions on unknown fields are left out of queries."""
    compare: Callable[[str, str], bool] = row.shows if _names_state(search) else row.holds
    opened = row.moment("opened_at")
    after, before = search.opened_after, search.opened_before
    return (
        (not search.numbers or any(row.holds("number", each) for each in search.numbers))
        and (not search.state or compare("state", search.state))
        and (search.priority is None or row.value("priority") == str(search.priority))
        and all(row.shows(field, name) for field, name in _names(table, search).items())
        and (after is None or (opened is not None and opened >= after.replace(microsecond=0)))
        and (before is None or (opened is not None and opened <= before))
        and (search.active is None or _is_active(row) == search.active)
    )


def _names(table: _Kind, search: TicketSearch) -> Mapping[str, str]:
    """The names that are wanted, by the field that refers to what has them."""
    names = {
        table.account: search.account,
        "assigned_to": search.assigned_to,
        "assignment_group": search.assignment_group,
    }
    return {field: name for field, name in names.items() if name}


def _names_state(search: TicketSearch) -> bool:
    return bool(search.state) and not (search.state.isascii() and search.state.isdigit())


def _is_active(row: Row) -> bool:
    """A table without the field, or whose field we may not read, has open and closed tickets."""
    return row.flag("active") if row.value("active") else row.moment("closed_at") is None


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
