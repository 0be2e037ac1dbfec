"""Whom a name means, and whom a part of one has meant: a reader sees where it has meant several."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.degradation import Degradation
from recollect.core.messages import CamelMessage
from recollect.knowledge.business_contexts import BusinessContext, BusinessContexts
from recollect.servicedesk.tickets import Ticket

_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class CustomerAliases:
    """What customers are called besides; tells of those only that its caller may know of."""

    business_contexts: BusinessContexts

    async def names(self, asked: str | None, degradation: Degradation) -> Sequence[str]:
        """All that the customer is called that is called so; without the directory only that."""
        known = await self._known(asked, degradation)
        return (*((asked,) if asked else ()), *(known.names if known else ()))

    async def customer(self, asked: str | None, degradation: Degradation) -> str | None:
        """The name of the customer that has this alias, else what was asked.

        Without the directory an alias is a part of a name like any other, and `directory` lacking.
        """
        known = await self._known(asked, degradation)
        return known.entity_name if known else asked or None

    async def _known(self, asked: str | None, degradation: Degradation) -> BusinessContext | None:
        if not asked:
            return None
        return await degradation.survive(
            "directory", None, self.business_contexts.look_up(None, asked)
        )


class Matched(CamelMessage):
    """The names among what was found that an argument is a part of, at most ten of each."""

    customer: tuple[str, ...] = ()
    assigned_to: tuple[str, ...] = ()
    assignment_group: tuple[str, ...] = ()


def matched(
    tickets: Sequence[Ticket],
    *,
    customer: str | None = None,
    assigned_to: str | None = None,
    assignment_group: str | None = None,
) -> Matched | None:
    """Whom these arguments have meant; None where none is given."""
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
    return tuple(found)[:_MOST]
