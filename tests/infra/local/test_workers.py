"""Functions in processes of their own: answers, errors, time limits, and no orphans."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from infra.local.worker import LambdaContext, dispatch, load_handler
from infra.local.workers import FunctionError, Result, TimedOut, Workers
from infra.routes import Function
from tests.infra.local import sample_functions
from tests.infra.local.sample_platform import is_running

HANDLERS = sample_functions.__name__
FUNCTIONS = (
    Function("echo", timeout=10),
    Function("sleep", timeout=1),
    Function("crash", timeout=10),
    Function("chatter", timeout=10),
    Function("broken", timeout=10),
    Function("missing", timeout=10),
)


def environment(function: Function) -> dict[str, str]:
    return {**os.environ, "SAMPLE_VARIABLE": f"of {function.name}"}


@pytest.fixture(scope="module")
async def workers() -> AsyncIterator[Workers]:
    pool = Workers(FUNCTIONS, environment, handlers=HANDLERS, size=2)
    yield pool
    await pool.aclose()


async def answer_of(workers: Workers, function: str, event: object) -> dict[str, Any]:
    outcome = await workers.invoke(function, event)
    assert isinstance(outcome, Result), outcome
    assert isinstance(outcome.value, dict)
    return outcome.value


async def test_a_function_gets_the_context_that_lambda_would_give_it(workers: Workers) -> None:
    outcome = await workers.invoke("echo", {"a": [1, None, "ü"]}, request_id="request-1")

    assert isinstance(outcome, Result)
    assert isinstance(outcome.value, dict)
    remaining = outcome.value.pop("remaining")
    assert 0 < remaining <= 10_000
    assert outcome.value.pop("process") != os.getpid()
    assert outcome.value.pop("parent") != os.getpid()
    assert outcome.value == {
        "event": {"a": [1, None, "ü"]},
        "requestId": "request-1",
        "arn": "arn:aws:lambda:us-east-1:000000000000:function:echo",
        "variable": "of echo",
    }


async def test_a_warm_process_is_reused(workers: Workers) -> None:
    first = await answer_of(workers, "echo", {})
    second = await answer_of(workers, "echo", {})

    assert first["process"] == second["process"]


async def test_invocations_wait_when_all_processes_of_the_pool_are_busy(workers: Workers) -> None:
    answers = await asyncio.gather(*(answer_of(workers, "echo", number) for number in range(16)))

    assert [answer["event"] for answer in answers] == list(range(16))
    assert len({answer["process"] for answer in answers}) <= 2


async def test_what_a_function_prints_or_reads_does_not_corrupt_the_protocol(
    workers: Workers,
) -> None:
    expected = {"read": "", "text": "Grüße 🙂 \ud83d \u2028 end"}

    assert await answer_of(workers, "chatter", {}) == expected
    assert await answer_of(workers, "chatter", {}) == expected


async def test_an_exception_of_a_handler_becomes_a_function_error(workers: Workers) -> None:
    outcome = await workers.invoke("crash", {"way": "raise"})

    assert outcome == FunctionError("LookupError", "no such thing")


async def test_a_result_that_json_cannot_represent_is_a_function_error(workers: Workers) -> None:
    outcome = await workers.invoke("crash", {"way": "not-json"})

    assert isinstance(outcome, FunctionError)
    assert outcome.error_type == "Runtime.MarshalError"


@pytest.mark.parametrize(("way", "status"), [("exit", 3), ("system-exit", 4)])
async def test_a_process_that_dies_is_reported_and_replaced(
    workers: Workers, way: str, status: int
) -> None:
    outcome = await workers.invoke("crash", {"way": way})

    assert outcome == FunctionError("Runtime.ExitError", f"Runtime exited with status {status}")
    assert await workers.invoke("crash", {}) == Result("fine")


async def test_a_process_that_died_while_idle_is_replaced(workers: Workers) -> None:
    process = (await answer_of(workers, "echo", {}))["process"]
    os.kill(process, 9)

    answers = [await workers.invoke("echo", {}) for _ in range(2)]

    assert isinstance(answers[-1], Result)


async def test_a_killed_fork_server_is_replaced() -> None:
    workers = Workers(FUNCTIONS, environment, handlers=HANDLERS)
    first = await answer_of(workers, "echo", {})
    os.kill(first["parent"], 9)

    lost = await workers.invoke("crash", {})
    again = await workers.invoke("crash", {})
    warm = await answer_of(workers, "echo", {})
    await workers.aclose()

    assert lost == FunctionError("Runtime.ExitError", "The fork server has ended")
    assert again == Result("fine")
    assert warm["process"] == first["process"]


async def test_an_invocation_cancelled_while_its_process_starts_leaves_no_socket_open() -> None:
    def sockets() -> int:
        return sum(each.is_socket() for each in Path("/dev/fd").iterdir())

    pool = Workers(FUNCTIONS, environment, handlers=HANDLERS, size=2)
    before = sockets()
    for _ in range(5):
        starting = asyncio.create_task(pool.invoke("echo", {}))
        await asyncio.sleep(0)  # the start is on its way, in a thread
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
    async with asyncio.timeout(20):
        while sockets() > before:  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0.01)
    await pool.aclose()


async def test_a_function_that_outlives_its_timeout_is_killed_and_replaced(
    workers: Workers,
) -> None:
    before = await answer_of(workers, "sleep", {"seconds": 0})

    outcome = await workers.invoke("sleep", {"seconds": 60})

    assert outcome == TimedOut(1)
    assert not is_running(before["process"])
    after = await answer_of(workers, "sleep", {"seconds": 0})
    assert after["process"] != before["process"]


async def test_a_cancelled_invocation_leaves_no_answer_for_the_next(workers: Workers) -> None:
    await answer_of(workers, "sleep", {"seconds": 0})
    task = asyncio.create_task(workers.invoke("sleep", {"seconds": 0.9}, request_id="first"))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    outcome = await workers.invoke("sleep", {"seconds": 0}, request_id="second")

    assert isinstance(outcome, Result)
    assert isinstance(outcome.value, dict)
    assert outcome.value["request"] == "second"


async def test_a_function_that_cannot_be_imported_is_an_error_and_no_hang(workers: Workers) -> None:
    broken = await workers.invoke("broken", {})
    missing = await workers.invoke("missing", {})

    assert broken == FunctionError("LookupError", "a setting is missing")
    assert missing == FunctionError("ModuleNotFoundError", f"No module named '{HANDLERS}.missing'")


async def test_closing_ends_every_process_and_every_running_invocation() -> None:
    workers = Workers([Function("sleep", timeout=60)], environment, handlers=HANDLERS, size=2)
    processes = await asyncio.gather(*(answer_of(workers, "sleep", {"seconds": 0.1}) for _ in "ab"))
    under_way = [asyncio.create_task(workers.invoke("sleep", {"seconds": 50})) for _ in "abc"]
    await asyncio.sleep(0.1)

    await workers.aclose()

    outcomes = [*await asyncio.gather(*under_way), await workers.invoke("sleep", {})]
    assert all(isinstance(outcome, FunctionError) for outcome in outcomes)
    assert not any(is_running(each["process"]) for each in processes)


async def test_a_worker_ends_with_its_platform_even_while_its_handler_hangs() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "infra.local.worker", "sleep", "--handlers", HANDLERS),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert await process.stdout.readline() == b'{"result":"ready"}\n'
    process.stdin.write(b'{"event": {"seconds": 60}, "requestId": "r", "deadline": 0}\n')
    await asyncio.sleep(0.1)
    process.stdin.close()  # what happens to the pipe when the platform is killed

    async with asyncio.timeout(20):
        assert await process.wait() == 0


def test_a_handler_can_be_run_in_this_process() -> None:
    context = LambdaContext("echo", aws_request_id="r", deadline=0)

    assert dispatch(load_handler("crash", HANDLERS), {}, context) == '{"result":"fine"}'
    assert context.get_remaining_time_in_millis() == 0
    assert context.log_group_name == "/aws/lambda/echo"
