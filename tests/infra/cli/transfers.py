"""Memories in and out of a platform, as bytes."""

import asyncio
import io
import json

from pydantic import JsonValue

from infra.cli.exporting import export_pages
from infra.cli.importing.into_stores import memories_of
from infra.cli.importing.plan import ImportSource
from infra.cli.importing.tables import json_lines
from infra.cli.stores import platform_target
from recollect.core.ids import Key

Exported = list[dict[str, JsonValue]]


def line(number: int) -> bytes:
    return json.dumps({"situation": f"situation {number}", "decision": "wait"}).encode() + b"\n"


def import_bytes(url: str, app_slug: str, content: bytes) -> dict[str, int]:
    async def bring() -> dict[str, int]:
        async with platform_target(url).open() as stores:
            source = ImportSource(json_lines(io.BytesIO(content)))
            return await memories_of(app_slug).run(source, stores)

    return asyncio.run(bring())


def export_bytes(url: str, app_slug: str) -> bytes:
    async def fetch() -> bytes:
        async with platform_target(url).open() as stores:
            pages = export_pages(app_slug, stores.memories)
            return b"".join([b"".join(page) async for page in pages])

    return asyncio.run(fetch())


def exported(url: str, app_slug: str) -> Exported:
    return [json.loads(each) for each in export_bytes(url, app_slug).splitlines()]


def begin_deletion(url: str, key: Key) -> None:
    """Begin a deletion without finishing it."""

    async def begin() -> None:
        async with platform_target(url).open() as stores:
            await stores.memories.ledger.begin_deletion([key], [None], "test")

    asyncio.run(begin())
