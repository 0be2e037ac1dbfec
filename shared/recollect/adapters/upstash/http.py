"""HTTP to Upstash with our own deadline, retries and errors in place of those of its SDKs.

The SDKs build commands and read answers; what goes over the wire goes through here. They would wait
for minutes, repeat what must not be repeated and let JSON errors escape.
"""

import asyncio
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass

import httpx
from typing_extensions import override

from recollect.adapters.http.posting import NotReached, post_once
from recollect.core.errors import StoreTimeout, StoreUnavailable
from recollect.core.stopwatch import outside_call

_ATTEMPTS = 2
_PAUSE_SECONDS = (0.02, 0.08)
FOREIGN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""What reading an answer outside the protocol raises, one that is nested without end included."""


class TimedTransport(httpx.AsyncHTTPTransport):
    """HTTP whose waiting, from sending to the last byte of the answer, a stopwatch counts."""

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        with outside_call():
            response = await super().handle_async_request(request)
            try:
                await response.aread()
            finally:
                await response.aclose()
        return response


def new_http_client() -> httpx.AsyncClient:
    """A pooled client for all stores; deadlines are set around calls, not inside them."""
    return httpx.AsyncClient(transport=TimedTransport(), timeout=None)  # noqa: S113  # see UpstashHttp


@dataclass(frozen=True, slots=True)
class UpstashHttp:
    """One store's REST endpoint. `timeout` is in seconds and bounds a call with its repeats."""

    client: httpx.AsyncClient
    store: str
    url: str
    token: str
    timeout: float

    async def post(
        self, path: str, payload: object, headers: Mapping[str, str], *, repeatable: bool
    ) -> httpx.Response:
        """Send `payload` as JSON and answer the response, whose status is below 500 and not 429.

        A call that is not `repeatable` is sent again only if it certainly had no effect.
        """
        try:
            async with asyncio.timeout(self.timeout):
                return await self._post(path, payload, headers, repeatable=repeatable)
        except TimeoutError as error:
            raise StoreTimeout(self.store, f"no answer within {self.timeout} s") from error

    async def _post(
        self, path: str, payload: object, headers: Mapping[str, str], *, repeatable: bool
    ) -> httpx.Response:
        for _ in range(_ATTEMPTS - 1):
            try:
                return await self._post_once(path, payload, headers)
            except NotReached:
                pass
            except StoreUnavailable:
                if not repeatable:
                    raise
            await asyncio.sleep(random.uniform(*_PAUSE_SECONDS))  # noqa: S311  # jitter
        return await self._post_once(path, payload, headers)

    async def _post_once(
        self, path: str, payload: object, headers: Mapping[str, str]
    ) -> httpx.Response:
        content = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
        authorized = {"Authorization": f"Bearer {self.token}", **headers}
        return await post_once(self.client, self.store, self.url + path, content, authorized)
