"""Exemplars in Upstash Vector."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import JsonValue, TypeAdapter, ValidationError
from upstash_vector.types import Data, QueryMode, QueryResult

from recollect.adapters.upstash.vector.client import ArmQuery, VectorIndex, translated_errors
from recollect.adapters.upstash.vector.filters import among
from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.timestamps import epoch_ms, iso
from recollect.discovery.capturing import StoredExemplar
from recollect.discovery.exemplars import FoundExemplar
from recollect.knowledge.folded_names import folded_name
from recollect.relevance.arms import cosine

NAMESPACE = "exemplars"
_KEY = "company_key"


@cache
def _found() -> TypeAdapter[FoundExemplar]:
    return TypeAdapter(FoundExemplar)


class VectorExemplars:
    """The port `ExemplarRepository` of `recollect.discovery`.

    It finds only exemplars of these customers.
    """

    def __init__(self, index: VectorIndex, customers: Customers = ALL_CUSTOMERS) -> None:
        self._index = index
        self._filter = "" if customers.all else among(_KEY, map(folded_name, customers.names))

    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        """The exemplars most like a text, most similar first."""
        with translated_errors():
            query = ArmQuery(QueryMode.DENSE, text, self._filter, limit)
            (hits,) = await self._index.query_batch(NAMESPACE, [query])
            return [found for hit in hits if (found := _exemplar(hit)) is not None]

    async def put(self, stored: StoredExemplar) -> None:
        """Store an exemplar, in place of the one with the same id."""
        exemplar = stored.exemplar
        metadata: dict[str, JsonValue] = {
            "case_number": exemplar.case_number,
            "interaction_type": exemplar.interaction_type,
            "quality": exemplar.quality,
            "action_taken": exemplar.action_taken,
            "outcome": exemplar.outcome,
            "created_at": iso(stored.at),
            "created_at_ms": epoch_ms(stored.at),
        }
        if exemplar.company:
            metadata |= {"company": exemplar.company, _KEY: folded_name(exemplar.company)}
        await self._index.put(
            NAMESPACE, [Data(id=stored.id, data=exemplar.summary, metadata=metadata)]
        )


def _exemplar(hit: QueryResult) -> FoundExemplar | None:
    """The exemplar in a record; None if Recollect did not write the record."""
    metadata: Mapping[str, Any] = hit.metadata or {}
    known = {name: metadata.get(name) for name in FoundExemplar.__dataclass_fields__}
    known |= {"summary": hit.data, "similarity": cosine(hit.score)}
    try:
        return _found().validate_python(known)
    except ValidationError:
        return None
