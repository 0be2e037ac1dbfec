"""Breadth-first walks over the items of a project, along ids that their metadata hold.

A level is one round trip: the items that the last ones name are fetched, while those that name the
last ones are looked for by filter.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from upstash_vector.types import FetchResult, QueryMode, QueryResult

from recollect.adapters.upstash.vector import ArmQuery, VectorIndex
from recollect.adapters.upstash.vector_filters import joined, quoted, within
from recollect.adapters.upstash.vector_knowledge import knowledge_record
from recollect.core.concurrency import gather_both
from recollect.core.errors import InvalidRequest
from recollect.knowledge.records import item_of, items_namespace
from recollect.relevance.arms import next_limit
from recollect.retrieval.candidates import EvidenceQuery, Walk
from recollect.retrieval.items import Item, strings_of, text_of
from recollect.retrieval.visibility import See

# A filter names the items of a level, and a store reads only so long a filter.
_WIDEST_LEVEL, _LONGEST_FILTER = 100, 60_000
_OR = " OR "


@dataclass(frozen=True, slots=True)
class Reached:
    """An item within reach, as it is stored and as it is seen.

    `hops` counts from the start, which has 0. `embedding` is there if it was asked for.
    """

    item: Item
    seen: Item
    hops: int
    embedding: tuple[float, ...] | None


async def walk(index: VectorIndex, query: EvidenceQuery, way: Walk, see: See) -> list[Reached]:
    """The items within reach, nearest first; no way leads through what cannot be seen."""
    step = _Step(index, query, way, see)
    reached: dict[str, Reached] = {}
    frontier = await step.fetch([way.start_node], 0)
    for hops in range(way.max_depth + 1):
        reached |= {each.item.id: each for each in frontier}
        if not frontier or len(reached) >= query.limit or hops == way.max_depth:
            break
        level = await step.beyond(frontier, reached.keys(), hops + 1)
        frontier = [each for each in level if each.item.id not in reached]
    return list(reached.values())[: query.limit]


class _Step:
    """One level after the other, each in one round trip."""

    def __init__(self, index: VectorIndex, query: EvidenceQuery, way: Walk, see: See) -> None:
        self._index = index
        self._namespace = items_namespace(query.scope)
        self._limit = query.limit
        self._types = way.relationship_types
        self._bounds = within(query.bounds)
        self._with_embeddings = query.with_embeddings
        self._see = see

    async def beyond(
        self, frontier: Sequence[Reached], reached: Iterable[str], hops: int
    ) -> Sequence[Reached]:
        """The items that those of the frontier name, or that name them; each once, by id."""
        named = {
            each
            for near in frontier
            for name in self._types
            for each in strings_of(near.seen.metadata.get(name))
        }
        ids = sorted(named.difference(reached))[: self._limit]
        known, naming = await gather_both(self.fetch(ids, hops), self._naming(frontier, hops))
        found = {each.item.id: each for each in (*known, *naming)}
        return [found[each] for each in sorted(found)]

    async def fetch(self, ids: Sequence[str], hops: int) -> Sequence[Reached]:
        """The items of these ids that exist."""
        if not ids:
            return ()
        found = await self._index.fetch(
            ids=list(ids),
            namespace=self._namespace,
            include_vectors=self._with_embeddings,
            include_metadata=True,
            include_data=True,
        )
        return await self._reached([hit for hit in found if hit], hops)

    async def _naming(self, frontier: Sequence[Reached], hops: int) -> Sequence[Reached]:
        naming = filter_naming([each.item.id for each in frontier[:_WIDEST_LEVEL]], self._types)
        if not naming:
            return ()
        # A search must be for something; what it is does not matter to the filter.
        text = text_of(frontier[0].seen.content)[:1000] or frontier[0].item.id
        filter_text = joined(f"({naming})", self._bounds)
        asked = self._limit
        while True:
            query = ArmQuery(QueryMode.DENSE, text, filter_text, asked, self._with_embeddings)
            (hits,) = await self._index.query_batch(self._namespace, [query])
            reached = [
                each for each in await self._reached(hits, hops) if self._names(each, frontier)
            ]
            is_all = len(hits) < asked or len(reached) >= self._limit
            if is_all or next_limit(asked) == asked:
                return reached[: self._limit]
            asked = next_limit(asked)

    def _names(self, reached: Reached, frontier: Sequence[Reached]) -> bool:
        """Whether it is seen to name one of them: the store looked at what is masked, too."""
        metadata = reached.seen.metadata
        named = {each for name in self._types for each in strings_of(metadata.get(name))}
        return any(near.item.id in named for near in frontier)

    async def _reached(self, hits: Sequence[QueryResult | FetchResult], hops: int) -> list[Reached]:
        items = [item_of(knowledge_record(hit)) for hit in hits]
        return [
            Reached(item, sight.item, hops, tuple(hit.vector or ()) or None)
            for hit, item, sight in zip(hits, items, await self._see(items), strict=True)
            if sight is not None
        ]


def filter_naming(ids: Iterable[str], types: Sequence[str]) -> str:
    """The filter for items that name one of these in a field of such a type, "" where none can.

    Of more than fits into a filter the first are looked for: they are the nearest.
    """
    clauses = [
        f"{name} CONTAINS {literal}{_OR}{name} = {literal}"
        for literal in filter(None, map(_literal, ids))
        for name in types
    ]
    ends = accumulate(len(clause) + len(_OR) for clause in clauses)
    return _OR.join(clauses[: sum(end <= _LONGEST_FILTER for end in ends)])


def _literal(item_id: str) -> str:
    try:
        return quoted("start_node", item_id)
    except InvalidRequest:
        # An id that somebody else stored; nothing of ours can name it.
        return ""
