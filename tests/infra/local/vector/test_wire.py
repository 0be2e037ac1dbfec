"""The protocol itself: batches that the SDK does not send, limits, errors."""

import json
from collections.abc import Callable

import httpx
import pytest

from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.app import create_vector_app
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.index import EmulatedIndex
from tests.infra.local.vector.conftest import TOKENS

RECORDS = [
    {"id": "cert", "data": "The certificate of the gateway expired", "metadata": {"sev": 1}},
    {"id": "mail", "data": "Outgoing mail is delayed", "metadata": None},
    {"id": 7, "data": "A number is an id, too"},
]


@pytest.fixture
async def filled(http: httpx.AsyncClient, namespace: str) -> str:
    answer = await http.post(f"/upsert-data/{namespace}", json=RECORDS)
    assert answer.json() == {"result": "Success"}
    return namespace


async def test_a_batch_queries_the_arms_one_by_one(http: httpx.AsyncClient, filled: str) -> None:
    query = {"data": "gateway certificate", "topK": 5, "includeMetadata": True}
    body = [
        {**query, "queryMode": "DENSE"},
        {**query, "queryMode": "SPARSE", "weightingStrategy": "IDF"},
    ]
    dense, sparse = (await http.post(f"/query-data/{filled}", json=body)).json()["result"]
    assert {one["id"] for one in dense} == {"cert", "mail", "7"}
    assert dense[0]["id"] == "cert"
    assert [one["id"] for one in sparse] == ["cert"]
    assert sparse[0] == {"id": "cert", "score": sparse[0]["score"], "metadata": {"sev": 1}}


async def test_words_are_weighted_by_their_rarity_only_if_the_query_asks_for_it(
    http: httpx.AsyncClient, filled: str
) -> None:
    query = {"data": "gateway", "topK": 1, "queryMode": "SPARSE"}
    body = [query, {**query, "weightingStrategy": "IDF"}]

    async def scores() -> list[float]:
        answers = (await http.post(f"/query-data/{filled}", json=body)).json()["result"]
        return [answer[0]["score"] for answer in answers]

    plain, weighted = await scores()
    more = [
        {"id": f"m{n}", "data": "a gateway among many, and much more besides"} for n in range(9)
    ]
    await http.post(f"/upsert-data/{filled}", json=more)
    plain_again, weighted_again = await scores()

    assert plain_again == plain
    assert weighted_again < weighted


async def test_everything_can_be_reset_at_once(http: httpx.AsyncClient, filled: str) -> None:
    # An index of its own: the shared one has the records of other tests.
    index = EmulatedIndex(HashedEmbedder())
    transport = httpx.ASGITransport(create_vector_app(index, TOKENS))
    async with httpx.AsyncClient(
        transport=transport, base_url="http://vector", headers=http.headers
    ) as own:
        for name in (filled, "other"):
            await own.post(f"/upsert-data/{name}", json=RECORDS)
        assert (await own.post("/reset?all")).json() == {"result": "Success"}
        names = (await own.post("/list-namespaces")).json()["result"]
    assert index.counts() == dict.fromkeys(names, 0) == {"": 0, "other": 0, filled: 0}
    index.close()


ASKED: dict[str, object] = {"data": "x", "queryMode": "DENSE"}
REFUSED: tuple[tuple[str, object, int], ...] = (
    ("/query-data", {"queryMode": "DENSE"}, 400),
    ("/query-data", {**ASKED, "data": 5}, 400),
    ("/query-data", {**ASKED, "topK": "1"}, 400),
    ("/query-data", {**ASKED, "queryMode": "HYBRID"}, 400),
    ("/query-data", {**ASKED, "fusionAlgorithm": "DBSF"}, 400),
    ("/query-data", {**ASKED, "filter": "a ="}, 400),
    ("/query-data", {**ASKED, "filter": "a GLOB 'x*'"}, 400),
    ("/query-data", [], 400),
    ("/query-data", None, 400),
    ("/query-data", {**ASKED, "topK": 1001}, 422),
    ("/query-data", {**ASKED, "topK": 0}, 422),
    ("/query-data", [ASKED] * 1001, 422),
    ("/query", {"vector": [1.0, 2.0]}, 404),
    ("/upsert", {"id": "x", "vector": [1.0]}, 404),
    ("/upsert-data", {"id": "x"}, 400),
    ("/upsert-data", {"id": "", "data": "x"}, 400),
    ("/upsert-data", {"id": "x", "data": "x", "metadata": [1]}, 400),
    ("/upsert-data", {"id": "x", "data": "x", "metadata": {"a": "y" * 49_152}}, 413),
    ("/upsert-data", {"id": "x", "data": "y" * (1 << 20) + "y"}, 413),
    ("/update", {"id": "x", "metadataUpdateMode": "PATCH"}, 400),
    ("/update", {"id": "x", "metadata": {}, "metadataUpdateMode": "MERGE"}, 400),
    ("/delete", {}, 400),
    ("/delete", {"filter": "a = 1"}, 400),
    ("/delete", {"ids": ["x"], "prefix": "x"}, 400),
    ("/delete", {"prefix": ""}, 400),
    ("/fetch", {}, 400),
    ("/range", {"cursor": "?", "limit": 1}, 400),
    ("/range", {"cursor": "", "limit": 0}, 422),
    ("/nothing", {}, 404),
    ("/", {}, 404),
)


