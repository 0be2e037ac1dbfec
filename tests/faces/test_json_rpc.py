"""JSON-RPC errors behave like other exceptions."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from recollect.core.errors import Forbidden, StoreTimeout, Throttled, ToolTimedOut
from recollect.faces.json_rpc import INVALID_PARAMS, RpcError, advice, failure
from recollect.serving.problems import problem_of
from tests.cases import each_case


@contextmanager
def passing_on() -> Iterator[None]:
    yield


def test_an_error_passes_through_a_context_manager_unchanged() -> None:
    with pytest.raises(RpcError, match="Unknown tool: x") as raised, passing_on():
        raise RpcError(INVALID_PARAMS, "Unknown tool: x", 400, {"uri": "x"})

    told = {"code": INVALID_PARAMS, "message": "Unknown tool: x", "data": {"uri": "x"}}
    assert json.loads(raised.value.reply(7)) == {"jsonrpc": "2.0", "id": 7, "error": told}
    assert raised.value.status == 400


@each_case(
    ("error", "told"),
    [
        (StoreTimeout("redis", "late"), "A store did not answer in time: redis. Try again in 1 s."),
        (Throttled("too many requests", 3), "too many requests. Try again in 3 s."),
        (ToolTimedOut("late", "Try again later.", retryable=True), "Try again later."),
        (ValueError("a detail"), "Something is wrong on our side"),
    ],
)
def test_a_failure_says_once_when_it_may_be_tried_again(error: Exception, told: str) -> None:
    assert advice(problem_of(error, "r")) == told


@each_case(
    ("error", "status", "code"), [(Forbidden("no"), 403, -32000), (ValueError("x"), 500, -32603)]
)
def test_a_problem_is_an_error_of_the_message_with_the_problems_status(
    error: Exception, status: int, code: int
) -> None:
    message = '{"jsonrpc": "2.0", "method": "m", "id": 7}'
    answer = failure(problem_of(error, "r"), message)
    told = json.loads(answer.body)
    assert (answer.status, told["error"]["code"], told["id"]) == (status, code, 7)
