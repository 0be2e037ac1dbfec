"""Erasures from their first page to the last, on a platform of one module alone."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.functions.calling import Json, read
from tests.functions.enrichment import ENABLED
from tests.functions.packs import PACKING
from tests.functions.platforms import own_client
from tests.functions.stores import Stores


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


async def erase(client: httpx.AsyncClient, subject: Json, **fields: Any) -> Json:
    """Erase from the first page to the last; the receipt, and none that names whom it erased."""
    told = [each async for each in receipts(client, {"subject": subject, **fields})]
    written = json.dumps(told).casefold()
    assert [each for each in subject.get("name", "").casefold().split() if each in written] == []
    return told[-1]


def whole(receipt: Json, part: str = "removed") -> dict[str, int]:
    """The kinds of which there were any."""
    return {kind: count for kind, count in receipt[part].items() if count}


async def held(client: httpx.AsyncClient, *texts: str) -> list[str]:
    """Everything in either store that has one of these texts in it or in its name."""
    stores = Stores(client)
    found = await stores.keys_that_name(*texts)
    for namespace in await stores.vector("list-namespaces", None):
        body = {"cursor": "0", "limit": 1000, "includeMetadata": True, "includeData": True}
        for each in (await stores.vector(f"range/{namespace}", body))["vectors"]:
            written = f"{namespace} {json.dumps(each, ensure_ascii=False)}"
            if any(text in written for text in texts):
                found.append(f"{namespace} {each['id']}")
    return found
