"""Searches resolved cases in Upstash Vector."""

from collections.abc import Collection, Mapping, Sequence

from upstash_vector.types import QueryMode, QueryResult

from recollect.adapters.http.json_text import well_formed
from recollect.adapters.upstash.vector.client import ArmQuery, VectorIndex, translated_errors
from recollect.adapters.upstash.vector.filters import among, nobodys_or
from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.timestamps import parse_moment
from recollect.knowledge.folded_names import folded_name
from recollect.knowledge.records import CASES
from recollect.knowledge.similar_cases import FoundCase
from recollect.relevance.arms import Arms, completed_scores, cosine
from recollect.retrieval.items import string_of

_KEY = "company_key"


class VectorCases:
    """The port `ResolvedCases` of `recollect.knowledge`.

    It finds cases that are about one of these customers or about no customer.
    """

    def __init__(self, index: VectorIndex, customers: Customers = ALL_CUSTOMERS) -> None:
        self._index, self._customers = index, customers

    async def similar(self, text: str, names: Sequence[str], limit: int) -> Sequence[FoundCase]:
        """The best `limit` cases of each arm, and the best of the customer with these names.

        Names of customers that the caller may not know of are ignored.
        """
        if not text.strip():
            return ()
        customers = self._customers
        keys = {folded_name(each) for each in names if customers.allow(each)} - {""}
        # If the filter would be too long, it is "", and the customer's cases compete with all
        # others.
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
            owned = {case_id for case_id, hit in hits.items() if _metadata(hit).get(_KEY) in keys}
            cosines = _joined((dense, own_dense), hits, owned if own else set(), limit)
            return [_case(hit, Arms(cosines[case_id])) for case_id, hit in hits.items()]


def _joined(
    answers: tuple[Sequence[QueryResult], Sequence[QueryResult]],
    ids: Collection[str],
    owned: Collection[str],
    limit: int,
) -> Mapping[str, float]:
    """The cosine of each case in `ids`, from two answers of the dense arm.

    The first answer is about all cases, the second about the customer's own ones alone (`owned`).
    """
    of_all, of_own = ({hit.id: cosine(hit.score) for hit in answer} for answer in answers)
    # A case that is in neither answer scores at most as much as the last case of each answer that
    # it could have been in.
    bounds = completed_scores(of_all, ids, limit)
    for case_id, floor in completed_scores(of_own, owned, limit).items():
        bounds[case_id] = min(bounds[case_id], floor)
    return bounds | of_own | of_all


def _filter_of(customers: Customers) -> str:
    """The filter for cases of these customers or of no customer.

    "" if these are all customers, or if the filter would be too long.
    """
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
