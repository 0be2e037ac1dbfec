"""The port `Accounts` over ServiceNow's table customer_account: number, name."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from recollect.adapters.servicenow.query import MOST_VALUES, NothingMatches, all_of, one_of
from recollect.adapters.servicenow.tables import ServiceNow


@dataclass(frozen=True, slots=True)
class ServiceNowAccounts:
    """The accounts of an instance. Raises StoreError."""

    servicenow: ServiceNow

    async def names(self, numbers: Sequence[str]) -> Sequence[str]:
        """What the accounts with these numbers are called; of the first 50 numbers."""
        with suppress(NothingMatches):
            query = all_of([one_of("number", numbers)])
            rows = await self.servicenow.rows(
                "customer_account", query, ("number", "name"), MOST_VALUES
            )
            # ServiceNow leaves out of a query what names a field that the table does not have.
            wanted = {each.casefold() for each in numbers}
            return [row.value("name") for row in rows if row.value("number").casefold() in wanted]
        return ()
