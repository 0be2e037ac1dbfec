"""Over real HTTP: the main job, lists, rights, and answers that are lost on their way."""

import asyncio
import inspect
import time
import traceback
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from typing_extensions import override

from infra.local.platform import PlatformOptions, RunningPlatform
from infra.local.tokens import issue_token, load_secret
from recollect.client import (
    AgentRun,
    AnswerNotes,
    AppClient,
    AsyncRecollect,
    ClientError,
    ConfigurationError,
    ForbiddenError,
    NotFoundError,
    NotRememberedError,
    Recollect,
    Retries,
    StoreUnavailableError,
    TooManyRequestsError,
    UnauthenticatedError,
    UnreachableError,
    UnreadableAnswerError,
)
from recollect.client.connection import connection
from tests.cases import each_case
from tests.functions.platforms import own_platform

DARK = "The projector is dark"
AT_ONCE = Retries(first=0.001)


class LosingAnswers(httpx.HTTPTransport):
    """A network that loses the first answers to writes, after they did what they do."""

    def __init__(self, lost: int) -> None:
        super().__init__()
        self.lost = lost

    @override
    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if "Idempotency-Key" in request.headers and self.lost:
            self.lost -= 1
            response.close()
            raise httpx.ReadError("connection reset by peer", request=request)
        return response


def answering(*answers: httpx.Response | Exception) -> tuple[httpx.MockTransport, list[str]]:
    """A network that gives these answers, and the idempotency keys that it saw."""
    given, keys = iter(answers), list[str]()

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers.get("Idempotency-Key", ""))
        each = next(given)
        if isinstance(each, Exception):
            raise each
        return each

    return httpx.MockTransport(answer), keys


@contextmanager
def client_of(*answers: httpx.Response | Exception) -> Iterator[tuple[Recollect, list[str]]]:
    transport, keys = answering(*answers)
    with Recollect("http://api.test", retries=AT_ONCE, transport=transport) as client:
        yield client, keys


def test_a_write_whose_answer_was_lost_counts_once(
    platform: RunningPlatform, app: AppClient
) -> None:
    with Recollect(platform.url, transport=LosingAnswers(2), retries=AT_ONCE) as unlucky:
        stored = unlucky.app(app.slug).remember(situation=DARK, decision="Lamp", stage="draft")
    assert (stored.deduplicated, stored.metadata.occurrences) == (False, 1)
    assert app.memory(stored.id).metadata.occurrences == 1


def test_a_list_has_all_of_its_pages(app: AppClient) -> None:
    ids = [
        app.remember(situation=f"Room {n}: {uuid4().hex}", decision="d", stage="draft").id
        for n in range(5)
    ]
    assert [each.id for each in app.memories(page_size=2)] == ids[::-1]


async def test_the_main_job_asynchronously(platform: RunningPlatform, app: AppClient) -> None:
    async with AsyncRecollect(platform.url, timeout=60) as api:
        own = api.app(app.slug)
        stored, other = await asyncio.gather(
            own.remember(situation=DARK, decision="Lamp", stage="draft"),
            own.remember(situation="The door is stuck", decision="Oil", stage="draft"),
        )
        ready = await api.prepare(app=app.slug, text=DARK, run_id="run-1")
        assert stored.id in ready.memory_ids
        await own.cite(run_id="run-1", memory_ids=ready.memory_ids)
        judged = await own.report_outcome(run_id="run-1", outcome="success")
        assert set(judged.updated) == set(ready.memory_ids)
        assert {each.id async for each in own.memories(page_size=1)} == {stored.id, other.id}
        with pytest.raises(NotFoundError, match="mem_none"):
            await own.memory("mem_none")


async def test_what_an_agent_decides_is_remembered(
    platform: RunningPlatform, app: AppClient
) -> None:
    known = app.remember(situation=DARK, decision="Change the lamp", stage="draft")
    async with AsyncRecollect(platform.url, timeout=60) as api:

        @api.remembers(app=app.slug)
        async def decide(situation: str, run: AgentRun, *, who: str) -> str:
            assert "Change the lamp" in run.prompt
            return f"{who}: as in [M1], {situation.lower()}"

        assert await decide(DARK, who="Ada") == "Ada: as in [M1], the projector is dark"

    assert app.memory(known.id).metadata.votes.citations == 1
    decisions = [each.decision for each in app.memories()]
    assert decisions == ["Ada: as in [M1], the projector is dark", "Change the lamp"]


def test_what_is_decorated_looks_like_what_is_called() -> None:
    def decide(situation: str, run: AgentRun, *, urgent: bool = False) -> str:
        return f"{situation} {run.id} {urgent}"

    async def consider(situation: str, run: AgentRun, *, urgent: bool = False) -> str:
        return decide(situation, run, urgent=urgent)

    def anyhow(*all_of_it: str | AgentRun) -> str:
        return str(all_of_it)

    with Recollect("http://api.test") as api:
        decorated = inspect.signature(api.remembers(app="desk")(decide))
        assert inspect.signature(api.remembers(app="desk")(anyhow)) == inspect.signature(anyhow)
    asynchronous = AsyncRecollect("http://api.test").remembers(app="desk")(consider)
    assert str(decorated) == str(inspect.signature(asynchronous))
    assert str(decorated) == "(situation: str, *, urgent: bool = False) -> str"


