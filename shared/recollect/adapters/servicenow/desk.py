"""The port `ServiceDesk` over ServiceNow's tables, one request a method.

    case            sn_customerservice_case: number, short_description, description, priority,
                    opened_at, closed_at
    its company     account, else company
    VIP, high risk  account.u_vip or contact.vip; account.u_high_risk
    SLA             task_sla by task.number, those that are active: sla, stage, has_breached,
                    planned_end_time
    change          change_request by company, else company.name: number, state, short_description,
                    start_date, end_date
    item            cmdb_ci: name, sys_class_name, ip_address, fqdn, environment,
                    managed_by_group, else support_group
    relation        cmdb_rel_ci: the same of parent and of child

`u_vip` and `u_high_risk` are true-or-false columns that an instance adds to its accounts; without
them no account is either. `start_date` and `end_date` are what forms label "Planned start date" and
"Planned end date". The user we come as reads these tables and has the time zone GMT, since
ServiceNow may take the times of a query to be the user's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from recollect.adapters.servicenow.query import (
    Clause,
    NothingMatches,
    Query,
    all_of,
    any_of,
    at_or_after,
    at_or_before,
    equals,
    one_of,
)
from recollect.adapters.servicenow.slas import running_slas
from recollect.adapters.servicenow.tables import Row, ServiceNow
from recollect.discovery.service_desk import (
    Case,
    Change,
    ConfigurationItem,
    Mentions,
    Relation,
    TaskSla,
)

_SCHEDULED, _IMPLEMENT = "-2", "-1"
_ACTIVE_STATES = (_IMPLEMENT, _SCHEDULED)
_MOST_ROWS = 50
_CASE_FIELDS = (
    *("sys_id", "number", "short_description", "description", "priority", "opened_at", "closed_at"),
    *("account", "account.u_vip", "account.u_high_risk", "company", "contact.vip"),
)
_CHANGE_FIELDS = ("number", "state", "short_description", "start_date", "end_date", "company")
_ITEM_FIELDS = (
    *("name", "sys_class_name", "ip_address", "fqdn", "environment"),
    *("managed_by_group", "support_group"),
)


@dataclass(frozen=True, slots=True)
class ServiceNowDesk:
    """The service desk of an instance. Every method raises StoreError.

    What cannot be asked for, such as a number with a `^` in it, is not asked for: there is none.
    """

    servicenow: ServiceNow

    async def case(self, number: str) -> Case | None:
        """The case of this number, if there is one."""
        with suppress(NothingMatches):
            query = all_of([equals("number", number)])
            for row in await self._rows("sn_customerservice_case", query, _CASE_FIELDS, 1):
                if row.holds("number", number):
                    return _case(row)
        return None

    async def slas(self, case_number: str) -> Sequence[TaskSla]:
        """The SLAs that run on a case, the next to be breached first."""
        return await running_slas(self.servicenow, case_number)

    async def changes(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        """The changes under way now for a company: by its sys_id, else by its name.

        Under way is what is in its planned window, and in state Implement or Scheduled: not all
        move a change on at the minute at which its window opens.
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
            return [
                change
                for row in await self._rows("change_request", query, _CHANGE_FIELDS)
                if _is_of(row, company_sys_id, company_name) and (change := _change(row, now))
            ]
        return []

    async def configuration_items(
        self, mentions: Mentions, limit: int
    ) -> Sequence[ConfigurationItem]:
        """Items that have one of the addresses, host names or names, by name."""
        with suppress(NothingMatches):
            query = all_of([any_of(_mentioned(mentions))], order_by="name")
            fields = ("sys_id", *_ITEM_FIELDS)
            found = [_item(row) for row in await self._rows("cmdb_ci", query, fields, limit)]
            return [item for item in found if _is_mentioned(item, mentions)]
        return []

    async def relations(self, mentions: Mentions, limit: int) -> Sequence[Relation]:
        """Relations of which one end has one of the addresses, host names or names."""
        with suppress(NothingMatches):
            ends = ("parent.", "child.")
            query = all_of([any_of(each for end in ends for each in _mentioned(mentions, end))])
            fields = [*("parent", "child"), *(end + each for end in ends for each in _ITEM_FIELDS)]
            rows = await self._rows("cmdb_rel_ci", query, fields, limit)
            found = [Relation(_item(row, "parent."), _item(row, "child.")) for row in rows]
            return [
                relation
                for relation in found
                if relation.parent.name and relation.child.name  # an end that we may not read
                if _is_mentioned(relation.parent, mentions)
                or _is_mentioned(relation.child, mentions)
            ]
        return []

    async def _rows(
        self, table: str, query: Query, fields: Sequence[str], limit: int = _MOST_ROWS
    ) -> list[Row]:
        return await self.servicenow.rows(table, query, fields, limit)


def _case(row: Row) -> Case:
    company = "account" if row.value("account") else "company"
    priority = row.value("priority")
    return Case(
        sys_id=row.value("sys_id"),
        number=row.value("number"),
        short_description=row.value("short_description"),
        description=row.value("description"),
        priority=int(priority) if priority in {"1", "2", "3", "4"} else None,
        opened_at=row.moment("opened_at"),
        closed_at=row.moment("closed_at"),
        company_sys_id=row.value(company),
        company_name=row.display(company),
        is_vip=row.flag("account.u_vip") or row.flag("contact.vip"),
        is_high_risk=row.flag("account.u_high_risk"),
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


def _mentioned(mentions: Mentions, end: str = "") -> Iterator[Clause]:
    for field, values in _values(mentions).items():
        with suppress(NothingMatches):
            yield one_of(end + field, values)


def _values(mentions: Mentions) -> Mapping[str, Sequence[str]]:
    return {"ip_address": mentions.ip_addresses, "fqdn": mentions.fqdns, "name": mentions.names}


def _is_mentioned(item: ConfigurationItem, mentions: Mentions) -> bool:
    return (
        _has(item.ip_addresses, mentions.ip_addresses)
        or _has([item.fqdn], mentions.fqdns)
        or _has([item.name], mentions.names)
    )


def _has(held: Iterable[str], wanted: Iterable[str]) -> bool:
    return not {each.casefold() for each in held if each}.isdisjoint(map(str.casefold, wanted))


def _item(row: Row, end: str = "") -> ConfigurationItem:
    group = row.display(f"{end}managed_by_group") or row.display(f"{end}support_group")
    return ConfigurationItem(
        sys_id=row.value(end.removesuffix(".") or "sys_id"),
        name=row.value(f"{end}name"),
        class_name=row.value(f"{end}sys_class_name"),
        ip_addresses=tuple(row.value(f"{end}ip_address").replace(",", " ").split()),
        fqdn=row.value(f"{end}fqdn"),
        environment=row.value(f"{end}environment").lower(),
        owner_group=group,
    )
