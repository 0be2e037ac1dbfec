"""The candidate source `upstash-vector`: evidence in Upstash Vector.

It searches up to three namespaces of a project at the same time: the items themselves, the turns of
conversations among their neighbours, and the passages of long items.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from upstash_vector.types import QueryMode, QueryResult

from recollect.adapters.upstash.vector.answers import (
    NamespaceAnswer,
    ProjectAnswer,
    candidates_of,
    hits_of,
    passages_for,
)
from recollect.adapters.upstash.vector.client import STORE, ArmQuery, VectorIndex, translated_errors
from recollect.adapters.upstash.vector.filters import filter_of, joined, within
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge, knowledge_record
from recollect.adapters.upstash.vector.relationship_walk import walk
from recollect.core.concurrency import gather_all, gather_both
from recollect.knowledge.passages import item_id_of, passages_namespace, text_id, text_id_of
from recollect.knowledge.records import TURN, item_of, items_namespace, turns_namespace
from recollect.questions.several import questions_in
from recollect.relevance.arms import MAX_ARM_ITEMS, Arms, next_limit
from recollect.relevance.views import subqueries
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import See

_NO_TURNS = f"HAS NOT FIELD {TURN}"


class VectorEvidence:
    """The port `CandidateSource` of `recollect.retrieval`."""

    name = STORE

    def __init__(self, index: VectorIndex) -> None:
        self._index = index

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The best items of each arm, or for a walk the items that it reaches."""
        with translated_errors():
            if query.walk is None:
                return await self._search(query, see)
            reached, found = await gather_both(
                walk(self._index, query, query.walk, see), self._search_beside(query, see)
            )
            arms = {each.item.id: each.arms for each in found}
            return [
                Candidate(
                    each.item, arms.get(each.item.id, Arms()), (STORE,), each.hops, each.embedding
                )
                for each in reached
                # The filters are checked again, exactly: for Upstash, 1 and true are equal.
                if query.filters.match(each.seen.metadata)
            ]

    async def get(self, scope: Scope, ids: Sequence[str]) -> Sequence[Item]:
        """The items with these ids that exist."""
        with translated_errors():
            records = await VectorKnowledge(self._index).get(items_namespace(scope), ids)
            return [item_of(each) for each in records]

    async def _search_beside(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """What the text of a walk's query finds, which scores the items that the walk reaches."""
        return await self._search(replace(query, type="hybrid"), see) if query.text else ()

    async def _search(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        if not all(query.filters.any_of.values()):
            return ()  # no item has one of no values, which the filter language cannot express
        asked = query.limit
        while True:
            found = await self._ask(query, asked)
            known = {each: item_of(knowledge_record(hit)) for each, hit in found.hits.items()}
            visible = await _visible(known, query, see)
            if found.has_enough(asked, visible, query.limit) or next_limit(asked) == asked:
                return candidates_of(found.only(visible, query.limit), known, STORE, query.limit)
            # Hidden items took the places of visible ones. Ask for more, so that a short answer
            # does not give away that they exist.
            asked = next_limit(asked)

    async def _ask(self, query: EvidenceQuery, limit: int) -> ProjectAnswer:
        scope, by_meaning = query.scope, replace(query, type="semantic")
        items, turns, passages = await gather_all(
            [
                self._answers(query, items_namespace(scope), _of_items(query, limit)),
                self._answers(query, turns_namespace(scope), _of_turns(query, limit)),
                self._answers(by_meaning, passages_namespace(scope), _of_passages(query, limit)),
            ]
        )
        by_passages = await self._as_items(query, passages, hits_of(items))
        return ProjectAnswer(items, turns, by_passages, answered=passages)

    async def _answers(
        self, query: EvidenceQuery, namespace: str, asked: Sequence[ArmQuery]
    ) -> NamespaceAnswer:
        if not asked:
            return NamespaceAnswer()
        return NamespaceAnswer.of(query, await self._index.query_batch(namespace, asked))

    async def _as_items(
        self, query: EvidenceQuery, passages: NamespaceAnswer, known: Mapping[str, QueryResult]
    ) -> NamespaceAnswer:
        """The answers about passages, with the item of each in its place.

        Passages of an earlier text of an item, which may be left over, are dropped. Items that are
        not `known` are fetched.
        """
        ids = dict.fromkeys(item_id_of(hit.id) for arm in passages.arms for hit in arm)
        missing = [each for each in ids if each not in known]
        items = {**known, **await self._fetched(query, missing)}
        of_text = {
            text_id(each, items[each].data or ""): items[each] for each in ids & items.keys()
        }
        return passages.each(
            lambda hits: [
                replace(of_text[text], score=hit.score)
                for hit in hits
                if (text := text_id_of(hit.id)) in of_text
            ]
        )

    async def _fetched(self, query: EvidenceQuery, ids: Sequence[str]) -> Mapping[str, QueryResult]:
        found = await self._index.fetched(
            items_namespace(query.scope), ids, with_vectors=query.with_embeddings
        )
        return {
            each.id: QueryResult(each.id, 0.0, each.vector, metadata=each.metadata, data=each.data)
            for each in found
            if each
        }


async def _visible(known: Mapping[str, Item], query: EvidenceQuery, see: See) -> frozenset[str]:
    """The ids of the items that the reader may see, and that match by what the reader sees."""
    sights = await see(list(known.values()))
    return frozenset(
        sight.item.id
        for sight in sights
        if sight is not None and query.filters.match(sight.item.metadata)
    )


def _filter(query: EvidenceQuery) -> str:
    return joined(filter_of(query.filters), within(query.bounds))


def _of_items(query: EvidenceQuery, limit: int) -> Sequence[ArmQuery]:
    # The sparse arm finds turns in their own namespace, among the words of their neighbours.
    apart = _NO_TURNS if query.with_turns else ""
    return [*_wholes(query, limit, query.with_embeddings, apart), *_parts(query, limit)]


def _of_turns(query: EvidenceQuery, limit: int) -> Sequence[ArmQuery]:
    # Without vectors: a turn's is made of its neighbours' words, which not everybody may see.
    return [*_wholes(query, limit)] if query.with_turns else ()


def _of_passages(query: EvidenceQuery, limit: int) -> Sequence[ArmQuery]:
    """The dense queries for passages. The sparse arm searches the words of whole items instead."""
    if not query.with_passages or not query.asks_dense:
        return ()
    top_k, by_meaning = passages_for(limit), replace(query, type="semantic", with_embeddings=False)
    asked = (*_wholes(by_meaning, top_k), *_parts(by_meaning, top_k))
    return [replace(each, only_scores=True) for each in asked]


def _wholes(
    query: EvidenceQuery, limit: int, with_vectors: bool = False, apart: str = ""
) -> Iterable[ArmQuery]:
    if query.asks_dense:
        yield ArmQuery(QueryMode.DENSE, query.text, _filter(query), limit, with_vectors)
    if query.asks_sparse:
        filter_text = joined(_filter(query), apart)
        yield ArmQuery(
            QueryMode.SPARSE, query.text, filter_text, limit, with_vectors, query.by_rarity
        )


def _parts(query: EvidenceQuery, limit: int) -> Iterable[ArmQuery]:
    if query.asks_dense:
        for ask in questions_in(query.text):
            yield ArmQuery(QueryMode.DENSE, ask, _filter(query), limit, query.with_embeddings)
        # The views find no items: they only score what was found, so as much as possible is asked.
        for view in subqueries(query.text, is_of_conversation=query.with_turns):
            yield ArmQuery(QueryMode.DENSE, view, _filter(query), MAX_ARM_ITEMS, only_scores=True)
