"""Every kind of problem that the API answers has its own exception type in the client."""

import copy
import re
from collections.abc import Callable
from multiprocessing import Pipe

from recollect.client import AgentRun, ClientError, NotRememberedError, UnreachableError, errors
from recollect.client.errors import (
    KINDS,
    ForbiddenError,
    NotFoundError,
    ProblemError,
    ServerError,
    TooManyRequestsError,
    invalid,
    problem_error,
)
from recollect.core.errors import FieldError, InvalidRequest, NotFound, StoreRefused, ToolFailed
from recollect.preparing.request import Prepared, PreparedParts
from recollect.serving.problems import problem_kinds, problem_of
from tests.cases import each_case


def test_each_problem_kind_of_the_service_has_an_exception_type() -> None:
    assert set(problem_kinds()) == set(KINDS)


def test_the_tree_in_the_docstring_gives_each_exception_its_status() -> None:
    told = re.findall(r"(\w+Error) +(\d{3}) ", errors.__doc__ or "")
    statuses = {KINDS[kind].__name__: str(status) for kind, status in problem_kinds().items()}
    assert dict(told) == statuses


def test_an_exception_keeps_all_fields_of_its_problem() -> None:
    wrong = InvalidRequest([FieldError("stage", "is missing")])
    error = problem_error(422, problem_of(wrong, "req-1").json().encode())
    assert type(error) is KINDS["invalid-request"]
    assert (error.status, error.problem.request_id) == (422, "req-1")
    assert [(each.field, each.message) for each in error.problem.errors] == [
        ("stage", "is missing")
    ]
    assert str(error) == "422: stage: is missing"
    failed = ToolFailed("upstream_refused", "No.", retryable=False)
    tool = problem_error(502, problem_of(failed, "r").json().encode()).problem.error
    assert tool is not None
    assert (tool.code, tool.retryable) == ("upstream_refused", False)


def test_the_exception_type_follows_the_problem_kind_and_not_the_status() -> None:
    refused = problem_of(StoreRefused("vector", "x"), "r").json().encode()
    assert type(problem_error(502, refused)) is KINDS["store-refused"]
    assert type(problem_error(404, problem_of(NotFound("x"), "r").json().encode())) is NotFoundError


@each_case(
    ("status", "body", "kind", "words"),
    [
        (403, b'{"message":"Forbidden"}', ForbiddenError, "Forbidden"),
        (429, b'{"message":"Too Many Requests"}', TooManyRequestsError, "Too Many Requests"),
        (500, b"", ServerError, "no reason is given"),
        (503, b"<html>", ServerError, "no reason is given"),
        (418, b"[]", ProblemError, "no reason is given"),
        (404, b'{"type": "urn:recollect:problem:new-kind"}', NotFoundError, "no reason is given"),
    ],
)
def test_a_gateway_answer_that_is_no_problem_is_typed_by_its_status_and_quoted(
    status: int, body: bytes, kind: type[ProblemError], words: str
) -> None:
    error = problem_error(status, body)
    assert type(error) is kind
    assert str(error) == f"{status}: {words}"


def through_a_pipe(error: ClientError) -> ClientError:
    """Send an error through a pipe, as a pool of processes returns it."""
    here, there = Pipe()
    here.send(error)
    brought: ClientError = there.recv()
    return brought


@each_case("travels", [through_a_pipe, copy.copy, copy.deepcopy])
def test_an_error_survives_pickling_and_copying_unchanged(
    travels: Callable[[ClientError], ClientError],
) -> None:
    problem = problem_error(429, problem_of(NotFound("x"), "r").json().encode(), 3.0)
    copied = travels(problem)
    assert isinstance(copied, NotFoundError)
    assert (copied.status, copied.problem, copied.retry_after) == (429, problem.problem, 3.0)
    assert str(copied) == str(problem)
    run = AgentRun("run-1", "desk", Prepared(prompt="", parts=PreparedParts(), citations=()))
    lost = travels(NotRememberedError(run, "Change the lamp", invalid([FieldError("a", "b")])))
    assert isinstance(lost, NotRememberedError)
    assert (lost.run, lost.decision) == (run, "Change the lamp")
    assert str(lost).endswith("422: a: b")
    assert str(travels(UnreachableError("no"))) == "no"
