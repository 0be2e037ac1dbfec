"""The port `Cmdb` over ServiceNow's tables.

    item        cmdb_ci: name, sys_class_name, environment, operational_status, location,
                ip_address, fqdn, managed_by_group, else support_group, company, short_description
    customers   see `customers`
    relation    cmdb_rel_ci: parent, child, type, company of either end; and if items are searched
                for by what a text mentions, name, class, addresses, environment and groups of both
    its type    cmdb_rel_type by name

An item is added to the table of its class. Our ServiceNow user must have the right to do that, and
to add relations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from recollect.adapters.servicenow.auth import STORE
from recollect.adapters.servicenow.customers import of_company
from recollect.adapters.servicenow.query import (
    Clause,
    EncodedQuery,
    NothingMatches,
    all_of,
    any_of,
    any_word,
    equals,
    one_of,
    starts_with,
)
from recollect.adapters.servicenow.tables import Row, ServiceNow
from recollect.core.concurrency import gather_all
from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.errors import StoreRefused
from recollect.servicedesk.items import (
    ConfigurationItem,
    ItemRelation,
    ItemSearch,
    Mentions,
    NewItem,
)

_FIELDS = (
    *("sys_id", "name", "sys_class_name", "environment", "operational_status", "location"),
    *("ip_address", "fqdn", "managed_by_group", "support_group", "company", "short_description"),
)
_RELATION_FIELDS = ("sys_id", "parent", "child", "type", "parent.company", "child.company")
# How many hosts are asked for by prefix: each takes a condition of its own, while whole names go
# into one list.
_MAX_HOST_PREFIXES = 10
# By which factor more relations are read if a query can restrict only one end to the customers.
_OVERREAD_FACTOR = 4
_ENDS = ("parent.", "child.")
_END_FIELDS = tuple(
    end + field
    for end in _ENDS
    for field in (
        *("name", "sys_class_name", "ip_address", "fqdn", "environment"),
        *("managed_by_group", "support_group"),
    )
)


@dataclass(frozen=True, slots=True)
class ServiceNowCmdb:
    """The CMDB of an instance. Every method raises StoreError.

    A value that a query cannot express, such as a name with a `^` in it, is not asked for, and
    nothing is found for it. Only items of `customers` or of no customer are found.
    """

    servicenow: ServiceNow
    customers: Customers = ALL_CUSTOMERS

    async def items(self, search: ItemSearch) -> Sequence[ConfigurationItem]:
        """At most `search.limit` items, by name."""
        with suppress(NothingMatches):
            clauses = [*_clauses(search)]
            queries = [
                all_of([*clauses, *scope], order_by="name")
                for scope in of_company("company", self.customers)
            ]
            rows = await self._rows("cmdb_ci", queries, _FIELDS, search.limit)
            if len(queries) > 1:
                rows.sort(key=lambda row: row.value("name").casefold())
            return [_item(row) for row in rows if _is_wanted(row, search)][: search.limit]
        return []

    async def relations(self, ends: Mentions, limit: int) -> Sequence[ItemRelation]:
        """At most `limit` relations of which one end is among `ends`.

        At most 50 values of each kind of mention are asked for. If `ends` has sys_ids, the caller
        knows the items already, and the ends are read with their names only.
        """
        fields = _RELATION_FIELDS if ends.sys_ids else (*_RELATION_FIELDS, *_END_FIELDS)
        with suppress(NothingMatches):
            either = any_of(each for end in _ENDS for each in _mentioned(ends, end))
            parents, children = (of_company(f"{end}company", self.customers) for end in _ENDS)
            if len(parents) == 1:
                queries = [all_of([either, *parents[0], *children[0]])]
            else:
                # A query for each pair of batches would be too many. These restrict only the
                # parent, so the caller may drop some of what is read.
                queries = [all_of([either, *parent]) for parent in parents]
            read = limit if len(queries) == 1 else limit * _OVERREAD_FACTOR
            rows = await self._rows("cmdb_rel_ci", queries, fields, read)
            found = [
                ItemRelation(_item(row, "parent."), _item(row, "child."), row.display("type"))
                for row in rows
            ]
            return [relation for relation in found if _is_related(relation, ends)]
        return []

    async def create(self, new: NewItem) -> ConfigurationItem:
        """Create an item. The request is retried only if it has certainly had no effect."""
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

    async def relate(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        """Relate two items. Raises StoreRefused if there is no relation type of this name."""
        values = {
            "parent": parent_sys_id,
            "child": child_sys_id,
            "type": await self._type(type_name),
        }
        await self.servicenow.insert("cmdb_rel_ci", values, ("sys_id",))

    async def _rows(
        self, table: str, queries: Sequence[EncodedQuery], fields: Sequence[str], limit: int
    ) -> list[Row]:
        """The rows that the queries find, each once: every query finds rows of no customer."""
        found = await gather_all(
            self.servicenow.rows(table, query, fields, limit) for query in queries
        )
        return [*{row.value("sys_id"): row for rows in found for row in rows}.values()]

    async def _type(self, name: str) -> str:
        with suppress(NothingMatches):
            query = all_of([equals("name", name)])
            for row in await self.servicenow.rows("cmdb_rel_type", query, ("sys_id", "name"), 1):
                if row.holds("name", name) and row.value("sys_id"):
                    return row.value("sys_id")
        raise StoreRefused(STORE, "has no such type of relations")


def _clauses(search: ItemSearch) -> Iterator[Clause]:
    """The conditions of a search. Raises NothingMatches if a query cannot express one of them."""
    if search.words:
        yield any_word(search.words, ("name", "short_description"))
    if search.mentions is not None:
        yield any_of(_mentioned(search.mentions))
    for field, value in _exact(search).items():
        yield equals(field, value)


def _mentioned(mentions: Mentions, end: str = "") -> Iterator[Clause]:
    """Conditions of which one must hold for a mentioned item, or for that `end` of a relation."""
    named = {
        end.removesuffix(".") or "sys_id": mentions.sys_ids,
        f"{end}ip_address": mentions.ip_addresses,
        f"{end}fqdn": mentions.fqdns,
        f"{end}name": (*mentions.names, *mentions.phrases),
    }
    for field, values in named.items():
        with suppress(NothingMatches):
            yield one_of(field, values)
    for host in mentions.names[:_MAX_HOST_PREFIXES]:
        with suppress(NothingMatches):
            yield starts_with(f"{end}fqdn", f"{host}.")


def _is_wanted(row: Row, search: ItemSearch) -> bool:
    """Whether a row matches the search: ServiceNow drops conditions on fields that it lacks."""
    is_mentioned = search.mentions is None or _is_meant(_item(row), search.mentions)
    return is_mentioned and all(row.holds(field, value) for field, value in _exact(search).items())


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


def _is_related(relation: ItemRelation, ends: Mentions) -> bool:
    # An end that our user may not read is empty.
    both = (relation.parent, relation.child)
    return all(item.sys_id for item in both) and any(_is_meant(item, ends) for item in both)


def _is_meant(item: ConfigurationItem, mentions: Mentions) -> bool:
    return (
        _has([item.sys_id], mentions.sys_ids)
        or _has(item.ip_addresses, mentions.ip_addresses)
        or _has([item.fqdn], mentions.fqdns)
        or _has([item.name, item.host], mentions.names)
        or _has([item.name], mentions.phrases)
    )


def _has(held: Iterable[str], wanted: Iterable[str]) -> bool:
    return not {each.casefold() for each in held if each}.isdisjoint(map(str.casefold, wanted))


def _item(row: Row, end: str = "") -> ConfigurationItem:
    """The item of a row of `cmdb_ci`, or an `end` of a row of `cmdb_rel_ci`."""
    reference = end.removesuffix(".")
    return ConfigurationItem(
        sys_id=row.value(reference or "sys_id"),
        name=row.value(f"{end}name") or row.display(reference),
        class_name=row.value(f"{end}sys_class_name"),
        type=row.display(f"{end}sys_class_name"),
        environment=row.display(f"{end}environment"),
        operational_status=row.display(f"{end}operational_status"),
        location=row.display(f"{end}location"),
        ip_address=row.value(f"{end}ip_address"),
        fqdn=row.value(f"{end}fqdn"),
        owner_group=row.display(f"{end}managed_by_group") or row.display(f"{end}support_group"),
        company=row.display(f"{end}company"),
        company_sys_id=row.value(f"{end}company"),
        short_description=row.value(f"{end}short_description"),
        environment_key=row.value(f"{end}environment").lower(),
    )