async def test_invalid_requests_are_refused_with_their_status(http: httpx.AsyncClient) -> None:
    for path, body, status in REFUSED:
        answer = await http.post(path, content=json.dumps(body))
        assert answer.status_code == status, (path, body)
        assert answer.json()["status"] == status
        assert answer.json()["error"]


async def test_operations_without_parameters_need_no_body(http: httpx.AsyncClient) -> None:
    asked = {"/delete-namespace": 422, "/delete-namespace/nobody": 404, "/info": 200}
    for path, status in asked.items():
        assert (await http.post(path)).status_code == status


NO_JSON = (
    b"{",
    b"\xff",
    b'{"id": "x", "data": "x", "metadata": {"a": NaN}}',
    b'{"id": "x", "data": "x", "metadata": {"a": 1e999}}',
    b'{"id": "x", "data": "x", "metadata": {"a": "\\ud800"}}',
    b'{"id": "x", "data": "\\ud800"}',
    b'{"id": "\\ud800", "data": "x"}',
    b'{"id": "x", "data": "x", "metadata": {"a": ' + b"[" * 5000 + b"]" * 5000 + b"}}",
    b'{"id": "x", "data": "x", "metadata": {"a": ' + b"[" * 400 + b"]" * 400 + b"}}",
)


async def test_a_body_that_is_no_json_is_refused(http: httpx.AsyncClient) -> None:
    for raw in NO_JSON:
        answer = await http.post("/upsert-data", content=raw)
        assert answer.status_code == 400, raw[:80]
        assert answer.json()["status"] == 400


async def test_a_refused_batch_leaves_nothing_behind(
    http: httpx.AsyncClient, namespace: str
) -> None:
    batch = [*RECORDS, {"id": "big", "data": "x", "metadata": {"a": "y" * 49_152}}]
    assert (await http.post(f"/upsert-data/{namespace}", json=batch)).status_code == 413
    assert namespace not in (await http.post("/list-namespaces")).json()["result"]


async def test_only_known_tokens_are_accepted(vector_url: str) -> None:
    async with httpx.AsyncClient(base_url=vector_url) as client:
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "x"}):
            answer = await client.post("/list-namespaces", headers=headers)
            assert answer.status_code == 401
            assert answer.json() == {"error": "Unauthorized: Invalid auth token", "status": 401}
        reader = {"Authorization": f"Bearer {TOKENS.read_only}"}
        refused = await client.post("/upsert-data", headers=reader, json=RECORDS)
        assert refused.status_code == 403


async def test_limits_are_inclusive(http: httpx.AsyncClient, namespace: str) -> None:
    metadata = {"a": "y" * (48 * 1024 - len('{"a": ""}'))}
    record = {"id": "x", "data": "ab " * ((1 << 20) // 3), "metadata": metadata}
    assert (await http.post(f"/upsert-data/{namespace}", json=record)).status_code == 200
    body = {"data": "ab", "topK": 1000, "includeMetadata": True, "queryMode": "DENSE"}
    found = (await http.post(f"/query-data/{namespace}", json=body)).json()["result"]
    assert found[0]["metadata"] == metadata


async def test_namespaces_may_have_any_characters(
    http: httpx.AsyncClient, new_namespace: Callable[[], str]
) -> None:
    name = f"{new_namespace()}/ü %41+"
    path = f"/upsert-data/{httpx.QueryParams({'n': name})}".replace("n=", "").replace("+", "%20")
    assert (await http.post(path, json=RECORDS)).status_code == 200
    assert name in (await http.post("/list-namespaces")).json()["result"]


def test_the_tokens_of_the_emulator_differ() -> None:
    assert StoreTokens().full != StoreTokens().read_only
