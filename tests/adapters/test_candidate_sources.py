"""What every optional source promises, whatever is behind it."""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle, pairwise
from typing import NamedTuple
from uuid import uuid4

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.adapters.http.transport import SecretHeader
from recollect.adapters.neo4j.evidence import Neo4jEvidence
from recollect.adapters.postgres.database import Postgres
from recollect.adapters.postgres.evidence import PostgresEvidence
from recollect.adapters.qdrant.evidence import QdrantEvidence
from recollect.relevance.calibration import QueryType
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.candidates import CandidateSource, EvidenceQuery, Scope, Walk
from recollect.retrieval.items import Item
from tests.adapters import neo4j_front, postgres_server, qdrant_front
from tests.adapters.services import service
from tests.infra.local.serving import serving
from tests.retrieval.readers import found, see_all

TIMEOUT = 20.0
TEXT = "login failed with a certificate error"
OURS, THEIRS = Scope("acme", "web"), [Scope("acme", "api"), Scope("other", "web")]
NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)
MANY = 100


def _metadata(n: int) -> Mapping[str, JsonValue]:
    times = [NOON + timedelta(hours=n), NOON - timedelta(days=n)]
    values: list[JsonValue] = ["open", "closed", 1, 1.5, True, None, ["open"], {"open": 1}, "1", 0]
    return {
        "created_at": times[n % 2].isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "tags": [tag for tag, every in (("a", 2), ("b", 3), ("it's", 5)) if n % every == 0],
        "status": values[n % 10],
        "odd name.'": values[n % 7],
        "caused_by": [f"i{n - 1}"] if n else [],
        "instructionLike": False,
        "instruction_like_lifted_at": "2026-01-01T00:00:00.000Z",
        "instruction_like_lifted_by": "ann",
    }


ITEMS = [Item(f"i{n}", {"text": TEXT, "n": n}, _metadata(n)) for n in range(30)]


class Served(NamedTuple):
    """A source that holds `ITEMS` in our scope and in two others, and what to ask it."""

    source: CandidateSource
    types: tuple[QueryType, ...]


async def _fill_qdrant(url: str, client: httpx.AsyncClient) -> None:
    points = [
        {
            "id": str(uuid4()),
            "vector": {"text": TEXT, "model": qdrant_front.MODEL},
            "payload": {
                "tenant": scope.tenant,
                "project": scope.project,
                "id": item.id,
                "content": item.content,
                "metadata": item.metadata,
            },
        }
        for scope in (OURS, *THEIRS)
        for item in [*ITEMS, ITEMS[0]]  # a point may be there twice
    ]
    headers = {"api-key": qdrant_front.API_KEY}
    sent = await client.put(
        f"{url}/collections/evidence/points", json={"points": points}, headers=headers
    )
    sent.raise_for_status()


def _graph() -> neo4j_front.Neo4jFront:
    graph = neo4j_front.Neo4jFront()
    for scope in (OURS, *THEIRS):
        keys = [(scope.tenant, scope.project, item.id) for item in ITEMS]
        for key, item in zip(keys, ITEMS, strict=True):
            graph.nodes[key] = (json.dumps(item.content), json.dumps(item.metadata))
        graph.edges |= {(later, "CAUSED_BY", earlier) for earlier, later in pairwise(keys)}
    return graph


