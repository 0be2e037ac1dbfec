"""Finds evidence in Postgres: by full text search, and by walks along relationships.

`sql/evidence.sql` creates the table, `sql/put.sql` writes items into it.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import asyncpg

from recollect.adapters.found_evidence import best_visible, in_json, item_of, may_match
from recollect.adapters.http.json_text import parsed, well_formed
from recollect.adapters.postgres.database import STORE, Postgres
from recollect.relevance.arms import Arms
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Walk
from recollect.retrieval.causes import hops_along
from recollect.retrieval.visibility import See

_STATEMENTS = Path(__file__).with_name("sql")
_VISIBLE = _STATEMENTS / "visible.sql"
# Filters and rights drop some of the items that a walk visits, so it visits more than its limit,
# but at most so many.
_MAX_VISITED = 500


@cache
def statement(name: str) -> str:
    """The text of `sql/{name}.sql`, with `sql/visible.sql` in the place of `{visible}`."""
    text = (_STATEMENTS / f"{name}.sql").read_text()
    return text.replace("{visible}", f"(\n{_VISIBLE.read_text()})")


class PostgresEvidence:
    """The port `CandidateSource` over the table `evidence`.

    Modes of retrieval: `keyword` and `hybrid` search the words of the text, and `Arms.sparse` is
    the BM25 score. `graph_traversal` walks along metadata fields; the start node has 0 hops.
    `semantic` finds nothing.
    """

    name = STORE

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The candidates found: the best, or of a walk the nearest, first. Raises StoreError."""
        if not may_match(query.filters):
            return []
        if query.walk is not None:
            return await self._walked(query, query.walk, see)
        if not query.asks_sparse:
            return []
        return await best_visible(lambda limit: self._search(query, limit), query, see)

    async def _search(self, query: EvidenceQuery, limit: int) -> Sequence[Candidate | None]:
        rows = await self._postgres.fetch(
            statement("search"),
            *_scoped(query, query.text, limit),
            *_filtered(query.filters),
            query.by_rarity or query.bounds is not None,
        )
        return [_candidate(row, Arms(sparse=row["bm25"])) for row in rows]

    async def _walked(self, query: EvidenceQuery, walk: Walk, see: See) -> Sequence[Candidate]:
        """The candidates that the walk reaches through visible items alone, nearest first.

        Postgres does not know what the caller may see, so the hops are counted again here over the
        visible ones of the items that it visited.
        """
        if "\0" in walk.start_node:
            return []  # Postgres holds no such id
        types = [well_formed(name) for name in walk.relationship_types]
        rows = await self._postgres.fetch(
            statement("walk"),
            *_scoped(query, walk.start_node, max(query.limit, _MAX_VISITED)),
            types,
            walk.max_depth,
        )
        candidates = [found for row in rows if (found := _candidate(row, Arms())) is not None]
        sights = await see([each.item for each in candidates])
        hops = hops_along(
            types, walk.start_node, (each.item for each in sights if each), walk.max_depth
        )
        reached = [
            replace(each, hops=hops[each.item.id])
            for each, sight in zip(candidates, sights, strict=True)
            if sight is not None and each.item.id in hops
            if query.filters.match(sight.item.metadata)
        ]
        return sorted(reached, key=lambda each: (each.hops, each.item.id))[: query.limit]


def _scoped(query: EvidenceQuery, text: str, limit: int) -> tuple[object, ...]:
    """The parameters $1 to $7 of both statements."""
    scope, bounds = query.scope, query.bounds
    asked = (scope.tenant, scope.project, well_formed(text), limit)
    if bounds is None:
        return (*asked, None, None, None)
    groups = None if bounds.groups is None else [_clean(group) for group in bounds.groups]
    return (*asked, bounds.least_trust, bounds.most_sensitive, groups)


def _filtered(filters: Filters) -> tuple[object, ...]:
    """The parameters $8 to $11 of a search. Texts lose the characters that jsonb cannot hold."""
    held = [json.dumps({_clean(name): _clean(value)}) for name, value in filters.equals.items()]
    if filters.tags:
        held.append(json.dumps({"tags": [_clean(tag) for tag in filters.tags]}))
    options = {_clean(name): [*map(_clean, in_json(some))] for name, some in filters.any_of.items()}
    return (held, json.dumps(options), filters.since, filters.until)


def _clean(value: object) -> object:
    return well_formed(value) if isinstance(value, str) else value


def _candidate(row: asyncpg.Record, arms: Arms) -> Candidate | None:
    try:
        content, metadata = parsed(row["content"]), parsed(row["metadata"])
    except ValueError:
        return None
    if not isinstance(metadata, dict):
        return None
    item = item_of(row["id"], content, metadata | {"created_at": row["created_at"]})
    return None if item is None else Candidate(item, arms, (STORE,))
