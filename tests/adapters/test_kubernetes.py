"""The pods of a cluster: in front of the emulator, and of servers that answer oddly."""

from collections.abc import Iterator, Mapping

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.kubernetes import TOKEN, create_kubernetes_app
from recollect.adapters.http.transport import bearer
from recollect.adapters.kubernetes.cluster import Kubernetes
from recollect.core.errors import NotFound
from recollect.tools.pods import Cluster, Container, Pod, StatusDetail
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case
from tests.infra.local.serving import serving

SECRET = "a-secret"
METADATA = {"name": "api-0"}
OK = reply(200, {"kind": "PodList", "items": [{"metadata": METADATA}]})


@pytest.fixture(scope="module")
def emulator() -> Iterator[str]:
    with serving(create_kubernetes_app()) as url:
        yield url


@pytest.fixture(scope="module")
def echo() -> Iterator[str]:
    """An API server with one pod, which was ended with the request that came as reason."""

    async def pods(request: Request) -> Response:
        said = [request.headers[name] for name in ("accept", "authorization")]
        asked = " ".join([request.url.path, str(request.query_params), *said])
        status = {"reason": "Evicted", "message": asked}
        return JSONResponse({"items": [{"metadata": METADATA, "status": status}]})

    with serving(Starlette(routes=[Route("/{path:path}", pods)])) as url:
        yield url


def kubernetes(client: httpx.AsyncClient, url: str) -> Cluster:
    return Kubernetes(service(client, "kubernetes", url, bearer(TOKEN)))


async def found(client: httpx.AsyncClient, *items: object) -> list[Pod]:
    async with misbehaving([reply(200, {"kind": "PodList", "items": list(items)})]) as server:
        return list(await kubernetes(client, server.url).pods("payments", 10))


async def read(client: httpx.AsyncClient, status: Mapping[str, object]) -> Pod:
    (pod,) = await found(client, {"metadata": METADATA, "status": status})
    return pod


async def test_the_pods_of_a_namespace_are_ordered_by_name(
    http_client: httpx.AsyncClient, emulator: str
) -> None:
    pods = await kubernetes(http_client, emulator).pods("payments", 10)
    names = [pod.name for pod in pods]
    assert len(names) == 8
    assert names == sorted(names)
    settlement = next(pod for pod in pods if pod.name.startswith("settlement"))
    assert (settlement.phase, settlement.ready) == ("Running", False)
    ended = settlement.containers[1]
    assert (ended.waiting, ended.last_terminated) == ("CrashLoopBackOff", "OOMKilled")
    assert (ended.exit_code, ended.restarts, ended.ready) == (137, 9, False)
    assert settlement.not_ready == StatusDetail(
        "ContainersNotReady", "containers with unready status: [settlement]"
    )


async def test_a_pod_without_a_node_says_why(http_client: httpx.AsyncClient, emulator: str) -> None:
    pods = await kubernetes(http_client, emulator).pods("checkout", 10)
    (pending,) = (pod for pod in pods if pod.unscheduled)
    assert pending.unscheduled is not None
    assert (pending.phase, pending.containers) == ("Pending", ())
    assert pending.unscheduled.reason == "Unschedulable"
    assert pending.unscheduled.message.startswith("0/6 nodes are available: 3 Insufficient memory")


async def test_no_more_pods_are_returned_than_the_limit(
    http_client: httpx.AsyncClient, emulator: str
) -> None:
    assert len(await kubernetes(http_client, emulator).pods("payments", 3)) == 3
    async with misbehaving([reply(200, {"items": [{"metadata": METADATA}] * 5})]) as server:
        assert len(await kubernetes(http_client, server.url).pods("payments", 2)) == 2


async def test_one_pod_is_found_by_its_name(http_client: httpx.AsyncClient, emulator: str) -> None:
    cluster = kubernetes(http_client, emulator)
    assert [pod.name for pod in await cluster.pods("payments", 10, "sessions-0")] == ["sessions-0"]
    assert await cluster.pods("payments", 10, "sessions") == []


async def test_an_unknown_namespace_has_no_pods(
    http_client: httpx.AsyncClient, emulator: str
) -> None:
    assert await kubernetes(http_client, emulator).pods("nowhere", 10) == []


