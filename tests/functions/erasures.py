"""Erasures from their first page to the last, on a platform of one module alone."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import httpx

from infra.local.platform import PlatformOptions, RunningPlatform
from tests.functions.calling import Json, read
from tests.functions.enrichment import ENABLED
from tests.functions.packs import PACKING
from tests.functions.platforms import own_platform


@contextmanager
def erasing_platform() -> Iterator[RunningPlatform]:
    """A platform with all that an erasure goes through: it goes through everything."""
    options = PlatformOptions(workers=2, extra_environment={**ENABLED, **PACKING})
    with own_platform(options) as running:
        yield running


async def receipts(client: httpx.AsyncClient, body: Json) -> AsyncIterator[Json]:
    """The receipt of each page, to the last."""
    cursor: str | None = ""
    while cursor is not None:
        receipt = read(await client.post("/erasures", json={**body, "cursor": cursor}))
        yield receipt
        cursor = receipt.get("next_cursor")
