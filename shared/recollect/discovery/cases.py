"""Resolved cases that may be like the one at hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from recollect.relevance.fusion import Arms


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A resolved case, and how well it answers: see `recollect.relevance.fusion`."""

    case_number: str
    company: str | None
    url: str | None
    text: str
    arms: Arms


class ResolvedCases(Protocol):
    """Where resolved cases are searched. One round trip; raises StoreError."""

    async def similar(self, text: str, company: str | None, limit: int) -> Sequence[FoundCase]:
        """The best `limit` cases of each arm and, besides, the best of the company's own.

        They are in no order of importance. An empty text is like nothing.
        """
