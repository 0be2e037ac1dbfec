"""Whom the sections of a pack ask, and how much of everything a pack holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from recollect.discovery.cases import ResolvedCases
from recollect.discovery.exemplars import FoundExemplar
from recollect.discovery.service_desk import ServiceDesk
from recollect.discovery.threads import Conversations, KnownThreads
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.relevance.fusion import Fusion


class FindsExemplars(Protocol):
    """Where past interactions are searched. Raises StoreError."""

    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        """The interactions most like a text."""


@dataclass(frozen=True, slots=True)
class PackSources:
    """Who is asked; None is not configured."""

    directory: BusinessContexts
    threads: KnownThreads
    cases: ResolvedCases
    desk: ServiceDesk | None
    conversations: Conversations | None
    exemplars: FindsExemplars | None


@dataclass(frozen=True, slots=True)
class PackRules:
    """How much of everything a pack holds; `fusion` makes one relevance of two arms."""

    message_limit: int
    similar_cases: int
    exemplars: int
    min_quality: float
    fusion: Fusion
