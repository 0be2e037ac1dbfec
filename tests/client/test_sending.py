"""The client over real HTTP: the main job, lists, rights, and answers lost on their way."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from typing_extensions import override

from infra.local.platform import PlatformOptions, RunningPlatform
from infra.local.tokens import issue_token, load_secret
from recollect.client import (
    AgentRun,
    AppClient,
    AsyncRecollect,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    NotRememberedError,
    Recollect,
    UnauthenticatedError,
)
from tests.cases import each_case
from tests.client.networks import AT_ONCE
from tests.functions.platforms import own_platform

DARK = "The projector is dark"


class LosingAnswers(httpx.HTTPTransport):
    """A network that loses the answers to the first writes, after the service applied them."""

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


async def test_the_asynchronous_client_stores_prepares_cites_and_reports_outcomes(
    platform: RunningPlatform, app: AppClient
) -> None:
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


async def test_the_decision_of_a_decorated_function_is_remembered_and_its_sources_cited(
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


def test_a_decorated_function_shows_its_signature_without_the_run() -> None:
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


async def test_a_decorated_function_accepts_a_long_situation(
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


@each_case("situation", ["Hello", "Thanks, that worked!"])
def test_a_decorated_function_accepts_a_greeting_as_situation(
    app: AppClient, situation: str
) -> None:
    @app.api.remembers(app=app.slug)
    def decide(_: str, __: AgentRun) -> str:
        return "Answered kindly"

    assert decide(situation) == "Answered kindly"


async def test_a_decorated_function_can_be_called_by_the_parameter_names_that_it_shows(
    platform: RunningPlatform, app: AppClient
) -> None:
    @app.api.remembers(app=app.slug)
    def decide(mail: str, run: AgentRun, mood: str = "calm", *, urgent: bool = False) -> str:
        return f"{mail} {run.app == app.slug} {mood} {urgent}"

    shown = inspect.signature(decide)
    arguments = shown.bind(mail=DARK, urgent=True).arguments
    by_name: Callable[..., str] = decide
    assert by_name(**arguments) == decide(DARK, urgent=True) == f"{DARK} True calm True"
    assert by_name(urgent=False, mood="glad", mail=DARK) == f"{DARK} True glad False"
    async with AsyncRecollect(platform.url, timeout=60) as api:

        @api.remembers(app=app.slug)
        async def consider(mail: str, _: AgentRun, mood: str = "calm") -> str:
            return f"{mail} {mood}"

        also_by_name: Callable[..., Coroutine[object, object, str]] = consider
        assert inspect.iscoroutinefunction(consider)
        assert await also_by_name(mood="glad", mail=DARK) == await consider(DARK, "glad")


@each_case("situation", ["", "x" * 16_001])
def test_a_situation_that_no_memory_can_have_is_refused_before_the_agent_acts(
    app: AppClient, situation: str
) -> None:
    @app.api.remembers(app=app.slug)
    def decide(_: str, __: AgentRun) -> str:
        raise AssertionError("it acted")

    with pytest.raises(InvalidRequestError, match=r"^422: situation: "):
        decide(situation)


def test_a_decision_that_cannot_be_stored_is_not_lost(app: AppClient) -> None:
    @app.api.remembers(app=app.slug)
    def decide(_: str, __: AgentRun) -> str:
        return ""  # which no memory can have

    with pytest.raises(NotRememberedError, match=r"not cited: 422: decision: \w+") as lost:
        decide(DARK)
    assert lost.value.decision == ""
    assert list(app.memories()) == []


def test_a_memory_counts_as_used_if_the_answer_holds_its_marker(
    api: Recollect, app: AppClient
) -> None:
    known = app.remember(situation=DARK, decision="Change the lamp", stage="draft")
    run = AgentRun("run-1", app.slug, api.prepare(app=app.slug, text=DARK))
    assert run.used("As in [M1].") == run.used("", "shown") == (known.id,)
    assert run.used("As in M1, [M2] or [M10].") == ()


def test_a_failed_decision_is_shown_as_a_warning_and_not_cited(
    api: Recollect, app: AppClient
) -> None:
    known = app.remember(situation=DARK, decision="Change the lamp", stage="draft")
    app.remember(situation=DARK, decision="Hit the case", stage="draft", outcome="failed")
    run = AgentRun("run-1", app.slug, api.prepare(app=app.slug, text=DARK))
    assert "Hit the case" in run.prompt
    assert run.used("As in [M1], not [M2].") == run.used("", "shown") == (known.id,)
    assert run.prepared.memory_ids == (known.id,)


def test_a_caller_without_rights_gets_the_matching_exception(tmp_path: Path) -> None:
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
