"""Callers with rights of their own, each with the requests that the tests make."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from infra.local.tokens import SCOPES
from tests.functions.calling import Json, read
from tests.functions.guarded import Issue

AGENT_SCOPES = tuple(
    scope for scope in SCOPES if scope not in {"knowledge:admin", "memory:admin", "context:audit"}
)
"""What an agent may do that administers nothing."""


def unique(name: str) -> str:
    """A name that no other test uses."""
    return f"{name}-{uuid4().hex[:12]}"


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller with a token."""

    client: httpx.AsyncClient
    headers: dict[str, str] = field(repr=False)

    async def send(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> httpx.Response:
        """Send JSON, or nothing; header names are written with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        content: Json = {} if body is None else {"json": body}
        return await self.client.request(method, path, headers=self.headers | named, **content)

    async def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        return await self.send("POST", path, body, **headers)

    async def ask(self, project: str, text: str) -> httpx.Response:
        """Ask for the evidence of a project."""
        meta = {"type": "ContextRequest", "from": {"type": "specialist", "id": "x"}}
        query = {"type": "hybrid", "text": text}
        body = {"meta": meta | {"project": project}, "payload": {"query": query}}
        return await self.post("/context", body)

    async def found(self, project: str, text: str) -> Json:
        """The only item that this caller finds in a project."""
        (result,) = read(await self.ask(project, text))["payload"]["results"]
        item: Json = result
        return item

    async def store(self, project: str, *items: Json, **headers: str) -> httpx.Response:
        """Store evidence in a project."""
        return await self.post("/evidence", {"project": project, "items": list(items)}, **headers)


@dataclass(frozen=True, slots=True)
class Callers:
    """Makes callers: by default agents with every right except to administer."""

    client: httpx.AsyncClient
    issue: Issue

    def __call__(
        self,
        subject: str,
        *,
        scopes: Sequence[str] = AGENT_SCOPES,
        apps: Sequence[str] = ("*",),
        tenants: Sequence[str] = ("*",),
        **claims: Any,
    ) -> Caller:
        claims = {"customers": ("*",), **claims}
        return Caller(
            self.client,
            self.issue(*apps, subject=subject, scopes=scopes, tenants=tenants, **claims),
        )

    def admin(self, subject: str = "root", **claims: Any) -> Caller:
        """A caller that administers knowledge."""
        return self(subject, scopes=SCOPES, **claims)
