"""What the namespaces of a project answered to a query, and the candidates that this makes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from upstash_vector.types import QueryResult

from recollect.knowledge.records import TURN
from recollect.questions.several import questions_in
from recollect.relevance.arms import MOST_ASKED, Arms, completed_scores, cosine
from recollect.relevance.passages import passage_cosine
from recollect.relevance.views import combined_cosines
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.items import Item

# Several of the nearest passages may be of one item.
_PASSAGES_OF_EACH = 2

# By the id of an item.
Hits = Mapping[str, QueryResult]
Cosines = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class NamespaceAnswer:
    """What the arms of one namespace answered: to the whole query, and to each of its questions.

    And by what scores to each view of the query.
    """

    dense: Sequence[QueryResult] = ()
    sparse: Sequence[QueryResult] = ()
    asks: Sequence[Sequence[QueryResult]] = ()
    views: Sequence[Sequence[QueryResult]] = ()

    @classmethod
    def of(
        cls, query: EvidenceQuery, answers: Sequence[Sequence[QueryResult]]
    ) -> "NamespaceAnswer":
        """What was answered to the whole query's arms, to its questions and its views, in order."""
        rest = iter(answers)
        dense = next(rest) if query.asks_dense else ()
        sparse = next(rest) if query.asks_sparse else ()
        asks = tuple(islice(rest, len(questions_in(query.text))))
        return cls(dense, sparse, asks, tuple(rest))

    @property
    def arms(self) -> tuple[Sequence[QueryResult], ...]:
        """What each arm found, the whole query's last: an item's own answer counts."""
        return (*self.asks, self.sparse, self.dense)

    def each(
        self, change: Callable[[Sequence[QueryResult]], Sequence[QueryResult]]
    ) -> "NamespaceAnswer":
        """The same of each arm and each view."""
        asks, views = (tuple(map(change, each)) for each in (self.asks, self.views))
        return NamespaceAnswer(change(self.dense), change(self.sparse), asks, views)

    def has_enough(
        self, asked: int, visible: frozenset[str], limit: int, answered: "NamespaceAnswer"
    ) -> bool:
        """Whether each arm has `limit` visible ones, or all that there are, as was `answered`."""
        return all(
            len(whole) < asked or sum(hit.id in visible for hit in arm) >= limit
            for whole, arm in zip(answered.arms, self.arms, strict=True)
        )

    def only(self, ids: frozenset[str], limit: int) -> "NamespaceAnswer":
        """The best `limit` of each arm among these ids."""
        left = self.each(lambda hits: [hit for hit in hits if hit.id in ids])
        return replace(left.each(lambda hits: hits[:limit]), views=left.views)


@dataclass(frozen=True, slots=True)
class ProjectAnswer:
    """What the items of a project answered, its turns, and its passages, each as its item.

    Of passages also all that was `answered`, with what is left of texts that are gone.
    """

    items: NamespaceAnswer
    turns: NamespaceAnswer
    passages: NamespaceAnswer
    answered: NamespaceAnswer

    @property
    def hits(self) -> Hits:
        """All that was found, each once, as it is told by its own record if that was found."""
        # An item's own answer comes last, since it is the one that may bring its embedding.
        return hits_of(self.passages, self.turns, self.items)

    def has_enough(self, asked: int, visible: frozenset[str], limit: int) -> bool:
        """Whether each arm, that was `asked` for so many, has `limit` visible ones or all."""
        passages = passages_for(asked), visible, passages_for(limit)
        return (
            self.items.has_enough(asked, visible, limit, self.items)
            and self.turns.has_enough(asked, visible, limit, self.turns)
            and self.passages.has_enough(*passages, self.answered)
        )

    def only(self, ids: frozenset[str], limit: int) -> "ProjectAnswer":
        """The best `limit` of each arm among these ids."""
        items, turns = self.items.only(ids, limit), self.turns.only(ids, limit)
        return ProjectAnswer(
            items, turns, self.passages.only(ids, passages_for(limit)), self.answered
        )


def hits_of(*answers: NamespaceAnswer) -> dict[str, QueryResult]:
    """All that was found, each once, as the last of the answers tells it."""
    return {hit.id: hit for each in answers for arm in each.arms for hit in arm}


def passages_for(items: int) -> int:
    """How many passages are asked for, so that they are of so many items."""
    return min(_PASSAGES_OF_EACH * items, MOST_ASKED)


def candidates_of(
    found: ProjectAnswer, known: Mapping[str, Item], source: str, limit: int
) -> list[Candidate]:
    """One candidate for each item that was found, of those that are `known`, by id.

    Of a turn, the dense arm is the mean of two: its text alone, and its text among its neighbours.
    Its words are those of its neighbourhood. Of a long item, the nearest passage counts, too.
    Further views of the query count by what they say of the items that were found.
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
    """The cosine of each item to the whole query, of turns the mean of both of theirs."""
    own = _cosines(found.items.dense, hits, limit)
    among = _cosines(found.turns.dense, hits, limit)
    return {
        each: (own[each] + among[each]) / 2 if _is_turn(hit) else own[each]
        for each, hit in hits.items()
    }


def _views(found: ProjectAnswer) -> Sequence[Cosines]:
    """The cosines to each view of the query, of the items that it found."""
    views = zip_longest(found.items.views, found.passages.views, fillvalue=())
    return [
        _with_passages({hit.id: cosine(hit.score) for hit in items}, passages)
        for items, passages in views
    ]


def _asks(found: ProjectAnswer, hits: Hits, limit: int) -> Sequence[Cosines]:
    """The cosines to each question of the query."""
    asks = zip_longest(found.items.asks, found.passages.asks, fillvalue=())
    return [_with_passages(_cosines(items, hits, limit), passages) for items, passages in asks]


def _around(found: ProjectAnswer, hits: Hits) -> Mapping[str, str | None]:
    """The text of each turn among its neighbours'."""
    return {
        # A turn that only its own record found is one, too, though its neighbours are not known.
        **{each: hit.data for each, hit in hits.items() if _is_turn(hit)},
        **{hit.id: hit.data for hit in (*found.turns.sparse, *found.turns.dense)},
    }


def _is_turn(hit: QueryResult) -> bool:
    return bool((hit.metadata or {}).get(TURN))


def _cosines(arm: Sequence[QueryResult], hits: Hits, limit: int) -> Cosines:
    return completed_scores({hit.id: cosine(hit.score) for hit in arm}, hits, limit)


def _with_passages(cosines: Cosines, passages: Sequence[QueryResult]) -> Cosines:
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
