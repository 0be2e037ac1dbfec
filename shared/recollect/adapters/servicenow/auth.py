"""Authentication at ServiceNow as an OAuth client; for a user, httpx's `BasicAuth` does it."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from typing import Final

import httpx
from pydantic import JsonValue
from typing_extensions import override

from recollect.adapters.http.json_text import value_at
from recollect.adapters.http.transport import json_of, served
from recollect.core.errors import StoreRefused

STORE: Final = "servicenow"

# A token is not used in its last minute, since it might expire on the way.
_SPARE_SECONDS: Final = 60.0
_DEFAULT_LIFETIME_SECONDS: Final = 1800.0
_TRIES: Final = 2


class ClientCredentials(httpx.Auth):
    """An OAuth client. It uses a token until a minute before that expires, or until it is refused.

    `clock` counts seconds. If several requests need a new token, only one of them asks for it.
    """

    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = f"{url}/oauth_token.do"
        self._form = {
            "grant_type": "client_credentials",
            "client_id": client_id,
            "client_secret": client_secret,
        }
        self._clock = clock
        self._header = ""
        self._until = 0.0
        self._asking = asyncio.Lock()

    @override
    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        """Send the request with a token, and once more with a new one if the first is refused.

        Raises StoreError if ServiceNow gives no token.
        """
        refused = ""
        for _ in range(_TRIES):
            async with self._asking:
                if self._header == refused or self._clock() >= self._until:
                    now = self._clock()
                    headers = {"Accept": "application/json"}
                    response = yield httpx.Request(
                        "POST", self._url, data=self._form, headers=headers
                    )
                    await response.aread()
                    self._keep(json_of(STORE, served(STORE, response)), now)
            refused = self._header
            request.headers["Authorization"] = refused
            response = yield request
            if response.status_code != httpx.codes.UNAUTHORIZED:
                return

    def _keep(self, answer: JsonValue, now: float) -> None:
        token, expires_in = value_at(answer, "access_token"), value_at(answer, "expires_in")
        if not isinstance(token, str) or not _is_valid_token(token):
            raise StoreRefused(STORE, "answered no token")
        seconds = (
            float(expires_in) if isinstance(expires_in, int | float) else _DEFAULT_LIFETIME_SECONDS
        )
        self._header = f"Bearer {token}"
        self._until = now + seconds - min(_SPARE_SECONDS, seconds / 2)


def _is_valid_token(token: str) -> bool:
    return token.isascii() and token.isprintable() and bool(token) and " " not in token
