"""The events that are sent to functions to measure their needs, and the contents of the stores."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import cast
from uuid import uuid4

import httpx
from pydantic import JsonValue

from infra.cli.importing.into_stores import memories_of
from infra.cli.importing.plan import ImportSource
from infra.cli.importing.tables import json_lines
from infra.cli.stores import platform_target
from infra.routes import Function
from infra.samples import EVENTS_FOLDER
from tests.bench.corpus import decisions

_BATCH = 100

Body = dict[str, JsonValue]
Change = Callable[[Body, int], Body]


@dataclass(frozen=True, slots=True)
class Case:
    """A sample event, and how its body changes for the request at a place."""

    name: str
    path: Path
    change: Change

    def event(self, place: int) -> Body:
        """The event with new ids, so that it is not taken for a repeat."""
        event = cast("Body", json.loads(self.path.read_text(encoding="utf-8")))
        if "detail" in event:
            return {**event, "id": str(uuid4())}
        headers = cast("Body", event["headers"])
        if "idempotency-key" in headers:
            headers["idempotency-key"] = str(uuid4())
        if isinstance(body := event.get("body"), str):
            event["body"] = json.dumps(self.change(json.loads(body), place))
        return event


def cases(function: Function) -> Iterator[Case]:
    """The samples of a function, some of them followed by a large variant."""
    samples = (EVENTS_FOLDER / function.name).glob("*.json")
    # Deletions come last: the other samples need the records that they delete.
    for path in sorted(samples, key=lambda each: (each.stem.startswith("delete_"), each.stem)):
        yield Case(path.stem, path, _CHANGES.get(path.stem, _unchanged))
        if path.stem in _LARGE:
            what, change = _LARGE[path.stem]
            yield Case(f"{path.stem}, {what}", path, change)


async def fill(url: str, count: int) -> None:
    """Store `count` memories, items of evidence and executions in a platform."""
    lines = list(decisions(count))
    memories = b"".join(line.model_dump_json().encode() + b"\n" for line in lines)
    async with platform_target(url).open() as stores:
        await memories_of("epic-web").run(ImportSource(json_lines(BytesIO(memories))), stores)
    texts = [f"{line.situation} {line.decision}" for line in lines]
    items = [{"id": f"item-{place}", "content": text} for place, text in enumerate(texts)]
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for start in range(0, count, _BATCH):
            body = {"items": items[start : start + _BATCH]}
            (await client.post("/evidence", json=body)).raise_for_status()
        for place, text in enumerate(texts):
            await _keep(client, place, text)


async def _keep(client: httpx.AsyncClient, place: int, text: str) -> None:
    body = {
        "arguments": {"namespace": "payments"},
        "result": {"summary": text},
        "sessionId": f"s-{place}",
    }
    path = "/tools/oc_diagnostic_pod_health/executions"
    (await client.post(path, json=body)).raise_for_status()


def _unchanged(body: Body, _: int) -> Body:
    return body


def _another(body: Body, place: int) -> Body:
    return {**body, "situation": f"{body['situation']} ({place})"}


def _built(body: Body, _: int) -> Body:
    return {**body, "refresh": True}


def _broad(body: Body, place: int) -> Body:
    text = f"Customer {place} lost access at the checkout after the update"
    query: JsonValue = {"type": "hybrid", "text": text}
    return {**body, "payload": {"query": query, "limit": 10, "include_scores": True}}


def _hundred_items(body: Body, _: int) -> Body:
    lines = enumerate(decisions(_BATCH))
    return {**body, "items": [{"id": f"x-{n}", "content": line.situation} for n, line in lines]}


def _long_answer(body: Body, _: int) -> Body:
    prose = "\n".join(f"{line.situation} {line.decision}" for line in decisions(1_000))
    return {**body, "response": prose[:100_000]}


_CHANGES: Mapping[str, Change] = {
    "store_memory": _another,
    "build_discovery_pack": _built,  # not the kept pack
    "request_context": _broad,  # the sample's filters leave few items
}
_LARGE: Mapping[str, tuple[str, Change]] = {
    "store_evidence": ("100 items", _hundred_items),
    "validate_response": ("100,000 characters", _long_answer),
}
