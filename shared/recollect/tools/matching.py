"""Resolve aliases of customers, and list the full names that a part of a name has matched.

So a reader sees where a part of a name has matched several people, groups or customers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.degradation import Degradation
from recollect.core.messages import CamelMessage
from recollect.knowledge.business_contexts import BusinessContext, BusinessContexts
from recollect.servicedesk.tickets import Ticket

_MAX_NAMES: Final = 10


@dataclass(frozen=True, slots=True)
class CustomerAliases:
    """Resolves other names of customers, of those only that its caller may know of."""

    business_contexts: BusinessContexts

    async def names(self, asked: str | None, degradation: Degradation) -> Sequence[str]:
        """All names of the customer that `asked` names; only `asked` if the directory fails."""
        known = await self._known(asked, degradation)
        return (*((asked,) if asked else ()), *(known.names if known else ()))

    async def customer(self, asked: str | None, degradation: Degradation) -> str | None:
        """The name of the customer with the alias `asked`, else `asked` itself.

        If the directory fails, `degradation` names it, and the alias counts as a part of a name.
        """
        known = await self._known(asked, degradation)
        return known.entity_name if known else asked or None

    async def _known(self, asked: str | None, degradation: Degradation) -> BusinessContext | None:
        if not asked:
            return None
        return await degradation.result_or(
            "directory", None, self.business_contexts.look_up(None, asked)
        )


class Matched(CamelMessage):
    """The full names in the results that match each argument, at most ten of each."""

    customer: tuple[str, ...] = ()
    assigned_to: tuple[str, ...] = ()
    assignment_group: tuple[str, ...] = ()


def matched(
    tickets: Sequence[Ticket],
    *,
    customer: str | None,
    assigned_to: str | None = None,
    assignment_group: str | None = None,
) -> Matched | None:
    """The names in `tickets` that these arguments have matched; None if none is given."""
    if not (customer or assigned_to or assignment_group):
        return None
    return Matched(
        customer=_names(tickets, customer, lambda each: each.account),
        assigned_to=_names(tickets, assigned_to, lambda each: each.assigned_to),
        assignment_group=_names(tickets, assignment_group, lambda each: each.assignment_group),
    )


def _names(
    tickets: Sequence[Ticket], asked: str | None, name: Callable[[Ticket], str]
) -> tuple[str, ...]:
    found = dict.fromkeys(filter(None, map(name, tickets))) if asked else ()
    return tuple(found)[:_MAX_NAMES]
