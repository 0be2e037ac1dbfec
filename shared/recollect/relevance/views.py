"""Further views of a query, which its meaning is compared by besides as a whole.

    cosine = ½ · cosine of the whole + ½ · mean of its two best views

The vector of a long text is about the mean of what it says, and knows only the beginning of a very
long one: such a query is asked in its parts, too. In a conversation everybody is named all the
time, and a question that names somebody is like whatever names somebody: there it is asked without
its names, too.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from recollect.language.capitals import are_nouns_large
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS
from recollect.relevance.arms import completed_scores

MOST_PARTS: Final = 6
_LONG: Final = 40
_BEST: Final = 2
_SHARE: Final = 0.5
_WORD: Final = re.compile(r"[^\W_]+")
# Where more is written large it is no sign of a name.
_MOST_NAMES: Final = 1 / 3


def subqueries(query: str, *, is_of_conversation: bool) -> tuple[str, ...]:
    """What to search for besides the query itself: its parts, or the query without names."""
    if len(query.split()) > _LONG:
        found = _parts(query)
        return found if len(found) > 1 else ()
    left = _without_names(query) if is_of_conversation else ""
    return (left,) if left else ()


def combined_cosines(
    wholes: Mapping[str, float], seen: Sequence[Mapping[str, float]], limit: int
) -> Mapping[str, float]:
    """The cosine of each item to the query, combined with those to its subqueries.

    `wholes` has the cosine to the whole query by item, `seen` that to each subquery of the items
    that it found. Of each subquery the best `limit` items count; the others get the cosine of the
    last of them.
    """
    if not seen:
        return wholes
    counted = [_of(wholes, each, limit) for each in seen]
    return {
        item: (1 - _SHARE) * whole + _SHARE * _mean_of_best([each[item] for each in counted])
        for item, whole in wholes.items()
    }


def _of(items: Mapping[str, float], view: Mapping[str, float], limit: int) -> Mapping[str, float]:
    best = sorted(items.keys() & view.keys(), key=lambda each: (-view[each], each))[:limit]
    return completed_scores({each: view[each] for each in best}, items, limit)


def _mean_of_best(cosines: Sequence[float]) -> float:
    best = sorted(cosines, reverse=True)[:_BEST]
    return sum(best) / len(best)


def _parts(query: str) -> tuple[str, ...]:
    """Whole sentences, in at most six parts of about as many words."""
    sentences = list(split_sentences(query))
    lengths = [len(each.split()) for each in sentences]
    whole = sum(lengths)
    before = [sum(lengths[:place]) + length / 2 for place, length in enumerate(lengths)]
    placed = zip(sentences, (int(each * MOST_PARTS / whole) for each in before), strict=True)
    return tuple(
        " ".join(sentence for sentence, _ in part)
        for _, part in groupby(placed, lambda each: each[1])
    )


def _without_names(query: str) -> str:
    """What is left of a question without the words that are written large within it."""
    words = query.split()
    left = [each for place, each in enumerate(words) if place == 0 or not each[0].isupper()]
    says_something = any(each not in STOP_WORDS for each in _WORD.findall(" ".join(left).lower()))
    count = len(words) - len(left)
    are_names = 0 < count <= _MOST_NAMES * len(words) and not are_nouns_large(query)
    return " ".join(left) if are_names and says_something else ""
