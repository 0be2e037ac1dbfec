"""What the arms of a search say of an item, and what they leave unsaid.

The dense arm says how near an item is in meaning. Of the sparse arm it only counts whom it named:
how much of a query's words an item has is read in its text (`recollect.relevance.words`), since the
scores of an arm tell of all that is stored.

An arm answers its best `limit` items. Of an item that it left out it says that it scores at most
as much as its last one, and that is what counts; an arm that answered fewer has named everything
that it knows, and the item scores 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

MOST_ASKED: Final = 1_000
"""How many items an arm is asked for at most, however many of them its reader may not see."""
_WIDER: Final = 4


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
        """The scores for the question at that index; these ones where a source was not asked it.

        What was kept by an earlier version may have been asked fewer.
        """
        return replace(self, dense=self.asks[place]) if place < len(self.asks) else self


def cosine(score: float) -> float:
    """The cosine behind a dense score of Upstash, which is (1 + cosine) / 2; negative becomes 0."""
    return max(0.0, 2 * score - 1)


def completed_scores(
    scores: Mapping[str, float], ids: Iterable[str], limit: int
) -> dict[str, float]:
    """A score for each of `ids`, by the `scores` of an arm that was asked for `limit` items.

    An item that a full answer lacks has at most its lowest score; else an arm did not match it.
    """
    floor = min(scores.values(), default=0.0) if len(scores) >= limit else 0.0
    return {each: scores.get(each, floor) for each in ids}


def next_limit(asked: int) -> int:
    """The limit of the next search, where too few of the `asked` items may be seen or shown."""
    return min(asked * _WIDER, max(asked, MOST_ASKED))
