"""Business contexts for a caller who may know of some customers only."""

from dataclasses import dataclass

from recollect.core.customers import Customers
from recollect.knowledge.business_contexts import BusinessContext, BusinessContexts


@dataclass(frozen=True, slots=True)
class AllowedBusinessContexts:
    """Business contexts of these customers only; an entity counts by its name and its aliases."""

    business_contexts: BusinessContexts
    customers: Customers

    async def look_up(self, channel_id: str | None, company: str | None) -> BusinessContext | None:
        """Look up by the Slack channel, else by the company's name, else by an alias.

        A channel of another customer leads nowhere, as if nobody had claimed it.
        """
        found = await self.business_contexts.look_up(channel_id, company)
        if found is None or found.is_of(self.customers):
            return found
        if channel_id is None or company is None:
            return None
        named = await self.business_contexts.look_up(None, company)
        return named if named is not None and named.is_of(self.customers) else None
