"""The port `Cmdb` over ServiceNow's tables.

    item        cmdb_ci: name, sys_class_name, environment, operational_status, location,
                ip_address, fqdn, managed_by_group, else support_group, company, short_description
    relation    cmdb_rel_ci: parent, child, type
    its type    cmdb_rel_type by name

An item is added to the table of its class. The user we come as may do that, and add relations.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from recollect.adapters.servicenow.auth import STORE
from recollect.adapters.servicenow.query import (
    Clause,
    NothingMatches,
    all_of,
    any_of,
    any_word,
    equals,
    one_of,
)
from recollect.adapters.servicenow.tables import Row, ServiceNow
from recollect.core.errors import StoreRefused
from recollect.tools.items import Item, ItemSearch, Link, NewItem

_FIELDS = (
    *("sys_id", "name", "sys_class_name", "environment", "operational_status", "location"),
    *("ip_address", "fqdn", "managed_by_group", "support_group", "company", "short_description"),
)
_LINK_FIELDS = ("parent", "child", "type")


@dataclass(frozen=True, slots=True)
class ServiceNowCmdb:
    """The CMDB of an instance. Every method raises StoreError.

    What cannot be asked for, such as a name with a `^` in it, is not asked for: there is none.
    """

    servicenow: ServiceNow

    async def items(self, search: ItemSearch) -> Sequence[Item]:
        """At most `search.limit` items, by name."""
        with suppress(NothingMatches):
            query = all_of(list(_clauses(search)), order_by="name")
            rows = await self.servicenow.rows("cmdb_ci", query, _FIELDS, search.limit)
            return [_item(row) for row in rows if _is_wanted(row, search)]
        return []

    async def links(self, sys_ids: Sequence[str], limit: int) -> Sequence[Link]:
        """At most `limit` relations of which one end is one of these; of the first 50 of these."""
        with suppress(NothingMatches):
            query = all_of([any_of([one_of("parent", sys_ids), one_of("child", sys_ids)])])
            rows = await self.servicenow.rows("cmdb_rel_ci", query, _LINK_FIELDS, limit)
            return [_link(row) for row in rows if _is_of(row, sys_ids)]
        return []

    async def create(self, new: NewItem) -> Item:
        """Make an item; sent again only if it certainly had no effect."""
        given = {
            "name": new.name,
            "environment": new.environment,
            "ip_address": new.ip_address,
            "fqdn": new.fqdn,
            "short_description": new.short_description,
        }
        values = {name: value for name, value in given.items() if value}
        item = _item(await self.servicenow.insert(new.class_name, values, _FIELDS))
        if not item.sys_id:
            raise StoreRefused(STORE, "answered outside its protocol")
        return item

    async def link(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        """Relate two items. StoreRefused where there is no such type of relations."""
        values = {
            "parent": parent_sys_id,
            "child": child_sys_id,
            "type": await self._type(type_name),
        }
        await self.servicenow.insert("cmdb_rel_ci", values, ("sys_id",))

    async def _type(self, name: str) -> str:
        with suppress(NothingMatches):
            query = all_of([equals("name", name)])
            for row in await self.servicenow.rows("cmdb_rel_type", query, ("sys_id", "name"), 1):
                if row.holds("name", name) and row.value("sys_id"):
                    return row.value("sys_id")
        raise StoreRefused(STORE, "has no such type of relations")


def _clauses(search: ItemSearch) -> Iterator[Clause]:
    """What is wanted. Raises NothingMatches where something of it cannot be asked for."""
    if search.words:
        yield any_word(search.words, ("name", "short_description"))
    for field, value in _exact(search).items():
        yield equals(field, value)


def _is_wanted(row: Row, search: ItemSearch) -> bool:
    """Whether what was asked for holds: conditions on unknown fields are left out of queries."""
    return all(row.holds(field, value) for field, value in _exact(search).items())


def _exact(search: ItemSearch) -> Mapping[str, str]:
    wanted = {
        "sys_id": search.sys_id,
        "name": search.name,
        "sys_class_name": search.class_name,
        "ip_address": search.ip_address,
        "fqdn": search.fqdn,
        "environment": search.environment,
    }
    return {field: value for field, value in wanted.items() if value}


def _item(row: Row) -> Item:
    return Item(
        sys_id=row.value("sys_id"),
        name=row.value("name"),
        class_name=row.value("sys_class_name"),
        type=row.display("sys_class_name"),
        environment=row.display("environment"),
        operational_status=row.display("operational_status"),
        location=row.display("location"),
        ip_address=row.value("ip_address"),
        fqdn=row.value("fqdn"),
        owner_group=row.display("managed_by_group") or row.display("support_group"),
        company=row.display("company"),
        short_description=row.value("short_description"),
    )


def _is_of(row: Row, sys_ids: Sequence[str]) -> bool:
    # An end that we may not read is empty.
    ends = {row.value("parent").casefold(), row.value("child").casefold()}
    return "" not in ends and not ends.isdisjoint(map(str.casefold, sys_ids))


def _link(row: Row) -> Link:
    return Link(
        parent=row.value("parent"),
        parent_name=row.display("parent"),
        child=row.value("child"),
        child_name=row.display("child"),
        type=row.display("type"),
    )
