"""How much a specialist is given: bytes, tokens and items, the best first.

    bytes  = the sum of the items' sizes, each as it is sent, in UTF-8
    tokens = ceil(bytes / 4), of the sum and not item by item

An item that does not fit is left out, and a smaller one may still fit, until one of the limits is
exactly reached.
"""

import sys
from dataclasses import dataclass
from typing import Final

_BYTES_A_TOKEN: Final = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits; the defaults are the seed's."""

    max_bytes: int = 122_880
    max_tokens: int = 30_000
    max_items: int = 100

    def within(self, other: "Budget") -> "Budget":
        """A budget with the lower of each limit."""
        return Budget(
            min(self.max_bytes, other.max_bytes),
            min(self.max_tokens, other.max_tokens),
            min(self.max_items, other.max_items),
        )


UNLIMITED: Final = Budget(sys.maxsize, sys.maxsize, sys.maxsize)
"""No limits, for use within another budget."""


@dataclass(frozen=True, slots=True)
class BudgetUsed:
    """What was spent; never over the budget."""

    bytes: int = 0
    estimated_tokens: int = 0
    items: int = 0


@dataclass(slots=True)
class Spending:
    """A budget, and how much of it is used."""

    budget: Budget
    used: BudgetUsed = BudgetUsed()

    @property
    def exhausted(self) -> str:
        """An explanation with the limit that is reached; "" while none is."""
        for used, limit, unit in self._limits(self.used):
            if used >= limit:
                return f"the budget of {limit} {unit} is used up"
        return ""

    def take(self, size: int) -> str:
        """Spend on an item of `size` bytes. Returns why it does not fit, or "" if it does."""
        total = self.used.bytes + size
        wanted = BudgetUsed(total, -(-total // _BYTES_A_TOKEN), self.used.items + 1)
        for (after, limit, unit), (before, _, _) in zip(
            self._limits(wanted), self._limits(self.used), strict=True
        ):
            if after > limit:
                needed, left = after - before, limit - before
                return f"needs {needed} {unit} where {left} of {limit} are left"
        self.used = wanted
        return ""

    def _limits(self, used: BudgetUsed) -> tuple[tuple[int, int, str], ...]:
        return (
            (used.bytes, self.budget.max_bytes, "bytes"),
            (used.estimated_tokens, self.budget.max_tokens, "tokens"),
            (used.items, self.budget.max_items, "items"),
        )
