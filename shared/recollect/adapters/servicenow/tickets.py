"""Reads tickets from rows of ServiceNow's tables, and writes the queries for these tables.

    case        sn_customerservice_case: account with its number, else company; contact
    incident    incident: company, caller_id
    both        number, short_description, description, state, priority, impact, urgency, category,
                assigned_to, assignment_group, opened_by, cmdb_ci, cause, close_notes, active,
                opened_at, sys_updated_on, closed_at, due_date
    VIP         of cases: account.u_vip or contact.vip
    high risk   of cases: account.u_high_risk

States, priorities, categories and references are read as they are displayed to people, times as
they are stored, in UTC. `u_vip` and `u_high_risk` are true-or-false columns that an instance may
add to its accounts; without them, no account is a VIP or high risk.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from recollect.adapters.servicenow.customers import CustomerClauses, of_account, of_company
from recollect.adapters.servicenow.query import (
    Clause,
    NothingMatches,
    any_of,
    any_word,
    at_or_after,
    at_or_before,
    contains,
    equals,
    one_of,
)
from recollect.adapters.servicenow.tables import Row
from recollect.core.customers import Customers
from recollect.servicedesk.tickets import Ticket, TicketKind, TicketSearch

_STORED = ("sys_id", "number", "short_description", "description", "cause", "close_notes")
_SHOWN = (
    *("state", "priority", "impact", "urgency", "category"),
    *("assigned_to", "assignment_group", "opened_by"),
)
_FIELDS = (*_STORED, *_SHOWN, "active", "opened_at", "sys_updated_on", "closed_at", "due_date")
_LEVELS = frozenset({"1", "2", "3", "4"})


@dataclass(frozen=True, slots=True)
class TicketTable:
    """The table of a kind of tickets, and the names of its fields that the kinds do not share.

    `account` refers to the customer, `contact` to the person; `marks` say whether they are VIPs or
    high risk.
    """

    name: str
    account: str
    contact: str
    configuration_item: str
    marks: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are read of a row."""
        others = (self.account, "company", self.contact, self.configuration_item, *self.marks)
        return (*_FIELDS, *dict.fromkeys(each for each in others if each))

    def clauses(self, search: TicketSearch) -> Iterator[Clause]:
        """The conditions of a search, but for a state by name, which no query can express.

        Raises NothingMatches if a query cannot express another of its values.
        """
        if search.words:
            yield any_word(search.words, ("short_description", "description"), ("number",))
        if search.numbers:
            yield one_of("number", search.numbers)
        if search.state and not names_state(search):
            yield equals("state", search.state)
        if search.priority is not None:
            yield equals("priority", str(search.priority))
        for field, name in self._names(search).items():
            yield _named(field, name, numbered=field == "account")
        if search.opened_after is not None:
            yield at_or_after("opened_at", search.opened_after)
        if search.opened_before is not None:
            yield at_or_before("opened_at", search.opened_before)
        if search.active is not None:
            yield equals("active", "true" if search.active else "false")

    def of(self, customers: Customers) -> Sequence[CustomerClauses]:
        """For each query, the clauses for tickets of these customers or of no customer."""
        if self.account == "account":
            return of_account(customers)
        return of_company(self.account, customers)

    def is_wanted(self, row: Row, search: TicketSearch) -> bool:
        """Whether a row matches the search: ServiceNow drops conditions on fields that it lacks."""
        compare: Callable[[str, str], bool] = row.shows if names_state(search) else row.holds
        opened = row.moment("opened_at")
        after, before = search.opened_after, search.opened_before
        return (
            (not search.numbers or any(row.holds("number", each) for each in search.numbers))
            and (not search.state or compare("state", search.state))
            and (search.priority is None or row.value("priority") == str(search.priority))
            and all(_is_named(row, field, name) for field, name in self._names(search).items())
            and (after is None or (opened is not None and opened >= after.replace(microsecond=0)))
            and (before is None or (opened is not None and opened <= before))
            and (search.active is None or _is_active(row) == search.active)
        )

    def _names(self, search: TicketSearch) -> Mapping[str, str]:
        """The names that are searched for, by the field that refers to a record with that name."""
        names = {
            self.account: search.account,
            "assigned_to": search.assigned_to,
            "assignment_group": search.assignment_group,
        }
        return {field: name for field, name in names.items() if name}


TABLES: Final[Mapping[TicketKind, TicketTable]] = {
    "case": TicketTable(
        "sn_customerservice_case",
        "account",
        "contact",
        "cmdb_ci",
        marks=("account.number", "account.u_vip", "account.u_high_risk", "contact.vip"),
    ),
    "incident": TicketTable("incident", "company", "caller_id", "cmdb_ci"),
}


def ticket_of(row: Row, kind: TicketKind, instance_url: str) -> Ticket:
    """The ticket that a row of the kind's table describes."""
    table, level = TABLES[kind], row.value("priority")
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
        due_at=row.moment("due_date"),
        url=_link(instance_url, table.name, row.value("number")),
        account_sys_id=row.value(table.account) or row.value("company"),
        account_number=row.value("account.number"),
        priority_level=int(level) if level in _LEVELS else None,
        is_vip=row.flag("account.u_vip") or row.flag("contact.vip"),
        is_high_risk=row.flag("account.u_high_risk"),
    )


def _named(field: str, name: str, *, numbered: bool) -> Clause:
    """What `field` refers to has a name that contains `name`, or if `numbered` this number.

    Raises NothingMatches.
    """
    clauses = [equals(f"{field}.number", name)] if numbered else []
    with suppress(NothingMatches):
        return any_of([contains(f"{field}.name", name), *clauses])
    return any_of([equals(f"{field}.name", name), *clauses])


def _is_named(row: Row, field: str, name: str) -> bool:
    return name.casefold() in row.display(field).casefold() or (
        field == "account" and row.holds("account.number", name)
    )


def _link(instance_url: str, table: str, number: str) -> str:
    """The page of the record with this number, as a query: no page has the number in its path."""
    return f"{instance_url}/{table}.do?sysparm_query=number={quote(number, safe='')}"


def names_state(search: TicketSearch) -> bool:
    """Whether the search gives the state by its displayed name, and not by its number."""
    return bool(search.state) and not (search.state.isascii() and search.state.isdigit())


def _is_active(row: Row) -> bool:
    """Whether a ticket is active.

    If the table lacks the field, or our user may not read it, a ticket is active until it is
    closed.
    """
    return row.flag("active") if row.value("active") else row.moment("closed_at") is None
