"""The candidate source `upstash`: items in Upstash Vector.

Beside them it asks the turns of conversations among their neighbours, and the passages of long
items, where a project has them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from upstash_vector.types import QueryMode, QueryResult

from recollect.adapters.upstash.vector import ArmQuery, VectorIndex, translated_errors
from recollect.adapters.upstash.vector_filters import filter_of, joined, within
from recollect.adapters.upstash.vector_knowledge import VectorKnowledge, knowledge_record
from recollect.adapters.upstash.vector_walk import walk
from recollect.core.concurrency import gather_all, gather_both
from recollect.knowledge.passages import item_id_of, passages_namespace, text_id, text_id_of
from recollect.knowledge.records import (
    TURN,
    item_of,
    items_namespace,
    turns_namespace,
)
from recollect.relevance.arms import MOST_ASKED, Arms, completed_scores, cosine, next_limit
from recollect.relevance.passages import passage_cosine
from recollect.relevance.questions import questions_in
from recollect.relevance.views import combined_cosines, subqueries
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import See

NAME = "upstash"
_NO_TURNS = f"HAS NOT FIELD {TURN}"
# Several of the nearest passages may be of one item.
_PASSAGES_OF_EACH = 2


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
            found = await self._ask(query, asked)
            known = {each: item_of(knowledge_record(hit)) for each, hit in found.hits.items()}
            visible = await _visible(known, query, see)
            if found.has_enough(asked, visible, query.limit) or next_limit(asked) == asked:
                return merged(found.only(visible, query.limit), known, query.limit)
            # What may not be seen has taken the places of others, and must not show by that.
            asked = next_limit(asked)

    async def _ask(self, query: EvidenceQuery, limit: int) -> "_Found":
        scope, by_meaning = query.scope, replace(query, type="semantic")
        items, turns, passages = await gather_all(
            [
                self._answers(query, items_namespace(scope), _of_items(query, limit)),
                self._answers(query, turns_namespace(scope), _of_turns(query, limit)),
                self._answers(by_meaning, passages_namespace(scope), _of_passages(query, limit)),
            ]
        )
        told = await self._as_items(query, passages, _hits(items))
        return _Found(items, turns, told, answered=passages)

    async def _answers(
        self, query: EvidenceQuery, namespace: str, asked: Sequence[ArmQuery]
    ) -> "_Answers":
        if not asked:
            return _Answers()
        return _Answers.of(query, await self._index.query_batch(namespace, asked))

    async def _as_items(
        self, query: EvidenceQuery, passages: "_Answers", known: Mapping[str, QueryResult]
    ) -> "_Answers":
        """Each passage as its item; what is left of a text that the item has no more is left out.

        Items that are not `known` are fetched.
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
    """The ids of items that may be seen, and that pass to the letter by what is seen of them."""
    sights = await see(list(known.values()))
    return frozenset(
        sight.item.id
        for sight in sights
        if sight is not None and query.filters.match(sight.item.metadata)
    )


def _filter(query: EvidenceQuery) -> str:
    return joined(filter_of(query.filters), within(query.bounds))


def _of_items(query: EvidenceQuery, limit: int) -> Sequence[ArmQuery]:
    # The words of a turn are looked for among its neighbours' words, and only there.
    apart = _NO_TURNS if query.with_turns else ""
    return [*_wholes(query, limit, query.with_embeddings, apart), *_parts(query, limit)]


def _of_turns(query: EvidenceQuery, limit: int) -> Sequence[ArmQuery]:
    # The vector of a turn is made of its neighbours' words, which are not for everybody.
    return [*_wholes(query, limit)] if query.with_turns else ()


