"""Finds evidence in Neo4j by walks along its relationships, over the Query API.

A node is an item, with its content and metadata as JSON texts (content that is not JSON is taken as
plain text). A relationship between two items of one project has the name of the metadata field that
it stands for, unchanged or in capitals:

    CREATE CONSTRAINT evidence_key IF NOT EXISTS
    FOR (n:Evidence) REQUIRE (n.tenant, n.project, n.id) IS UNIQUE

    MERGE (n:Evidence {tenant: $tenant, project: $project, id: $id})
    SET n.content = $content, n.metadata = $metadata

    MATCH (a:Evidence {tenant: $tenant, project: $project, id: $id}),
          (b:Evidence {tenant: $tenant, project: $project, id: $cause})
    MERGE (a)-[:CAUSED_BY]->(b)

Neo4j cannot look into JSON texts, so the filters are applied to its answer. The fields that decide
who may see an item can also be properties of its node, and should be if many items are hidden from
many readers. Then Neo4j leaves hidden items out itself, and they do not take the places of others:

    SET n.trust = 0.9, n.sensitivity = 0.2, n.hasCredentials = false, n.restrictedToGroups = ["qa"]
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from pydantic import JsonValue

from recollect.adapters.found_evidence import item_of, may_match
from recollect.adapters.http.json_text import parsed, protocol_error
from recollect.adapters.http.transport import HttpService
from recollect.core.errors import StoreRefused
from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Walk, visible_matches
from recollect.retrieval.visibility import Bounds, See

STORE = "neo4j"
# The documented status is 202, which a proxy may turn into 200.
_STATUSES = frozenset({200, 202})
_FIELDS = ["id", "content", "metadata"]
_TYPE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_MAX_DEPTH = 10
# Filters and rights drop some of the items that a walk visits, so it visits more than its limit,
# but at most so many.
_MAX_VISITED = 500


@dataclass(frozen=True, slots=True)
class Neo4jEvidence:
    """The port `CandidateSource` over a graph; the URL of `neo4j` has no path.

    Only `graph_traversal` finds anything; an item's `hops` are those of the shortest way to it.
    """

    name = STORE

    neo4j: HttpService
    database: str

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The candidates that the walk reaches, nearest first. Raises StoreError."""
        walk = query.walk
        statement = statement_of(walk) if walk is not None else None
        if walk is None or statement is None or not may_match(query.filters):
            return []
        reached: dict[str, Candidate] = {}
        found: list[Candidate] = []
        frontier = [walk.start_node]
        for hops in range(min(max(walk.max_depth, 1), _MAX_DEPTH) + 1):
            # The first level is the start node itself, so there are no relationships to follow yet.
            near = await self._near(query, statement if hops else _START, frontier, reached.keys())
            sights = await see([each.item for each in near])
            level = [
                replace(each, hops=hops)
                for each, sight in zip(near, sights, strict=True)
                if sight is not None
            ]
            reached |= {each.item.id: each for each in level}
            found += await visible_matches(level, query, see)
            frontier = sorted(each.item.id for each in level)
            if not frontier or len(found) >= query.limit or len(reached) >= _MAX_VISITED:
                break
        return found[: query.limit]

    async def _near(
        self, query: EvidenceQuery, statement: str, frontier: Sequence[str], seen: Collection[str]
    ) -> list[Candidate]:
        """The items that are one step from the frontier and not in `seen`: each once, by id."""
        parameters = {
            "tenant": query.scope.tenant,
            "project": query.scope.project,
            "frontier": list(frontier),
            "seen": list(seen),
            "limit": _MAX_VISITED,
            **_rights(query.bounds),
        }
        answer = await self.neo4j.post_json(
            f"/db/{quote(self.database, safe='')}/query/v2",
            {"statement": statement, "parameters": parameters},
            statuses=_STATUSES,
        )
        found = (each for row in _rows(answer) if (each := _candidate(row)) is not None)
        return list({each.item.id: each for each in found}.values())


_NODE = "(%s:Evidence {tenant: $tenant, project: $project})"
_RETURN = (
    "RETURN DISTINCT n.id AS id, n.content AS content, n.metadata AS metadata\n"
    "ORDER BY id LIMIT $limit"
)
# A node without one of these properties fulfils its condition.
_VISIBLE = (
    "AND ($least_trust IS NULL OR coalesce(n.trust, 1.0) >= $least_trust\n"
    "AND coalesce(n.hasCredentials, false) = false)\n"
    "AND ($most_sensitive IS NULL OR coalesce(n.sensitivity, 0.0) <= $most_sensitive)\n"
    # `[] + …` also accepts a single text instead of a list, and makes a list of one of it.
    "AND ($groups IS NULL OR size(coalesce([] + n.restrictedToGroups, [])) = 0\n"
    "OR any(each IN [] + n.restrictedToGroups WHERE each IN $groups))\n"
)
_START = f"MATCH {_NODE % 'n'}\nWHERE n.id IN $frontier\n{_VISIBLE}{_RETURN}"


def statement_of(walk: Walk) -> str | None:
    """The Cypher of one step; None if no relationship type of the walk can be one of Neo4j's.

    Types cannot be parameters, so only names that are safe to write into Cypher are used. The walk
    takes one step at a time, since Neo4j cannot tell which items it may pass through.
    """
    names = [name for name in walk.relationship_types if _TYPE.fullmatch(name)]
    types = sorted({*names, *(name.upper() for name in names)})
    if not types:
        return None
    written = "|".join(f"`{each}`" for each in types)
    return (
        f"MATCH {_NODE % 's'}-[:{written}]-{_NODE % 'n'}\n"
        f"WHERE s.id IN $frontier AND NOT n.id IN $seen\n{_VISIBLE}{_RETURN}"
    )


def _rights(bounds: Bounds | None) -> Mapping[str, object]:
    if bounds is None:
        return {"least_trust": None, "most_sensitive": None, "groups": None}
    return {
        "least_trust": bounds.least_trust,
        "most_sensitive": bounds.most_sensitive,
        "groups": None if bounds.groups is None else list(bounds.groups),
    }


def _rows(answer: JsonValue) -> Iterator[Mapping[str, JsonValue]]:
    match answer:
        case {"errors": [_, *_]}:
            raise StoreRefused(STORE, "answered with errors")
        case {"data": {"fields": [*fields], "values": [*rows]}} if fields == _FIELDS:
            for row in rows:
                if isinstance(row, list) and len(row) == len(_FIELDS):
                    yield dict(zip(_FIELDS, row, strict=True))
        case _:
            raise protocol_error(STORE)


def _candidate(row: Mapping[str, JsonValue]) -> Candidate | None:
    """The candidate in a row; None if its node is not an item of evidence."""
    content, metadata = row["content"], row["metadata"]
    if not isinstance(content, str):
        return None
    try:
        read = parsed(metadata) if isinstance(metadata, str) and metadata else metadata or {}
    except ValueError:
        return None
    item = item_of(row["id"], _content(content), read)
    return None if item is None else Candidate(item, Arms(), (STORE,))


def _content(text: str) -> JsonValue:
    try:
        return parsed(text)
    except ValueError:
        return text
