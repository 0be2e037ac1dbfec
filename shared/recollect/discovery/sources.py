"""Whom the sections of a pack ask, and how much of everything a pack holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from recollect.discovery.exemplars import FoundExemplar
from recollect.discovery.threads import Conversations, KnownThreads
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.servicedesk.items import Cmdb
from recollect.servicedesk.tickets import ServiceDesk


class FindsExemplars(Protocol):
    """Where past interactions are searched. Raises StoreError."""

    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        """The interactions most like a text."""


@dataclass(frozen=True, slots=True)
class PackSources:
    """Who is asked; None is not configured."""

    directory: BusinessContexts
    threads: KnownThreads
    cases: SimilarCaseFinder
    desk: ServiceDesk | None
    cmdb: Cmdb | None
    conversations: Conversations | None
    exemplars: FindsExemplars | None


@dataclass(frozen=True, slots=True)
class DiscoveryRules:
    """How much of everything a pack holds."""

    message_limit: int
    similar_cases: int
    exemplars: int
    min_quality: float
