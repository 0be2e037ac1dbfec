"""Decides which customers a caller may know of, and which of their cases it may see."""

from typing import Final

from recollect.core.customers import Customers
from recollect.knowledge.ownership import Sees, sees_cases_of
from recollect.serving.principal import Principal
from recollect.wiring.servicenow import customers_by_name

# The names of accounts are read every five minutes; if that fails, their numbers serve instead.
_SECONDS: Final = 2.0


async def customers_of(caller: Principal) -> Customers:
    """The caller's customers, by the names that records have; Forbidden if it has none."""
    return await customers_by_name(caller.require_customers(), _SECONDS)


def sees_cases(caller: Principal, customers: Customers) -> Sees:
    """`Sees` for the cases of these customers, or for none if the caller may not read cases."""
    return sees_cases_of(customers, reads="pack:read" in caller.scopes)