def _of_passages(query: EvidenceQuery, limit: int) -> Sequence[ArmQuery]:
    """By their meaning alone: words are looked for in the whole item."""
    if not query.with_passages or not query.asks_dense:
        return ()
    most, by_meaning = _passages_for(limit), replace(query, type="semantic", with_embeddings=False)
    asked = (*_wholes(by_meaning, most), *_parts(by_meaning, most))
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
        # They find nothing: they tell what was found apart, so all that there is may answer them.
        for view in subqueries(query.text, is_of_conversation=query.with_turns):
            yield ArmQuery(QueryMode.DENSE, view, _filter(query), MOST_ASKED, only_scores=True)


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
        """What was answered to what `_wholes` and `_parts` ask, in this order."""
        rest = iter(answers)
        dense = next(rest) if query.asks_dense else ()
        sparse = next(rest) if query.asks_sparse else ()
        asks = tuple(islice(rest, len(questions_in(query.text))))
        return cls(dense, sparse, asks, tuple(rest))

    @property
    def arms(self) -> tuple[Sequence[QueryResult], ...]:
        """What each arm found, the whole query's last: an item's own answer counts."""
        return (*self.asks, self.sparse, self.dense)

    def each(self, change: Callable[[Sequence[QueryResult]], Sequence[QueryResult]]) -> "_Answers":
        """The same of each arm and each view."""
        asks, views = (tuple(map(change, each)) for each in (self.asks, self.views))
        return _Answers(change(self.dense), change(self.sparse), asks, views)

    def has_enough(
        self, asked: int, visible: frozenset[str], limit: int, answered: "_Answers"
    ) -> bool:
        """Whether each arm has `limit` visible ones, or all that there are, as was `answered`."""
        return all(
            len(whole) < asked or sum(hit.id in visible for hit in arm) >= limit
            for whole, arm in zip(answered.arms, self.arms, strict=True)
        )

    def only(self, ids: frozenset[str], limit: int) -> "_Answers":
        """The best `limit` of each arm among these ids."""
        left = self.each(lambda hits: [hit for hit in hits if hit.id in ids])
        return replace(left.each(lambda hits: hits[:limit]), views=left.views)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the items of a project answered, its turns, and its passages, each as its item.

    Of passages also all that was `answered`, with what is left of texts that are gone.
    """

    items: _Answers
    turns: _Answers
    passages: _Answers
    answered: _Answers

    @property
    def hits(self) -> Mapping[str, QueryResult]:
        """All that was found, each once, as it is told by its own record if that was found."""
        # An item's own answer comes last, since it is the one that may bring its embedding.
        return _hits(self.passages, self.turns, self.items)

    def has_enough(self, asked: int, visible: frozenset[str], limit: int) -> bool:
        """Whether each arm, that was `asked` for so many, has `limit` visible ones or all."""
        passages = _passages_for(asked), visible, _passages_for(limit)
        return (
            self.items.has_enough(asked, visible, limit, self.items)
            and self.turns.has_enough(asked, visible, limit, self.turns)
            and self.passages.has_enough(*passages, self.answered)
        )

    def only(self, ids: frozenset[str], limit: int) -> "_Found":
        """The best `limit` of each arm among these ids."""
        items, turns = self.items.only(ids, limit), self.turns.only(ids, limit)
        return _Found(items, turns, self.passages.only(ids, _passages_for(limit)), self.answered)


def _hits(*answers: _Answers) -> dict[str, QueryResult]:
    """All that was found, each once, as the last of the answers tells it."""
    return {hit.id: hit for each in answers for arm in each.arms for hit in arm}


def _passages_for(items: int) -> int:
    return min(_PASSAGES_OF_EACH * items, MOST_ASKED)


def merged(found: _Found, known: Mapping[str, Item], limit: int) -> list[Candidate]:
    """One candidate for each item that was found.

    Of a turn, the dense arm is the mean of two: its text alone, and its text among its neighbours.
    Its words are those of its neighbourhood. Of a long item, the nearest passage counts, too.
    Further views of the query count by what they say of the items that were found.
    """
    hits, items, turns, passages = found.hits, found.items, found.turns, found.passages
    own = _cosines(items.dense, hits, limit)
    turn_dense = _cosines(turns.dense, hits, limit)
    wholes = {
        each: (own[each] + turn_dense[each]) / 2 if (hit.metadata or {}).get(TURN) else own[each]
        for each, hit in hits.items()
    }
    seen = [
        _with_passages({hit.id: cosine(hit.score) for hit in view}, of_passages)
        for view, of_passages in zip_longest(items.views, passages.views, fillvalue=())
    ]
    dense = combined_cosines(_with_passages(wholes, passages.dense), seen, limit)
    asks = [
        _with_passages(_cosines(ask, hits, limit), of_passages)
        for ask, of_passages in zip_longest(items.asks, passages.asks, fillvalue=())
    ]
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


def _with_passages(
    cosines: Mapping[str, float], passages: Sequence[QueryResult]
) -> Mapping[str, float]:
    """The cosine of each item, of long ones with that of the nearest of their passages."""
    nearest: dict[str, QueryResult] = {}
    for hit in passages:  # the nearest come first
        nearest.setdefault(hit.id, hit)
    return {
        **cosines,
        **{
            each: passage_cosine(cosines.get(each, 0.0), cosine(hit.score), len(hit.data or ""))
            for each, hit in nearest.items()
        },
    }
