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
# As many rows as ServiceNow answers at once; for one number there is one account.
_MAX_ROWS: Final = 10_000


@dataclass(frozen=True, slots=True)
class ServiceNowAccounts:
    """The accounts of an instance. Raises StoreError."""

    servicenow: ServiceNow

    async def names(self, numbers: Sequence[str]) -> Sequence[str]:
        """The names of the accounts with these numbers or sys_ids.

        For an account whose name another account has, too, or whose name cannot be asked for, its
        sys_id stands in the place of the name.
        """
        named = Customers.of(numbers).names
        # The rows are checked again: ServiceNow drops conditions on fields that a table lacks.
        ours = {
            row.value("sys_id"): row.value("name")
            for row in await self._rows(("number", "sys_id"), numbers)
            if named & Customers.of((row.value("number"), row.value("sys_id"))).names
        }
        name_batches = [*in_batches(ours.values())]
        askable = {*chain.from_iterable(name_batches)}
        same_name = await self._rows(
            ("name",), [*askable, *(" ".join(name.split()) for name in askable)]
        )
        foreign_names = Customers.of(
            row.value("name") for row in same_name if row.value("sys_id") not in ours
        )
        return [
            name if name in askable and not foreign_names.allow(name) else sys_id
            for sys_id, name in ours.items()
        ]

    async def _rows(self, fields: Sequence[str], values: Iterable[str]) -> list[Row]:
        """The accounts that have one of these values in one of these fields."""
        queries = [
            all_of([any_of(chain.from_iterable(all_among(field, batch) for field in fields))])
            for batch in in_batches(values)
        ]
        found = await gather_all(
            self.servicenow.rows("customer_account", query, _FIELDS, _MAX_ROWS) for query in queries
        )
        return [*chain.from_iterable(found)]
