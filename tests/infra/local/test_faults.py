"""Each fault as a client sees it, through a real server."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from infra.local.fault_injector import FaultInjector
from infra.local.faults import Fault, Faults, fault_routes
from tests.infra.local.serving import serving

FAULTS = "/_emulators/faults"


class Tally:
    """An emulator that adds up the numbers it is sent."""

    def __init__(self) -> None:
        self.total = 0
        self.app = Starlette(routes=[Route("/add", self._add, methods=["POST"])])

    async def _add(self, request: Request) -> Response:
        self.total += int(await request.body())
        return JSONResponse({"result": self.total})


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, Tally]]:
    faults = Faults(["tally", "other"], seed=1)
    tally = Tally()
    mounts = [
        Mount("/tally", FaultInjector(tally.app, "tally", faults)),
        Mount("/other", FaultInjector(Tally().app, "other", faults)),
    ]
    with serving(Starlette(routes=[*fault_routes(faults), *mounts])) as url:
        yield url, tally


@pytest.fixture
def tally(served: tuple[str, Tally]) -> Tally:
    served[1].total = 0
    return served[1]


@pytest.fixture
async def http(served: tuple[str, Tally], tally: Tally) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server where nothing is added up yet and no fault is in force."""
    assert tally.total == 0
    async with httpx.AsyncClient(base_url=served[0], timeout=10) as client:
        yield client
        await client.delete(FAULTS)


async def add(http: httpx.AsyncClient, number: int = 1) -> httpx.Response:
    return await http.post("/tally/add", content=str(number))


async def fault(http: httpx.AsyncClient, **fields: object) -> None:
    answer = await http.post(FAULTS, json={"target": "tally", **fields})
    assert answer.status_code == 201, answer.text


async def until_hit(http: httpx.AsyncClient, hits: int = 1) -> None:
    while (await http.get(FAULTS)).json()["faults"][0]["hits"] < hits:
        pass


@pytest.mark.parametrize("status", [429, 500, 503, 529])
async def test_status_answers_an_error_in_the_shape_of_upstash(
    http: httpx.AsyncClient, tally: Tally, status: int
) -> None:
    await fault(http, mode="status", status=status)

    answer = await add(http)

    assert answer.status_code == status
    assert isinstance(answer.json()["error"], str)
    assert tally.total == 0


async def test_garbage_is_a_200_that_is_not_json(http: httpx.AsyncClient, tally: Tally) -> None:
    await fault(http, mode="garbage")

    answer = await add(http)

    assert answer.status_code == 200
    with pytest.raises(ValueError, match="Expecting value"):
        answer.json()
    assert tally.total == 0


async def test_reset_drops_the_connection_without_an_answer(
    http: httpx.AsyncClient, tally: Tally
) -> None:
    await fault(http, mode="reset", count=2)

    for _ in range(2):
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await add(http)
    assert tally.total == 0
    assert (await add(http)).json() == {"result": 1}


async def test_reset_leaves_no_error_in_the_log_of_the_server(
    http: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    await fault(http, mode="reset")
    with pytest.raises(httpx.TransportError):
        await add(http)
    await http.get(FAULTS)

    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_hang_never_answers_and_the_request_never_reaches_the_emulator(
    http: httpx.AsyncClient,
) -> None:
    await fault(http, mode="hang")

    with pytest.raises(httpx.ReadTimeout):
        await http.post("/tally/add", content="1", timeout=0.05)
    await http.get(FAULTS)  # by its answer, the server has seen the client go
    await http.delete(FAULTS)

    assert (await add(http, 5)).json() == {"result": 5}


async def test_a_server_whose_clients_gave_up_on_a_hang_can_stop() -> None:
    tally, faults = Tally(), Faults(["tally"])
    with serving(FaultInjector(tally.app, "tally", faults)) as url:
        faults.add(Fault(target="tally", mode="hang"))
        async with httpx.AsyncClient(base_url=url) as http:
            for _ in range(3):
                with pytest.raises(httpx.ReadTimeout):
                    await http.post("/add", content="1", timeout=0.03)

    assert tally.total == 0
    assert faults.active[0].hits == 3


async def test_slow_applies_a_request_that_the_client_no_longer_waits_for(
    http: httpx.AsyncClient, tally: Tally
) -> None:
    await fault(http, mode="slow", delay_ms=80, count=1)

    with pytest.raises(httpx.ReadTimeout):
        await http.post("/tally/add", content="3", timeout=0.02)
    while tally.total == 0:
        await http.get(FAULTS)

    assert tally.total == 3


async def test_clearing_a_delay_ends_it(http: httpx.AsyncClient) -> None:
    await fault(http, mode="slow", delay_ms=600_000)
    waiting = asyncio.create_task(add(http, 7))
    await until_hit(http)

    await http.delete(FAULTS)

    assert (await waiting).json() == {"result": 7}


@pytest.mark.parametrize(
    "fields", [{"mode": "status", "status": 500}, {"mode": "garbage"}, {"mode": "reset"}]
)
async def test_after_applies_the_request_and_loses_its_answer(
    http: httpx.AsyncClient, tally: Tally, fields: dict[str, object]
) -> None:
    await fault(http, **fields, after=True, count=1)

    try:
        lost = await add(http, 3)
    except (httpx.RemoteProtocolError, httpx.ReadError):
        assert fields["mode"] == "reset"
    else:
        assert "result" not in lost.text

    assert tally.total == 3
    assert (await add(http, 1)).json() == {"result": 4}


async def test_a_hang_after_the_request_was_applied_gives_its_answer_once_cleared(
    http: httpx.AsyncClient, tally: Tally
) -> None:
    await fault(http, mode="hang", after=True)
    waiting = asyncio.create_task(add(http, 9))
    while tally.total == 0:
        await until_hit(http)

    assert not waiting.done()
    await http.delete(FAULTS)

    assert (await waiting).json() == {"result": 9}


async def test_count_is_how_often_a_fault_hits(http: httpx.AsyncClient) -> None:
    await fault(http, mode="status", status=503, count=2)

    statuses = [(await add(http)).status_code for _ in range(4)]

    assert statuses == [503, 503, 200, 200]
    assert (await http.get(FAULTS)).json() == {
        "faults": [
            {
                "target": "tally",
                "mode": "status",
                "status": 503,
                "count": 2,
                "after": False,
                "hits": 2,
                "exhausted": True,
            }
        ]
    }


async def test_rate_hits_some_calls_and_not_others(http: httpx.AsyncClient) -> None:
    await fault(http, mode="status", status=500, rate=0.5)

    statuses = [(await add(http)).status_code for _ in range(40)]

    assert set(statuses) == {200, 500}
    assert (await http.get(FAULTS)).json()["faults"][0]["hits"] == statuses.count(500)


async def test_a_second_fault_takes_over_when_the_first_is_exhausted(
    http: httpx.AsyncClient,
) -> None:
    await fault(http, mode="status", status=500, count=1)
    await fault(http, mode="status", status=429, count=1)

    assert [(await add(http)).status_code for _ in range(3)] == [500, 429, 200]


async def test_a_fault_hits_its_target_only(http: httpx.AsyncClient) -> None:
    await fault(http, mode="garbage")

    assert (await http.post("/other/add", content="1")).json() == {"result": 1}


def test_an_injector_for_an_unknown_target_is_refused() -> None:
    with pytest.raises(ValueError, match="'typo' is no target"):
        FaultInjector(Tally().app, "typo", Faults(["tally"]))
