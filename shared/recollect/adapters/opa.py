"""Open Policy Agent over its data API."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Final

import httpx
from pydantic import JsonValue
from typing_extensions import override

from recollect.errors import StoreRefused, StoreTimeout, StoreUnavailable
from recollect.slicing.decisions import OpaPort
from recollect.slicing.policy import PolicyInput

_STORE: Final = "opa"
_PATH: Final = "/v1/data/cmo/context"
_LARGEST_ANSWER: Final = 1_000_000
# A hundred connections at once take three times as long as eight that are used in turn.
_AT_ONCE: Final = 8


@dataclass(frozen=True, slots=True)
class OpaHttp(OpaPort):
    """The policy `cmo.context` of the OPA at `url`.

    `timeout` is in seconds and bounds a question with its wait for a turn. Nothing is asked twice:
    whoever asks has something to fall back on. Belongs to one event loop, as its client does.
    """

    client: httpx.AsyncClient
    url: str
    timeout: float
    _turns: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(_AT_ONCE), init=False, repr=False, compare=False
    )

    @override
    async def ask(self, document: PolicyInput) -> JsonValue:
        """The `result` for this input; None where the policy leaves it undefined."""
        try:
            async with asyncio.timeout(self.timeout), self._turns:
                status, body = await self._post(_written(document))
        except (TimeoutError, httpx.TimeoutException) as error:  # the client may have limits, too
            raise StoreTimeout(_STORE, f"no answer within {self.timeout} s") from error
        except httpx.TransportError as error:
            raise StoreUnavailable(_STORE, "not reached, or the connection broke") from error
        except (httpx.InvalidURL, httpx.DecodingError) as error:
            raise StoreRefused(_STORE, type(error).__name__) from error
        if status == httpx.codes.TOO_MANY_REQUESTS or httpx.codes.is_server_error(status):
            raise StoreUnavailable(_STORE, f"answered {status}")
        if status != httpx.codes.OK:
            raise StoreRefused(_STORE, f"answered {status}")
        return _result(body)

    async def _post(self, content: bytes) -> tuple[int, bytes]:
        url, headers = self.url.rstrip("/") + _PATH, {"Content-Type": "application/json"}
        body = bytearray()
        async with self.client.stream("POST", url, content=content, headers=headers) as response:
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > _LARGEST_ANSWER:
                    raise StoreRefused(_STORE, f"the answer is over {_LARGEST_ANSWER} bytes")
            return response.status_code, bytes(body)


def _written(document: PolicyInput) -> bytes:
    try:
        return json.dumps(
            {"input": document}, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        ).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreRefused(_STORE, "the question cannot be written as JSON") from error


def _result(body: bytes) -> JsonValue:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise StoreRefused(_STORE, "the answer is not JSON") from error
    if not isinstance(answer, dict):
        raise StoreRefused(_STORE, "the answer is no object")
    result: JsonValue = answer.get("result")
    return result
