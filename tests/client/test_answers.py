"""What the client makes of answers: late, lost, endless, or of somebody else."""

import traceback
from importlib.metadata import version

import httpx
import pytest

from recollect.client import (
    AnswerNotes,
    AsyncRecollect,
    ClientError,
    Recollect,
    Retries,
    StoreUnavailableError,
    TooManyRequestsError,
    UnreachableError,
    UnreadableAnswerError,
)
from tests.cases import each_case
from tests.client.networks import Endless, answering, client_of


def test_who_is_turned_away_comes_back_with_the_same_key() -> None:
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


def test_a_repeat_is_logged_without_what_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    busy = httpx.Response(503, json={"detail": "A store cannot serve now"})
    done = httpx.Response(200, json={"results": []})
    with caplog.at_level("INFO", "recollect.client"), client_of(busy, done) as (client, _):
        client.app("desk").find("Jane Doe's invoice")
    (said,) = [each.getMessage() for each in caplog.records if each.name == "recollect.client"]
    told = "POST /apps/desk/memories/search again in 0.0 s: 503: A store cannot serve now"
    assert said == told


def test_a_request_says_what_sends_it() -> None:
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json={"apps": []})

    with Recollect("http://api.test", transport=httpx.MockTransport(answer)) as client:
        client.apps()
    assert sent[0].headers["User-Agent"] == f"recollect/{version('recollect')}"


def test_patience_has_an_end() -> None:
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
        with pytest.raises(StoreUnavailableError) as told:
            client.apps()
        assert (told.value.retry_after, len(keys)) == (3600, 1)
    with client_of(*[httpx.ConnectError("refused")] * 4) as (client, keys):
        with pytest.raises(UnreachableError, match=r"api\.test does not answer: refused"):
            client.apps()
        assert len(keys) == 4


HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest.mark.parametrize(
    ("answer", "told"),
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
def test_what_is_not_this_api_is_not_believed_and_told_without_its_content(
    answer: httpx.Response, told: str
) -> None:
    with client_of(answer) as (client, keys):
        with pytest.raises(UnreadableAnswerError, match=f"api.test answers {told}") as raised:
            client.apps()
        assert len(keys) == 1
    shown = "".join(traceback.format_exception(raised.value))
    assert not any(each in shown for each in ("Jane Doe", "welcome", "s3cret"))


@each_case(
    ("piece", "seconds", "kind", "told"),
    [
        (b" ", 0.2, UnreachableError, "a.test does not answer: not whole within 0.2 s"),
        (b" " * 1_000_000, 60.0, UnreadableAnswerError, "a.test answers 200: more than 10 MB"),
    ],
)
async def test_an_answer_without_an_end_is_left(
    piece: bytes, seconds: float, kind: type[ClientError], told: str
) -> None:
    body, once = Endless(piece), Retries(attempts=1)
    network, _ = answering(*(httpx.Response(200, stream=body) for _ in range(2)))
    with Recollect("http://a.test", timeout=seconds, retries=once, transport=network) as api:
        with pytest.raises(kind, match=told):
            api.apps()
        assert body.closed
    body.closed = False
    patient = AsyncRecollect("http://a.test", timeout=seconds, retries=once, transport=network)
    async with patient as asynchronous:
        with pytest.raises(kind, match=told):
            await asynchronous.apps()
        assert body.closed


def test_what_an_answer_had_to_do_without_is_told(caplog: pytest.LogCaptureFixture) -> None:
    told = {
        "X-Degraded": "cmdbHits exemplars",
        "X-Request-Id": "r",
        "X-Unknown-Cases": "A1, B2",
        "X-Unknown-Customer": "true",
    }
    transport, _ = answering(*[httpx.Response(200, headers=told, json={"apps": []})] * 2)
    heard: list[AnswerNotes] = []
    with Recollect("http://api.test", transport=transport, listen=heard.append) as client:
        client.apps()
    assert heard == [AnswerNotes("/apps", ("cmdbHits", "exemplars"), ("A1", "B2"), True, "r")]
    with Recollect("http://api.test", transport=transport) as client:
        client.apps()
    assert "/apps had to do without cmdbHits, exemplars" in caplog.text


@each_case("own", [httpx.ConnectError("theirs"), UnreachableError("theirs"), KeyError("theirs")])
async def test_an_error_of_a_listener_is_raised_and_nothing_is_repeated(own: Exception) -> None:
    def deaf(_: AnswerNotes) -> None:
        raise own

    transport, keys = answering(*[httpx.Response(200, json={"apps": []}) for _ in range(2)])
    client = Recollect("http://api.test", transport=transport, listen=deaf)
    with client, pytest.raises(type(own), match="theirs"):
        client.apps()
    async with AsyncRecollect("http://api.test", transport=transport, listen=deaf) as asynchronous:
        with pytest.raises(type(own), match="theirs"):
            await asynchronous.apps()
    assert len(keys) == 2
