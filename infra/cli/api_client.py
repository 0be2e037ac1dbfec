"""Send a request of a command to the API, and read the answer."""

from dataclasses import dataclass
from typing import Generic, TypeVar

import httpx
from pydantic import BaseModel

from infra.cli.console import CommandError
from recollect.client import (
    AnswerNotes,
    ClientError,
    ProblemError,
    Recollect,
    Retries,
    UnreadableAnswerError,
)
from recollect.client.connection import connection, environment_errors
from recollect.client.requests import ApiRequest, Method, read_model
from recollect.core.urls import is_on_this_machine

_TIMEOUT_SECONDS = 30.0

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ApiAnswer(Generic[_M]):
    """An answer as text and as a model, and the notes in its headers."""

    text: str
    result: _M
    notes: AnswerNotes


class ApiRefused(CommandError):
    """The API answered with an error: its status, and the reason in its body."""

    def __init__(self, url: str, error: ProblemError) -> None:
        self.status = error.status
        self.reason = (
            error.problem.detail
            or error.problem.title
            or httpx.codes.get_reason_phrase(self.status)
        )
        super().__init__(f"{url} answered {self.status}: {self.reason}")


def headers_of(url: str, token: str | None) -> dict[str, str]:
    """The headers of a request with a JSON body and, if there is one, the token.

    Raises ConfigurationError if the URL or the token cannot be used.
    """
    _, secret = connection(url, token, {})
    authorization = {"Authorization": f"Bearer {secret}"} if secret else {}
    return {**authorization, "Content-Type": "application/json"}


def http_client(url: str) -> httpx.Client:
    """A client for what the Python client does not send; no proxies to reach this machine.

    Raises ConfigurationError if a setting of the environment cannot be used.
    """
    with environment_errors():
        return httpx.Client(timeout=_TIMEOUT_SECONDS, trust_env=not is_on_this_machine(url))


def ask(
    url: str,
    token: str | None,
    path: str,
    body: BaseModel,
    answer: type[_M],
    *,
    method: Method = "POST",
    key: str = "",
) -> ApiAnswer[_M]:
    """Send `body` as JSON, once, with `key` as idempotency key if one is given.

    Raises ApiRefused if the answer is an error, CommandError if there is no answer or it is not
    one of this API, ConfigurationError.
    """

    def read(content: bytes) -> tuple[str, _M]:
        result = read_model(answer, content)
        return content.decode(), result

    written = body.model_dump_json(by_alias=True, exclude_none=True)
    request = ApiRequest(method, path, read, written, writes=bool(key), key=key or None)
    notes: list[AnswerNotes] = []
    once = Retries(attempts=1)
    with Recollect(url, token=token, retries=once, listen=notes.append) as api:
        try:
            return ApiAnswer(*api.send(request), notes[0])
        except ProblemError as error:
            raise ApiRefused(url, error) from error
        except UnreadableAnswerError as error:
            raise CommandError(f"{url} does not answer as this API does") from error
        except ClientError as error:
            raise CommandError(f"{url} does not answer: {error.__cause__ or error}") from error
