"""How the client handles answers: late, lost, endless, or from another service."""

import traceback
from contextvars import ContextVar
from importlib.metadata import version

import httpx
import pytest

from recollect.client import (
    AnswerNotes,
    AsyncRecollect,
    ClientError,
    Recollect,
    Retries,
    ServerError,
    StoreUnavailableError,
    TooManyRequestsError,
    UnreachableError,
    UnreadableAnswerError,
)
from tests.cases import each_case
from tests.client.networks import Endless, answering, client_of, endless_headers


def test_a_write_is_retried_with_the_same_idempotency_key() -> None:
    done = httpx.Response(
        200, json={"retracted": "m", "affected": {"runs": [], "memories": [], "packs": []}}
    )
    busy = httpx.Response(429, headers={"Retry-After": "0"})
    away = httpx.Response(503, headers={"Retry-After": "0"}, json={"title": "Later"})
    reset = httpx.ReadError("connection reset by peer")
    with client_of(busy, reset, away, done) as (client, keys):
        assert client.app("a").retract("m").retracted == "m"
    assert len(keys) == 4
    assert len({*keys}) == 1
    assert len(keys[0]) == 32
    with client_of(done) as (client, keys):
        client.app("a").retract("m", idempotency_key="mine")
    assert keys == ["mine"]


def test_a_retry_is_logged_without_the_content_of_the_request(
    caplog: pytest.LogCaptureFixture,
) -> None:
    busy = httpx.Response(503, json={"detail": "A store is unavailable"})
    done = httpx.Response(200, json={"results": []})
    with caplog.at_level("INFO", "recollect.client"), client_of(busy, done) as (client, _):
        client.app("desk").find("Jane Doe's invoice")
    (logged,) = [each.getMessage() for each in caplog.records if each.name == "recollect.client"]
    expected = "POST /apps/desk/memories/search again in 0.0 s: 503: A store is unavailable"
    assert logged == expected


def test_a_request_names_the_client_and_its_version() -> None:
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json={"apps": []})

    with Recollect("http://api.test", transport=httpx.MockTransport(answer)) as client:
        client.apps()
    assert sent[0].headers["User-Agent"] == f"recollect/{version('recollect')}"


def test_the_client_gives_up_after_its_attempts_or_at_a_long_retry_after() -> None:
    with client_of(*[httpx.Response(429)] * 9) as (client, keys):
        with pytest.raises(TooManyRequestsError):
            client.apps()
        assert keys == [""] * 4
    long = httpx.Response(
        503,
        headers={"Retry-After": "3600"},
        json={"type": "urn:recollect:problem:store-unavailable"},
    )
    with client_of(long) as (client, keys):
        with pytest.raises(StoreUnavailableError) as raised:
            client.apps()
        assert (raised.value.retry_after, len(keys)) == (3600, 1)
    with client_of(*[httpx.ConnectError("refused")] * 4) as (client, keys):
        with pytest.raises(UnreachableError, match=r"api\.test does not answer: refused"):
            client.apps()
        assert len(keys) == 4


HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (httpx.Response(200, headers=HTML, text="<html>welcome</html>"), "200 text/html: no Apps"),
        (httpx.Response(200, json={"apps": ["Jane Doe"]}), "200 application/json: no Apps: apps.0"),
        (httpx.Response(204), "204: no Apps"),
        (
            httpx.Response(301, headers={"Location": "https://api.test/apps?key=s3cret"}),
            "301: it leads to https://api.test, which is not followed",
        ),
        (httpx.Response(302, headers={"Location": "http://["}), "302: this API never does"),
        (httpx.Response(304), "304: this API never does"),
    ],
)
def test_an_answer_of_another_service_is_an_error_that_hides_its_content(
    answer: httpx.Response, message: str
) -> None:
    with client_of(answer) as (client, keys):
        with pytest.raises(UnreadableAnswerError, match=f"api.test answers {message}") as raised:
            client.apps()
        assert len(keys) == 1
    shown = "".join(traceback.format_exception(raised.value))
    assert not any(each in shown for each in ("Jane Doe", "welcome", "s3cret"))


