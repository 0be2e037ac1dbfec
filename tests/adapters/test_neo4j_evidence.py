"""Walks in Neo4j, over its Query API."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.adapters.neo4j.evidence import Neo4jEvidence, statement_of
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from recollect.relevance.filters import Filters
from recollect.relevance.scoring import QueryType
from recollect.retrieval.candidates import EvidenceQuery, Scope, Walk
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.adapters.neo4j_front import DATABASE, PASSWORD, USER, Neo4jFront
from tests.infra.local.serving import serving

TIMEOUT = 20.0
SCOPE = Scope("acme", "web")
FIELDS = ["id", "content", "metadata", "hops"]


@pytest.fixture(scope="module")
def front() -> Neo4jFront:
    """A ring of six, of whose nodes two have odd contents, and a bridge to another tenant."""
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
        yield Neo4jEvidence(http_client, url, USER, PASSWORD, TIMEOUT, DATABASE)


def walking(
    depth: int, *types: str, start: str = "n0", filters: Filters | None = None, limit: int = 50
) -> EvidenceQuery:
    walk = Walk(start, types or ("caused_by",), depth)
    return EvidenceQuery(SCOPE, "graph_traversal", "", filters or Filters(), limit, walk)


async def hops(source: Neo4jEvidence, query: EvidenceQuery) -> dict[str, int | None]:
    return {each.item.id: each.hops for each in await source.candidates(query)}


async def test_a_walk_goes_both_ways_by_the_shortest_path(source: Neo4jEvidence) -> None:
    assert await hops(source, walking(1)) == {"n0": 0, "n1": 1, "n5": 1}
    assert await hops(source, walking(9)) == {"n0": 0, "n1": 1, "n5": 1, "n4": 2, "n3": 3}
    both = walking(1, "relates_to", "CAUSED_BY")
    assert await hops(source, both) == {"n0": 0, "n1": 1, "n3": 1, "n5": 1}


async def test_contents_are_json_or_the_text_itself(source: Neo4jEvidence) -> None:
    items = [each.item for each in await source.candidates(walking(1))]
    assert [item.content for item in items] == [{"n": 0}, "plain text", {"n": 5}]
    assert [item.metadata for item in items] == [{"even": True}, {}, {"even": False}]


async def test_filters_and_limit_are_kept(source: Neo4jEvidence) -> None:
    even = Filters(equals={"even": True})
    assert await hops(source, walking(9, filters=even, limit=2)) == {"n0": 0, "n4": 2}
    assert await hops(source, walking(9, limit=2)) == {"n0": 0, "n1": 1}


async def test_a_start_that_is_not_there_leads_nowhere(source: Neo4jEvidence) -> None:
    cases: list[str] = ["nobody", "", "' OR 1=1 //", "\0", "\ud800", "$tenant"]
    for start in cases:
        assert await hops(source, walking(3, start=start)) == {}


@pytest.mark.parametrize("query", ["semantic", "keyword", "hybrid"])
async def test_other_queries_are_not_sent(
    source: Neo4jEvidence, front: Neo4jFront, query: QueryType
) -> None:
    before = len(front.statements)
    assert await source.candidates(EvidenceQuery(SCOPE, query, "login", Filters(), 5)) == []
    assert len(front.statements) == before


async def test_a_type_that_could_be_cypher_is_not_followed(
    source: Neo4jEvidence, front: Neo4jFront
) -> None:
    cases: list[str] = ["", "a`b", "a b", "1a", "a|b", "é", "a" * 65, "a\n", "*", "`"]
    for name in cases:
        before = len(front.statements)
        assert await hops(source, walking(1, name)) == {}
        assert len(front.statements) == before
        assert await hops(source, walking(1, name, "relates_to")) == {"n0": 0, "n3": 1}


@given(st.lists(st.text() | st.from_regex(r"[A-Za-z_]\w{0,70}"), max_size=4), st.integers(-5, 50))
def test_a_statement_holds_nothing_but_plain_types_and_a_small_depth(
    types: list[str], depth: int
) -> None:
    statement = statement_of(Walk("START", tuple(types), depth))
    if statement is not None:
        pattern = statement.split("-[:")[1].split("]-")[0]
        names, _, upto = pattern.partition("*0..")
        assert 1 <= int(upto) <= 10
        assert all(name.strip("`").isidentifier() for name in names.split("|"))
        assert "START" not in statement


@pytest.mark.parametrize("change", [{"password": "s3cret"}, {"database": "no/such"}])
async def test_wrong_settings_are_refused(source: Neo4jEvidence, change: dict[str, str]) -> None:
    given = {"user": USER, "password": PASSWORD, "database": DATABASE, **change}
    wrong = Neo4jEvidence(client=source.client, url=source.url, timeout=TIMEOUT, **given)
    with pytest.raises(StoreRefused) as caught:
        await wrong.candidates(walking(1))
    assert "s3cret" not in f"{caught.value} {wrong}"


def answer(*rows: object, fields: list[str] = FIELDS) -> bytes:
    return reply(202, {"data": {"fields": fields, "values": rows}, "bookmarks": []})


async def test_trouble_is_an_error_of_the_store(http_client: httpx.AsyncClient) -> None:
    cases: list[tuple[bytes | Behaviour, type[StoreError]]] = [
        (Behaviour.HANG, StoreTimeout),
        (Behaviour.HANG_UP, StoreUnavailable),
        (
            reply(503, {"errors": [{"code": "Neo.TransientError", "message": "?"}]}),
            StoreUnavailable,
        ),
        (reply(400, {"errors": [{"code": "Neo.ClientError", "message": "?"}]}), StoreRefused),
        (reply(202, {"errors": [{"code": "Neo.ClientError", "message": "?"}]}), StoreRefused),
        (reply(202, b"<html>"), StoreRefused),
        (reply(202, []), StoreRefused),
        (reply(202, {"data": {}}), StoreRefused),
        (answer(fields=["n"]), StoreRefused),
    ]
    for behaviour, expected in cases:
        async with misbehaving([behaviour, behaviour]) as server:
            with pytest.raises(expected) as caught:
                await Neo4jEvidence(http_client, server.url, USER, PASSWORD, 1.0).candidates(
                    walking(1)
                )
            assert caught.value.store == "neo4j"


async def test_nodes_of_someone_elses_making_are_left_out(http_client: httpx.AsyncClient) -> None:
    good = ["a", '"text"', '{"n": 1}', 1]
    bad: list[object] = [
        [7, "{}", "{}", 1],
        ["b", None, "{}", 1],
        ["b", "{}", "[]", 1],
        ["b", "{}", "{", 1],
        ["b", "{}", 5, 1],
        ["b", "{}", "{}", None],
        ["b", "{}", "{}", True],
        ["b", "{}"],
        "?",
    ]
    async with misbehaving([answer(*bad, good, good)]) as server:
        source = Neo4jEvidence(http_client, server.url, USER, PASSWORD, TIMEOUT)
        assert await hops(source, walking(1)) == {"a": 1}
