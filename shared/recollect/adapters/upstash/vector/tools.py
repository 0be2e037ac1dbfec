"""Memories of tools in Upstash Vector."""

import math
from collections.abc import Collection, Sequence

from pydantic import BaseModel, ConfigDict, ValidationError
from upstash_vector.types import Data, QueryMode, QueryResult

from recollect.adapters.http.json_text import well_formed
from recollect.adapters.upstash.vector.client import ArmQuery, VectorIndex, translated_errors
from recollect.adapters.upstash.vector.filters import nobodys_or_holding, quoted
from recollect.core.concurrency import gather_both
from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.errors import InvalidRequest
from recollect.enrichment.memories import (
    GENERAL,
    FoundMemories,
    MemorySearch,
    ToolMemory,
    ToolMemoryKind,
    ToolMemoryRecord,
    tools_namespace,
)
from recollect.enrichment.tool_findings import IMPORTANT_FINDINGS
from recollect.relevance.arms import Arms, completed_scores, cosine

_MODES = (QueryMode.DENSE, QueryMode.SPARSE)
_OF_TOOL: frozenset[ToolMemoryKind] = frozenset({"tool_exec", "operational"})
_OF_SESSION: frozenset[ToolMemoryKind] = frozenset({"conversation"})


class _Metadata(BaseModel):
    """The metadata of a tool memory that Recollect wrote."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    kind: ToolMemoryKind
    tags: tuple[str, ...] = ()
    snippet: str = ""
    session_id: str | None = None
    created_at_ms: int | None = None
    customers: tuple[str, ...] = ()
    finding: str | None = None
    supersedes: tuple[str, ...] = ()


class VectorToolMemories:
    """The port `ToolMemoryRepository` of `recollect.enrichment`.

    It finds memories that are about one of these customers or about no customer.
    """

    def __init__(self, index: VectorIndex, customers: Customers = ALL_CUSTOMERS) -> None:
        self._index, self._customers = index, customers

    async def find(self, search: MemorySearch) -> FoundMemories:
        """The best memories of each arm about the tool, its domain's incidents, and the session.

        A conversation without a domain is kept in the general domain, so that is searched, too, at
        the same time.
        """
        of_tool, of_session = _tool_filter(search.tool), _session_filter(search.session)
        elsewhere = of_session if search.domain != GENERAL else ""
        (of_domain, with_findings, in_domain), (elsewhere_found,) = await gather_both(
            self._query(
                search, search.domain, (of_tool, _findings_filter(search.tool), of_session)
            ),
            self._query(search, GENERAL, (elsewhere,)),
        )
        found = {each.id: each for each in (*of_domain, *with_findings)}
        return FoundMemories(
            _of_kinds(tuple(found.values()), _OF_TOOL),
            (*_of_kinds(in_domain, _OF_SESSION), *_of_kinds(elsewhere_found, _OF_SESSION)),
        )

    async def put(self, record: ToolMemoryRecord) -> None:
        """Store a record, in place of the one with the same id."""
        vector = Data(id=record.id, data=record.text, metadata=dict(record.metadata))
        await self._index.put(record.namespace, [vector])

    async def _query(
        self, search: MemorySearch, domain: str, filters: Sequence[str]
    ) -> Sequence[Sequence[ToolMemory]]:
        """What both arms find in a domain with each filter, in one request; nothing for ""."""
        text = well_formed(search.text)
        theirs = _customers_filter(self._customers)
        questions = [
            ArmQuery(
                mode,
                text,
                _both(filter_text, theirs),
                search.limit,
                by_rarity=self._customers.all,
            )
            for filter_text in filter(None, filters)
            for mode in _MODES
        ]
        if not questions or not text.strip():
            return [()] * len(filters)
        with translated_errors():
            answers = await self._index.query_batch(tools_namespace(domain), questions)
            return [
                _memories(answers.pop(0), answers.pop(0), search.limit) if filter_text else ()
                for filter_text in filters
            ]


def _tool_filter(tool: str | None) -> str:
    own = _equals("tool", tool)
    return own and f"(kind = 'tool_exec' AND {own}) OR kind = 'operational'"


def _findings_filter(tool: str | None) -> str:
    """The filter for incidents, and for executions of the tool that found a cause or trouble.

    These are also asked for separately, so that they are not crowded out by a thousand executions
    that found nothing.
    """
    own, findings = (
        _equals("tool", tool),
        ", ".join(quoted("finding", each) for each in IMPORTANT_FINDINGS),
    )
    condition = f"kind = 'tool_exec' AND {own} AND finding IN ({findings})"
    return own and f"({condition}) OR kind = 'operational'"


def _customers_filter(customers: Customers) -> str:
    """The filter for memories about one of these customers or about nobody; "" for all."""
    return "" if customers.all else nobodys_or_holding("customers", customers.names)


def _both(first: str, second: str) -> str:
    return f"({first}) AND {second}" if second else first


def _session_filter(session: str | None) -> str:
    own = _equals("session_key", session)
    return own and f"kind = 'conversation' AND {own}"


def _equals(field: str, value: str | None) -> str:
    """The filter for a field with this value; "" if there is none, or no literal can express it."""
    try:
        return f"{field} = {quoted(field, value)}" if value else ""
    except InvalidRequest:
        return ""  # no record can have such a value


def _of_kinds(
    memories: Sequence[ToolMemory], sources: Collection[ToolMemoryKind]
) -> tuple[ToolMemory, ...]:
    return tuple(memory for memory in memories if memory.source in sources)


def _memories(
    dense: Sequence[QueryResult], sparse: Sequence[QueryResult], limit: int
) -> Sequence[ToolMemory]:
    hits = {hit.id: hit for hit in (*dense, *sparse)}
    if not all(math.isfinite(hit.score) for hit in hits.values()):
        raise ValueError("a score is not finite")
    cosines = completed_scores({hit.id: cosine(hit.score) for hit in dense}, hits, limit)
    found = (_memory(hit, Arms(cosines[each])) for each, hit in hits.items())
    return tuple(memory for memory in found if memory is not None)


def _memory(hit: QueryResult, arms: Arms) -> ToolMemory | None:
    """The tool memory in a record; None if Recollect did not write it, or if it has no text."""
    try:
        known = _Metadata.model_validate(hit.metadata)
    except ValidationError:
        return None
    text = known.snippet or hit.data
    if not isinstance(text, str) or not text.strip():
        return None
    return ToolMemory(
        id=str(hit.id),
        source=known.kind,
        text=text,
        arms=arms,
        tags=known.tags,
        session_id=known.session_id,
        created_at_ms=known.created_at_ms,
        customers=known.customers,
        finding=known.finding,
        supersedes=known.supersedes,
    )
