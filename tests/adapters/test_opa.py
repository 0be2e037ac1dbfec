"""Whatever OPA does, its adapter returns a result or raises one of three errors, and in time."""

import asyncio

import httpx
import pytest
from pydantic import JsonValue

from recollect.adapters.opa.policy_agent import OpaHttp
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout
from recollect.slicing.decisions import DecisionCache, OpaDecisions
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case
from tests.clocks import Clock
from tests.slicing.fakes import warnings_of
from tests.slicing.samples import item, specialist

DOCUMENT: dict[str, JsonValue] = {"specialist": {}, "item": {"content": "ü"}}
LONG, SHORT = 20.0, 0.2


def opa_at(client: httpx.AsyncClient, url: str, seconds: float) -> OpaHttp:
    return OpaHttp(service(client, "opa", url, seconds=seconds))


async def ask(http_client: httpx.AsyncClient, url: str, seconds: float = LONG) -> JsonValue:
    return await opa_at(http_client, url, seconds).ask(DOCUMENT)


@each_case(
    "result", [{"allow": True, "redact": False, "redactedFields": []}, [], "x", 0, None, False]
)
async def test_the_result_is_returned_unchanged(
    http_client: httpx.AsyncClient, result: JsonValue
) -> None:
    async with misbehaving([reply(200, {"result": result, "decision_id": "1"})]) as server:
        assert await ask(http_client, f"{server.url}/") == result


async def test_an_undefined_result_is_none(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(200, {})]) as server:
        assert await ask(http_client, server.url) is None


async def test_any_number_of_questions_shares_one_deadline(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([Behaviour.HANG] * 50) as server:
        opa = opa_at(http_client, server.url, SHORT)
        answers = await asyncio.gather(
            *(opa.ask(DOCUMENT) for _ in range(50)), return_exceptions=True
        )
    # If each question had its own deadline, all of them would have been sent.
    assert server.requests < 50
    assert {type(answer) for answer in answers} == {StoreTimeout}


async def test_after_a_failure_the_next_question_gets_its_turn(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([Behaviour.HANG] * 8 + [reply(200, {"result": 1})]) as server:
        opa = opa_at(http_client, server.url, 1.0)
        await asyncio.gather(*(opa.ask(DOCUMENT) for _ in range(8)), return_exceptions=True)
        assert await opa.ask(DOCUMENT) == 1


@each_case("url", ["", "ftp://127.0.0.1"])
async def test_an_invalid_address_is_an_error(http_client: httpx.AsyncClient, url: str) -> None:
    with pytest.raises(StoreError):
        await ask(http_client, url)


@each_case("content", [float("nan"), float("inf")])
async def test_a_question_that_is_not_json_is_not_sent(
    http_client: httpx.AsyncClient, content: JsonValue
) -> None:
    async with misbehaving([]) as server:
        with pytest.raises(StoreRefused):
            await opa_at(http_client, server.url, LONG).ask({"item": content})
        assert server.requests == 0


@each_case(
    ("bad", "said"),
    [
        (Behaviour.HANG, "OPA did not answer (timeout)"),
        (reply(500), "OPA did not answer (unavailable)"),
        (reply(200, b"garbage"), "OPA did not answer (refused)"),
        (reply(200, {}), "OPA's answer makes no sense"),
    ],
)
async def test_the_local_rules_decide_when_opa_fails(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour, said: str
) -> None:
    async with misbehaving([bad, bad]) as server:
        opa = opa_at(http_client, server.url, SHORT if bad is Behaviour.HANG else LONG)
        decisions = OpaDecisions(opa, DecisionCache(0, Clock(), 1), fallback_local=True)
        rulings = await decisions.decide(specialist(), [item("a"), item("b", hasCredentials=True)])

    assert [verdict.allow for verdict in rulings.verdicts] == [True, False]
    assert warnings_of(rulings) == (f"policy: {said}; the local rules decided for 2 items",)
