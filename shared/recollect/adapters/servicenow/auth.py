"""Who we are to ServiceNow: a user with a password, or an OAuth client."""

import asyncio
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import httpx

from recollect.adapters.http.posting import json_of
from recollect.adapters.servicenow.http import STORE, Asked, send
from recollect.core.errors import StoreRefused

# A token is not used in its last minute, in which it may end on the way.
_SPARE_SECONDS = 60.0
_DEFAULT_LIFE = 1800.0


class Authorization(Protocol):
    """Gives the header `Authorization`."""

    async def header(self) -> str:
        """The header's value. Raises StoreError."""

    async def renewed(self, refused: str) -> str | None:
        """Another value in place of one that was refused; None where there is no other."""


@dataclass(frozen=True, slots=True)
class Basic:
    """A user and a password."""

    username: str
    password: str = field(repr=False)

    async def header(self) -> str:
        """The same for every request."""
        return f"Basic {b64encode(f'{self.username}:{self.password}'.encode()).decode()}"

    async def renewed(self, refused: str) -> str | None:  # noqa: ARG002  # there is no other
        """Nothing: a password does not change."""
        return None


@dataclass(slots=True)
class ClientCredentials:
    """An OAuth client; its token is kept until a minute before it ends.

    `clock` counts seconds. Of those who need a token at the same time one asks for it.
    """

    client: httpx.AsyncClient = field(repr=False)
    url: str
    client_id: str
    client_secret: str = field(repr=False)
    clock: Callable[[], float] = time.monotonic
    _header: str = field(default="", init=False, repr=False)
    _until: float = field(default=0.0, init=False)
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    async def header(self) -> str:
        """The token that is kept, else a new one. Raises StoreError."""
        if not self._is_fresh():
            async with self._asking:
                if not self._is_fresh():
                    await self._ask()
        return self._header

    async def renewed(self, refused: str) -> str | None:
        """A new token, unless another request has got one in the meantime. Raises StoreError."""
        async with self._asking:
            if self._header == refused:
                await self._ask()
        return self._header

    def _is_fresh(self) -> bool:
        return bool(self._header) and self.clock() < self._until

    async def _ask(self) -> None:
        asked_at = self.clock()
        form = {
            "grant_type": "client_credentials",
            "client_id": self.client_id,
            "client_secret": self.client_secret,
        }
        asked = Asked("POST", f"{self.url}/oauth_token.do", form=form)
        answer = json_of(STORE, await send(self.client, asked))
        token = answer.get("access_token") if isinstance(answer, dict) else None
        if not isinstance(answer, dict) or not isinstance(token, str) or not _is_word(token):
            raise StoreRefused(STORE, "answered no token")
        life = answer.get("expires_in")
        seconds = float(life) if isinstance(life, int | float) else _DEFAULT_LIFE
        self._header = f"Bearer {token}"
        self._until = asked_at + seconds - min(_SPARE_SECONDS, seconds / 2)


def _is_word(token: str) -> bool:
    return token.isascii() and token.isprintable() and bool(token) and " " not in token