@each_case(
    ("piece", "seconds", "kind", "message"),
    [
        (b" ", 0.2, UnreachableError, "a.test does not answer: nothing whole within 0.2 s"),
        (b" " * 1_000_000, 60.0, UnreadableAnswerError, "a.test answers 200: more than 10 MB"),
    ],
)
async def test_an_endless_answer_is_abandoned(
    piece: bytes, seconds: float, kind: type[ClientError], message: str
) -> None:
    body, once = Endless(piece), Retries(attempts=1)
    network, _ = answering(*(httpx.Response(200, stream=body) for _ in range(2)))
    with Recollect("http://a.test", timeout=seconds, retries=once, transport=network) as api:
        with pytest.raises(kind, match=message):
            api.apps()
        # The thread that reads it ends by itself, a moment after the call.
        assert body.closed.wait(10)
    body.closed.clear()
    patient = AsyncRecollect("http://a.test", timeout=seconds, retries=once, transport=network)
    async with patient as asynchronous:
        with pytest.raises(kind, match=message):
            await asynchronous.apps()
        assert body.closed.is_set()


async def test_an_answer_whose_headers_never_end_is_abandoned() -> None:
    wanted = "does not answer: nothing whole within 0.2 s"
    with endless_headers() as url:
        with (
            Recollect(url, timeout=0.2) as api,
            pytest.raises(UnreachableError, match=wanted),
        ):
            api.apps()
        async with AsyncRecollect(url, timeout=0.2) as asynchronous:
            with pytest.raises(UnreachableError, match=wanted):
                await asynchronous.apps()


async def test_a_call_ends_in_its_time_however_often_it_is_repeated() -> None:
    tireless = Retries(attempts=1_000_000_000, first=0.001, longest=0.001)
    network = httpx.MockTransport(lambda _: httpx.Response(503))
    with (
        Recollect("http://a.test", timeout=0.1, retries=tireless, transport=network) as api,
        pytest.raises((ServerError, UnreachableError)),
    ):
        api.apps()
    patient = AsyncRecollect("http://a.test", timeout=0.1, retries=tireless, transport=network)
    async with patient as asynchronous:
        with pytest.raises((ServerError, UnreachableError)):
            await asynchronous.apps()


def test_a_pause_that_outlasts_the_call_is_not_waited_for() -> None:
    network, keys = answering(httpx.Response(503, headers={"Retry-After": "10"}))
    with (
        Recollect("http://a.test", timeout=9, transport=network) as api,
        pytest.raises(ServerError),
    ):
        api.apps()
    assert len(keys) == 1


def test_what_a_transport_or_a_listener_raises_is_raised_by_the_call() -> None:
    def refuse(_: httpx.Request) -> httpx.Response:
        raise LookupError("no such network")

    with (
        Recollect("http://a.test", transport=httpx.MockTransport(refuse)) as api,
        pytest.raises(LookupError, match="no such network"),
    ):
        api.apps()


def test_a_call_is_answered_in_the_context_in_which_it_was_made() -> None:
    caller = ContextVar("caller", default="nobody")

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"apps": [{"app_slug": caller.get(), "count": 1}]})

    caller.set("ada")
    with Recollect("http://a.test", transport=httpx.MockTransport(answer)) as api:
        assert api.apps().apps[0].app_slug == "ada"


def test_missing_parts_of_an_answer_are_reported_to_the_listener_or_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    headers = {
        "X-Degraded": "cmdbHits exemplars",
        "X-Request-Id": "r",
        "X-Unknown-Cases": "A1, B2",
        "X-Unknown-Customer": "true",
    }
    transport, _ = answering(*[httpx.Response(200, headers=headers, json={"apps": []})] * 2)
    heard: list[AnswerNotes] = []
    with Recollect("http://api.test", transport=transport, listen=heard.append) as client:
        client.apps()
    assert heard == [AnswerNotes("/apps", ("cmdbHits", "exemplars"), ("A1", "B2"), True, "r")]
    with Recollect("http://api.test", transport=transport) as client:
        client.apps()
    assert "/apps had to do without cmdbHits, exemplars" in caplog.text


@each_case("own", [httpx.ConnectError("theirs"), UnreachableError("theirs"), KeyError("theirs")])
async def test_an_error_of_a_listener_is_raised_and_the_request_is_not_retried(
    own: Exception,
) -> None:
    def failing(_: AnswerNotes) -> None:
        raise own

    transport, keys = answering(*[httpx.Response(200, json={"apps": []}) for _ in range(2)])
    client = Recollect("http://api.test", transport=transport, listen=failing)
    with client, pytest.raises(type(own), match="theirs"):
        client.apps()
    async with AsyncRecollect(
        "http://api.test", transport=transport, listen=failing
    ) as asynchronous:
        with pytest.raises(type(own), match="theirs"):
            await asynchronous.apps()
    assert len(keys) == 2
