"""The candidate source `upstash`: items, and conversations among them, in Upstash Vector."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from upstash_vector.types import QueryMode, QueryResult

from recollect.adapters.upstash.vector import ArmQuery, VectorIndex, reading_answers
from recollect.adapters.upstash.vector_filters import filter_of
from recollect.adapters.upstash.vector_walk import walk
from recollect.core.concurrency import both, every
from recollect.knowledge.records import (
    TURN,
    KnowledgeRecord,
    item_of,
    items_namespace,
    turns_namespace,
)
from recollect.relevance.arms import completed
from recollect.relevance.fusion import Arms, cosine
from recollect.retrieval.candidates import Candidate, EvidenceQuery

NAME = "upstash"
_NO_TURNS = f"HAS NOT FIELD {TURN}"


class VectorEvidence:
    """The port `CandidateSource` of `recollect.retrieval`."""

    name = NAME

    def __init__(self, index: VectorIndex) -> None:
        self._index = index

    async def candidates(self, query: EvidenceQuery) -> Sequence[Candidate]:
        """The best items of each arm; in a walk, those that are reached."""
        with reading_answers():
            if query.walk is None:
                return await self._search(query)
            reached, found = await both(
                walk(self._index, query, query.walk), self._search_beside(query)
            )
            arms = {each.item.id: each.arms for each in found}
            walked = [
                Candidate(
                    item_of(each.record),
                    arms.get(each.record.id, Arms()),
                    (NAME,),
                    each.hops,
                    each.embedding,
                )
                for each in reached
            ]
            return _matching(walked, query)

    async def _search_beside(self, query: EvidenceQuery) -> Sequence[Candidate]:
        """What the text of a walk finds: the items that it reaches are also judged by that."""
        return await self._search(replace(query, type="hybrid")) if query.text else ()

    async def _search(self, query: EvidenceQuery) -> Sequence[Candidate]:
        if not all(query.filters.any_of.values()):
            return ()  # one of none: the filter language cannot say so
        namespaces = [items_namespace(query.scope)]
        if query.with_turns:
            namespaces.append(turns_namespace(query.scope))
        batches = [
            self._index.query_batch(namespace, list(_questions(query, asks_items=not place)))
            for place, namespace in enumerate(namespaces)
        ]
        answers = [_Answers.of(query, answer) for answer in await every(batches)]
        turns = answers[1] if query.with_turns else _Answers()
        return _matching(merged(answers[0], turns, query.limit), query)


def _matching(candidates: Iterable[Candidate], query: EvidenceQuery) -> list[Candidate]:
    """Those that pass to the letter: to Upstash 1 and true are the same."""
    return [each for each in candidates if query.filters.match(each.item.metadata)]


def _questions(query: EvidenceQuery, *, asks_items: bool) -> Iterable[ArmQuery]:
    filter_text = filter_of(query.filters)
    # The vector of a turn is made of its neighbours' words, which are not for everybody.
    with_vectors = query.with_embeddings and asks_items
    if query.asks_dense:
        yield ArmQuery(QueryMode.DENSE, query.text, filter_text, query.limit, with_vectors)
    if query.asks_sparse:
        # The words of a turn are looked for among its neighbours' words, and only there.
        apart = asks_items and query.with_turns
        clauses = [each for each in (filter_text, _NO_TURNS if apart else "") if each]
        yield ArmQuery(
            QueryMode.SPARSE, query.text, " AND ".join(clauses), query.limit, with_vectors
        )


@dataclass(frozen=True, slots=True)
class _Answers:
    """What the arms of one namespace answered."""

    dense: Sequence[QueryResult] = ()
    sparse: Sequence[QueryResult] = ()

    @classmethod
    def of(cls, query: EvidenceQuery, answers: Sequence[Sequence[QueryResult]]) -> "_Answers":
        rest = list(answers)
        dense = rest.pop(0) if query.asks_dense else ()
        return cls(dense, rest.pop(0) if query.asks_sparse else ())


def merged(items: _Answers, turns: _Answers, limit: int) -> list[Candidate]:
    """One candidate an item. Of a turn, the dense arm is the mean of its text alone and among its

    neighbours, and the sparse arm is that of its neighbourhood.
    """
    # An item's own answer comes last, since it is the one that may bring its embedding.
    hits = {hit.id: hit for hit in (*turns.sparse, *turns.dense, *items.sparse, *items.dense)}
    records = {item_id: _record(hit) for item_id, hit in hits.items()}
    dense = _completed(items.dense, records, limit, is_cosine=True)
    sparse = _completed(items.sparse, records, limit)
    turn_dense = _completed(turns.dense, records, limit, is_cosine=True)
    turn_sparse = _completed(turns.sparse, records, limit)
    found = []
    for item_id, record in records.items():
        arms = Arms(dense[item_id], sparse[item_id])
        if record.metadata.get(TURN):
            arms = Arms((dense[item_id] + turn_dense[item_id]) / 2, turn_sparse[item_id])
        embedding = tuple(hits[item_id].vector or ()) or None
        found.append(Candidate(item_of(record), arms, (NAME,), embedding=embedding))
    return found


def _completed(
    hits: Sequence[QueryResult], ids: Iterable[str], limit: int, *, is_cosine: bool = False
) -> Mapping[str, float]:
    scores = {hit.id: cosine(hit.score) if is_cosine else max(hit.score, 0.0) for hit in hits}
    return completed(scores, ids, limit)


def _record(hit: QueryResult) -> KnowledgeRecord:
    return KnowledgeRecord(hit.id, hit.data or "", hit.metadata or {})