@pytest.fixture(scope="module", params=["postgres", "qdrant", "neo4j"])
async def served(
    request: pytest.FixtureRequest, http_client: httpx.AsyncClient
) -> AsyncIterator[Served]:
    if request.param == "postgres":
        for scope in (OURS, *THEIRS):
            await postgres_server.put(scope, ITEMS)
        postgres = Postgres(postgres_server.postgres_url(), TIMEOUT)
        yield Served(PostgresEvidence(postgres), ("keyword", "hybrid", "graph_traversal"))
        postgres.close()
    elif request.param == "qdrant":
        with serving(qdrant_front.QdrantFront().app()) as url:
            await _fill_qdrant(url, http_client)
            key = SecretHeader("api-key", qdrant_front.API_KEY)
            at = service(http_client, "qdrant", url, key)
            qdrant = QdrantEvidence(at, qdrant_front.COLLECTION, qdrant_front.MODEL)
            yield Served(qdrant, ("semantic", "hybrid"))
    else:
        with serving(_graph().app()) as url:
            account = httpx.BasicAuth(neo4j_front.USER, neo4j_front.PASSWORD)
            neo4j = service(http_client, "neo4j", url, account)
            graph = Neo4jEvidence(neo4j, neo4j_front.DATABASE)
            yield Served(graph, ("graph_traversal",))


def wanting(query: QueryType, filters: Filters, limit: int = MANY) -> EvidenceQuery:
    # From the middle, ten steps in either direction; i5 to i25 are all that a walk can reach.
    walk = Walk("i15", ("caused_by",), 10) if query == "graph_traversal" else None
    return EvidenceQuery(OURS, query, TEXT, filters, limit, walk)


def expected(wanted: EvidenceQuery) -> set[str]:
    within = ITEMS if wanted.walk is None else ITEMS[5:26]
    return {item.id for item in within if wanted.filters.match(item.metadata)}


FILTERS: Mapping[str, Filters] = {
    "none": Filters(),
    "a text": Filters(equals={"status": "open"}),
    "a number": Filters(equals={"status": 1}),
    "a number with a point": Filters(equals={"status": 1.0}),
    "a fraction": Filters(equals={"status": 1.5}),
    "a truth": Filters(equals={"status": True}),
    "a nought": Filters(equals={"status": 0}),
    "two fields": Filters(equals={"status": "open", "odd name.'": "closed"}),
    "a missing field": Filters(equals={"nothing": "open"}),
    "a field without a name": Filters(equals={"": "open"}),
    "one of several": Filters(any_of={"status": ("open", 1, True)}),
    "one of none": Filters(any_of={"status": ()}),
    "one of each": Filters(any_of={"status": ("open", "1"), "odd name.'": (1, 1.5, "closed")}),
    "a tag": Filters(tags=("a",)),
    "tags": Filters(tags=("a", "it's")),
    "no such tag": Filters(tags=("a", "c")),
    "since": Filters(since=NOON),
    "until": Filters(until=NOON),
    "between": Filters(since=NOON - timedelta(days=5), until=NOON + timedelta(hours=6)),
    "to the millisecond": Filters(since=NOON + timedelta(microseconds=500)),
    "never": Filters(since=NOON, until=NOON - timedelta(days=1)),
    "all at once": Filters(
        {"status": "open"}, ("a",), {"odd name.'": (True, "open", 1)}, NOON - timedelta(days=90)
    ),
    "nul": Filters(equals={"status": "open\0", "nul\0": "x"}),
    "a lone surrogate": Filters(tags=("\ud800",), any_of={"\ud800": ("\udfff",)}),
    "infinity": Filters(equals={"status": float("inf")}),
    "infinity among others": Filters(any_of={"status": (float("inf"), float("nan"), "open")}),
    "infinity alone": Filters(any_of={"status": (float("-inf"),)}),
    "a huge number": Filters(any_of={"status": (10**400, -(10**400), 1)}),
    "quotes": Filters(equals={'"': "'", "\\": "\\", "'; --": '"}', "$.a[0]": "%s $1"}),
}


async def test_filters_mean_the_same_everywhere(served: Served) -> None:
    # One type of query for each filter in turn; the property below tries any type with any filter.
    for filters, query in zip(FILTERS.values(), cycle(served.types), strict=False):
        wanted = wanting(query, filters)
        assert set(await found(served.source, wanted)) == expected(wanted)


