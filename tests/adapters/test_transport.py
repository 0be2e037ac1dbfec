"""The policy of all HTTP calls: what is repeated and when, what is read, and what is never sent."""

import gzip
import random
import time
from time import perf_counter

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.adapters.http.retries import (
    TWICE,
    NotActedUpon,
    NotConnected,
    RetryPolicy,
    TooManyRequests,
)
from recollect.adapters.http.transport import (
    HttpService,
    SecretHeader,
    bearer,
    json_of,
    new_http_client,
)
from recollect.core.errors import StoreRefused, StoreUnavailable
from recollect.core.stopwatch import Stopwatch, running
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.adapters.services import service

OK = reply(200, {"result": 1})
CAREFUL = RetryPolicy(after=NotActedUpon)
SECRET = "a-secret"


def at(client: httpx.AsyncClient, url: str, seconds: float = 20.0) -> HttpService:
    return service(client, "store", url, bearer(SECRET), seconds)


async def post(
    client: httpx.AsyncClient, url: str, retry: RetryPolicy = TWICE, text: str = "x"
) -> JsonValue:
    return await at(client, url).post_json("/", {"text": text}, retry=retry)


async def test_any_text_can_be_sent(http_client: httpx.AsyncClient) -> None:
    for text in ("\ud800", "\0", "🔥", '"\\'):
        async with misbehaving([OK]) as server:
            assert await post(http_client, server.url, text=text) == {"result": 1}


async def test_a_body_that_is_not_json_is_not_sent(http_client: httpx.AsyncClient) -> None:
    endless: list[object] = []
    endless.append(endless)
    async with misbehaving([]) as server:
        for odd in (float("nan"), float("inf"), {1}, endless):
            with pytest.raises(StoreRefused):
                await at(http_client, server.url).post_json("/", {"text": odd})
        assert server.requests == 0


async def test_a_request_that_may_have_taken_effect_is_repeated_only_if_that_is_harmless(
    http_client: httpx.AsyncClient,
) -> None:
    for bad in (
        reply(500, {"error": "oops"}),
        reply(502, b"<html>"),
        reply(503),
        Behaviour.HANG_UP,
        b"SMTP ready\r\n",
        reply(200, b"{", length=100),
    ):
        async with misbehaving([bad, OK]) as server:
            assert await post(http_client, server.url) == {"result": 1}
            assert server.requests == 2
        async with misbehaving([bad, OK]) as server:
            with pytest.raises(StoreUnavailable) as caught:
                await post(http_client, server.url, CAREFUL)
            assert (type(caught.value), server.requests) == (StoreUnavailable, 1)


async def test_a_request_that_was_turned_away_had_no_effect_and_is_repeated(
    http_client: httpx.AsyncClient,
) -> None:
    for retry in (TWICE, CAREFUL):
        async with misbehaving([reply(429), OK]) as server:
            assert await post(http_client, server.url, retry) == {"result": 1}
            assert server.requests == 2


async def test_a_pause_that_the_server_asks_for_is_kept_if_it_fits(
    http_client: httpx.AsyncClient,
) -> None:
    for status in (429, 503):
        async with misbehaving([reply(status, headers="Retry-After: 1\r\n"), OK]) as server:
            start = time.monotonic()
            await post(http_client, server.url)
            assert time.monotonic() - start >= 1


async def test_a_request_is_repeated_if_reading_its_answer_finds_the_store_unavailable(
    http_client: httpx.AsyncClient,
) -> None:
    def read(response: httpx.Response) -> JsonValue:
        answer = json_of("store", response)
        if answer == {"busy": True}:
            raise StoreUnavailable("store", "busy")
        return answer

    async with misbehaving([reply(200, {"busy": True}), OK]) as server:
        assert await at(http_client, server.url).send("GET", "/", read) == {"result": 1}


async def test_a_status_below_500_is_left_to_the_adapter(http_client: httpx.AsyncClient) -> None:
    for status in (400, 401, 404, 409, 413, 422):
        async with misbehaving([reply(status, {"error": "no"}), OK]) as server:
            found = await at(http_client, server.url).send("GET", "/", lambda it: it.status_code)
            assert (found, server.requests) == (status, 1)


