"""Searches solved cases in Upstash Vector."""

from collections.abc import Sequence

from upstash_vector.types import QueryMode, QueryResult

from recollect.adapters.upstash.vector.client import ArmQuery, VectorIndex, translated_errors
from recollect.core.timestamps import epoch_ms
from recollect.knowledge.solved_cases import NEEDED, SOLVED_AT, WRITER, experience_namespace
from recollect.learning.experience import SolvedCase
from recollect.relevance.arms import cosine
from recollect.retrieval.candidates import EvidenceQuery
from recollect.retrieval.items import strings_of

# How many solved cases are asked for: more than are used, since the reader may not see any of the
# items that some of them needed.
_ASKED = 50


class VectorExperience:
    """The port `Experience` of `recollect.retrieval`."""

    def __init__(self, index: VectorIndex) -> None:
        self._index = index

    async def similar(self, query: EvidenceQuery) -> Sequence[SolvedCase]:
        """The solved cases of the project whose situations are nearest to the query in meaning.

        For a query about an earlier time, only those that were solved by then.
        """
        known = "" if query.as_of is None else f"{SOLVED_AT} <= {epoch_ms(query.as_of)}"
        asked = ArmQuery(QueryMode.DENSE, query.text, known, _ASKED)
        with translated_errors():
            (hits,) = await self._index.query_batch(experience_namespace(query.scope), [asked])
            return [_case(hit) for hit in hits]


def _case(hit: QueryResult) -> SolvedCase:
    metadata = hit.metadata or {}
    return SolvedCase(
        id=hit.id,
        writer=str(metadata.get(WRITER)),
        similarity=cosine(hit.score),
        needed=frozenset(strings_of(metadata.get(NEEDED))),
    )
