"""Evidence in Postgres: full text search, and walks along relationships.

`sql/evidence.sql` makes the table, `sql/put.sql` fills it.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import asyncpg

from recollect.adapters.found_evidence import item_of, kept, may_match
from recollect.adapters.http.json_text import parsed, well_formed
from recollect.adapters.postgres.database import STORE, Postgres
from recollect.relevance.filters import Filters
from recollect.relevance.fusion import Arms
from recollect.retrieval.candidates import Candidate, Walk, Wanted

_STATEMENTS = Path(__file__).with_name("sql")
# A walk that filters thin out goes further than its limit, but not through a whole graph.
_MOST_VISITED = 500


@cache
def statement(name: str) -> str:
    """The text of `sql/{name}.sql`."""
    return (_STATEMENTS / f"{name}.sql").read_text()


class PostgresEvidence:
    """The port `CandidateSource` over the table `evidence`.

    keyword and hybrid search the words of the text; `Arms.sparse` is their BM25 score.
    graph_traversal walks along metadata fields, starting at the start node with 0 hops. semantic
    finds nothing.
    """

    name = STORE

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres

    async def candidates(self, wanted: Wanted) -> Sequence[Candidate]:
        """The items found, best or nearest first. Raises StoreError."""
        if not may_match(wanted.filters):
            return []
        if wanted.walk is not None:
            return await self._walked(wanted, wanted.walk)
        return await self._searched(wanted) if wanted.asks_sparse else []

    async def _searched(self, wanted: Wanted) -> Sequence[Candidate]:
        rows = await self._postgres.fetch(
            statement("search"), *_asked(wanted, wanted.text), *_filtered(wanted.filters)
        )
        return kept((_candidate(row, Arms(sparse=row["bm25"])) for row in rows), wanted)

    async def _walked(self, wanted: Wanted, walk: Walk) -> Sequence[Candidate]:
        if "\0" in walk.start_node:
            return []  # Postgres holds no such id
        rows = await self._postgres.fetch(
            statement("walk"),
            *_asked(wanted, walk.start_node),
            *_filtered(wanted.filters),
            [well_formed(each) for each in walk.relationship_types],
            walk.max_depth,
            max(wanted.limit, _MOST_VISITED),
        )
        return kept((_candidate(row, Arms(), row["hops"]) for row in rows), wanted)


def _asked(wanted: Wanted, text: str) -> tuple[object, ...]:
    """The parameters $1 to $4 of both statements."""
    return (wanted.scope.tenant, wanted.scope.project, well_formed(text), wanted.limit)


def _filtered(filters: Filters) -> tuple[object, ...]:
    """The parameters $5 to $8 of both statements. A text is cleaned of what jsonb cannot hold."""
    held = [json.dumps({_clean(name): _clean(value)}) for name, value in filters.equals.items()]
    if filters.tags:
        held.append(json.dumps({"tags": [_clean(tag) for tag in filters.tags]}))
    options = {_clean(name): [*map(_clean, some)] for name, some in filters.any_of.items()}
    return (held, json.dumps(options), filters.since, filters.until)


def _clean(value: object) -> object:
    return well_formed(value) if isinstance(value, str) else value


def _candidate(row: asyncpg.Record, arms: Arms, hops: int | None = None) -> Candidate | None:
    try:
        content, metadata = parsed(row["content"]), parsed(row["metadata"])
    except ValueError:
        return None
    if not isinstance(metadata, dict):
        return None
    item = item_of(row["id"], content, metadata | {"created_at": row["created_at"]})
    return None if item is None else Candidate(item, arms, (STORE,), hops)
