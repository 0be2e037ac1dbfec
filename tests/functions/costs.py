"""What the store of counts bills for requests."""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import httpx

from tests.functions.calling import Json, read


@dataclass(frozen=True, slots=True)
class Cost:
    """What some requests were billed, and how many of their scripts locked the whole database."""

    commands: dict[str, int]
    whole_locks: int

    @property
    def billed(self) -> int:
        return sum(self.commands.values())


async def cost(client: httpx.AsyncClient, *requests: Awaitable[Any]) -> Cost:
    """Send requests one after the other; return what they cost together."""
    before = await bill(client)
    for request in requests:
        answer = await request
        assert not isinstance(answer, httpx.Response) or answer.status_code < 300, answer.text
    after = await bill(client)
    counts = {
        name: count - before["commands"].get(name, 0) for name, count in after["commands"].items()
    }
    spent = {name: count for name, count in counts.items() if count}
    return Cost(spent, after["whole_locks"] - before["whole_locks"])


async def bill(client: httpx.AsyncClient) -> Json:
    return read(await client.get("/_emulators/upstash-redis/bill"))
