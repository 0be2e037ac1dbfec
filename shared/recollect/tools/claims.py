"""Making something once in a system that has no key to make a repeated request harmless.

Whoever makes it holds a claim on its name, and looks first whether it is there. Who lost the
connection while it was being made leaves the claim to end by itself: the thing may still come, and
whoever waits sees it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeVar

from recollect.core.degradation import Degradation
from recollect.core.errors import StoreError, StoreRefused

CLAIM_MS: Final = 30_000

_POLL_SECONDS: Final = 0.1
_T = TypeVar("_T")


class CreationClaims(Protocol):
    """Where claims are kept for all processes. Each method is one round trip; raises StoreError."""

    async def take(self, name: str, milliseconds: int) -> str | None:
        """A token for `name`, unless somebody else holds one; it ends by itself."""

    async def release(self, name: str, token: str) -> None:
        """Give a token back; that of somebody else stays."""


async def get_or_create(
    claims: CreationClaims,
    name: str,
    find: Callable[[], Awaitable[_T | None]],
    make: Callable[[], Awaitable[_T]],
    degradation: Degradation,
) -> tuple[_T, bool]:
    """The result of `find`, else of `make`, and whether it was made; made once among all callers.

    Waits without an end of its own while somebody else holds the claim and nothing is found. Raises
    StoreError. A claim that cannot be given back is a missing part: it ends in 30 seconds.
    """
    while True:
        token = await claims.take(name, CLAIM_MS)
        try:
            found = await find()
        except StoreError:
            # Nothing was made, so nothing may still come.
            await _release(claims, name, token, degradation)
            raise
        if found is not None or token is not None:
            break
        await asyncio.sleep(_POLL_SECONDS)
    if found is not None:
        await _release(claims, name, token, degradation)
        return found, False
    try:
        made = await make()
    except StoreRefused:
        await _release(claims, name, token, degradation)
        raise
    await _release(claims, name, token, degradation)
    return made, True


async def _release(
    claims: CreationClaims, name: str, token: str | None, degradation: Degradation
) -> None:
    if token is not None:
        await degradation.survive("claim", None, claims.release(name, token))
