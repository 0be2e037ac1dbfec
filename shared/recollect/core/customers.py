"""The customers that a caller may know of, by name or account number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from recollect.core.errors import Forbidden
from recollect.core.invisible import composed

_EVERY: Final = "*"


@dataclass(frozen=True, slots=True)
class Customers:
    """Customers by name or account number, compared regardless of case and of extra spaces.

    False if there are none. Data that belong to no customer are everybody's.
    """

    names: frozenset[str]

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """The customers with these names or account numbers; `*` stands for all customers."""
        return cls(frozenset(filter(None, map(as_compared, names))))

    @property
    def all(self) -> bool:
        """Whether these are all customers."""
        return _EVERY in self.names

    def __bool__(self) -> bool:
        return bool(self.names)

    def allow(self, *known_as: str | None) -> bool:
        """Whether these include the customer that has any of these names or numbers.

        True if no name is given, since such data belong to no customer.
        """
        names = {as_compared(name) for name in known_as if name} - {""}
        return self.all or not names or not self.names.isdisjoint(names)

    def require_named(self, name: str | None) -> None:
        """Raise Forbidden unless `name` is among these customers.

        Without a name, the data are everybody's: raise Forbidden unless these are all customers.
        """
        if not name and not self.all:
            raise Forbidden("what is of no customer is everybody's: this needs the customers *")
        self.require(name)

    def require(self, *known_as: str | None) -> None:
        """Raise Forbidden for a customer that is not among these."""
        if not self.allow(*known_as):
            raise Forbidden("this needs a right to the customer: the claim customers")


def as_compared(name: str) -> str:
    """A customer's name in the form in which `Customers` compares names."""
    # Not `casefold`, which turns ß into ss, while a service desk treats them as different.
    return " ".join(composed(name.lower()).split())


NO_CUSTOMERS: Final = Customers(frozenset())
ALL_CUSTOMERS: Final = Customers(frozenset({_EVERY}))
