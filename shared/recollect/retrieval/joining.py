"""Joins items to the candidates that belong to them and were not found: looked up by their ids.

These are the items that solved cases needed, and those recorded to supersede a candidate. The
reader's rights and the filters apply to them as to any candidate; a successor that the filters
exclude is no result, but supersedes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol

from recollect.core.concurrency import gather_both
from recollect.core.degradation import Degradation
from recollect.core.errors import StoreTimeout
from recollect.learning.experience import SolvedCase, most_needed
from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope
from recollect.retrieval.items import Item
from recollect.retrieval.ranking import Usage
from recollect.retrieval.visibility import Reader

_MAX_STEPS: Final = 3
_MAX_SUCCESSORS: Final = 100
_MAX_NEEDED: Final = 40

CACHE: Final = "cache"
USAGE: Final = "usage"

EXPERIENCE: Final = "experience"
"""The source of an item that similar cases needed, if nothing else found it."""

_SUCCESSORS: Final = "successors"

TOLD_AS: Final[Mapping[str, str]] = {
    CACHE: "",
    USAGE: "whether something newer replaces these results",
    EXPERIENCE: "what similar cases needed",
    _SUCCESSORS: "what replaces some of these results",
}
"""What people miss without a part; the cache only saves time."""


class StoredItems(Protocol):
    """A store in which items are looked up by their ids."""

    async def get(self, scope: Scope, ids: Sequence[str]) -> Sequence[Item]:
        """The items with these ids, as far as they exist. Raises StoreError."""


class Usages(Protocol):
    """A store that counts how often items are used, and records what supersedes them."""

    async def read(self, scope: Scope, ids: Sequence[str]) -> tuple[Usage, ...]:
        """The usage of each item, in order."""

    async def count_reads(
        self, scope: Scope, ids: Sequence[str], subject: str, now: datetime
    ) -> None:
        """Count that items were delivered to a subject, at most once a day (UTC) for each item."""


@dataclass(frozen=True, slots=True)
class Joining:
    """Joins items to the candidates of a query, as its reader may see them.

    `deadline` is in seconds and bounds each look-up; failed look-ups are noted in `degradation`.
    """

    query: EvidenceQuery
    reader: Reader
    stored_items: StoredItems
    usages: Usages
    deadline: float
    degradation: Degradation

    async def with_needed(
        self,
        candidates: Sequence[Candidate],
        usages: Mapping[str, Usage],
        cases: Sequence[SolvedCase],
    ) -> tuple[list[Candidate], dict[str, Usage], list[SolvedCase]]:
        """The candidates, with the items that similar cases needed; their usages; and the cases.

        Of what a case needed only the visible items count. A case that needed nothing else is left
        out.
        """
        present = {each.item.id for each in candidates}
        ids = [each for each in most_needed(cases) if each not in present][:_MAX_NEEDED]
        items, counted = await self._look_up(EXPERIENCE, ids)
        needed = await self._seen([Candidate(each, Arms(), (EXPERIENCE,)) for each in items])
        joined = [*candidates, *needed]
        seen = {each.item.id for each in joined}
        useful = [replace(each, needed=each.needed & seen) for each in cases if each.needed & seen]
        return joined, {**usages, **counted}, useful

    async def with_successors(
        self, candidates: Sequence[Candidate], usages: Mapping[str, Usage]
    ) -> tuple[list[Candidate], dict[str, Usage], list[Item]]:
        """The candidates with items recorded to supersede them, their usages, and excluded items.

        Successors are followed for a few steps, and are as relevant as what they supersede. Those
        that the filters exclude, other than by their time bounds, are returned separately. Nothing
        is joined to a walk, which asks for connections.
        """
        known, every_usage, latest = list(candidates), dict(usages), list(candidates)
        left_out: list[Item] = []
        filters = self.query.filters
        if self.query.walk is not None:
            return known, every_usage, left_out
        for _ in range(_MAX_STEPS):
            present = {each.item.id for each in known} | every_usage.keys()
            superseded = {
                successor: each
                for each in reversed(latest)
                for successor in every_usage[each.item.id].superseded_by
                if successor not in present
            }
            items, counted = await self._look_up(_SUCCESSORS, list(superseded)[:_MAX_SUCCESSORS])
            if not counted:
                break
            every_usage |= counted
            found = [replace(superseded[each.id], item=each, embedding=None) for each in items]
            seen = await visible_candidates(found, self.reader)
            latest = [each for each in seen if filters.in_time(each.item.metadata)]
            for each in latest:
                if filters.match(each.item.metadata):
                    known.append(each)
                else:
                    left_out.append(each.item)
        return known, every_usage, left_out

    async def _look_up(
        self, part: str, ids: Sequence[str]
    ) -> tuple[Sequence[Item], dict[str, Usage]]:
        """The existing items with these ids, looked up as this `part`, and the usage of each id."""
        if not ids:
            return (), {}
        none: Sequence[Item] = ()
        scope, result_or = self.query.scope, self.degradation.result_or
        items, counted = await gather_both(
            result_or(part, none, self.stored_items.get(scope, ids), self.deadline),
            usages_of(ids, scope, self.usages, self.degradation),
        )
        return items, dict(zip(ids, counted, strict=True))

    async def _seen(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates that the reader may see and the filters match, as the reader sees them."""
        seen = await visible_candidates(candidates, self.reader)
        return [each for each in seen if self.query.filters.match(each.item.metadata)]


async def usages_of(
    ids: Sequence[str], scope: Scope, usages: Usages, degradation: Degradation
) -> Sequence[Usage]:
    """The usage of each item, in order; empty if the cache, kept in the same store, was late."""
    none: Sequence[Usage] = (Usage(),) * len(ids)
    if not degradation.is_late(CACHE):
        return await degradation.result_or(USAGE, none, usages.read(scope, ids))
    degradation.note_missing(USAGE, StoreTimeout.reason)
    return none


async def visible_candidates(candidates: Sequence[Candidate], reader: Reader) -> list[Candidate]:
    """The candidates that the reader may see, without the parts that it may not see."""
    sights = await reader.see([each.item for each in candidates])
    return [
        replace(each, item=sight.item, sight=sight)
        for each, sight in zip(candidates, sights, strict=True)
        if sight is not None
    ]
