"""End a request early: an emulator raises the response that the real system would give."""

from collections.abc import Callable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response


class RefusedRequest(Exception):
    """Ends a request with this response."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.status_code)
        self.response = response


def _response_of(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedRequest)  # noqa: S101 - Starlette's type is any exception
    return error.response


REFUSALS: Final[Mapping[type[Exception], Callable[[Request, Exception], Response]]] = {
    RefusedRequest: _response_of
}
"""The `exception_handlers` of an application that raises `RefusedRequest`."""
