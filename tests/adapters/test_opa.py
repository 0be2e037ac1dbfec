"""Whatever OPA does, its adapter answers a result or one of three errors, and in time."""

import asyncio
import socket
import time

import httpx
import pytest
from pydantic import JsonValue

from recollect.adapters.opa.policy_agent import OpaHttp
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from recollect.slicing.decisions import DecisionCache, OpaDecisions
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.slicing.fakes import Clock
from tests.slicing.samples import item, specialist

DOCUMENT: dict[str, JsonValue] = {"specialist": {}, "item": {"content": "ü"}}
LONG, SHORT = 20.0, 0.2


async def ask(http_client: httpx.AsyncClient, url: str, seconds: float = LONG) -> JsonValue:
    return await OpaHttp(http_client, url, seconds).ask(DOCUMENT)


@pytest.mark.parametrize(
    "result", [{"allow": True, "redact": False, "redactedFields": []}, [], "x", 0, None, False]
)
async def test_the_result_is_answered_as_it_is(
    http_client: httpx.AsyncClient, result: JsonValue
) -> None:
    async with misbehaving([reply(200, {"result": result, "decision_id": "1"})]) as server:
        assert await ask(http_client, f"{server.url}/") == result


async def test_an_undefined_result_is_none(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(200, {})]) as server:
        assert await ask(http_client, server.url) is None


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (reply(500, {"code": "internal_error"}), StoreUnavailable),
        (reply(503), StoreUnavailable),
        (reply(429), StoreUnavailable),
        (Behaviour.HANG_UP, StoreUnavailable),
        (b"SMTP ready\r\n", StoreUnavailable),
        (reply(200, b"{", length=100), StoreUnavailable),
        (reply(400, {"code": "invalid_parameter"}), StoreRefused),
        (reply(401), StoreRefused),
        (reply(404, b"<html>"), StoreRefused),
        (reply(302, headers="Location: http://127.0.0.1:1/\r\n"), StoreRefused),
        (reply(204), StoreRefused),
        (reply(200, b"<html>"), StoreRefused),
        (reply(200, b""), StoreRefused),
        (reply(200, b"\xff\xfe{}"), StoreRefused),
        (reply(200, []), StoreRefused),
        (reply(200, b"[" * 500_000), StoreRefused),
        (reply(200, b"{}", headers="Content-Encoding: gzip\r\n"), StoreRefused),
    ],
)
async def test_what_is_no_answer_is_an_error_and_asked_once(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour, expected: type[StoreError]
) -> None:
    async with misbehaving([bad, reply(200, {"result": {"allow": True}})]) as server:
        with pytest.raises(StoreError) as caught:
            await ask(http_client, server.url)
        assert caught.value.store == "opa"
        assert isinstance(caught.value, expected)
        assert server.requests == 1


async def test_a_silent_opa_is_given_up_at_the_deadline(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([Behaviour.HANG]) as server:
        with pytest.raises(StoreTimeout):
            await ask(http_client, server.url, SHORT)


async def test_any_number_of_questions_is_given_up_at_one_deadline(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([Behaviour.HANG] * 50) as server:
        opa = OpaHttp(http_client, server.url, SHORT)
        started = time.perf_counter()
        answers = await asyncio.gather(
            *(opa.ask(DOCUMENT) for _ in range(50)), return_exceptions=True
        )
        # In turns they would take seven times as long.
        assert time.perf_counter() - started < 6 * SHORT
    assert {type(answer) for answer in answers} == {StoreTimeout}


async def test_after_a_failure_the_next_question_gets_its_turn(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([Behaviour.HANG] * 8 + [reply(200, {"result": 1})]) as server:
        opa = OpaHttp(http_client, server.url, 1.0)
        await asyncio.gather(*(opa.ask(DOCUMENT) for _ in range(8)), return_exceptions=True)
        assert await opa.ask(DOCUMENT) == 1


async def test_an_opa_that_is_not_there_is_unavailable(http_client: httpx.AsyncClient) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        with pytest.raises(StoreUnavailable):
            await ask(http_client, f"http://127.0.0.1:{taken.getsockname()[1]}")


@pytest.mark.parametrize("url", ["", "http://127.0.0.1:not-a-port", "ftp://127.0.0.1"])
async def test_an_address_that_is_none_is_an_error(
    http_client: httpx.AsyncClient, url: str
) -> None:
    with pytest.raises(StoreError):
        await ask(http_client, url)


@pytest.mark.parametrize("content", [float("nan"), float("inf")])
async def test_a_question_that_is_not_json_is_not_asked(
    http_client: httpx.AsyncClient, content: JsonValue
) -> None:
    async with misbehaving([]) as server:
        with pytest.raises(StoreRefused):
            await OpaHttp(http_client, server.url, LONG).ask({"item": content})
        assert server.requests == 0


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (Behaviour.HANG, "OPA did not answer (timeout)"),
        (reply(500), "OPA did not answer (unavailable)"),
        (reply(200, b"garbage"), "OPA did not answer (refused)"),
        (reply(200, {}), "OPA's answer makes no sense"),
    ],
)
async def test_behind_an_opa_that_fails_the_local_rules_decide(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour, said: str
) -> None:
    async with misbehaving([bad, bad]) as server:
        opa = OpaHttp(http_client, server.url, SHORT if bad is Behaviour.HANG else LONG)
        decisions = OpaDecisions(opa, DecisionCache(0, Clock(), 1), fallback_local=True)
        rulings = await decisions.decide(specialist(), [item("a"), item("b", hasCredentials=True)])

    assert [verdict.allow for verdict in rulings.verdicts] == [True, False]
    assert rulings.warnings == (f"policy: {said}; the local rules decided for 2 items",)
