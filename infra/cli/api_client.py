"""A request to the API, as commands send it."""

from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel

from infra.cli.complaint import Complaint

LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_TIMEOUT_SECONDS = 30

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ApiAnswer(Generic[_M]):
    """An answer, as sent and as read, the parts that it had to leave out, and if it was kept."""

    text: str
    result: _M
    degraded: str
    cache: str


class _Problem(BaseModel):
    title: str = ""
    detail: str = ""


def ask(url: str, token: str | None, path: str, body: BaseModel, answer: type[_M]) -> ApiAnswer[_M]:
    """POST to the API at `url`; Complaint says what it objects to, or that it is not there."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    sent = body.model_dump(mode="json", by_alias=True, exclude_none=True)
    try:
        # A proxy of the environment is for the world outside, never for this machine.
        trust_env = urlsplit(url).hostname not in LOOPBACK
        with httpx.Client(timeout=_TIMEOUT_SECONDS, trust_env=trust_env) as client:
            response = client.post(f"{url.rstrip('/')}{path}", json=sent, headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Complaint(f"{url} does not answer: {error}") from error
    if response.is_error:
        raise Complaint(f"{url} answered {response.status_code}: {_objection(response)}")
    try:
        result = answer.model_validate_json(response.content)
    except ValueError as error:
        raise Complaint(f"{url} does not answer as this API does") from error
    return ApiAnswer(
        response.text,
        result,
        response.headers.get("X-Degraded", ""),
        response.headers.get("X-Cache", ""),
    )


def _objection(response: httpx.Response) -> str:
    try:
        problem = _Problem.model_validate_json(response.content)
    except ValueError:
        return response.reason_phrase
    return problem.detail or problem.title or response.reason_phrase
