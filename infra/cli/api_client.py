"""A request to the API, as commands send it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

import httpx
from pydantic import BaseModel

from infra.cli.console import CommandError
from recollect.client.connection import connection, environment_errors
from recollect.client.errors import UnreadableAnswerError
from recollect.client.requests import read_model
from recollect.core.errors import ConfigurationError
from recollect.core.urls import is_on_this_machine

_TIMEOUT_SECONDS = 30

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ApiAnswer(Generic[_M]):
    """An answer as text and as a model, and what its headers say of it.

    `degraded` are the parts that are missing or lack something, `unknown_cases` the numbers that
    there is no case of; `unknown_customer` is not empty where there is none of the name.
    """

    text: str
    result: _M
    degraded: str
    cache: str
    unknown_cases: str
    unknown_customer: str


class ApiRefused(CommandError):
    """An answer that is an error, with its status and the reason that it gives."""

    def __init__(self, url: str, status: int, reason: str) -> None:
        super().__init__(f"{url} answered {status}: {reason}")
        self.status = status
        self.reason = reason


class _Problem(BaseModel):
    title: str = ""
    detail: str = ""


def headers_of(url: str, token: str | None) -> dict[str, str]:
    """What a request with a body of JSON says of itself, at an address that can be asked so.

    Raises CommandError.
    """
    with _setting_told():
        _, secret = connection(url, token, {})
    authorization = {"Authorization": f"Bearer {secret}"} if secret else {}
    return {**authorization, "Content-Type": "application/json"}


def http_client(url: str) -> httpx.Client:
    """What requests to an API are sent with: a proxy of the environment is never to this machine.

    Raises CommandError.
    """
    with _setting_told(), environment_errors():
        return httpx.Client(timeout=_TIMEOUT_SECONDS, trust_env=not is_on_this_machine(url))


@contextmanager
def _setting_told() -> Iterator[None]:
    """What the client says of a setting, as a CommandError."""
    try:
        yield
    except ConfigurationError as error:
        raise CommandError(str(error)) from error


def ask(
    url: str,
    token: str | None,
    path: str,
    body: BaseModel,
    answer: type[_M],
    *,
    method: str = "POST",
    key: str = "",
) -> ApiAnswer[_M]:
    """Send a model, under an idempotency key if one is given, and read the answer.

    Raises ApiRefused if the answer is an error, CommandError if there is none of ours.
    """
    content = body.model_dump_json(by_alias=True, exclude_none=True)
    headers = {**headers_of(url, token), **({"Idempotency-Key": key} if key else {})}
    try:
        with http_client(url) as client:
            target = f"{url.rstrip('/')}{path}"
            response = client.request(method, target, content=content, headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise CommandError(f"{url} does not answer: {error}") from error
    if response.is_error:
        raise ApiRefused(url, response.status_code, _reason(response))
    try:
        result = read_model(answer, response.content)
    except UnreadableAnswerError as error:
        raise CommandError(f"{url} does not answer as this API does") from error
    told = response.headers
    names = ("X-Degraded", "X-Cache", "X-Unknown-Cases", "X-Unknown-Customer")
    return ApiAnswer(response.text, result, *(told.get(name, "") for name in names))


def _reason(response: httpx.Response) -> str:
    try:
        problem = _Problem.model_validate_json(response.content)
    except ValueError:
        return response.reason_phrase
    return problem.detail or problem.title or response.reason_phrase