_COMMON: list[Scalar] = ["open", "closed", "1", 1, 1.5, True, False, 0]
_SCALARS = st.one_of(st.sampled_from(_COMMON), st.text(max_size=3), st.integers(), st.floats())
_NAMES = st.sampled_from(["status", "odd name.'", "tags", "created_at", "n"]) | st.text(max_size=3)
_TIMES = st.datetimes(datetime(2025, 5, 1), datetime(2025, 7, 1)).map(  # noqa: DTZ001  # see below
    lambda moment: moment.replace(tzinfo=UTC)
)
_FILTERS = st.builds(
    Filters,
    st.dictionaries(_NAMES, _SCALARS, max_size=1),
    st.lists(st.sampled_from(["a", "b", "it's"]) | st.text(max_size=2), max_size=2).map(tuple),
    st.dictionaries(_NAMES, st.lists(_SCALARS, max_size=4).map(tuple), max_size=1),
    st.none() | _TIMES,
    st.none() | _TIMES,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(filters=_FILTERS, which=st.integers(0, 5))
async def test_no_filter_breaks_a_source_or_is_misread(
    served: Served, filters: Filters, which: int
) -> None:
    wanted = wanting(served.types[which % len(served.types)], filters)
    assert set(await found(served.source, wanted)) == expected(wanted)


async def test_a_source_returns_as_many_items_as_the_limit_and_each_once(served: Served) -> None:
    cases: list[int] = [1, 2, 7, MANY]
    for limit in cases:
        for query in served.types:
            for filters in (Filters(), Filters(tags=("a",))):
                wanted = wanting(query, filters, limit)
                ids = await found(served.source, wanted)
                assert len(ids) == len(set(ids)) <= limit
                missing = len(expected(wanted)) - len(ids)
                # Two points of one id are one candidate.
                assert missing <= 0 or limit - len(ids) <= (served.source.name == "qdrant")


async def test_a_candidate_carries_its_item_its_source_and_its_scores(served: Served) -> None:
    contents = {item.id: item.content for item in ITEMS}
    for query in served.types:
        for candidate in await served.source.candidates(wanting(query, Filters()), see_all):
            arms = candidate.arms
            assert candidate.item.content == contents[candidate.item.id]
            # Not theirs to say.
            assert not [each for each in candidate.item.metadata if each.startswith("instruction")]
            assert candidate.sources == (served.source.name,)
            assert (candidate.hops is not None) == (query == "graph_traversal")
            assert 0 <= arms.dense <= 1
            assert arms.sparse >= 0
            assert bool(arms.dense or arms.sparse) == (query != "graph_traversal")


async def test_nothing_of_other_scopes_is_found(served: Served) -> None:
    for query in served.types:
        for scope in (Scope("acme", "none"), Scope("nobody", "web")):
            nowhere = replace(wanting(query, Filters()), scope=scope)
            assert await found(served.source, nowhere) == []
        assert len(await found(served.source, wanting(query, Filters()))) <= len(ITEMS)


async def test_a_source_finds_nothing_for_a_type_of_query_that_it_does_not_serve(
    served: Served,
) -> None:
    queries: tuple[QueryType, ...] = ("semantic", "keyword", "hybrid", "graph_traversal")
    for query in queries:
        ids = await found(served.source, wanting(query, Filters()))
        assert bool(ids) == (query in served.types)


async def test_the_start_of_a_walk_has_no_hops(served: Served) -> None:
    if "graph_traversal" in served.types:
        candidates = await served.source.candidates(wanting("graph_traversal", Filters()), see_all)
        hops = {candidate.item.id: candidate.hops for candidate in candidates}
        assert hops == {f"i{n}": abs(n - 15) for n in range(5, 26)}


async def test_equal_items_come_in_the_same_order_every_time(served: Served) -> None:
    for query in served.types:
        wanted = wanting(query, Filters(), 5)
        assert await found(served.source, wanted) == await found(served.source, wanted)
