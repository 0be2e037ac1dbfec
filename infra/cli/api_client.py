"""Send a request of a command to the API, and read the answer."""

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
    """An answer as text and as a model, and the values of its headers, "" where one is missing.

    `degraded` names the parts of the answer that are missing or incomplete, `unknown_cases` the
    requested case numbers that do not exist; `unknown_customer` is not empty if the requested
    customer does not exist.
    """

    text: str
    result: _M
    degraded: str
    cache: str
    unknown_cases: str
    unknown_customer: str


class ApiRefused(CommandError):
    """The API answered with an error: its status, and the reason in its body."""

    def __init__(self, url: str, status: int, reason: str) -> None:
        super().__init__(f"{url} answered {status}: {reason}")
        self.status = status
        self.reason = reason


class _Problem(BaseModel):
    title: str = ""
    detail: str = ""


def headers_of(url: str, token: str | None) -> dict[str, str]:
    """The headers of a request with a JSON body and, if there is one, the token.

    Raises CommandError if the URL or the token cannot be used.
    """
    with _setting_errors():
        _, secret = connection(url, token, {})
    authorization = {"Authorization": f"Bearer {secret}"} if secret else {}
    return {**authorization, "Content-Type": "application/json"}


def http_client(url: str) -> httpx.Client:
    """A client for requests to an API; requests to this machine ignore the environment's proxies.

    Raises CommandError if a setting cannot be used.
    """
    with _setting_errors(), environment_errors():
        return httpx.Client(timeout=_TIMEOUT_SECONDS, trust_env=not is_on_this_machine(url))


@contextmanager
def _setting_errors() -> Iterator[None]:
    """Turn the client's errors about a setting into a CommandError."""
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
    """Send `body` as JSON, with `key` as idempotency key if one is given, and read the answer.

    Raises ApiRefused if the answer is an error, CommandError if there is no answer or it is not
    one of this API.
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
    answered = response.headers
    names = ("X-Degraded", "X-Cache", "X-Unknown-Cases", "X-Unknown-Customer")
    return ApiAnswer(response.text, result, *(answered.get(name, "") for name in names))


def _reason(response: httpx.Response) -> str:
    try:
        problem = _Problem.model_validate_json(response.content)
    except ValueError:
        return response.reason_phrase
    return problem.detail or problem.title or response.reason_phrase
