"""Erasures from their first page to the last, on a platform of one module alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from tests.functions.calling import Json, read
from tests.functions.enrichment import ENABLED
from tests.functions.packs import PACKING
from tests.functions.platforms import own_client


@asynccontextmanager
async def erasing_client() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform with all that an erasure goes through: it goes through everything."""
    async with own_client({**ENABLED, **PACKING}, workers=2) as client:
        yield client


async def receipts(client: httpx.AsyncClient, body: Json) -> AsyncIterator[Json]:
    """The receipt of each page, to the last."""
    cursor: str | None = ""
    while cursor is not None:
        receipt = read(await client.post("/erasures", json={**body, "cursor": cursor}))
        yield receipt
        cursor = receipt.get("next_cursor")
