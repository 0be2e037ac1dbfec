"""The candidate source `upstash`: items, and conversations among them, in Upstash Vector."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from upstash_vector.types import QueryMode, QueryResult

from recollect.adapters.upstash.vector import ArmQuery, VectorIndex, translated_errors
from recollect.adapters.upstash.vector_filters import filter_of, joined, within
from recollect.adapters.upstash.vector_knowledge import VectorKnowledge, knowledge_record
from recollect.adapters.upstash.vector_walk import walk
from recollect.core.concurrency import gather_all, gather_both
from recollect.knowledge.records import (
    TURN,
    item_of,
    items_namespace,
    turns_namespace,
)
from recollect.relevance.arms import MOST_ASKED, Arms, completed_scores, cosine, next_limit
from recollect.relevance.questions import questions_in
from recollect.relevance.views import combined_cosines, subqueries
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import See

NAME = "upstash"
_NO_TURNS = f"HAS NOT FIELD {TURN}"


class VectorEvidence:
    """The port `CandidateSource` of `recollect.retrieval`."""

    name = NAME

    def __init__(self, index: VectorIndex) -> None:
        self._index = index

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The best items of each arm; in a walk, those that are reached."""
        with translated_errors():
            if query.walk is None:
                return await self._search(query, see)
            reached, found = await gather_both(
                walk(self._index, query, query.walk, see), self._search_beside(query, see)
            )
            arms = {each.item.id: each.arms for each in found}
            return [
                Candidate(
                    each.item, arms.get(each.item.id, Arms()), (NAME,), each.hops, each.embedding
                )
                for each in reached
                # To the letter: to Upstash 1 and true are the same.
                if query.filters.match(each.seen.metadata)
            ]

    async def get(self, scope: Scope, ids: Sequence[str]) -> Sequence[Item]:
        """The items that exist of these ids."""
        with translated_errors():
            records = await VectorKnowledge(self._index).get(items_namespace(scope), ids)
            return [item_of(each) for each in records]

    async def _search_beside(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """What the text of a walk finds: the items that it reaches are also judged by that."""
        return await self._search(replace(query, type="hybrid"), see) if query.text else ()

    async def _search(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        if not all(query.filters.any_of.values()):
            return ()  # one of none: the filter language cannot say so
        asked = query.limit
        while True:
            items, turns = await self._ask(query, asked)
            known = items_of(items, turns)
            visible = await _visible(known, query, see)
            arms = (*items.arms, *turns.arms)
            enough = all(len(hits) < asked or _count(hits, visible) >= query.limit for hits in arms)
            if enough or next_limit(asked) == asked:
                items, turns = (each.only(visible, query.limit) for each in (items, turns))
                return merged(items, turns, known, query.limit)
            # What may not be seen has taken the places of others, and must not show by that.
            asked = next_limit(asked)

    async def _ask(self, query: EvidenceQuery, limit: int) -> tuple["_Answers", "_Answers"]:
        namespaces = [items_namespace(query.scope)]
        if query.with_turns:
            namespaces.append(turns_namespace(query.scope))
        batches = [
            self._index.query_batch(namespace, list(_questions(query, limit, asks_items=not place)))
            for place, namespace in enumerate(namespaces)
        ]
        answers = [_Answers.of(query, answer) for answer in await gather_all(batches)]
        return answers[0], answers[1] if query.with_turns else _Answers()


async def _visible(known: Mapping[str, Item], query: EvidenceQuery, see: See) -> frozenset[str]:
    """The ids of items that may be seen, and that pass to the letter by what is seen of them."""
    sights = await see(list(known.values()))
    return frozenset(
        sight.item.id
        for sight in sights
        if sight is not None and query.filters.match(sight.item.metadata)
    )


def _count(hits: Sequence[QueryResult], visible: frozenset[str]) -> int:
    return sum(hit.id in visible for hit in hits)


def _questions(query: EvidenceQuery, limit: int, *, asks_items: bool) -> Iterable[ArmQuery]:
    filter_text = joined(filter_of(query.filters), within(query.bounds))
    # The vector of a turn is made of its neighbours' words, which are not for everybody.
    with_vectors = query.with_embeddings and asks_items
    if query.asks_dense:
        yield ArmQuery(QueryMode.DENSE, query.text, filter_text, limit, with_vectors)
    if query.asks_sparse:
        # The words of a turn are looked for among its neighbours' words, and only there.
        apart = _NO_TURNS if asks_items and query.with_turns else ""
        yield ArmQuery(
            QueryMode.SPARSE,
            query.text,
            joined(filter_text, apart),
            limit,
            with_vectors,
            query.by_rarity,
        )
    if query.asks_dense and asks_items:
        for ask in questions_in(query.text):
            yield ArmQuery(QueryMode.DENSE, ask, filter_text, limit, with_vectors)
        # They find nothing: they tell what was found apart, so all that there is may answer them.
        for view in subqueries(query.text, is_of_conversation=query.with_turns):
            yield ArmQuery(QueryMode.DENSE, view, filter_text, MOST_ASKED, only_scores=True)


@dataclass(frozen=True, slots=True)
class _Answers:
    """What the arms of one namespace answered: to the whole query, and to each of its questions.

    And by what scores to each view of the query.
    """

    dense: Sequence[QueryResult] = ()
    sparse: Sequence[QueryResult] = ()
    asks: Sequence[Sequence[QueryResult]] = ()
    views: Sequence[Sequence[QueryResult]] = ()

    @classmethod
    def of(cls, query: EvidenceQuery, answers: Sequence[Sequence[QueryResult]]) -> "_Answers":
        rest = iter(answers)
        dense = next(rest) if query.asks_dense else ()
        sparse = next(rest) if query.asks_sparse else ()
        asks = tuple(islice(rest, len(questions_in(query.text))))
        return cls(dense, sparse, asks, tuple(rest))

    @property
    def arms(self) -> tuple[Sequence[QueryResult], ...]:
        """What each arm found, the whole query's last: an item's own answer counts."""
        return (*self.asks, self.sparse, self.dense)

    def only(self, ids: frozenset[str], limit: int) -> "_Answers":
        """The best `limit` of each arm among these ids."""

        def of(arm: Sequence[QueryResult], most: int | None = limit) -> list[QueryResult]:
            return [hit for hit in arm if hit.id in ids][:most]

        views = [of(each, None) for each in self.views]
        return _Answers(of(self.dense), of(self.sparse), list(map(of, self.asks)), views)


def items_of(items: _Answers, turns: _Answers) -> dict[str, Item]:
    """The items that were found, each once; an item's own record is the one that counts."""
    return {each: item_of(knowledge_record(hit)) for each, hit in _hits(items, turns).items()}


def _hits(items: _Answers, turns: _Answers) -> dict[str, QueryResult]:
    """All that was found, each once, as it is told by its own record if that was found."""
    return {hit.id: hit for arm in (*turns.arms, *items.arms) for hit in arm}


def merged(
    items: _Answers,
    turns: _Answers,
    known: Mapping[str, Item],
    limit: int,
) -> list[Candidate]:
    """One candidate for each item that was found.

    Of a turn, the dense arm is the mean of two: its text alone, and its text among its neighbours.
    Its words are those of its neighbourhood. Further views of the query count by what they say of
    the items that were found.
    """
    # An item's own answer comes last, since it is the one that may bring its embedding.
    hits = _hits(items, turns)
    own = _cosines(items.dense, hits, limit)
    turn_dense = _cosines(turns.dense, hits, limit)
    wholes = {
        each: (own[each] + turn_dense[each]) / 2 if (hit.metadata or {}).get(TURN) else own[each]
        for each, hit in hits.items()
    }
    seen = [{hit.id: cosine(hit.score) for hit in view} for view in items.views]
    dense = combined_cosines(wholes, seen, limit)
    asks = [_cosines(each, hits, limit) for each in items.asks]
    sparse = {hit.id: hit.score for hit in (*items.sparse, *turns.sparse)}
    around = {
        # A turn that only its own record found is one, too, though its neighbours are not known.
        **{each: hit.data for each, hit in hits.items() if (hit.metadata or {}).get(TURN)},
        **{hit.id: hit.data for hit in (*turns.sparse, *turns.dense)},
    }
    return [
        Candidate(
            known[item_id],
            Arms(dense[item_id], sparse.get(item_id, 0.0), tuple(each[item_id] for each in asks)),
            (NAME,),
            embedding=tuple(hit.vector or ()) or None,
            around=around.get(item_id),
        )
        for item_id, hit in hits.items()
    ]


def _cosines(hits: Sequence[QueryResult], ids: Iterable[str], limit: int) -> Mapping[str, float]:
    return completed_scores({hit.id: cosine(hit.score) for hit in hits}, ids, limit)
