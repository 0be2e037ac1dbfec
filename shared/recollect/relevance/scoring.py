"""The relevance of all candidates of a query, which are judged together.

As `recollect.relevance.fusion`, with two differences that need to see all candidates: the arms'
weights follow how well they tell candidates apart (`recollect.relevance.arms`), and an identifier
of a long query counts only where few candidates hold it. A question names what it is about; a
report of a hundred words also names its framework, which all the others do.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from recollect.relevance.arms import dense_share
from recollect.relevance.fusion import IDENTIFIER_FLOOR, Arms, Fusion
from recollect.relevance.identifiers import identifiers, meant_identifiers

QueryType = Literal["semantic", "keyword", "hybrid", "graph_traversal"]

_QUESTION_WORDS = 12
_FEW_HOLDERS = 3


def relevances(
    query_type: QueryType, text: str, arms: Sequence[Arms], texts: Iterable[str], fusion: Fusion
) -> list[float]:
    """The relevance (0…1) of each candidate, in order, by what its arms said and by its text.

    `texts` is only gone through where the query names an identifier.
    """
    scores = fused(query_type, arms, fusion)
    return [
        # Lifted, not levelled: which of them answers best is still to be seen.
        IDENTIFIER_FLOOR + (1 - IDENTIFIER_FLOOR) * score if named else score
        for score, named in zip(scores, _named(text, len(arms), texts), strict=True)
    ]


def fused(query_type: QueryType, arms: Sequence[Arms], fusion: Fusion) -> list[float]:
    """What the arms say of each candidate, as one number in 0…1."""
    dense = [min(max(each.dense, 0.0), 1.0) for each in arms]
    keyword = [fusion.keyword(each.sparse) for each in arms]
    share = _dense_share(query_type, dense, keyword, fusion)
    return [share * d + (1 - share) * k for d, k in zip(dense, keyword, strict=True)]


def _dense_share(
    query_type: QueryType, dense: Sequence[float], keyword: Sequence[float], fusion: Fusion
) -> float:
    # An arm that was not asked has nothing to say, and does not halve what the other one says.
    if query_type == "semantic":
        return 1.0
    if query_type == "keyword":
        return 0.0
    return dense_share(dense, keyword, fusion.dense_weight)


def _named(text: str, count: int, texts: Iterable[str]) -> list[bool]:
    """Whether each candidate holds an identifier that the query means."""
    asked = identifiers(text)
    if not asked:
        return [False] * count
    held = [asked & meant_identifiers(each) for each in texts]
    if len(text.split()) > _QUESTION_WORDS:
        holders = Counter(identifier for each in held for identifier in each)
        asked = frozenset(each for each in asked if holders[each] <= _FEW_HOLDERS)
    return [bool(each & asked) for each in held]
