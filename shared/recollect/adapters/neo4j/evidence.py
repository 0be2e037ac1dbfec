"""Evidence in Neo4j: walks along its relationships, over the Query API.

A node is an item, its content and metadata as JSON texts (a content that is no JSON is taken as it
is); a relationship between two items of one project bears the name of the metadata field that it
stands for, as it is or in capitals:

    CREATE CONSTRAINT evidence_key IF NOT EXISTS
    FOR (n:Evidence) REQUIRE (n.tenant, n.project, n.id) IS UNIQUE

    MERGE (n:Evidence {tenant: $tenant, project: $project, id: $id})
    SET n.content = $content, n.metadata = $metadata

    MATCH (a:Evidence {tenant: $tenant, project: $project, id: $id}),
          (b:Evidence {tenant: $tenant, project: $project, id: $cause})
    MERGE (a)-[:CAUSED_BY]->(b)

Neo4j reads dates, text and numbers out of no JSON text, so that filters are applied to its answer.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from pydantic import JsonValue

from recollect.adapters.found_evidence import item_of, kept, may_match
from recollect.adapters.http.json_text import outside_protocol, parsed
from recollect.adapters.http.transport import HttpService
from recollect.core.errors import StoreRefused
from recollect.relevance.filters import Filters
from recollect.relevance.fusion import Arms
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Walk

STORE = "neo4j"
# 202 is documented; a proxy in between may make it 200.
_STATUSES = frozenset({200, 202})
_FIELDS = ["id", "content", "metadata", "hops"]
_TYPE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_DEEPEST = 10
# How far a walk goes that filters will thin out.
_MOST_ANSWERED = 500


@dataclass(frozen=True, slots=True)
class Neo4jEvidence:
    """The port `CandidateSource` over a graph; the URL of `neo4j` has no path.

    Serves graph_traversal, for which an item comes with its fewest hops; other types find nothing.
    """

    neo4j: HttpService
    database: str

    @property
    def name(self) -> str:
        """`neo4j`."""
        return STORE

    async def candidates(self, query: EvidenceQuery) -> Sequence[Candidate]:
        """The items reached, nearest first. Raises StoreError."""
        statement = statement_of(query.walk) if query.walk is not None else None
        if query.walk is None or statement is None or not may_match(query.filters):
            return []
        is_filtered = query.filters != Filters()
        most = max(query.limit, _MOST_ANSWERED) if is_filtered else query.limit
        parameters = {
            "tenant": query.scope.tenant,
            "project": query.scope.project,
            "start": query.walk.start_node,
            "limit": most,
        }
        answer = await self.neo4j.post_json(
            f"/db/{quote(self.database, safe='')}/query/v2",
            {"statement": statement, "parameters": parameters},
            statuses=_STATUSES,
        )
        return kept(map(_candidate, _rows(answer)), query)


def statement_of(walk: Walk) -> str | None:
    """The Cypher of a walk; None where no relationship type can be one of Neo4j's.

    Types and depth cannot be parameters, so only what is harmless is written into it. `min(length)`
    lets Neo4j search breadth-first, without following every path.
    """
    names = [name for name in walk.relationship_types if _TYPE.fullmatch(name)]
    types = sorted({*names, *(name.upper() for name in names)})
    if not types:
        return None
    depth = min(max(int(walk.max_depth), 1), _DEEPEST)
    return (
        "MATCH p = (s:Evidence {tenant: $tenant, project: $project, id: $start})"
        f"-[:{'|'.join(f'`{each}`' for each in types)}*0..{depth}]-(n:Evidence)\n"
        "WHERE n.tenant = $tenant AND n.project = $project\n"
        "WITH n, min(length(p)) AS hops\n"
        "RETURN n.id AS id, n.content AS content, n.metadata AS metadata, hops\n"
        "ORDER BY hops, id LIMIT $limit"
    )


def _rows(answer: JsonValue) -> Iterator[Mapping[str, JsonValue]]:
    match answer:
        case {"errors": [_, *_]}:
            raise StoreRefused(STORE, "answered with errors")
        case {"data": {"fields": [*fields], "values": [*rows]}} if fields == _FIELDS:
            for row in rows:
                if isinstance(row, list) and len(row) == len(_FIELDS):
                    yield dict(zip(_FIELDS, row, strict=True))
        case _:
            raise outside_protocol(STORE)


def _candidate(row: Mapping[str, JsonValue]) -> Candidate | None:
    """None for a node of someone else's making."""
    content, metadata, hops = row["content"], row["metadata"], row["hops"]
    if not isinstance(content, str) or isinstance(hops, bool) or not isinstance(hops, int):
        return None
    try:
        read = parsed(metadata) if isinstance(metadata, str) and metadata else metadata or {}
    except ValueError:
        return None
    item = item_of(row["id"], _content(content), read)
    return None if item is None else Candidate(item, Arms(), (STORE,), hops)


def _content(text: str) -> JsonValue:
    try:
        return parsed(text)
    except ValueError:
        return text
