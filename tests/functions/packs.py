"""How the tests ask for discovery packs, and the sample data that they bring in before."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from tests.functions.calling import Json, read
from tests.functions.stores import Stores

DATA = Path(__file__).parents[2] / "events" / "data"
ALTUS = "Altus Community Healthcare"
CHANNEL, THREAD = "C123456", "1700000000.123456"
# Packs with exemplars, and time for other tests beside them.
PACKING = {"MUSCLE_MEMORY_RETRIEVAL_ENABLED": "true", "DISCOVERY_DEADLINE_MS": "10000"}
SCENARIO: Json = {"caseNumbers": ["SCS0001234"], "channelId": CHANNEL, "threadTs": THREAD}
SECTIONS = (
    "businessContext", "caseContext", "slackRecent", "similarCases", "cmdbHits", "policyAlerts",
    "muscleMemoryExemplars",
)  # fmt: skip
EXEMPLAR: Json = {
    "caseNumber": "SCS0009876",
    "interactionType": "triage",
    "inputContext": {"userRequest": "Packet loss at Altus Amarillo North, the circuit flaps."},
    "actionTaken": {"escalation": "Escalated to the network team"},
    "outcome": "success",
    "qualitySignals": {"supervisorApproved": True, "humanFeedback": "positive"},
}


def _lines(name: str) -> list[Json]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


async def bring_in_samples(client: httpx.AsyncClient) -> None:
    """Bring in the sample cases and business contexts, and an exemplar."""
    read(await client.post("/cases", json={"cases": _lines("cases.jsonl")}))
    for each in _lines("business_contexts.jsonl"):
        name = quote(each.pop("entityName"), safe="")
        read(await client.put(f"/business-contexts/{name}", json=each))
    read(await client.post("/exemplars", json=EXEMPLAR))


async def ask(client: httpx.AsyncClient, **fields: Any) -> httpx.Response:
    """Ask for a pack."""
    return await client.post("/packs/discovery", json=fields)


async def pack(client: httpx.AsyncClient, **fields: Any) -> Json:
    """A pack of which nothing is missing because of a failure."""
    answer = await ask(client, **fields)
    assert "x-degraded" not in answer.headers, answer.headers["x-degraded"]
    return read(answer)


def degraded(answer: httpx.Response) -> set[str]:
    return set(answer.headers.get("x-degraded", "").split())


def timings(answer: httpx.Response) -> dict[str, float]:
    """The milliseconds in `Server-Timing`, by name."""
    parts = (part.split(";") for part in answer.headers["server-timing"].split(", "))
    return {name: float(duration.removeprefix("dur=")) for name, duration, *_ in parts}


def sections(answer: httpx.Response) -> set[str]:
    """The names of the sections that are there."""
    return set(read(answer)) & set(SECTIONS)


async def served(client: httpx.AsyncClient, target: str) -> int:
    """How many calls of a target a fault has hit since the last healing."""
    faults = await Stores(client).faults()
    return sum(fault["hits"] for fault in faults if fault["target"] == target)


async def count(client: httpx.AsyncClient, *targets: str, delay_ms: int = 1) -> None:
    """Count the calls of these targets from now on, with a fault that only delays them."""
    for target in targets:
        await Stores(client).fault(target, "slow", delay_ms=delay_ms)
