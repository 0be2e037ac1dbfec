"""Resolved cases, searched in Upstash Vector."""

from collections.abc import Collection, Mapping, Sequence

from upstash_vector.types import QueryMode, QueryResult

from recollect.adapters.http.json_text import well_formed
from recollect.adapters.upstash.vector import ArmQuery, VectorIndex, translated_errors
from recollect.adapters.upstash.vector_filters import among, nobodys_or
from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.timestamps import parse_moment
from recollect.knowledge.names import folded_name
from recollect.knowledge.records import CASES
from recollect.knowledge.similar_cases import FoundCase
from recollect.relevance.arms import Arms, completed_scores, cosine
from recollect.retrieval.items import string_of

_KEY = "company_key"


class VectorCases:
    """The port `ResolvedCases` of `recollect.knowledge`, for who may know of these customers."""

    def __init__(self, index: VectorIndex, customers: Customers = ALL_CUSTOMERS) -> None:
        self._index, self._customers = index, customers

    async def similar(self, text: str, names: Sequence[str], limit: int) -> Sequence[FoundCase]:
        """The best `limit` cases of each arm and, besides, the best of the customer called so."""
        if not text.strip():
            return ()
        customers = self._customers
        keys = {folded_name(each) for each in names if customers.allow(each)} - {""}
        # Where it would be too long, they are found among all the others.
        own_filter, theirs = among(_KEY, keys) if keys else "", _filter_of(customers)
        questions = [
            ArmQuery(mode, well_formed(text), filter_text, limit, by_rarity=customers.all)
            for filter_text in (theirs, *([own_filter] if own_filter else []))
            for mode in (QueryMode.DENSE, QueryMode.SPARSE)
        ]
        with translated_errors():
            dense, sparse, *own = await self._index.query_batch(CASES, questions)
            own_dense, own_sparse = own or ([], [])
            hits = {hit.id: hit for hit in (*own_dense, *own_sparse, *dense, *sparse)}
            owned = {each for each, hit in hits.items() if _metadata(hit).get(_KEY) in keys}
            cosines = _joined((dense, own_dense), hits, owned if own else set(), limit)
            return [_case(hit, Arms(cosines[each])) for each, hit in hits.items()]


def _joined(
    answers: tuple[Sequence[QueryResult], Sequence[QueryResult]],
    ids: Collection[str],
    owned: Collection[str],
    limit: int,
) -> Mapping[str, float]:
    """A cosine for each case, of two answers: for all cases, and for the own ones."""
    of_all, of_own = ({hit.id: cosine(hit.score) for hit in answer} for answer in answers)
    # Who is in neither scores no more than the last of each that it could have been in.
    least = completed_scores(of_all, ids, limit)
    for each, floor in completed_scores(of_own, owned, limit).items():
        least[each] = min(least[each], floor)
    return least | of_own | of_all


def _filter_of(customers: Customers) -> str:
    """The filter for what is of these customers or of nobody; "" for all, or if it is too long."""
    return "" if customers.all else nobodys_or(_KEY, map(folded_name, customers.names))


def _metadata(hit: QueryResult) -> Mapping[str, object]:
    return hit.metadata or {}


def _case(hit: QueryResult, arms: Arms) -> FoundCase:
    known = _metadata(hit)
    return FoundCase(
        case_number=string_of(known.get("case_number")) or str(hit.id),
        company=string_of(known.get("company")),
        url=string_of(known.get("url")),
        text=hit.data or "",
        arms=arms,
        resolved_at=parse_moment(string_of(known.get("resolved_at"))),
    )
