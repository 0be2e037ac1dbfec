"""How the tests store evidence and ask for it: as a specialist, in a project of their own."""

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

import httpx

from tests.functions.calling import Json, read

SPECIALIST: Json = {"type": "specialist", "id": "playwright_healer"}


@dataclass(frozen=True, slots=True)
class Project:
    """One project that no other test uses; `headers` go with every request."""

    client: httpx.AsyncClient
    project: str
    tenant: str = "default"
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def namespace(self) -> str:
        return f"evidence:{self.tenant}:{self.project}"

    def as_(self, headers: dict[str, str]) -> "Project":
        """The same project, seen by another caller."""
        return replace(self, headers=headers)

    async def send(self, *items: Json, **headers: str) -> httpx.Response:
        """Send evidence; header names are written with underscores."""
        body = {"tenant": self.tenant, "project": self.project, "items": list(items)}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.post("/evidence", json=body, headers=self.headers | named)

    async def stored(self, *items: Json) -> list[str]:
        """Store evidence; return the ids."""
        ids: list[str] = read(await self.send(*items))["ids"]
        return ids

    def envelope(self, text: str | None, **options: Any) -> Json:
        """A ContextRequest.

        `query` adds to the query, `meta` to the meta, `sender` to the sender; the rest of the
        options stands in the payload.
        """
        query = {"type": "hybrid", "text": text, **options.pop("query", {})}
        meta = {
            "type": "ContextRequest",
            "from": SPECIALIST | options.pop("sender", {}),
            "tenant": self.tenant,
            "project": self.project,
            **options.pop("meta", {}),
        }
        given = {name: value for name, value in query.items() if value is not None}
        return {"meta": meta, "payload": {"query": given, **options}}

    async def request(self, body: object) -> httpx.Response:
        """Send any body to POST /context."""
        return await self.client.post("/context", json=body, headers=self.headers)

    async def ask(self, text: str | None, **options: Any) -> httpx.Response:
        return await self.request(self.envelope(text, **options))

    async def payload(self, text: str | None, **options: Any) -> Json:
        """The payload of the answer."""
        payload: Json = read(await self.ask(text, **options))["payload"]
        return payload

    async def found(self, text: str | None, **options: Any) -> list[str]:
        """The ids of the results, in order."""
        return ids_of(await self.payload(text, **options))

    async def walked(self, start: str, **options: Any) -> Json:
        """The payload of the answer to a graph traversal without a text."""
        depth = {"max_depth": options.pop("max_depth")} if "max_depth" in options else {}
        types = options.pop("relationship_types", None)
        graph = {"start_node": start, **depth}
        if types is not None:
            graph["relationship_types"] = types
        query = {"type": "graph_traversal", "graph_params": graph, **options.pop("query", {})}
        return await self.payload(options.pop("text", None), query=query, **options)


def new_project(client: httpx.AsyncClient) -> Project:
    return Project(client, f"project-{uuid4().hex[:12]}")


def ids_of(payload: Json) -> list[str]:
    return [result["id"] for result in payload["results"]]


def ledger_of(payload: Json) -> dict[str, Json]:
    """The entries of the ledger by their ids."""
    return {entry["id"]: entry for entry in payload["explainability"]["ledger"]}


def failure(item_id: str, text: str = "", **fields: object) -> Json:
    """Evidence of a failed test."""
    content = text or f"Login test {item_id} failed: the selector #{item_id} was not found."
    return {"id": item_id, "content": content, **fields}
