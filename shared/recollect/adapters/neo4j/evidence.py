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
A node may bear what decides who sees it a second time, as properties of its own, and should where
many are hidden from many: what rights exclude by them takes the place of nothing else.

    SET n.trust = 0.9, n.sensitivity = 0.2, n.hasCredentials = false, n.restrictedToGroups = ["qa"]
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from pydantic import JsonValue

from recollect.adapters.found_evidence import item_of, may_match, visible_matches
from recollect.adapters.http.json_text import parsed, protocol_error
from recollect.adapters.http.transport import HttpService
from recollect.core.errors import StoreRefused
from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Walk
from recollect.retrieval.visibility import Bounds, See

STORE = "neo4j"
# 202 is documented; a proxy in between may make it 200.
_STATUSES = frozenset({200, 202})
_FIELDS = ["id", "content", "metadata"]
_TYPE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_DEEPEST = 10
# A walk that filters and rights thin out goes further than its limit, but not through all there is.
_MOST_VISITED = 500


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

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The items reached, nearest first. Raises StoreError."""
        walk = query.walk
        statement = statement_of(walk) if walk is not None else None
        if walk is None or statement is None or not may_match(query.filters):
            return []
        reached: dict[str, Candidate] = {}
        found: list[Candidate] = []
        frontier = [walk.start_node]
        for hops in range(min(max(walk.max_depth, 1), _DEEPEST) + 1):
            # The first level is the start itself, which nothing leads to.
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
            if not frontier or len(found) >= query.limit or len(reached) >= _MOST_VISITED:
                break
        return found[: query.limit]

    async def _near(
        self, query: EvidenceQuery, statement: str, frontier: Sequence[str], seen: Collection[str]
    ) -> list[Candidate]:
        """The items one step from those of the frontier that are new, by id and each once."""
        parameters = {
            "tenant": query.scope.tenant,
            "project": query.scope.project,
            "frontier": list(frontier),
            "seen": list(seen),
            "limit": _MOST_VISITED,
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
# What is no property holds nothing against its node, here.
_VISIBLE = (
    "AND ($least_trust IS NULL OR coalesce(n.trust, 1.0) >= $least_trust\n"
    "AND coalesce(n.hasCredentials, false) = false)\n"
    "AND ($most_sensitive IS NULL OR coalesce(n.sensitivity, 0.0) <= $most_sensitive)\n"
    # Added to a list, a text alone is a list of one, and no error.
    "AND ($groups IS NULL OR size(coalesce([] + n.restrictedToGroups, [])) = 0\n"
    "OR any(each IN [] + n.restrictedToGroups WHERE each IN $groups))\n"
)
_START = f"MATCH {_NODE % 'n'}\nWHERE n.id IN $frontier\n{_VISIBLE}{_RETURN}"


def statement_of(walk: Walk) -> str | None:
    """The Cypher of a step; None where no relationship type can be one of Neo4j's.

    Types cannot be parameters, so only what is harmless is written into it. A step at a time, since
    what may be walked through is not for Neo4j to say.
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
    """None for a node of someone else's making."""
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
