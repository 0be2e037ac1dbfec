"""One table of faults, for every adapter that asks an outside system over HTTP."""

import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from traceback import format_exception

import httpx
import pytest

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.kubernetes.cluster import Kubernetes
from recollect.adapters.learn.documentation import MicrosoftLearn
from recollect.adapters.neo4j.evidence import Neo4jEvidence
from recollect.adapters.opa.policy_agent import OpaHttp
from recollect.adapters.qdrant.evidence import QdrantEvidence
from recollect.adapters.servicenow.query import all_of, equals
from recollect.adapters.servicenow.tables import ServiceNow
from recollect.adapters.slack.threads import SlackThreads
from recollect.adapters.upstash.redis.client import RedisClient
from recollect.adapters.upstash.vector.client import VectorIndex
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope, Walk
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.adapters.services import LONG, service
from tests.retrieval.readers import see_all

TOKEN, QUESTION = "a-secret", "mysecretquestion"
SCOPE = Scope("acme", "web")
SEARCH = EvidenceQuery(SCOPE, "semantic", QUESTION, Filters(), 5)
WALK = EvidenceQuery(SCOPE, "graph_traversal", "", Filters(), 5, Walk(QUESTION, ("caused_by",), 2))


@dataclass(frozen=True, slots=True)
class System:
    """How an outside system is asked, its answer when it is well, and how often it is asked.

    `shapes` are JSON that it would never answer, besides those that no system would.
    """

    ask: Callable[[HttpService], Awaitable[object]]
    good: object
    shapes: Sequence[object] = ()
    attempts: int = 2


POD = {"name": "api-0"}
ITEMS: list[object] = [
    *(None, {"metadata": POD}, [None], [{"metadata": {}}]),
    *([{"metadata": {"name": "a\nb"}}], [{"metadata": {"name": 7}}]),
]
ROWS: list[object] = [{}, ["x"], [{"a": {"value": ["x"]}}], [{"a": [1]}]]
STATUSES: list[object] = [
    [TOKEN],
    {"phase": [TOKEN]},
    {"conditions": {"type": TOKEN}},
    {"containerStatuses": [{"name": "<b>"}]},
    {"containerStatuses": [{"name": "a", "restartCount": "many"}]},
]
SYSTEMS = {
    "microsoft-learn": System(
        lambda at: MicrosoftLearn(at).search(QUESTION, 3),
        {"results": []},
        [{}, {"results": None}, {"results": {"title": TOKEN}}],
    ),
    "kubernetes": System(
        lambda at: Kubernetes(at).pods(QUESTION, 3),
        {"items": []},
        [
            {},
            *({"items": each} for each in ITEMS),
            *({"items": [{"metadata": POD, "status": each}]} for each in STATUSES),
        ],
    ),
    "opa": System(lambda at: OpaHttp(at).ask({"item": QUESTION}), {"result": 1}, attempts=1),
    "qdrant": System(
        lambda at: QdrantEvidence(at, "evidence", "model").candidates(SEARCH, see_all),
        {"result": {"points": []}},
        [{"result": []}, {"result": {"points": {}}}],
    ),
    "neo4j": System(
        lambda at: Neo4jEvidence(at, "neo4j").candidates(WALK, see_all),
        {"data": {"fields": ["id", "content", "metadata"], "values": []}},
        [
            {"data": {}},
            {"data": {"fields": ["n"], "values": []}},
            {"errors": [{"code": "Neo.ClientError", "message": TOKEN}]},
        ],
    ),
    "slack": System(
        lambda at: SlackThreads(at).messages(QUESTION, "1.0"),
        {"ok": True, "messages": []},
        [
            {},
            {"ok": "yes", "messages": []},
            {"ok": True},
            {"ok": True, "messages": {}},
            {"ok": False},
            {"ok": False, "error": f"token {TOKEN} is bad"},
            {"ok": False, "error": ["x"]},
        ],
    ),
    "servicenow": System(
        lambda at: ServiceNow(at).rows("task", all_of([equals("number", QUESTION)]), ["a"], 3),
        {"result": []},
        [{"result": [], "error": {"message": TOKEN}}, *({"result": each} for each in ROWS)],
        attempts=3,
    ),
    "upstash-redis": System(lambda at: RedisClient(at).get(QUESTION), {"result": "1"}),
    "upstash-vector": System(lambda at: VectorIndex(at).fetch(QUESTION), {"result": []}),
}

