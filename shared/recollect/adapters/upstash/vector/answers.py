"""What the namespaces of a project answered to a query, and the candidates made of the answers.

A query consists of its whole text, of the questions in it (`recollect.questions.several`), and of
further views (`recollect.relevance.views`), which only score what the others found.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from upstash_vector.types import QueryResult

from recollect.knowledge.records import TURN
from recollect.questions.several import questions_in
from recollect.relevance.arms import MAX_ARM_ITEMS, Arms, completed_scores, cosine
from recollect.relevance.passages import passage_cosine
from recollect.relevance.views import combined_cosines
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.items import Item

# How many passages are asked for per item: several of the nearest passages may be of the same item.
_PASSAGES_PER_ITEM = 2

# Both are by the id of an item.
Hits = Mapping[str, QueryResult]
Cosines = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class NamespaceAnswer:
    """What one namespace answered.

    `dense` and `sparse` are the answers of its arms to the whole query. `asks` are the answers of
    the dense arm to each question in the query, `views` its answers to each view, as scores alone.
    """

    dense: Sequence[QueryResult] = ()
    sparse: Sequence[QueryResult] = ()
    asks: Sequence[Sequence[QueryResult]] = ()
    views: Sequence[Sequence[QueryResult]] = ()

    @classmethod
    def of(
        cls, query: EvidenceQuery, answers: Sequence[Sequence[QueryResult]]
    ) -> "NamespaceAnswer":
        """The answer from the results of the queries, in the order in which they were asked.

        That is: both arms to the whole query, the questions in it, its views.
        """
        rest = iter(answers)
        dense = next(rest) if query.asks_dense else ()
        sparse = next(rest) if query.asks_sparse else ()
        asks = tuple(islice(rest, len(questions_in(query.text))))
        return cls(dense, sparse, asks, tuple(rest))

    @property
    def arms(self) -> tuple[Sequence[QueryResult], ...]:
        """The results of each query but the views.

        Those of the whole query come last, since the last result for an item counts (`hits_of`).
        """
        return (*self.asks, self.sparse, self.dense)

    def each(
        self, change: Callable[[Sequence[QueryResult]], Sequence[QueryResult]]
    ) -> "NamespaceAnswer":
        """The answer with `change` applied to the results of each query."""
        asks, views = (tuple(map(change, results)) for results in (self.asks, self.views))
        return NamespaceAnswer(change(self.dense), change(self.sparse), asks, views)

    def has_enough(
        self, asked: int, visible: frozenset[str], limit: int, answered: "NamespaceAnswer"
    ) -> bool:
        """Whether the results of each query have `limit` visible items, or all that there are.

        A query has answered all if there are fewer than `asked` results in `answered`.
        """
        return all(
            len(whole) < asked or sum(hit.id in visible for hit in arm) >= limit
            for whole, arm in zip(answered.arms, self.arms, strict=True)
        )

    def only(self, ids: frozenset[str], limit: int) -> "NamespaceAnswer":
        """The results about items with these ids, and of those the best `limit` of each query.

        The views keep all of theirs.
        """
        left = self.each(lambda hits: [hit for hit in hits if hit.id in ids])
        return replace(left.each(lambda hits: hits[:limit]), views=left.views)


@dataclass(frozen=True, slots=True)
class ProjectAnswer:
    """What the namespaces of a project answered: items, turns and passages.

    In `passages`, each passage is replaced by its item. `answered` is the original answer about
    passages, which may have leftovers of texts that are gone.
    """

    items: NamespaceAnswer
    turns: NamespaceAnswer
    passages: NamespaceAnswer
    answered: NamespaceAnswer

    @property
    def hits(self) -> Hits:
        """Every item that was found, once, from its own record if that was found."""
        # The items come last and so count: only their results may have embeddings.
        return hits_of(self.passages, self.turns, self.items)

    def has_enough(self, asked: int, visible: frozenset[str], limit: int) -> bool:
        """Whether the results of each query have `limit` visible items, or all that there are.

        `asked` is how many results each query asked for.
        """
        passages = passages_for(asked), visible, passages_for(limit)
        return (
            self.items.has_enough(asked, visible, limit, self.items)
            and self.turns.has_enough(asked, visible, limit, self.turns)
            and self.passages.has_enough(*passages, self.answered)
        )

    def only(self, ids: frozenset[str], limit: int) -> "ProjectAnswer":
        """The results about items with these ids, and of those the best `limit` of each query."""
        items, turns = self.items.only(ids, limit), self.turns.only(ids, limit)
        return ProjectAnswer(
            items, turns, self.passages.only(ids, passages_for(limit)), self.answered
        )


def hits_of(*answers: NamespaceAnswer) -> dict[str, QueryResult]:
    """The result for each item that was found; of several for the same item, the last."""
    return {hit.id: hit for answer in answers for arm in answer.arms for hit in arm}


def passages_for(items: int) -> int:
    """How many passages to ask for, to find about so many items."""
    return min(_PASSAGES_PER_ITEM * items, MAX_ARM_ITEMS)


def candidates_of(
    found: ProjectAnswer, known: Mapping[str, Item], source: str, limit: int
) -> list[Candidate]:
    """One candidate for each item that was found; `known` are the items by id.

    The dense score of a turn is the mean of two cosines: of its text alone, and of its text among
    its neighbours. Its sparse score is that of its neighbourhood. The dense score of a long item
    also depends on its nearest passage. The views of the query change the dense scores of the items
    that were found.
    """
    hits = found.hits
    wholes = _with_passages(_with_turns(found, hits, limit), found.passages.dense)
    dense = combined_cosines(wholes, _views(found), limit)
    asks = _asks(found, hits, limit)
    sparse = {hit.id: hit.score for hit in (*found.items.sparse, *found.turns.sparse)}
    around = _around(found, hits)
    return [
        Candidate(
            known[item_id],
            Arms(dense[item_id], sparse.get(item_id, 0.0), tuple(each[item_id] for each in asks)),
            (source,),
            embedding=tuple(hit.vector or ()) or None,
            around=around.get(item_id),
        )
        for item_id, hit in hits.items()
    ]


def _with_turns(found: ProjectAnswer, hits: Hits, limit: int) -> Cosines:
    """The cosine of each item to the whole query; for a turn, the mean of its two cosines."""
    own = _cosines(found.items.dense, hits, limit)
    among = _cosines(found.turns.dense, hits, limit)
    return {
        item_id: (own[item_id] + among[item_id]) / 2 if _is_turn(hit) else own[item_id]
        for item_id, hit in hits.items()
    }


def _views(found: ProjectAnswer) -> Sequence[Cosines]:
    """For each view of the query, the cosines of the items in its results."""
    views = zip_longest(found.items.views, found.passages.views, fillvalue=())
    return [
        _with_passages({hit.id: cosine(hit.score) for hit in items}, passages)
        for items, passages in views
    ]


def _asks(found: ProjectAnswer, hits: Hits, limit: int) -> Sequence[Cosines]:
    """For each question in the query, the cosines of all items that were found."""
    asks = zip_longest(found.items.asks, found.passages.asks, fillvalue=())
    return [_with_passages(_cosines(items, hits, limit), passages) for items, passages in asks]


def _around(found: ProjectAnswer, hits: Hits) -> Mapping[str, str | None]:
    """The text of each turn together with its neighbours' texts."""
    return {
        # If only the turn's own record was found, its own text, since its neighbours are unknown.
        **{item_id: hit.data for item_id, hit in hits.items() if _is_turn(hit)},
        **{hit.id: hit.data for hit in (*found.turns.sparse, *found.turns.dense)},
    }


def _is_turn(hit: QueryResult) -> bool:
    return bool((hit.metadata or {}).get(TURN))


def _cosines(arm: Sequence[QueryResult], hits: Hits, limit: int) -> Cosines:
    return completed_scores({hit.id: cosine(hit.score) for hit in arm}, hits, limit)


def _with_passages(cosines: Cosines, passages: Sequence[QueryResult]) -> Cosines:
    """The cosine of each item, for a long item combined with that of its nearest passage."""
    nearest: dict[str, QueryResult] = {}
    for hit in passages:  # the nearest come first
        nearest.setdefault(hit.id, hit)
    return {
        **cosines,
        **{
            item_id: passage_cosine(
                cosines.get(item_id, 0.0), cosine(hit.score), len(hit.data or "")
            )
            for item_id, hit in nearest.items()
        },
    }
