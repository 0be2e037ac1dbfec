"""Further views of a query, whose meaning is compared in addition to that of the whole query.

    cosine = ½ · cosine of the whole + ½ · mean of its two best views

The vector of a long text is about the mean of what it says, and ignores all but the beginning of a
very long one: so a long query is also searched in its parts. In conversations everybody is named
all the time, and a question with a name is like any turn with a name: so there it is also searched
without names.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from recollect.language.capitals import are_nouns_capitalised
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS
from recollect.relevance.arms import completed_scores

MAX_PARTS: Final = 6
_MIN_LONG_WORDS: Final = 40
_BEST_VIEWS: Final = 2
_VIEW_SHARE: Final = 0.5
_WORD: Final = re.compile(r"[^\W_]+")
# If more words are capitalised, capitals are no sign of a name.
_MAX_NAME_SHARE: Final = 1 / 3


def subqueries(query: str, *, is_of_conversation: bool) -> tuple[str, ...]:
    """What to search for besides the query itself: its parts, or the query without names."""
    if len(query.split()) > _MIN_LONG_WORDS:
        found = _parts(query)
        return found if len(found) > 1 else ()
    left = _without_names(query) if is_of_conversation else ""
    return (left,) if left else ()


def combined_cosines(
    wholes: Mapping[str, float], seen: Sequence[Mapping[str, float]], limit: int
) -> Mapping[str, float]:
    """The cosine of each item to the query, combined with those to its subqueries.

    `wholes` has the cosine of each item to the whole query, `seen` has, for each subquery, the
    cosines of the items that it found. Only the best `limit` items of a subquery count; the others
    get the cosine of the last of these.
    """
    if not seen:
        return wholes
    counted = [_completed(wholes, each, limit) for each in seen]
    return {
        item: (1 - _VIEW_SHARE) * whole
        + _VIEW_SHARE * _mean_of_best([each[item] for each in counted])
        for item, whole in wholes.items()
    }


def _completed(
    items: Mapping[str, float], view: Mapping[str, float], limit: int
) -> Mapping[str, float]:
    best = sorted(items.keys() & view.keys(), key=lambda each: (-view[each], each))[:limit]
    return completed_scores({each: view[each] for each in best}, items, limit)


def _mean_of_best(cosines: Sequence[float]) -> float:
    best = sorted(cosines, reverse=True)[:_BEST_VIEWS]
    return sum(best) / len(best)


def _parts(query: str) -> tuple[str, ...]:
    """The query in at most six parts, made of whole sentences and of about equally many words."""
    sentences = list(split_sentences(query))
    lengths = [len(each.split()) for each in sentences]
    whole = sum(lengths)
    before = [sum(lengths[:place]) + length / 2 for place, length in enumerate(lengths)]
    placed = zip(sentences, (int(each * MAX_PARTS / whole) for each in before), strict=True)
    return tuple(
        " ".join(sentence for sentence, _ in part)
        for _, part in groupby(placed, lambda each: each[1])
    )


def _without_names(query: str) -> str:
    """A question without the names in it; "" if it has none, too many, or no other content."""
    words = query.split()
    left = [each for place, each in enumerate(words) if place == 0 or not each[0].isupper()]
    says_something = any(each not in STOP_WORDS for each in _WORD.findall(" ".join(left).lower()))
    count = len(words) - len(left)
    are_names = 0 < count <= _MAX_NAME_SHARE * len(words) and not are_nouns_capitalised(query)
    return " ".join(left) if are_names and says_something else ""
