"""The stores behind the platform, as a client with their tokens sees them."""

import json
from dataclasses import dataclass
from typing import Any

import httpx

from tests.functions.calling import App, Json

_TOKEN = {"Authorization": "Bearer local-full"}
_READ = {
    "string": ("GET",),
    "hash": ("HGETALL",),
    "set": ("SMEMBERS",),
    "zset": ("ZRANGE", "0", "-1"),
    "stream": ("XRANGE", "-", "+"),
    "list": ("LRANGE", "0", "-1"),
}


@dataclass(frozen=True, slots=True)
class Stores:
    """Upstash Redis and Upstash Vector over their REST APIs, and their faults."""

    client: httpx.AsyncClient

    async def redis(self, *command: str | int) -> Any:
        answer = await self.client.post(
            "/_emulators/upstash-redis/", json=list(command), headers=_TOKEN
        )
        return answer.json()["result"]

    async def vector(self, path: str, body: object) -> Any:
        answer = await self.client.post(
            f"/_emulators/upstash-vector/{path}", json=body, headers=_TOKEN
        )
        return answer.json()["result"]

    async def keys_that_name(self, *texts: str, among: str = "*") -> list[str]:
        """The keys, of those `among` a pattern, whose name or value holds one of `texts`."""
        keys = sorted(await self.redis("KEYS", among))
        kinds = await self._pipeline([["TYPE", key] for key in keys])
        readable = [
            (key, _READ[kind]) for key, kind in zip(keys, kinds, strict=True) if kind in _READ
        ]
        contents = await self._pipeline(
            [[command, key, *bounds] for key, (command, *bounds) in readable]
        )
        named = [
            (key, json.dumps(content, ensure_ascii=False))
            for (key, _), content in zip(readable, contents, strict=True)
        ]
        return [key for key, content in named if any(text in f"{key} {content}" for text in texts)]

    async def _pipeline(self, commands: list[list[str]]) -> list[Any]:
        if not commands:
            return []
        answer = await self.client.post(
            "/_emulators/upstash-redis/pipeline", json=commands, headers=_TOKEN
        )
        return [each["result"] for each in answer.json()]

    async def records(self, app: App) -> list[Json]:
        """All records of an app."""
        body = {"cursor": "0", "limit": 1000, "includeMetadata": True, "includeData": True}
        answer = await self.vector(f"range/{app.collection}", body)
        records: list[Json] = answer["vectors"]
        return records

    async def remains(self, app: App, memory_id: str) -> list[str]:
        """What names a memory in either store, except the mark that it is gone."""
        keys = await self.keys_that_name(memory_id, among=f"*{app.slug}*")
        ids = [record["id"] for record in await self.records(app)]
        gone = f"mem:{app.collection}:{memory_id}:gone"
        return [key for key in keys if key != gone] + [each for each in ids if each == memory_id]

    async def expire_claims(self, app: App, after_ms: int = 1) -> None:
        """Let the claims of requests that broke off expire sooner than in six seconds."""
        for key in await self.redis("KEYS", f"mem:{app.collection}:*:claim"):
            await self.redis("PEXPIRE", key, after_ms)

    async def fault(self, target: str, mode: str, **fields: object) -> None:
        """Put a fault in force; the stores may be called `redis` and `vector` for short."""
        name = f"upstash-{target}" if target in {"redis", "vector"} else target
        fault = {"target": name, "mode": mode, **fields}
        answer = await self.client.post("/_emulators/faults", json=fault)
        assert answer.status_code == 201, answer.text

    async def let_through(self, target: str, calls: int) -> None:
        """Let that many calls go by before the next fault of this target hits."""
        if calls:
            await self.fault(target, "slow", delay_ms=1, count=calls)

    async def faults(self) -> list[Json]:
        answer = await self.client.get("/_emulators/faults")
        faults: list[Json] = answer.json()["faults"]
        return faults

    async def heal(self) -> None:
        await self.client.delete("/_emulators/faults")
