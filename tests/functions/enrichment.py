"""How the tests store memories for tools, and ask for them."""

import json
from dataclasses import dataclass, field
from uuid import uuid4

import httpx

from tests.functions.calling import Json, read
from tests.functions.stores import Stores

TOOL = "oc_diagnostic_pod_health"
# Without a bus no execution is remembered by itself: only what a test stores is remembered.
ENABLED = {
    "ENABLE_ORCH_CONTEXT": "true",
    "MEM_CTX_TOOLS": f"{TOOL}, checkRoutes",
    "EVENT_BUS_NAME": "",
}

RESULT: Json = {
    "rootCause": "The import of the night holds all rows in memory.",
    "resolution": "Memory limit raised to 1Gi, import in batches.",
}
INCIDENT: Json = {
    "symptoms": ["payments-api in CrashLoopBackOff after the release"],
    "rootCause": "The config map payments-env was missing.",
}
CONVERSATION_TEXT = "The payments team restarted the worker after the import of the night."

LOG_LINE = "2026-03-01T12:30:45.123456Z ERROR worker-7 lost its lease"
# A ¦ keeps made-up secrets from looking like ones in this file.
SECRETS = tuple(
    each.replace("¦", "")
    for each in (
        "AKIA¦Q3EXK7LPZ2MWN5TR",
        "ghp_¦a8Kd93mZxQ2pL7vRt5Yw1Nc6Bf4Hs0JgUe2T",
        "eyJhbGciOiJIUzI1NiJ9¦.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
        "jane.doe@example.com",
    )
)
HIDDEN = (*SECRETS, "hunter2¦Zq9x".replace("¦", ""), "lost its lease")
TEXT_WITH_SECRETS = "\n".join(("The worker was restarted by hand.", *SECRETS, LOG_LINE))


@dataclass(frozen=True, slots=True)
class Domain:
    """The memories of one domain, which nobody else uses."""

    client: httpx.AsyncClient
    slug: str = field(default_factory=lambda: f"domain-{uuid4().hex[:12]}")

    async def add_execution(self, tool: str = TOOL, **fields: object) -> Json:
        """Store an execution of a tool; return its id and tags."""
        least = {"arguments": {"namespace": "payments"}, "result": RESULT, "sessionId": "s-1"}
        return await self._keep(f"/tools/{tool}/executions", least | fields)

    async def add_conversation(
        self, session: str, text: str = CONVERSATION_TEXT, **fields: object
    ) -> Json:
        """Store what was said in a session; return its id and tags."""
        return await self._keep("/conversations", {"sessionId": session, "text": text, **fields})

    async def add_incident(self, **fields: object) -> Json:
        """Store an incident; return its id and tags."""
        return await self._keep("/incidents", INCIDENT | fields)

    async def _keep(self, path: str, body: Json) -> Json:
        return read(await self.client.post(path, json={"domain": self.slug, **body}), 201)

    async def enriched(
        self, session: str | None = "s-1", tool: str = TOOL, **arguments: object
    ) -> Json:
        """The enriched arguments for a tool that is about to run, and the status of enrichment."""
        asked = {"namespace": "payments", "domain": self.slug, **arguments}
        return await enriched(self.client, asked, session, tool)

    async def snippets(
        self, session: str | None = "s-1", tool: str = TOOL, **asked: object
    ) -> list[str]:
        """The snippets of the memories that a tool is given."""
        arguments = (await self.enriched(session, tool, **asked))["arguments"]
        return [each["snippet"] for each in arguments.get("memoryContext", {}).get("items", [])]

    async def records(self) -> list[Json]:
        """All records of the domain as the store has them."""
        return await records(self.client, self.slug)

    async def put(self, *found: Json) -> None:
        """Put records into the store behind the API's back."""
        await Stores(self.client).vector(f"upsert-data/tools:{self.slug}", list(found))


async def enriched(
    client: httpx.AsyncClient, arguments: Json, session: str | None = None, tool: str = TOOL
) -> Json:
    """The answer of the API for a tool that runs elsewhere: its enriched arguments."""
    body = {"arguments": arguments, "sessionId": session}
    return read(await client.post(f"/tools/{tool}/memory-context", json=body))


async def records(client: httpx.AsyncClient, domain: str) -> list[Json]:
    """All records of a domain as the store has them."""
    body = {"cursor": "0", "limit": 1000, "includeMetadata": True, "includeData": True}
    found: list[Json] = (await Stores(client).vector(f"range/tools:{domain}", body))["vectors"]
    return found


def raw(value: object) -> str:
    """A value as one text to search for words."""
    return json.dumps(value, ensure_ascii=False)


def size(context: object) -> int:
    """The bytes of compact JSON."""
    return len(json.dumps(context, ensure_ascii=False, separators=(",", ":")).encode())


def assert_as_it_came(answer: Json, arguments: Json, status: str) -> None:
    """Assert that the arguments came back unchanged and in order, and no memory was counted."""
    assert raw(answer["arguments"]) == raw(arguments)
    assert answer["enrichment"].pop("latencyMs") >= 0
    assert answer["enrichment"] == {"status": status, "count": 0}
