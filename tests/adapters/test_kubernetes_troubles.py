"""A cluster in trouble: faults of the emulator, and servers that misbehave."""

from collections.abc import Iterator, Mapping

import httpx
import pytest

from infra.local.emulators.kubernetes import create_kubernetes_app
from infra.local.fault_injector import FaultInjector
from infra.local.faults import Fault, Faults
from recollect.adapters.kubernetes.cluster import Kubernetes
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.infra.local.serving import serving

SECRET = "a-secret"
METADATA = {"name": "api-0"}
OK = reply(200, {"kind": "PodList", "items": [{"metadata": METADATA}]})


@pytest.fixture(scope="module")
def emulator() -> Iterator[str]:
    with serving(create_kubernetes_app()) as url:
        yield url


async def failure(client: httpx.AsyncClient, url: str, seconds: float = 20) -> type[StoreError]:
    with pytest.raises(StoreError) as caught:
        await Kubernetes(client, url, SECRET, seconds).pods("payments", 10)
    assert caught.value.store == "kubernetes"
    for secret in ("payments", url, SECRET):
        assert secret not in str(caught.value)
    return type(caught.value)


@pytest.mark.parametrize(
    "answer",
    [
        [],
        None,
        "pods",
        {},
        {"items": None},
        {"items": {"metadata": METADATA}},
        {"items": [None]},
        {"items": [{"metadata": {}}]},
        {"items": [{"metadata": {"name": "a\nb"}}]},
        {"items": [{"metadata": {"name": 7}}]},
        {"items": [{"metadata": METADATA, "status": [SECRET]}]},
        {"items": [{"metadata": METADATA, "status": {"phase": [SECRET]}}]},
        {"items": [{"metadata": METADATA, "status": {"conditions": {"type": SECRET}}}]},
        {"items": [{"metadata": METADATA, "status": {"containerStatuses": [{"name": "<b>"}]}}]},
        {
            "items": [
                {
                    "metadata": METADATA,
                    "status": {"containerStatuses": [{"name": "a", "restartCount": "many"}]},
                }
            ]
        },
    ],
)
async def test_an_answer_of_another_shape_is_refused_and_not_told(
    http_client: httpx.AsyncClient, answer: object
) -> None:
    async with misbehaving([reply(200, answer), OK]) as server:
        assert await failure(http_client, server.url) is StoreRefused
        assert server.requests == 1


@pytest.mark.parametrize(
    "bad",
    [
        reply(301, headers="Location: http://127.0.0.1:1/\r\n"),
        reply(400, {"message": SECRET}),
        reply(401, {"kind": "Status", "message": SECRET}),
        reply(403, {"kind": "Status", "message": SECRET}),
        reply(404, b"404 page not found", headers="Content-Type: text/plain\r\n"),
        reply(410, {"kind": "Status", "reason": "Expired"}),
        reply(200, b"<html>a-secret</html>", headers="Content-Type: text/html\r\n"),
        reply(200, b'{"items": [{'),
        reply(200, b"[" * 100_000),
    ],
)
async def test_what_cannot_be_used_is_refused_at_once(
    http_client: httpx.AsyncClient, bad: bytes
) -> None:
    async with misbehaving([bad, OK]) as server:
        assert await failure(http_client, server.url) is StoreRefused
        assert server.requests == 1


async def test_the_emulator_refuses_another_token(
    http_client: httpx.AsyncClient, emulator: str
) -> None:
    assert await failure(http_client, emulator) is StoreRefused


@pytest.mark.parametrize("bad", [reply(500), reply(503), reply(429), Behaviour.HANG_UP])
async def test_trouble_is_met_with_a_second_try_and_no_third(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour
) -> None:
    async with misbehaving([bad, OK]) as server:
        assert await Kubernetes(http_client, server.url, SECRET, 20).pods("payments", 10)
    async with misbehaving([bad, bad, OK]) as server:
        assert issubclass(await failure(http_client, server.url), StoreUnavailable)
        assert server.requests == 2


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ({"mode": "status", "status": 403}, StoreRefused),
        ({"mode": "status", "status": 500}, StoreUnavailable),
        ({"mode": "garbage"}, StoreRefused),
        ({"mode": "hang"}, StoreTimeout),
    ],
)
async def test_a_fault_of_the_emulator_is_an_error_of_the_store(
    http_client: httpx.AsyncClient, fault: Mapping[str, object], error: type[StoreError]
) -> None:
    faults = Faults({"kubernetes"})
    faults.add(Fault.model_validate({"target": "kubernetes", **fault}))
    with serving(FaultInjector(create_kubernetes_app(), "kubernetes", faults)) as url:
        assert await failure(http_client, url, 0.4 if error is StoreTimeout else 20) is error


async def test_the_deadline_bounds_both_tries(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(500), Behaviour.HANG]) as server:
        assert await failure(http_client, server.url, 0.4) is StoreTimeout
        assert server.requests == 2


async def test_a_cluster_that_is_not_there_is_unavailable(http_client: httpx.AsyncClient) -> None:
    assert issubclass(await failure(http_client, "http://127.0.0.1:1"), StoreUnavailable)
    assert await failure(http_client, "http://127.0.0.1:not-a-port") is StoreRefused


def test_the_token_is_not_shown(http_client: httpx.AsyncClient) -> None:
    assert SECRET not in repr(Kubernetes(http_client, "http://127.0.0.1:1", SECRET, 1))
