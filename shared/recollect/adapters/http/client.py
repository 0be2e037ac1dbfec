"""The one HTTP client of a process: pooled, timed, and with a limit on what it reads."""

from typing import Final

import httpx
from typing_extensions import override

from recollect.core.stopwatch import outside_call

_MOST_BYTES: Final = 32 * 2**20
# Said of the bytes on the wire, which are decoded here.
_OF_THE_WIRE: Final = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})


class AnswerTooLarge(httpx.DecodingError):
    """An answer holds more than this process may be asked to keep in memory."""


def new_http_client(most_bytes: int = _MOST_BYTES) -> httpx.AsyncClient:
    """A pooled client for all outside systems; `HttpService` sets the deadlines around calls.

    No answer is read beyond `most_bytes`, counted after decompression.
    """
    return httpx.AsyncClient(transport=_MeasuredTransport(most_bytes), timeout=None)  # noqa: S113


class _MeasuredTransport(httpx.AsyncHTTPTransport):
    """Reads answers whole, within their limit, while the stopwatch counts the wait."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__()
        self._most_bytes = most_bytes

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        with outside_call():
            response = await super().handle_async_request(request)
            try:
                content = await self._content(response)
            finally:
                await response.aclose()
        headers = [each for each in response.headers.raw if each[0].lower() not in _OF_THE_WIRE]
        return httpx.Response(
            response.status_code, headers=headers, content=content, extensions=response.extensions
        )

    async def _content(self, response: httpx.Response) -> bytes:
        content = bytearray()
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) > self._most_bytes:
                raise AnswerTooLarge("the answer is too large")
        return bytes(content)
