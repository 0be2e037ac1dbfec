"""Walks in Neo4j, over its Query API."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.adapters.neo4j.evidence import Neo4jEvidence, statement_of
from recollect.core.errors import StoreRefused
from recollect.relevance.calibration import QueryType
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope, Walk
from recollect.slicing.decisions import LocalDecisions
from recollect.slicing.reader import SpecialistReader
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.neo4j_front import DATABASE, PASSWORD, USER, Neo4jFront
from tests.adapters.services import service
from tests.infra.local.serving import serving
from tests.retrieval.readers import FakeReader, hops, see_all
from tests.slicing.samples import specialist

SCOPE = Scope("acme", "web")
FIELDS = ["id", "content", "metadata"]


def neo4j_at(
    client: httpx.AsyncClient, url: str, password: str = PASSWORD, database: str = DATABASE
) -> Neo4jEvidence:
    return Neo4jEvidence(service(client, "neo4j", url, httpx.BasicAuth(USER, password)), database)


@pytest.fixture(scope="module")
def front() -> Neo4jFront:
    """A ring of six nodes, two of which have odd contents, and a bridge to another tenant."""
    graph = Neo4jFront()
    ring = [("acme", "web", f"n{n}") for n in range(6)]
    for n, key in enumerate(ring):
        graph.nodes[key] = (json.dumps({"n": n}), json.dumps({"even": n % 2 == 0}))
        graph.edges.add((key, "CAUSED_BY", ring[(n + 1) % 6]))
    graph.nodes[ring[1]] = ("plain text", "")
    graph.nodes[ring[2]] = ("42", "no JSON")
    other = ("other", "web", "x")
    graph.nodes[other] = ("{}", "{}")
    graph.edges |= {(ring[0], "CAUSED_BY", other), (ring[0], "relates_to", ring[3])}
    return graph


@pytest.fixture(scope="module")
async def source(front: Neo4jFront, http_client: httpx.AsyncClient) -> AsyncIterator[Neo4jEvidence]:
    with serving(front.app()) as url:
        yield neo4j_at(http_client, url)


def walking(
    depth: int, *types: str, start: str = "n0", filters: Filters | None = None, limit: int = 50
) -> EvidenceQuery:
    walk = Walk(start, types or ("caused_by",), depth)
    return EvidenceQuery(SCOPE, "graph_traversal", "", filters or Filters(), limit, walk)


async def test_a_walk_goes_both_ways_by_the_shortest_path(source: Neo4jEvidence) -> None:
    assert await hops(source, walking(1)) == {"n0": 0, "n1": 1, "n5": 1}
    assert await hops(source, walking(9)) == {"n0": 0, "n1": 1, "n5": 1, "n4": 2, "n3": 3}
    both = walking(1, "relates_to", "CAUSED_BY")
    assert await hops(source, both) == {"n0": 0, "n1": 1, "n3": 1, "n5": 1}


async def test_contents_are_json_or_the_text_itself(source: Neo4jEvidence) -> None:
    items = [each.item for each in await source.candidates(walking(1), see_all)]
    assert [item.content for item in items] == [{"n": 0}, "plain text", {"n": 5}]
    assert [item.metadata for item in items] == [{"even": True}, {}, {"even": False}]


async def test_a_walk_obeys_its_filters_and_its_limit(source: Neo4jEvidence) -> None:
    even = Filters(equals={"even": True})
    assert await hops(source, walking(9, filters=even, limit=2)) == {"n0": 0, "n4": 2}
    assert await hops(source, walking(9, limit=2)) == {"n0": 0, "n1": 1}


@pytest.mark.parametrize("start", ["nobody", "", "' OR 1=1 //", "\0", "\ud800", "$tenant"])
async def test_a_start_that_is_not_there_leads_nowhere(source: Neo4jEvidence, start: str) -> None:
    assert await hops(source, walking(3, start=start)) == {}


@pytest.mark.parametrize("query", ["semantic", "keyword", "hybrid"])
async def test_other_queries_are_not_sent(
    source: Neo4jEvidence, front: Neo4jFront, query: QueryType
) -> None:
    before = len(front.statements)
    assert (
        await source.candidates(EvidenceQuery(SCOPE, query, "login", Filters(), 5), see_all) == []
    )
    assert len(front.statements) == before


@pytest.mark.parametrize("name", ["", "a`b", "a b", "1a", "a|b", "é", "a" * 65, "a\n", "*", "`"])
async def test_a_type_that_could_be_cypher_is_not_followed(
    source: Neo4jEvidence, front: Neo4jFront, name: str
) -> None:
    before = len(front.statements)
    assert await hops(source, walking(1, name)) == {}
    assert len(front.statements) == before
    assert await hops(source, walking(1, name, "relates_to")) == {"n0": 0, "n3": 1}


@given(st.lists(st.text() | st.from_regex(r"[A-Za-z_]\w{0,70}"), max_size=4), st.integers(-5, 50))
def test_a_statement_holds_nothing_but_plain_types(types: list[str], depth: int) -> None:
    statement = statement_of(Walk("START", tuple(types), depth))
    if statement is not None:
        names = statement.split("-[:")[1].split("]-")[0]
        assert all(name.strip("`").isidentifier() for name in names.split("|"))
        assert "START" not in statement


@pytest.mark.parametrize("change", [{"password": "s3cret"}, {"database": "no/such"}])
async def test_wrong_settings_are_refused(source: Neo4jEvidence, change: dict[str, str]) -> None:
    wrong = neo4j_at(source.neo4j.client, source.neo4j.url, **change)
    with pytest.raises(StoreRefused) as caught:
        await wrong.candidates(walking(1), see_all)
    assert "s3cret" not in f"{caught.value} {wrong}"


def answer(*rows: object, fields: list[str] = FIELDS) -> bytes:
    return reply(202, {"data": {"fields": fields, "values": rows}, "bookmarks": []})


async def test_malformed_nodes_are_left_out(http_client: httpx.AsyncClient) -> None:
    good = ["a", '"text"', '{"n": 1}']
    bad: list[object] = [
        [7, "{}", "{}"],
        ["b", None, "{}"],
        ["b", "{}", "[]"],
        ["b", "{}", "{"],
        ["b", "{}", 5],
        ["b", "{}"],
        "?",
    ]
    async with misbehaving([answer(*bad, good, good), answer()]) as server:
        source = neo4j_at(http_client, server.url)
        assert await hops(source, walking(1)) == {"a": 0}


async def test_no_walk_leads_through_a_node_that_the_caller_may_not_see(
    source: Neo4jEvidence,
) -> None:
    see = FakeReader({"n1", "n4"}).see
    found = await source.candidates(walking(9), see)
    assert {each.item.id: each.hops for each in found} == {"n0": 0, "n5": 1}
    assert await source.candidates(walking(9, start="n4"), see) == []


async def test_nodes_that_the_caller_may_not_see_take_no_place_in_the_limit(
    http_client: httpx.AsyncClient,
) -> None:
    hub = ("acme", "web", "hub")
    graph = Neo4jFront({hub: ("the hub", "")})
    crowd = [("acme", "web", f"a{n:03}") for n in range(500)]  # as many as a step may visit
    for place, key in enumerate([*crowd, ("acme", "web", "z")]):
        metadata = OUT_OF_BOUNDS[place % len(OUT_OF_BOUNDS)] if key in crowd else {}
        graph.nodes[key] = ("something", json.dumps(metadata))
        graph.properties[key] = metadata
        graph.edges.add((hub, "CAUSED_BY", key))
    caller = SpecialistReader(specialist("internal", "qa"), LocalDecisions())
    query = replace(walking(1, start="hub"), bounds=caller.bounds)
    with serving(graph.app()) as url:
        found = await neo4j_at(http_client, url).candidates(query, caller.see)
    assert {each.item.id for each in found} == {"hub", "z"}


OUT_OF_BOUNDS: list[dict[str, JsonValue]] = [
    {"trust": 0.1},
    {"hasCredentials": True},
    {"sensitivity": 0.9},
    {"restrictedToGroups": ["board"]},
]
