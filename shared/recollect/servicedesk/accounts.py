"""The names of customers by their account numbers: most records know only a customer's name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from recollect.core.customers import Customers
from recollect.core.errors import StoreError

KEPT_SECONDS: Final = 300.0
_RETRY_SECONDS: Final = 5.0
_MAX_CACHED: Final = 100


class Accounts(Protocol):
    """The accounts of customers."""

    async def names(self, numbers: Sequence[str]) -> Sequence[str]:
        """The names of the accounts with these numbers or sys_ids.

        An account that shares its name with another is given by its sys_id instead. Two round
        trips. Raises StoreError.
        """


@dataclass(frozen=True, slots=True)
class CustomerNames:
    """Adds the names of customers whose account number is known, and caches them for five minutes.

    `clock` gives seconds. If the accounts cannot be read, no names are added, so that fewer records
    are visible, and they are read again after five seconds.
    """

    accounts: Accounts
    clock: Callable[[], float]
    _cached: "dict[Customers, tuple[float, Customers]]" = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    async def known(self, customers: Customers) -> Customers:
        """The customers with the names of their accounts added."""
        numbers = sorted(filter(_may_be_a_number, customers.names))
        if customers.all or not numbers:
            return customers
        ends, known = self._cached.get(customers, (0.0, customers))
        if self.clock() < ends:
            return known
        try:
            known, seconds = _with(await self.accounts.names(numbers), customers), KEPT_SECONDS
        except StoreError:
            known, seconds = customers, _RETRY_SECONDS
        if len(self._cached) >= _MAX_CACHED:
            self._cached.clear()
        self._cached[customers] = (self.clock() + seconds, known)
        return known


def _with(names: Sequence[str], customers: Customers) -> Customers:
    # `*` would stand for all customers, not for an account that happens to be called so.
    named = Customers.of(each for each in names if each.strip() != "*")
    return Customers(customers.names | named.names)


def _may_be_a_number(name: str) -> bool:
    return " " not in name and any(map(str.isdigit, name))
