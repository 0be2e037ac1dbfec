"""Breadth-first walks over the items of a project, along the ids that their metadata hold.

Each level of a walk is one round trip: the items that are named by those of the last level are
fetched, while the items that name those of the last level are searched for with a filter.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from upstash_vector.types import FetchResult, QueryMode, QueryResult

from recollect.adapters.upstash.vector.client import ArmQuery, VectorIndex
from recollect.adapters.upstash.vector.filters import joined, quoted, within
from recollect.adapters.upstash.vector.knowledge import knowledge_record
from recollect.core.concurrency import gather_both
from recollect.core.errors import InvalidRequest
from recollect.knowledge.records import item_of, items_namespace
from recollect.relevance.arms import next_limit
from recollect.retrieval.candidates import EvidenceQuery, Walk
from recollect.retrieval.items import Item, strings_of, text_of
from recollect.retrieval.visibility import See

# How many items of a level a filter names at most, and how many characters a filter may have.
_MAX_NAMED_ITEMS, _MAX_FILTER_CHARACTERS = 100, 60_000
_OR = " OR "


@dataclass(frozen=True, slots=True)
class Reached:
    """An item that the walk reached: as it is stored (`item`), and as its reader sees it (`seen`).

    `hops` is the distance from the start node, which has 0. `embedding` is there if it was asked
    for.
    """

    item: Item
    seen: Item
    hops: int
    embedding: tuple[float, ...] | None


async def walk(index: VectorIndex, query: EvidenceQuery, way: Walk, see: See) -> list[Reached]:
    """The items that the walk reaches, nearest first. It does not pass through hidden items."""
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
    """Finds the items of a level, in one round trip."""

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
        """The items that items of the frontier name, or that name them; each once, by id."""
        named = {
            item_id
            for near in frontier
            for name in self._types
            for item_id in strings_of(near.seen.metadata.get(name))
        }
        ids = sorted(named.difference(reached))[: self._limit]
        known, naming = await gather_both(self.fetch(ids, hops), self._naming(frontier, hops))
        found = {each.item.id: each for each in (*known, *naming)}
        return [found[each] for each in sorted(found)]

    async def fetch(self, ids: Sequence[str], hops: int) -> Sequence[Reached]:
        """The visible items among these ids."""
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
        naming = filter_naming([each.item.id for each in frontier[:_MAX_NAMED_ITEMS]], self._types)
        if not naming:
            return ()
        # A search needs a text, but it is the filter that decides what is found.
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
        """Whether the item names one of the frontier, in what its reader sees of it.

        The filter has also looked at ids that are masked for the reader.
        """
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
    """The filter for items that name one of these ids in a field of one of these types.

    "" if no item can. If the clauses are too long together, the first ones stay: those for the
    nearest items.
    """
    clauses = [
        f"{name} CONTAINS {literal}{_OR}{name} = {literal}"
        for literal in filter(None, map(_literal, ids))
        for name in types
    ]
    ends = accumulate(len(clause) + len(_OR) for clause in clauses)
    return _OR.join(clauses[: sum(end <= _MAX_FILTER_CHARACTERS for end in ends)])


def _literal(item_id: str) -> str:
    try:
        return quoted("start_node", item_id)
    except InvalidRequest:
        # Somebody else stored this id; no item that Recollect stored can name it.
        return ""
