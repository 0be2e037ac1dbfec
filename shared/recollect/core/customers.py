"""Which customers a caller may know of, by name or account number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from recollect.core.errors import Forbidden
from recollect.core.invisible import composed

_EVERY: Final = "*"


@dataclass(frozen=True, slots=True)
class Customers:
    """Names and account numbers, compared without regard to case and outer or repeated spaces.

    False where there are none. What belongs to no customer at all is everybody's.
    """

    names: frozenset[str]

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """Those with these names or account numbers; `*` for all."""
        return cls(frozenset(filter(None, map(as_compared, names))))

    @property
    def all(self) -> bool:
        """Whether every customer is among them."""
        return _EVERY in self.names

    def __bool__(self) -> bool:
        return bool(self.names)

    def allow(self, *known_as: str | None) -> bool:
        """Whether one is among them that is known under any of these; nobody's is always."""
        called = {as_compared(each) for each in known_as if each} - {""}
        return self.all or not called or not self.names.isdisjoint(called)

    def require_one(self, name: str | None) -> None:
        """Refuse what is of another customer than these, or everybody's where these are not all."""
        if not name and not self.all:
            raise Forbidden("what is of no customer is everybody's: this needs the customers *")
        self.require(name)

    def require(self, *known_as: str | None) -> None:
        """Refuse what is of another customer than these."""
        if not self.allow(*known_as):
            raise Forbidden("this needs a right to the customer: the claim customers")


def as_compared(name: str) -> str:
    """A customer's name without what does not tell it from another's: see `Customers`."""
    # Not `casefold`, which makes of ß what a service desk compares with nothing.
    return " ".join(composed(name.lower()).split())


NO_CUSTOMERS: Final = Customers(frozenset())
ALL_CUSTOMERS: Final = Customers(frozenset({_EVERY}))
