"""Customers by the numbers of their accounts: most records know a customer by its name only."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from recollect.core.customers import Customers
from recollect.core.errors import StoreError

KEPT_SECONDS: Final = 300.0
_SOON: Final = 5.0
_MOST_KEPT: Final = 100


class Accounts(Protocol):
    """Where the accounts of customers are. Two round trips; raises StoreError."""

    async def names(self, numbers: Sequence[str]) -> Sequence[str]:
        """What the accounts with these numbers or sys_ids are called, and no other account is.

        Of one whose name is not its own, the sys_id.
        """


@dataclass(frozen=True, slots=True)
class CustomerNames:
    """Adds the names of customers whose account number is known; they are kept for five minutes.

    `clock` gives seconds. Whoever cannot be asked adds nothing, and is asked again after five
    seconds: until then fewer records are seen.
    """

    accounts: Accounts
    clock: Callable[[], float]
    _kept: "dict[Customers, tuple[float, Customers]]" = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    async def known(self, customers: Customers) -> Customers:
        """The same customers, by their names besides."""
        numbers = sorted(filter(_may_be_a_number, customers.names))
        if customers.all or not numbers:
            return customers
        ends, known = self._kept.get(customers, (0.0, customers))
        if self.clock() < ends:
            return known
        try:
            known, seconds = _with(await self.accounts.names(numbers), customers), KEPT_SECONDS
        except StoreError:
            known, seconds = customers, _SOON
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[customers] = (self.clock() + seconds, known)
        return known


def _with(names: Sequence[str], customers: Customers) -> Customers:
    # An account that is called `*` is one account.
    named = Customers.of(each for each in names if each.strip() != "*")
    return Customers(customers.names | named.names)


def _may_be_a_number(name: str) -> bool:
    return " " not in name and any(map(str.isdigit, name))
