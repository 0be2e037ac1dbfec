"""Erasures from the first page to the last, on a platform that only one module uses."""

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
    """A client of a platform of its own, since an erasure goes through everything on it."""
    async with own_client({**ENABLED, **PACKING}, workers=2) as client:
        yield client


async def receipts(client: httpx.AsyncClient, body: Json) -> AsyncIterator[Json]:
    """The receipts of all pages."""
    cursor: str | None = ""
    while cursor is not None:
        receipt = read(await client.post("/erasures", json={**body, "cursor": cursor}))
        yield receipt
        cursor = receipt.get("next_cursor")


async def erase(client: httpx.AsyncClient, subject: Json, **fields: Any) -> Json:
    """Erase all pages; return the last receipt. No receipt may name the erased person."""
    told = [each async for each in receipts(client, {"subject": subject, **fields})]
    written = json.dumps(told).casefold()
    assert [each for each in subject.get("name", "").casefold().split() if each in written] == []
    return told[-1]


def whole(receipt: Json, part: str = "removed") -> dict[str, int]:
    """The kinds with at least one record, and their counts."""
    return {kind: count for kind, count in receipt[part].items() if count}


async def held(client: httpx.AsyncClient, *texts: str) -> list[str]:
    """Everything in either store that has one of these texts in its value or its name."""
    stores = Stores(client)
    found = await stores.keys_that_name(*texts)
    for namespace in await stores.vector("list-namespaces", None):
        body = {"cursor": "0", "limit": 1000, "includeMetadata": True, "includeData": True}
        for each in (await stores.vector(f"range/{namespace}", body))["vectors"]:
            written = f"{namespace} {json.dumps(each, ensure_ascii=False)}"
            if any(text in written for text in texts):
                found.append(f"{namespace} {each['id']}")
    return found
