"""A request to the API, as commands send it."""

import asyncio
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel

from infra.cli.console import CommandError

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_TIMEOUT_SECONDS = 30

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ApiAnswer(Generic[_M]):
    """An answer as text and as a model, the parts that are missing from it, and its X-Cache."""

    text: str
    result: _M
    degraded: str
    cache: str


class _Problem(BaseModel):
    title: str = ""
    detail: str = ""


def post(
    url: str, path: str, body: str | bytes, token: str | None, timeout_seconds: float
) -> httpx.Response:
    """POST JSON to the API at `url`. Raises httpx.HTTPError and httpx.InvalidURL."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers["Content-Type"] = "application/json"
    # A proxy of the environment is for the world outside, never for this machine.
    trust_env = urlsplit(url).hostname not in _LOOPBACK

    async def send() -> httpx.Response:
        # For everything: httpx's own is for each of its steps, and an answer may come in drops.
        async with asyncio.timeout(timeout_seconds):
            async with httpx.AsyncClient(timeout=None, trust_env=trust_env) as client:  # noqa: S113  # see above
                return await client.post(f"{url.rstrip('/')}{path}", content=body, headers=headers)

    try:
        return asyncio.run(send())
    except TimeoutError as error:
        raise httpx.TimeoutException("timed out") from error


def ask(url: str, token: str | None, path: str, body: BaseModel, answer: type[_M]) -> ApiAnswer[_M]:
    """POST a model and read the answer. Raises CommandError if there is none, or an error."""
    content = body.model_dump_json(by_alias=True, exclude_none=True)
    try:
        response = post(url, path, content, token, _TIMEOUT_SECONDS)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise CommandError(f"{url} does not answer: {error}") from error
    if response.is_error:
        raise CommandError(f"{url} answered {response.status_code}: {_reason(response)}")
    try:
        result = answer.model_validate_json(response.content)
    except ValueError as error:
        raise CommandError(f"{url} does not answer as this API does") from error
    headers = response.headers
    return ApiAnswer(
        response.text, result, headers.get("X-Degraded", ""), headers.get("X-Cache", "")
    )


def _reason(response: httpx.Response) -> str:
    try:
        problem = _Problem.model_validate_json(response.content)
    except ValueError:
        return response.reason_phrase
    return problem.detail or problem.title or response.reason_phrase
