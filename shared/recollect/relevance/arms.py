"""The scores of an item in the two arms of a search, and how to complete missing ones.

The dense arm scores how near an item is in meaning. Of the sparse arm only the list of items
counts: how much of a query's words an item has is read from its text
(`recollect.relevance.word_scores`), since the scores of that arm reveal something of all that is
stored.

An arm answers its best `limit` items. An item that it left out scores at most as much as its last
one, and that score is assumed. An arm that answered fewer has named everything that it knows, and
the item scores 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

MAX_ARM_ITEMS: Final = 1_000
"""The most items that an arm is asked for, however many of them the reader may not see."""
_WIDENING_FACTOR: Final = 4


@dataclass(frozen=True, slots=True)
class Arms:
    """The scores of an item in the two arms of a hybrid search; 0 where an arm did not find it.

    `dense` is a cosine (0…1), `sparse` a score whose scale depends on the store. `asks` are the
    cosines to each question of a query that has several (`recollect.questions.several`).
    """

    dense: float = 0.0
    sparse: float = 0.0
    asks: tuple[float, ...] = ()

    def to_ask(self, place: int) -> "Arms":
        """The scores for the question at that index; these same if a source asked none alone."""
        return replace(self, dense=self.asks[place]) if self.asks else self


def cosine(score: float) -> float:
    """The cosine behind a dense score of Upstash, which is (1 + cosine) / 2; negative becomes 0."""
    return max(0.0, 2 * score - 1)


def completed_scores(
    scores: Mapping[str, float], ids: Iterable[str], limit: int
) -> dict[str, float]:
    """A score for each of `ids`, by the `scores` of an arm that was asked for `limit` items.

    An item that is missing from a full answer gets its lowest score; from a shorter one, 0.
    """
    floor = min(scores.values(), default=0.0) if len(scores) >= limit else 0.0
    return {each: scores.get(each, floor) for each in ids}


def next_limit(asked: int) -> int:
    """The limit of the next search, if too few of the `asked` items may be seen or shown."""
    return min(asked * _WIDENING_FACTOR, max(asked, MAX_ARM_ITEMS))
