"""Memories in and out of a platform, as bytes."""

import asyncio
import io
import json

from pydantic import JsonValue

from infra.cli.stores import platform_target
from infra.cli.transfer import (
    Imported,
    Importer,
    Reading,
    export_pages,
)
from recollect.core.ids import Key

Exported = list[dict[str, JsonValue]]


def line(number: int) -> bytes:
    return json.dumps({"situation": f"situation {number}", "decision": "wait"}).encode() + b"\n"


def import_bytes(url: str, app_slug: str, content: bytes, *, skip: bool = False) -> Imported:
    async def bring() -> Imported:
        async with platform_target(url).open() as services:
            return await Importer(app_slug, services, Reading(io.BytesIO(content), skip)).run()

    return asyncio.run(bring())


def export_bytes(url: str, app_slug: str) -> bytes:
    async def fetch() -> bytes:
        async with platform_target(url).open() as services:
            return b"".join([b"".join(page) async for page in export_pages(app_slug, services)])

    return asyncio.run(fetch())


def exported(url: str, app_slug: str) -> Exported:
    return [json.loads(each) for each in export_bytes(url, app_slug).splitlines()]


def begin_deletion(url: str, key: Key) -> None:
    """Begin a deletion, and leave it at that."""

    async def begin() -> None:
        async with platform_target(url).open() as stores:
            await stores.ledger.begin_deletion([key], [None], "test")

    asyncio.run(begin())