TROUBLE: list[bytes | Behaviour] = [
    reply(500, {"error": TOKEN}),
    reply(502, b"<html>a-secret"),
    reply(503, headers="Retry-After: 0\r\n"),
    reply(429, headers="Retry-After: 0\r\n"),
    reply(200, b"{", length=100),
    b"SMTP ready\r\n",
    Behaviour.HANG_UP,
]

USELESS = [
    reply(204),
    reply(301, headers="Location: http://127.0.0.1:1/\r\n"),
    reply(400, {"error": TOKEN}),
    reply(401, {"message": TOKEN}),
    reply(403),
    reply(404, b"404 page not found", headers="Content-Type: text/plain\r\n"),
    reply(410, {"kind": "Status", "reason": "Expired"}),
    reply(200, b"<html>a-secret</html>", headers="Content-Type: text/html\r\n"),
    reply(200, b""),
    reply(200, b'{"result": [{'),
    reply(200, b'{"result": NaN}'),
    reply(200, b"[" * 100_000),
    reply(200, b"\xff\xfe{}"),
    reply(200, b"{}", headers="Content-Encoding: gzip\r\n"),
    reply(200, []),
    reply(200, None),
    reply(200, "text"),
]


@pytest.fixture(params=SYSTEMS)
def name(request: pytest.FixtureRequest) -> str:
    """Every system, one after the other."""
    return str(request.param)


async def answer(client: httpx.AsyncClient, name: str, url: str, seconds: float = LONG) -> object:
    at = service(client, name, url, bearer(TOKEN), seconds)
    assert TOKEN not in repr(at)
    return await SYSTEMS[name].ask(at)


async def failure(
    client: httpx.AsyncClient, name: str, url: str, seconds: float = LONG
) -> type[StoreError]:
    with pytest.raises(StoreError) as caught:
        await answer(client, name, url, seconds)
    assert caught.value.store == name
    for secret in (TOKEN, QUESTION, url):
        assert secret not in str(caught.value)
    assert TOKEN not in "".join(format_exception(caught.value))
    return type(caught.value)


async def test_a_good_answer_is_asked_for_once(http_client: httpx.AsyncClient, name: str) -> None:
    good = reply(200, SYSTEMS[name].good)
    async with misbehaving([good, good]) as server:
        await answer(http_client, name, server.url)
        assert server.requests == 1


async def test_trouble_is_met_with_as_many_attempts_as_the_system_allows(
    http_client: httpx.AsyncClient, name: str
) -> None:
    attempts, good = SYSTEMS[name].attempts, reply(200, SYSTEMS[name].good)
    for bad in TROUBLE:
        async with misbehaving([*repeat(bad, attempts - 1), good]) as server:
            await answer(http_client, name, server.url)
            assert server.requests == attempts
        async with misbehaving([*repeat(bad, attempts), good]) as server:
            assert issubclass(await failure(http_client, name, server.url), StoreUnavailable)
            assert server.requests == attempts


async def test_an_unusable_answer_is_refused_at_once(
    http_client: httpx.AsyncClient, name: str
) -> None:
    for useless in (*USELESS, *(reply(200, each) for each in SYSTEMS[name].shapes)):
        async with misbehaving([useless, reply(200, SYSTEMS[name].good)]) as server:
            assert issubclass(await failure(http_client, name, server.url), StoreRefused), useless
            assert server.requests == 1


async def test_one_deadline_bounds_all_attempts(http_client: httpx.AsyncClient, name: str) -> None:
    attempts = SYSTEMS[name].attempts
    async with misbehaving([*[reply(500)] * (attempts - 1), Behaviour.HANG]) as server:
        assert await failure(http_client, name, server.url, 1.5) is StoreTimeout
        assert server.requests == attempts


async def test_a_pause_that_does_not_fit_is_not_waited_for(
    http_client: httpx.AsyncClient, name: str
) -> None:
    for status in (429, 503):
        busy = reply(status, headers="Retry-After: 3600\r\n")
        async with misbehaving([busy, reply(200, SYSTEMS[name].good)]) as server:
            assert issubclass(await failure(http_client, name, server.url), StoreUnavailable)
            assert server.requests == 1


async def test_a_system_that_is_not_there_is_unavailable_and_an_invalid_address_is_refused(
    http_client: httpx.AsyncClient, name: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        nowhere = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert issubclass(await failure(http_client, name, nowhere), StoreUnavailable)
    assert await failure(http_client, name, "http://127.0.0.1:not-a-port") is StoreRefused
