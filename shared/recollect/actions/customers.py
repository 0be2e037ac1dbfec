"""Of which customers a caller may know, and which of their cases it may see."""

from typing import Final

from recollect.core.customers import Customers
from recollect.knowledge.ownership import Sees, sees_cases_of
from recollect.serving.principal import Principal
from recollect.wiring.servicenow import customers_by_name

# What accounts are called is asked for every five minutes; while nobody answers, numbers do.
_SECONDS: Final = 2.0


async def customers_of(caller: Principal) -> Customers:
    """The customers of the caller, whom records know by names; Forbidden if it has none."""
    return await customers_by_name(caller.require_customers(), _SECONDS)


def sees_cases(caller: Principal, customers: Customers) -> Sees:
    """The cases of these customers, as far as the caller may read any."""
    return sees_cases_of(customers, reads="pack:read" in caller.scopes)
