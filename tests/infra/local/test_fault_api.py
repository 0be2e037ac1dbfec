"""Which faults can be set, and which are invalid."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette

from infra.local.faults import Fault, Faults, fault_routes

FAULTS = "/_emulators/faults"


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    app = Starlette(routes=[*fault_routes(Faults(["tally", "other"]))])
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(base_url="http://localhost", transport=transport) as client:
        yield client


NONSENSE: tuple[tuple[object, str], ...] = (
    ({"target": "nobody", "mode": "hang"}, "target 'nobody' is none of other, tally"),
    ({"mode": "hang"}, "target: Field required"),
    ({"target": "tally"}, "mode: Field required"),
    ({"target": "tally", "mode": "explode"}, "mode: Input should be"),
    ({"target": "tally", "mode": "hang", "for": 3}, "for: Extra inputs are not permitted"),
    ({"target": "tally", "mode": "hang", "status": 500}, "status goes with mode status"),
    ({"target": "tally", "mode": "status"}, "status goes with mode status"),
    ({"target": "tally", "mode": "status", "status": 200}, "status: Input should be greater"),
    ({"target": "tally", "mode": "status", "status": "500"}, "status: Input should be a valid"),
    ({"target": "tally", "mode": "slow"}, "delay_ms goes with mode slow"),
    ({"target": "tally", "mode": "reset", "delay_ms": 5}, "delay_ms goes with mode slow"),
    ({"target": "tally", "mode": "slow", "delay_ms": 5, "after": True}, "after goes with"),
    ({"target": "tally", "mode": "hang", "rate": 0}, "rate: Input should be greater than 0"),
    ({"target": "tally", "mode": "hang", "rate": 1.01}, "rate: Input should be less"),
    ({"target": "tally", "mode": "hang", "count": 0}, "count: Input should be greater"),
    (["tally"], "Input should be an object"),
)


async def test_an_invalid_fault_is_refused(http: httpx.AsyncClient) -> None:
    for fields, complaint in NONSENSE:
        answer = await http.post(FAULTS, json=fields)

        assert answer.status_code == 422, fields
        assert answer.headers["content-type"] == "application/problem+json"
        assert complaint in answer.json()["detail"]
        assert (await http.get(FAULTS)).json() == {"faults": []}


async def test_a_fault_that_is_not_json_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.post(FAULTS, content=b"{")

    assert answer.status_code == 422
    assert answer.json()["status"] == 422


def test_the_same_seed_hits_the_same_calls() -> None:
    def hits(seed: int) -> list[bool]:
        faults = Faults(["tally"], seed=seed)
        faults.add(Fault(target="tally", mode="garbage", rate=0.3))
        return [faults.hit("tally") is not None for _ in range(50)]

    assert hits(7) == hits(7)
    assert hits(7) != hits(8)
