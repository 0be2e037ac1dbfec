"""Who we are to ServiceNow as an OAuth client; for a user, httpx has `BasicAuth`."""

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

# A token is not used in its last minute, in which it may end on the way.
_SPARE_SECONDS: Final = 60.0
_DEFAULT_LIFE: Final = 1800.0
_TRIES: Final = 2


class ClientCredentials(httpx.Auth):
    """An OAuth client; its token is kept until a minute before it ends, or until it is refused.

    `clock` counts seconds. Of those who need a token at the same time one asks for it.
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
        """Send the request with a token, and again with another where that one is refused.

        Raises StoreError where there is no token to be had.
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
        token, life = value_at(answer, "access_token"), value_at(answer, "expires_in")
        if not isinstance(token, str) or not _is_word(token):
            raise StoreRefused(STORE, "answered no token")
        seconds = float(life) if isinstance(life, int | float) else _DEFAULT_LIFE
        self._header = f"Bearer {token}"
        self._until = now + seconds - min(_SPARE_SECONDS, seconds / 2)


def _is_word(token: str) -> bool:
    return token.isascii() and token.isprintable() and bool(token) and " " not in token