async def test_what_is_decided_may_be_a_long_mail(
    platform: RunningPlatform, app: AppClient
) -> None:
    mail = f"{DARK}.\n" * 200
    assert len(mail) > 4_096
    app.remember(situation=DARK, decision="Change the lamp", stage="draft")

    @app.api.remembers(app=app.slug)
    def decide(_: str, run: AgentRun) -> str:
        return f"Done so: {'Change the lamp' in run.prompt}"

    assert decide(mail) == "Done so: True"
    async with AsyncRecollect(platform.url, timeout=60) as api:

        @api.remembers(app=app.slug)
        async def consider(_: str, run: AgentRun) -> str:
            return f"Considered: {'Change the lamp' in run.prompt}"

        assert await consider(mail) == "Considered: True"


def test_a_decision_that_cannot_be_stored_is_not_lost(app: AppClient) -> None:
    @app.api.remembers(app=app.slug)
    def decide(_: str, __: AgentRun) -> str:
        return ""  # which no memory can have

    with pytest.raises(NotRememberedError, match=r"not cited: 422: decision: \w+") as lost:
        decide(DARK)
    assert lost.value.decision == ""
    assert list(app.memories()) == []


def test_a_memory_counts_as_used_where_its_marker_stands(api: Recollect, app: AppClient) -> None:
    known = app.remember(situation=DARK, decision="Change the lamp", stage="draft")
    run = AgentRun("run-1", app.slug, api.prepare(app=app.slug, text=DARK))
    assert run.used("As in [M1].") == run.used("", "shown") == (known.id,)
    assert run.used("As in M1, [M2] or [M10].") == ()


def test_what_had_failed_is_shown_as_a_warning_and_not_cited(
    api: Recollect, app: AppClient
) -> None:
    known = app.remember(situation=DARK, decision="Change the lamp", stage="draft")
    app.remember(situation=DARK, decision="Hit the case", stage="draft", outcome="failed")
    run = AgentRun("run-1", app.slug, api.prepare(app=app.slug, text=DARK))
    assert "Hit the case" in run.prompt
    assert run.used("As in [M1], not [M2].") == run.used("", "shown") == (known.id,)
    assert run.prepared.memory_ids == (known.id,)


def test_who_may_not_gets_the_type_of_it(tmp_path: Path) -> None:
    options = PlatformOptions(auth=True, data_dir=tmp_path, workers=1)
    with own_platform(options) as guarded:
        token = issue_token(
            load_secret(tmp_path), subject="reader", apps=["a"], scopes=["memory:read"]
        )
        with Recollect(guarded.url) as nobody, pytest.raises(UnauthenticatedError):
            nobody.apps()
        with Recollect(guarded.url, token=token) as reader:
            assert reader.apps().apps == ()
            with pytest.raises(ForbiddenError, match="memory:write"):
                reader.app("a").remember(situation="s", decision="d", stage="draft")
            assert token not in repr(vars(reader))


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


class Endless(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that comes in pieces and never ends."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece
        self.closed = False

    @override
    def __iter__(self) -> Iterator[bytes]:
        while True:
            time.sleep(0.001)
            yield self.piece

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.001)
            yield self.piece

    @override
    def close(self) -> None:
        self.closed = True

    @override
    async def aclose(self) -> None:
        self.closed = True


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


def test_the_environment_says_where_the_api_is() -> None:
    named = {"RECOLLECT_URL": "https://api.test/prod/", "RECOLLECT_TOKEN": "theirs"}
    assert connection(None, None, named) == ("https://api.test/prod", "theirs")
    assert connection("http://here", "mine", named) == ("http://here", "mine")
    assert connection("http://here", None, {}) == ("http://here", None)
    no_addresses = (
        "",
        "api.test",
        "file:///etc",
        "http://[",
        "http://",
        "http://a:b",
        "http://a:99999",
    )
    for wrong in (*no_addresses, "http://exa\u0308mple.test", "http://a?tenant=b", "http://a#b"):
        with pytest.raises(ConfigurationError, match="RECOLLECT_URL"):
            connection(None, None, {"RECOLLECT_URL": wrong})
    with pytest.raises(ConfigurationError, match="instead of the token") as told:
        connection("https://ann:s3cret@api.test", "mine", {})
    assert "s3cret" not in str(told.value)
    for wrong_token in ("two words", "a\nb", "é"):
        with pytest.raises(ConfigurationError, match="token, or else RECOLLECT_TOKEN,") as told:
            connection("http://here", wrong_token, {})
        assert wrong_token not in str(told.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [("HTTPS_PROXY", "nonsense://proxy.test"), ("SSL_CERT_FILE", "/there/is/none.pem")],
)
def test_an_environment_that_cannot_be_used_is_told_when_a_client_is_made(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    for made in (Recollect, AsyncRecollect):
        with pytest.raises(ConfigurationError, match="proxies and certificates of the environment"):
            made("https://api.test")


@each_case("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_patience_is_a_number_of_seconds(seconds: float) -> None:
    with pytest.raises(ConfigurationError, match="timeout must be seconds above 0"):
        Recollect("http://api.test", timeout=seconds)
    with pytest.raises(ConfigurationError, match="timeout must be seconds above 0"):
        AsyncRecollect("http://api.test", timeout=seconds)
