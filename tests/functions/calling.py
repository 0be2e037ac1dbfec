"""How the tests call the platform: as an app and as a source of events."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from infra.local.platform import RunningPlatform
from recollect.adapters.http.transport import trusted_authorities

Json = dict[str, Any]

SITUATION = "Customer purchased 3 days ago, requesting a refund for an unexpected medical expense."
DECISION = "Approved immediate refund via Stripe."
_TIMEOUT = 60.0


@asynccontextmanager
async def calling(platform: RunningPlatform) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that opens as many connections as it needs.

    It calls every body JSON, whatever it is.
    """
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    async with httpx.AsyncClient(
        base_url=platform.url,
        headers={"Content-Type": "application/json"},
        timeout=_TIMEOUT,
        limits=limits,
        trust_env=False,
        verify=trusted_authorities(),
    ) as client:
        yield client


def read(response: httpx.Response, status: int = 200) -> Json:
    """The JSON of a response that has this status."""
    assert response.status_code == status, f"{response.status_code}: {response.text[:2_000]}"
    body: Json = response.json()
    return body


def assert_problem(response: httpx.Response, status: int) -> Json:
    """The problem document of a response, which is complete (RFC 9457)."""
    problem = read(response, status)
    assert response.headers["content-type"] == "application/problem+json"
    assert problem["status"] == status
    assert problem["type"]
    assert problem["title"]
    assert isinstance(problem["detail"], str)
    assert problem["requestId"] == response.headers["x-request-id"]
    return problem


def votes(memory: Json) -> tuple[int, int]:
    """Upvotes and downvotes."""
    counted = memory["metadata"]["votes"]
    return counted["upvotes"], counted["downvotes"]


@dataclass(frozen=True, slots=True)
class App:
    """One app of the API that no other test uses; `headers` go with every request."""

    client: httpx.AsyncClient
    slug: str

    @property
    def collection(self) -> str:
        return f"support:{self.slug}"

    def path(self, rest: str) -> str:
        return f"/apps/{self.slug}/{rest}"

    async def send(
        self, method: str, rest: str, body: object = None, **headers: str
    ) -> httpx.Response:
        """Send JSON, or nothing; header names are written with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            return await self.client.request(method, self.path(rest), headers=named)
        return await self.client.request(method, self.path(rest), json=body, headers=named)

    async def store(self, situation: str = SITUATION, **fields: object) -> httpx.Response:
        body = {"situation": situation, "decision": DECISION, "stage": "draft", **fields}
        return await self.send("POST", "memories", body)

    async def stored(self, situation: str = SITUATION, **fields: object) -> str:
        """Store a new memory; its id."""
        return str(read(await self.store(situation, **fields), 201)["id"])

    async def get(self, memory_id: str) -> Json:
        return read(await self.send("GET", f"memories/{memory_id}"))

    async def find(self, query: str = SITUATION, **options: object) -> httpx.Response:
        return await self.send("POST", "memories/search", {"query": query, **options})

    async def found(self, query: str = SITUATION, **options: object) -> Json:
        return read(await self.find(query, **options))

    async def found_ids(self, query: str = SITUATION, **options: object) -> list[str]:
        found = await self.found(query, **options)
        return [result["memory"]["id"] for result in found["results"]]

    async def history(self, memory_id: str) -> list[Json]:
        answer = read(await self.send("GET", f"memories/{memory_id}/history"))
        events: list[Json] = answer["events"]
        return events

    async def cite(self, run_id: str, *ids: str) -> httpx.Response:
        return await self.send("POST", "citations", {"run_id": run_id, "memory_ids": list(ids)})


def new_app(client: httpx.AsyncClient) -> App:
    return App(client, f"app-{uuid4().hex[:12]}")


@dataclass(frozen=True, slots=True)
class Bus:
    """The event bus, as a producer of events sees it."""

    client: httpx.AsyncClient

    async def put(self, *entries: Json) -> None:
        """Put events on the bus in as many requests as needed; do not wait for their effect."""
        for start in range(0, len(entries), 10):
            answer = await self.client.post(
                "/_events", json={"Entries": entries[start : start + 10]}
            )
            assert read(answer)["FailedEntryCount"] == 0

    async def deliver(self, *entries: Json) -> None:
        """Put events on the bus and wait until each had its effect or was given up."""
        await self.put(*entries)
        await self.until_idle()

    async def until_idle(self) -> None:
        """Wait until each event had its effect or was given up."""

        async def is_idle() -> bool:
            return not read(await self.client.get("/_events/pending"))["pending"]

        await until(is_idle)

    async def dead_letters(self, event_ids: Iterable[str]) -> dict[str, Json]:
        """The dead letters of these events."""
        wanted = set(event_ids)
        letters = read(await self.client.get("/_events/dead-letters"))["deadLetters"]
        return {
            letter["event"]["id"]: letter for letter in letters if letter["event"]["id"] in wanted
        }


def entry(detail_type: str, detail: Json, **fields: str) -> Json:
    """A PutEvents entry; `fields` may name `Id` and `Time`."""
    return {
        "Source": "recollect.feedback",
        "DetailType": detail_type,
        "Detail": json.dumps(detail),
        "Id": uuid4().hex,
        **fields,
    }


async def until(condition: Any) -> None:
    """Wait for an asynchronous condition, checking less often the longer it takes."""
    deadline, pause = time.monotonic() + _TIMEOUT, 0.01
    while not await condition():
        assert time.monotonic() < deadline, "it did not happen"
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, 0.1)