async def test_the_request_has_the_path_and_parameters_that_kubernetes_expects(
    http_client: httpx.AsyncClient, echo: str
) -> None:
    cluster = kubernetes(http_client, f"{echo}/")
    asked = [(await cluster.pods("a-1", 7, name))[0].failed for name in ("", "x&y\ud800")]
    told = [each.message if each else "" for each in asked]
    assert told[0] == "/api/v1/namespaces/a-1/pods limit=7 application/json Bearer local"
    assert "limit=7&fieldSelector=metadata.name%3Dx%26y%3F " in told[1]


@each_case(
    "name", ["", "..", "a/b", "a%2Fb", "A", "-a", "a-", "a\n", "a b", "é", "x" * 64, "x" * 100_000]
)
async def test_an_invalid_name_of_a_namespace_is_not_sent(
    http_client: httpx.AsyncClient, name: str
) -> None:
    async with misbehaving([OK]) as server:
        with pytest.raises(NotFound, match=r"^there is no namespace of this name$"):
            await kubernetes(http_client, server.url).pods(name, 10)
        assert server.requests == 0


async def test_a_404_of_the_api_names_the_namespace(http_client: httpx.AsyncClient) -> None:
    status = {"kind": "Status", "reason": "NotFound", "message": SECRET, "code": 404}
    async with misbehaving([reply(404, status)]) as server:
        with pytest.raises(NotFound, match=r"^there is no namespace payments$"):
            await kubernetes(http_client, server.url).pods("payments", 10)


async def test_a_pod_without_a_status_is_in_an_unknown_phase(
    http_client: httpx.AsyncClient,
) -> None:
    bare = Pod(name="api-0", phase="Unknown")
    nulls = {"metadata": METADATA, "spec": None, "status": None}
    for item in ({"metadata": METADATA}, nulls, {"metadata": METADATA, "status": {}}):
        assert await found(http_client, item) == [bare]
    assert (await read(http_client, {"phase": "Dreaming"})) == bare


async def test_a_container_has_its_current_and_its_previous_state(
    http_client: httpx.AsyncClient,
) -> None:
    ended = {"reason": "Error", "exitCode": 1, "message": "no config", "signal": None}
    before = {"reason": "OOMKilled", "exitCode": 137}
    pod = await read(
        http_client,
        {
            "phase": "Failed",
            "reason": "Evicted",
            "message": "low on memory",
            "initContainerStatuses": [{"name": "init", "ready": True}],
            "containerStatuses": [
                {
                    "name": "app",
                    "restartCount": 3,
                    "state": {"terminated": ended, "waiting": None},
                    "lastState": {"terminated": before},
                },
                {"name": "late", "state": None, "lastState": {"terminated": before}},
                {"name": "held", "state": {"waiting": {"reason": "ErrImagePull", "message": "m"}}},
            ],
            "conditions": None,
            "qosClass": "Burstable",
        },
    )
    assert pod.failed == StatusDetail("Evicted", "low on memory")
    assert pod.containers == (
        Container("init", ready=True),
        Container(
            "app",
            restarts=3,
            terminated="Error",
            last_terminated="OOMKilled",
            exit_code=1,
            message="no config",
        ),
        Container("late", last_terminated="OOMKilled", exit_code=137),
        Container("held", waiting="ErrImagePull", message="m"),
    )


@each_case(
    ("status", "ready", "trouble"),
    [
        ("True", True, None),
        ("False", False, StatusDetail("ContainersNotReady", "why")),
        ("Unknown", False, StatusDetail("ContainersNotReady", "why")),
    ],
)
async def test_a_pod_is_ready_when_its_condition_says_so(
    http_client: httpx.AsyncClient, status: str, *, ready: bool, trouble: StatusDetail | None
) -> None:
    condition = {"type": "Ready", "status": status, "reason": "ContainersNotReady"}
    pod = await read(http_client, {"conditions": [{**condition, "message": "why"}]})
    assert (pod.ready, pod.not_ready) == (ready, trouble)


async def test_long_texts_are_cut_and_broken_characters_replaced(
    http_client: httpx.AsyncClient,
) -> None:
    pod = await read(http_client, {"reason": "Evicted\ud800\0", "message": "x" * 1_000_000})
    assert pod.failed == StatusDetail("Evicted? ", "x" * 1_000)
