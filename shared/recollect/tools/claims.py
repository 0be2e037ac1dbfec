"""Create a thing only once in a system without idempotency keys.

A process that creates a thing first takes a claim on its name, and then checks whether the thing
exists. If it loses the connection while creating, it lets the claim expire: the thing may still
appear, and others who wait will find it.
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
    """The claims of all processes. Each method is one round trip; raises StoreError."""

    async def take(self, name: str, milliseconds: int) -> str | None:
        """A token for `name`, which expires by itself; None if somebody else holds one."""

    async def release(self, name: str, token: str) -> None:
        """End the claim on `name` if it has this token; that of somebody else stays."""


async def get_or_create(
    claims: CreationClaims,
    name: str,
    find: Callable[[], Awaitable[_T | None]],
    make: Callable[[], Awaitable[_T]],
    degradation: Degradation,
) -> tuple[_T, bool]:
    """The result of `find`, else of `make`, and whether it was made; all callers make it only once.

    Waits without a timeout while somebody else holds the claim and `find` finds nothing. Raises
    StoreError. A claim that cannot be released only degrades the result: it expires in 30 seconds.
    """
    while True:
        token = await claims.take(name, CLAIM_MS)
        try:
            found = await find()
        except StoreError:
            # Nothing was made, so nothing can still appear.
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
        await degradation.result_or("claim", None, claims.release(name, token))