async def test_a_status_other_than_200_is_accepted_only_where_it_is_expected(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([reply(202, {"result": 1})] * 2) as server:
        store = at(http_client, server.url)
        assert await store.post_json("/", {}, statuses={202}) == {"result": 1}
        with pytest.raises(StoreRefused, match=r"^store: answered 202$"):
            await store.get_json("/", {"q": SECRET})


async def test_an_answer_that_is_too_large_is_refused_compressed_or_not() -> None:
    plain, limit = b'{"result": "%s"}' % (b"x" * 100_000), 50_000
    packed = reply(200, gzip.compress(plain), headers="Content-Encoding: gzip\r\n")
    for answer in (reply(200, plain), packed):
        async with misbehaving([answer, answer]) as server:
            async with new_http_client(limit) as client:
                with pytest.raises(StoreRefused, match=r"^store: AnswerTooLarge$"):
                    await at(client, server.url).get_json("/", {})
            assert server.requests == 1
        async with misbehaving([answer]) as server, new_http_client(2 * limit + 100) as client:
            assert await at(client, server.url).get_json("/", {})


async def test_an_answer_is_read_as_utf_8_whatever_charset_it_names(
    http_client: httpx.AsyncClient,
) -> None:
    for charset in ("utf-16", "hex", "zlib", "rot13", "idna", "none"):
        header = f"Content-Type: application/json; charset={charset}\r\n"
        async with misbehaving([reply(200, {"result": "é"}, headers=header)]) as server:
            found = await at(http_client, server.url).get_json("/", {})
            assert found == {"result": "é"}


async def test_half_a_character_in_an_answer_is_replaced(http_client: httpx.AsyncClient) -> None:
    body = rb'{"result": ["a\ud800b", {"\uDFFF": 1}, "\ud83d\ude00", "\\ud800"]}'
    async with misbehaving([reply(200, body)]) as server:
        found = await at(http_client, server.url).get_json("/", {})
        assert found == {"result": ["a?b", {"?": 1}, "\U0001f600", "\\ud800"]}


async def test_only_the_wait_for_answers_counts_as_waiting(http_client: httpx.AsyncClient) -> None:
    stopwatch = Stopwatch(perf_counter)
    async with misbehaving([reply(503, headers="Retry-After: 1\r\n"), OK]) as server:
        with running(stopwatch):
            await post(http_client, server.url)
    assert stopwatch.calls == 2
    assert 0 < stopwatch.waited < stopwatch.elapsed - 0.9


def test_secrets_are_not_shown(http_client: httpx.AsyncClient) -> None:
    for auth in (bearer(SECRET), SecretHeader("api-key", SECRET), httpx.BasicAuth("ann", SECRET)):
        shown = service(http_client, "store", "http://127.0.0.1:1", auth)
        assert SECRET not in f"{shown!r} {auth!r} {auth}"


_ERRORS = st.builds(
    lambda error, pause: error("store", "no", pause),
    st.sampled_from([StoreUnavailable, NotConnected, TooManyRequests]),
    st.none() | st.floats(0, 1e9),
)


@given(_ERRORS, st.integers(1, 5), st.integers(1, 5))
def test_attempts_are_bounded_and_a_pause_is_never_shorter_than_asked_for(
    error: StoreUnavailable, attempts: int, attempt: int
) -> None:
    pause = RetryPolicy(attempts).pause(error, attempt)
    assert (pause is None) == (attempt >= attempts)
    assert pause is None or pause > (error.retry_after or 0)


def test_an_error_that_the_policy_excludes_is_never_retried() -> None:
    unsure, sure = StoreUnavailable("store", "no"), NotConnected("store", "no")
    limited = TooManyRequests("store", "no")
    for after, repeated in (
        (StoreUnavailable, {unsure, sure, limited}),
        (NotActedUpon, {sure, limited}),
        (NotConnected, {sure}),
    ):
        policy = RetryPolicy(9, after)
        given = {each for each in (unsure, sure, limited) if policy.pause(each, 1) is not None}
        assert given == repeated


def test_a_rate_limit_that_names_no_pause_gets_the_systems_own() -> None:
    policy = RetryPolicy(limited_pause=60)
    for error, least, most in (
        (TooManyRequests("store", "no"), 60, 61),
        (TooManyRequests("store", "no", 0), 0, 1),
        (NotConnected("store", "no"), 0, 1),
    ):
        pause = policy.pause(error, 1)
        assert pause is not None
        assert least < pause < most


def test_processes_restored_from_one_snapshot_do_not_retry_at_the_same_moment() -> None:
    def pause() -> float | None:
        random.seed(1)  # the state of every process that was restored from one snapshot
        return RetryPolicy().pause(StoreUnavailable("a-store", "is busy"), 1)

    assert pause() != pause()
