"""The relevance of all candidates of a query, which are judged together.

As `recollect.retrieval.relevance`, with two differences that need to see all candidates: the arms'
weights follow how well they tell candidates apart (`recollect.retrieval.arms`), and an identifier
of a long query counts only where few candidates hold it. A question names what it is about; a
report of a hundred words also names its framework, which all the others do.
"""

from collections import Counter
from collections.abc import Sequence

from recollect.retrieval.arms import dense_share
from recollect.retrieval.candidates import Candidate, QueryType
from recollect.retrieval.identifiers import identifiers
from recollect.retrieval.items import text_of
from recollect.retrieval.relevance import IDENTIFIER_FLOOR, Arms, Fusion

_QUESTION_WORDS = 12
_FEW_HOLDERS = 3


def relevances(
    query_type: QueryType, text: str, candidates: Sequence[Candidate], fusion: Fusion
) -> list[float]:
    """The relevance (0…1) of each candidate, in order."""
    scores = fused(query_type, [each.arms for each in candidates], fusion)
    return [
        # Lifted, not levelled: which of them answers best is still to be seen.
        IDENTIFIER_FLOOR + (1 - IDENTIFIER_FLOOR) * score if named else score
        for score, named in zip(scores, _named(text, candidates), strict=True)
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


def _named(text: str, candidates: Sequence[Candidate]) -> list[bool]:
    """Whether each candidate holds an identifier that the query means."""
    asked = identifiers(text)
    if not asked:
        return [False] * len(candidates)
    held = [asked & identifiers(text_of(each.item.content)) for each in candidates]
    if len(text.split()) > _QUESTION_WORDS:
        holders = Counter(identifier for each in held for identifier in each)
        asked = frozenset(each for each in asked if holders[each] <= _FEW_HOLDERS)
    return [bool(each & asked) for each in held]
