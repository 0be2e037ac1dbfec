"""A deadline around what an outside system is asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from recollect.core.errors import StoreTimeout


@asynccontextmanager
async def within(system: str, seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Cancel the block after so many seconds. Raises StoreTimeout then."""
    try:
        async with asyncio.timeout(seconds) as limit:
            yield limit
    except TimeoutError as error:
        raise StoreTimeout(system, f"no answer within {seconds:.4g} s") from error
