"""Finding a tool, and the errors of tools that fail."""

import json
import re

import pytest

from recollect.core.errors import (
    NotFound,
    StoreError,
    StoreRefused,
    StoreTimeout,
    StoreUnavailable,
    ToolFailed,
    ToolTimedOut,
)
from recollect.serving.problems import problem_of
from recollect.tools.contract import SUMMARY_FIELDS
from tests.cases import each_case
from tests.tools.fakes import World

INNER = "internals of 10.0.0.1"


def refusal(name: str) -> str:
    with pytest.raises(NotFound) as raised:
        World().toolbox.find(name)
    return str(raised.value)


@each_case(
    ("name", "closest"),
    [
        ("getCsae", "getCase"),
        ("GETCASE", "getCase"),
        ("LISTSERVICECASES", "list_service_cases"),
        ("search_cmdb", "searchCMDB"),
        ("getConfigItem", "getConfigurationItem"),
    ],
)
def test_an_unknown_tool_is_answered_with_the_closest_names(name: str, closest: str) -> None:
    answer = refusal(name)
    assert answer.startswith(f"there is no tool {name}; the closest are {closest}")
    named = re.split(r", ", answer.partition("the closest are ")[2])
    assert len(named) <= 3
    assert set(named) <= set(SUMMARY_FIELDS)


@each_case("name", ["zzzzzz", "", "日本語", "x" * 128, "./.." * 32])
def test_a_gibberish_tool_name_gets_no_suggestions(name: str) -> None:
    assert refusal(name) == f"there is no tool {name}"


def test_a_tool_is_found_by_its_name() -> None:
    for name in SUMMARY_FIELDS:
        assert World().toolbox.find(name).name == name


async def failed(name: str, error: StoreError) -> ToolFailed:
    """The error of a tool when a method that it needs fails."""
    tried = World()
    await tried.try_out(name)
    failures = []
    for port, method in tried.asked:
        world = World()
        getattr(world, port).fail[method] = error
        try:
            output = await world.try_out(name)
        except ToolFailed as failure:
            failures.append(failure)
        else:
            assert output.degraded, f"{name} hides that {method} fails"
    assert failures, f"{name} needs nothing"
    assert len(set(map(str, failures))) == 1
    return failures[0]


@each_case(
    ("error", "code", "status", "retryable"),
    [
        (StoreTimeout("servicenow", INNER), "upstream_timeout", 504, True),
        (StoreUnavailable("servicenow", INNER), "upstream_unavailable", 502, True),
        (StoreRefused("servicenow", INNER), "upstream_refused", 502, False),
    ],
)
async def test_a_failing_store_gives_an_error_that_a_model_can_read(
    error: StoreError, code: str, status: int, *, retryable: bool
) -> None:
    for name in SUMMARY_FIELDS:
        problem = problem_of(await failed(name, error), "req-1")
        answer = json.loads(problem.json())
        assert (problem.status, answer["status"]) == (status, status)
        assert set(answer["error"]) == {"code", "message", "retryable"}
        assert (answer["error"]["code"], answer["error"]["retryable"]) == (code, retryable)
        assert answer["error"]["message"].startswith("ServiceNow ")
        assert answer["error"]["message"].endswith(".")
        assert INNER not in problem.json()


@each_case(
    ("store", "called"),
    [
        ("microsoft-learn", "Microsoft Learn "),
        ("upstash-vector", "The index of resolved cases "),
        ("upstash-redis", "The store of Recollect "),
        ("something-new", "something-new "),
    ],
)
async def test_an_error_names_the_store_by_its_usual_name(store: str, called: str) -> None:
    error = await failed("microsoftLearnSearch", StoreUnavailable(store, INNER))
    assert str(error).startswith(called)


async def test_an_error_keeps_its_cause() -> None:
    error = StoreRefused("servicenow", INNER)
    assert (await failed("getCase", error)).__cause__ is error


async def test_a_hanging_tool_is_cancelled_at_the_deadline() -> None:
    for name in SUMMARY_FIELDS:
        tried, world = World(), World(deadline=0.05)
        await tried.try_out(name)
        for port, method in tried.asked:
            getattr(world, port).hang.add(method)
        with pytest.raises(ToolTimedOut, match=f"^{name} did not answer in time") as raised:
            await world.try_out(name)
        assert (raised.value.code, raised.value.retryable) == ("upstream_timeout", True)
        assert problem_of(raised.value, "req-1").status == 504


async def test_a_callers_error_is_no_failure_of_the_tool() -> None:
    with pytest.raises(NotFound, match="there is no case SCS0099999"):
        await World().call("getCase", caseNumber="SCS0099999")
