"""The port `Accounts` over ServiceNow's table customer_account: sys_id, number, name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from recollect.adapters.servicenow.query import all_among, all_of, any_of, in_batches
from recollect.adapters.servicenow.tables import Row, ServiceNow
from recollect.core.concurrency import gather_all
from recollect.core.customers import Customers

_FIELDS = ("sys_id", "number", "name")
# As many as ServiceNow answers at once; of an account there is one by its number.
_MOST_ROWS: Final = 10_000


@dataclass(frozen=True, slots=True)
class ServiceNowAccounts:
    """The accounts of an instance. Raises StoreError."""

    servicenow: ServiceNow

    async def names(self, numbers: Sequence[str]) -> Sequence[str]:
        """What the accounts with these numbers or sys_ids are called, and no other account is.

        Of one whose name is not its own, the sys_id.
        """
        named = Customers.of(numbers).names
        # ServiceNow leaves out of a query what names a field that the table does not have.
        ours = {
            row.value("sys_id"): row.value("name")
            for row in await self._rows(("number", "sys_id"), numbers)
            if named & Customers.of((row.value("number"), row.value("sys_id"))).names
        }
        called = [*in_batches(ours.values())]
        askable = {*chain.from_iterable(called)}
        alike = await self._rows(
            ("name",), [*askable, *(" ".join(each.split()) for each in askable)]
        )
        foreign = Customers.of(
            row.value("name") for row in alike if row.value("sys_id") not in ours
        )
        return [
            name if name in askable and not foreign.allow(name) else sys_id
            for sys_id, name in ours.items()
        ]

    async def _rows(self, fields: Sequence[str], values: Iterable[str]) -> list[Row]:
        """The accounts of which one of the fields has one of these values."""
        queries = [
            all_of([any_of(chain.from_iterable(all_among(each, batch) for each in fields))])
            for batch in in_batches(values)
        ]
        found = await gather_all(
            self.servicenow.rows("customer_account", query, _FIELDS, _MOST_ROWS)
            for query in queries
        )
        return [*chain.from_iterable(found)]
