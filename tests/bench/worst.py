"""The CPU time of the worst requests under 100 KB we can think of: `python -m tests.bench.worst`.

Every route that takes text gets every text that looks nearly like what detection, matching or
cutting looks for. Each request is run in this process by the function's own handler, against a
platform in another one, so that what is counted is the function's own CPU, waiting left out.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.environment import environment
from infra.local.options import PlatformOptions
from infra.local.tokens import DEVELOPER_CLAIMS, rendered_claims
from infra.local.worker import Handler, LambdaContext, load_handler
from infra.routes import EVENTS, FUNCTIONS, ROUTES
from tests.functions.platforms import own_platform

SIZE = 99_000
"""Bytes of a request's body."""
LIMIT = 0.5
"""Seconds of CPU that no request may cost."""

_SHORT_SUMMARY = (
    "Summary\n\nPackets are lost.\n\nCurrent State\n\nStatus: Open\nPriority: 2 - High\n"
    "Assigned: Samuel Okoro (Network Engineering)\nSLA: breached 1 hour ago"
)
# Each pattern is repeated until it fills its field.
PATTERNS: Sequence[str] = json.loads((Path(__file__).parent / "data" / "worst.json").read_text())


@dataclass(frozen=True, slots=True)
class Raw:
    """A body as it is sent: JSON text that `json.dumps` would never write."""

    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request: its name, route and body; the route of an event begins with EVENT."""

    name: str
    route: str
    path: Mapping[str, str]
    body: object


def filled(pattern: str, size: int) -> str:
    """The pattern repeated to about `size` bytes of JSON."""
    each = len(json.dumps(pattern, ensure_ascii=False).encode()) - 2
    return pattern * max(1, size // each)


def different(pattern: str, size: int) -> str:
    """The same with a number after each repetition, so that no two are equal."""
    each = len(json.dumps(pattern, ensure_ascii=False).encode()) + 5
    return " ".join(f"{pattern}{place:x}" for place in range(max(1, size // each)))


def _texts() -> Iterator[tuple[str, Callable[[int], str]]]:
    for pattern in PATTERNS:
        yield pattern, partial(filled, pattern)
        yield f"{pattern}#", partial(different, pattern)


def _parts(text: Callable[[int], str], count: int) -> list[Any]:
    return [text(SIZE // count - 40) for _ in range(count)]


def with_text(name: str, text: Callable[[int], str]) -> Iterator[Request]:
    """Requests to every route that takes text, each full of this text."""
    app = {"app_slug": "worst"}
    memory = {
        "situation": text(16_000)[:15_990],
        "decision": text(16_000)[:15_990],
        "stage": "draft",
    }

    def to(
        route: str, body: object, *, path: Mapping[str, str] | None = None, kind: str = ""
    ) -> Request:
        return Request(f"{kind} {name!r}".strip(), route, path or {}, body)

    yield to(
        "POST /apps/{app_slug}/memories",
        {**memory, "outcome": "failed", "correction": text(4_000)[:3_990]},
        path=app,
    )
    yield to(
        "POST /apps/{app_slug}/memories/search",
        {"query": text(4_096)[:4_090] or "a", "limit": 100, "explain": True},
        path=app,
    )
    yield to(
        "POST /evidence", {"project": "worst", "items": [{"content": text(SIZE)}]}, kind="text"
    )
    yield to(
        "POST /evidence",
        {
            "project": "worst",
            "items": [{"content": {str(n): each for n, each in enumerate(_parts(text, 500))}}],
        },
        kind="members",
    )
    yield to(
        "POST /evidence",
        {
            "project": "worst",
            "items": [
                {
                    "content": {
                        each + str(n): 1 for n, each in enumerate(map(str, _parts(text, 200)))
                    }
                }
            ],
        },
        kind="names",
    )
    yield to(
        "POST /evidence",
        {
            "project": "worst",
            "items": [
                {"content": str(each) + str(n), "thread": "t"}
                for n, each in enumerate(_parts(text, 50))
            ],
        },
        kind="turns",
    )
    yield to("POST /cases", {"cases": [{"case_number": "SCS7654321", "content": text(SIZE)}]})
    yield to(
        "POST /exemplars",
        {
            "caseNumber": "SCS7654321",
            "interactionType": "a",
            "inputContext": {"userRequest": text(16_000)[:15_990]},
            "actionTaken": {"a": text(SIZE - 20_000)},
            "outcome": "success",
        },
    )
    yield to(
        "POST /packs/discovery",
        {"journalText": text(SIZE)[:99_000], "refresh": True},
        kind="journal",
    )
    yield to(
        "POST /packs/discovery",
        {
            "messages": [{"role": "user", "text": each} for each in _parts(text, 200)],
            "refresh": True,
        },
        kind="messages",
    )
    yield to("POST /context", _question(text(4_096)[:4_090] or "a"))
    yield to("POST /responses/validate", {"response": text(SIZE)}, kind="answer")
    yield to(
        "POST /responses/validate",
        {"response": text(SIZE - 400), "toolCalls": [_called(_SHORT_SUMMARY)]},
        kind="answer to a case",
    )
    yield to(
        "POST /responses/validate",
        {"response": text(SIZE // 2), "toolCalls": [_called(text(SIZE // 2))]},
        kind="answer and call",
    )
    yield to(
        "POST /responses/validate",
        {
            "response": text(SIZE // 2),
            "toolCalls": [_called(str(each)[: SIZE // 300]) for each in _parts(text, 100)],
        },
        kind="answer and calls",
    )
    tool = {"toolName": "oc_diagnostic_pod_health"}
    yield to(
        "POST /tools/{toolName}/memory-context",
        {"arguments": {"namespace": text(SIZE)}},
        path=tool,
        kind="text",
    )
    yield to(
        "POST /tools/{toolName}/memory-context",
        {"arguments": {str(n): each for n, each in enumerate(_parts(text, 500))}},
        path=tool,
        kind="members",
    )
    yield to(
        "POST /tools/{toolName}/executions",
        {"arguments": {"a": text(SIZE // 2)}, "result": {"a": text(SIZE // 2)}, "sessionId": "s"},
        path=tool,
    )
    yield to(
        "POST /tools/{toolName}/executions",
        {"arguments": {}, "result": _parts(text, 500), "sessionId": "s"},
        path=tool,
        kind="parts",
    )
    memory_path = {**app, "memory_id": "mem_1"}
    for part, body in (
        (
            "PUT /apps/{app_slug}/memories/{memory_id}/correction",
            {"correction": text(4_000)[:3_990]},
        ),
        (
            "PUT /apps/{app_slug}/memories/{memory_id}/outcome",
            {"outcome": "corrected", "correction": text(4_000)[:3_990]},
        ),
        ("POST /apps/{app_slug}/memories/{memory_id}/votes", {"vote": "up", "voter_id": text(128)}),
    ):
        yield to(part, body, path=memory_path)
    yield to(
        "PUT /business-contexts/{entity_name}",
        {"entityType": "a", "aliases": [text(120)[:100]], "notes": text(4_000)[:3_990]},
        path={"entity_name": "Worst"},
    )
    yield to("EVENT MemoryOutcomeRecorded", _outcome(text(SIZE)), kind="too long")
    yield to("EVENT MemoryOutcomeRecorded", _outcome(text(4_000)[:3_990]))
    yield to("POST /conversations", {"sessionId": "s", "text": text(16_000)[:15_990]})
    yield to("POST /incidents", {"symptoms": [text(4_000)[:3_990]] * 20})
    yield to(
        "POST /tools/{toolName}",
        {"arguments": {"query": text(SIZE)}},
        path={"toolName": "searchCases"},
    )
    yield to(
        "POST /tools/{toolName}",
        {"arguments": {"query": text(1_000)[:200]}},
        path={"toolName": "searchCases"},
        kind="short",
    )


def _outcome(correction: str) -> object:
    return {
        "app_slug": "worst",
        "memory_id": "mem_1",
        "outcome": "corrected",
        "correction": correction,
    }


def _called(text: str) -> object:
    return {"toolName": "getCase", "result": {"caseSummary": f"Summary\n\n{text}"}}


def _question(text: str, limit: int = 100, **query: object) -> object:
    return {
        "meta": {
            "type": "ContextRequest",
            "from": {"type": "specialist", "id": "worst"},
            "project": "worst",
        },
        "payload": {
            "query": {"type": "hybrid", "text": text, **query},
            "limit": limit,
            "include_explain": True,
            "include_graph": True,
        },
    }


def stored_for_reading() -> Iterator[tuple[str, list[Any]]]:
    """Batches of evidence that are costly to read, by the reason."""
    deep: object = "x"
    for _ in range(28):
        deep = {"a": deep}
    wide = [[0] * 100 for _ in range(99)]
    paths: list[Any] = [f"$.content.w[*][*]{'[*]' * n}" for n in range(90)]
    many: list[Any] = [f"$.content.w[{n}][*]" for n in range(95)]
    names = [f"$.content{'.*' * n}" for n in range(2, 28)]
    yield (
        "wildcards",
        [
            _item(n, {"t": "matter", "w": wide}, ["$.content.w[*][*]", *paths[: n % 2]])
            for n in range(100)
        ],
    )
    yield "many paths", [_item(n, {"t": "matter", "w": wide}, many) for n in range(100)]
    yield (
        "names",
        [_item(n, {"t": "matter", **{str(k): deep for k in range(30)}}, names) for n in range(100)],
    )
    yield (
        "long",
        [
            _item(n, {"t": "matter", "x": ["matter. " * 30] * 140}, ["$.content.x[*]"])
            for n in range(100)
        ],
    )
    yield "sentences", [_item(n, "The matter is a matter of it. " * 1_200, []) for n in range(100)]
    yield (
        "causes",
        [
            {
                **_item(n, f"The matter {n} because of it.", []),
                "id": f"cause-{n}",
                "caused_by": [f"cause-{(n * 7 + k) % 100}" for k in range(1, 100)],
                "r1": [f"cause-{k}" for k in range(100)],
            }
            for n in range(100)
        ],
    )
    yield "big numbers", [_item(n, {"t": "matter", "n": [10**300] * 100}, []) for n in range(100)]


def _item(place: int, content: object, paths: list[Any]) -> dict[str, Any]:
    item: dict[str, Any] = {
        "content": content,
        "tags": [f"n{place}"],
        "piiFields": paths,
        "containsPII": bool(paths),
    }
    return item


def readings(project: str) -> Iterator[Request]:
    """Questions to a project that contains costly items."""
    question = _question("matter")
    for body in (
        question,
        _question("matter " * 500),
        _question("x", filters={f"f{n}": ["a"] * 100 for n in range(20)}),
    ):
        yield Request(f"of {project}", "POST /context", {}, _of(project, body))
    start: object = {
        "start_node": "cause-1",
        "relationship_types": [f"r{n}" for n in range(10)],
        "max_depth": 10,
    }
    yield Request(
        f"walk of {project}",
        "POST /context",
        {},
        _of(project, _question("matter", type="graph_traversal", graph_params=start)),
    )


def _of(project: str, body: object) -> object:
    copy = json.loads(json.dumps(body))
    copy["meta"]["project"] = project.replace(" ", "-")
    return copy


def shapes() -> Iterator[Request]:
    """Requests that are costly because of their shape."""
    nested = "[" * 30 + "]" * 30
    arrays = json.loads(f"[{','.join([nested] * 1_500)}]")
    objects = {f"k{n}": {"a": {"b": n}} for n in range(4_000)}
    numbers = list(range(15_000))
    phones = {f"k{n}": f"+4917012345{n % 100:02}" for n in range(3_000)}
    tool = {"toolName": "oc_diagnostic_pod_health"}
    for name, value in (
        ("arrays", arrays),
        ("objects", [{k: v} for k, v in objects.items()]),
        ("numbers", numbers),
        ("phones", [{k: v} for k, v in phones.items()]),
        ("strings", ["a"] * 20_000),
        ("nulls", [None] * 19_000),
        ("empty", [""] * 30_000),
        ("digits", [int("4111111111111111")] * 5_000),
    ):
        parts = [list(value)[start::3] for start in range(3)]
        yield Request(
            f"shape {name}",
            "POST /evidence",
            {},
            {"project": "worst", "items": [{"content": {"t": "x", "v": part}} for part in parts]},
        )
        yield Request(
            f"shape {name} in metadata",
            "POST /evidence",
            {},
            {
                "project": "worst",
                "items": [{"content": f"x{place}", "v": part} for place, part in enumerate(parts)],
            },
        )
        yield Request(
            f"shape {name}",
            "POST /tools/{toolName}/memory-context",
            tool,
            {"arguments": {"v": value}},
        )
        yield Request(
            f"shape {name}",
            "POST /tools/{toolName}/executions",
            tool,
            {"arguments": {"v": value}, "result": None, "sessionId": "s"},
        )
        yield Request(
            f"shape {name} as result",
            "POST /tools/{toolName}/executions",
            tool,
            {"arguments": {}, "result": value, "sessionId": "s"},
        )
        yield Request(
            f"shape {name}",
            "POST /responses/validate",
            {},
            {
                "response": "x",
                "toolCalls": [{"toolName": "getCase", "result": {"caseSummary": value}}],
            },
        )
        yield Request(
            f"shape {name}",
            "POST /exemplars",
            {},
            {
                "caseNumber": "SCS7654321",
                "interactionType": "a",
                "inputContext": {"caseSnapshot": {"v": value}},
                "actionTaken": {"v": 1},
                "outcome": "success",
            },
        )
    tags = [f"tag{n}-" + "x" * 50 for n in range(32)]
    yield Request(
        "tags",
        "POST /evidence",
        {},
        {"project": "worst", "items": [{"content": f"{n}", "tags": tags} for n in range(40)]},
    )
    yield Request(
        "items",
        "POST /evidence",
        {},
        {
            "project": "worst",
            "items": [
                {
                    "content": f"Matter {n} +49170123456{n}",
                    "caused_by": [f"c{k}" for k in range(100)],
                }
                for n in range(100)
            ],
        },
    )
    yield Request(
        "derived in a ring",
        "POST /evidence",
        {},
        {
            "project": "worst",
            "items": [
                {
                    "id": f"d{n}",
                    "content": f"{n}",
                    "trust": n / 100,
                    "derived_from": [f"d{(n + k) % 100}" for k in range(1, 90)],
                }
                for n in range(100)
            ],
        },
    )
    yield Request(
        "derived in a row",
        "POST /evidence",
        {},
        {
            "project": "worst",
            "items": [
                {
                    "id": f"d{n}",
                    "content": f"{n}",
                    "trust": 0.5 if n else 0.1,
                    "derived_from": [f"d{n - 1}"] if n else [],
                }
                for n in reversed(range(100))
            ],
        },
    )
    yield Request(
        "thread",
        "POST /evidence",
        {},
        {
            "project": "worst",
            "items": [{"id": f"t{n}", "content": f"{n} " * 200, "thread": "t"} for n in range(100)],
        },
    )
    yield Request(
        "citations",
        "POST /apps/{app_slug}/citations",
        {"app_slug": "worst"},
        {"run_id": "r", "memory_ids": [f"mem_{n:032x}" for n in range(100)]},
    )
    yield Request(
        "numbers",
        "POST /packs/discovery",
        {},
        {
            "caseNumbers": [f"SCS000{n:04}" for n in range(10)],
            "journalText": " ".join(f"SCS{n:07}" for n in range(9_000))[:98_000],
            "refresh": True,
        },
    )
    yield Request(
        "path",
        "PUT /business-contexts/{entity_name}",
        {"entity_name": "Ann " * 30},
        {
            "entityType": "a",
            "aliases": [f"Ann {n} " + "x" * 100 for n in range(32)],
            "notes": "x +491701234567 " * 240,
        },
    )
    yield Request(
        "validating keys", "POST /evidence", {}, {"items": [{f"{n}": 1} for n in range(9_000)]}
    )


def unwritten() -> Iterator[Request]:
    """Bodies that are hard to parse, for every route that takes one."""
    routes = [each for each in ROUTES if each.method in {"POST", "PUT"}]
    bodies = {
        "lists": "[" * 49_000 + "]" * 49_000,
        "objects": '{"a":' * 16_000 + "1" + "}" * 16_000,
        "a number": "9" * SIZE,
        "numbers of 5,000 digits": f"[{','.join(['9' * 5_000] * 19)}]",
        "a fraction": "0." + "9" * SIZE,
        "the same name": "{" + ",".join(['"items":1'] * 9_000) + "}",
        "other names": "{" + ",".join(f'"n{n}":1' for n in range(9_000)) + "}",
        "escapes": '{"items":"' + "\\u0061" * 16_000 + '"}',
        "no end": '{"items":"' + "a" * SIZE,
        "spaces": " " * SIZE + "{}",
    }
    fields = ("items", "arguments", "toolCalls", "messages", "tags", "symptoms", "memory_ids")
    for route in routes:
        path = {"app_slug": "worst", "memory_id": "mem_1", "run_id": "r", "entity_name": "Worst"}
        path["toolName"] = "searchCases"
        for name, body in bodies.items():
            yield Request(f"raw {name}", f"{route.method} {route.path}", path, Raw(body))
        for field in fields:
            filled_with = {field: [{"a": n} for n in range(8_000)]}
            yield Request(f"field {field}", f"{route.method} {route.path}", path, filled_with)


def event_of(request: Request) -> dict[str, object]:
    """The request as API Gateway or EventBridge hands it over, from the developer."""
    if request.route.startswith("EVENT "):
        return {
            "version": "0",
            "id": str(uuid4()),
            "detail-type": request.route.removeprefix("EVENT "),
            "source": "recollect.feedback",
            "account": "123456789012",
            "time": "2026-01-15T09:30:00Z",
            "region": "us-east-1",
            "resources": [],
            "detail": request.body,
        }
    method, _, template = request.route.partition(" ")
    path = template.format(**request.path)
    return {
        "version": "2.0",
        "routeKey": request.route,
        "rawPath": unquote(path),
        "rawQueryString": "",
        "headers": {"content-type": "application/json"},
        "pathParameters": dict(request.path),
        "requestContext": {
            "http": {"method": method, "path": path},
            "requestId": str(uuid4()),
            "authorizer": {"jwt": {"claims": dict(rendered_claims(DEVELOPER_CLAIMS))}},
        },
        "body": body_of(request),
        "isBase64Encoded": False,
    }


def body_of(request: Request) -> str:
    """The body as it is sent."""
    if isinstance(request.body, Raw):
        return request.body.text
    return json.dumps(request.body, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Cost:
    """The CPU seconds that a request took, and its status and size."""

    seconds: float
    status: int
    size: int
    request: Request


def cost_of(handler: Handler, request: Request) -> Cost:
    """Run a request in this process."""
    event = event_of(request)
    function = "worst"
    context = LambdaContext(function, str(uuid4()), time.time_ns() // 1_000_000 + 60_000)
    started = time.process_time()
    try:
        answer = handler(event, context)
    except Exception:  # noqa: BLE001 - this is how a function tells the bus that an event failed
        answer = None
    seconds = time.process_time() - started
    status = int(str(answer["statusCode"])) if isinstance(answer, dict) else 0
    return Cost(seconds, status, len(body_of(request).encode("utf-8", "replace")), request)


def attacks(every: int) -> Iterator[Request]:
    """All requests except readings; of the texts, every `every`-th."""
    yield from shapes()
    yield from unwritten()
    for name, text in islice(_texts(), None, None, every):
        yield from with_text(name, text)


def measure(only: str, every: int) -> Sequence[Cost]:
    """The costs of all requests whose route or name has `only`, the worst first."""
    functions = {f"{route.method} {route.path}": route.function for route in ROUTES}
    functions |= {f"EVENT {rule.detail_type}": rule.function for rule in EVENTS}
    full = next(each for each in FUNCTIONS if each.name == "build_discovery_pack")
    options = PlatformOptions(workers=1)
    costs: list[Cost] = []
    with own_platform(options) as platform:
        seed(platform_target(platform.url))
        os.environ.update(
            environment(full, platform.url, options)
            | {
                "LOG_LEVEL": "CRITICAL",
                "H4R_CANDIDATE_LIMIT": "100",
                "TOOLS_MEMORY_ENABLED": "true",
            }
        )
        handlers = {name: load_handler(name) for name in set(functions.values())}

        def tried(request: Request) -> Cost:
            cost = cost_of(handlers[functions[request.route]], request)
            costs.append(cost)
            if cost.seconds > LIMIT:
                again = cost_of(handlers[functions[request.route]], request)
                costs[-1] = min(cost, again, key=lambda each: each.seconds)
            return costs[-1]

        for request in attacks(every):
            if only in f"{request.route} {request.name}":
                tried(request)
        for project, items in stored_for_reading():
            if only not in f"POST /context {project}":
                continue
            for start in range(0, len(items), 2):
                each = Request(
                    f"storing {project}",
                    "POST /evidence",
                    {},
                    {"project": project.replace(" ", "-"), "items": items[start : start + 2]},
                )
                tried(each)
            for request in readings(project):
                tried(request)
    return sorted(costs, key=lambda cost: -cost.seconds)


def main() -> int:
    """Show the worst requests and the failed ones; return 1 if any failed or is over the limit."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.worst")
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1, help="try every so manieth text")
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_args()
    costs = measure(options.only, options.every)
    for cost in costs[: options.show]:
        sys.stderr.write(
            f"{cost.seconds:7.3f} s  {cost.status}  {cost.size:7} bytes  "
            f"{cost.request.route}  {cost.request.name[:80]}\n"
        )
    over = [cost for cost in costs if cost.seconds > LIMIT and cost.size < 100_000]
    failed = [cost for cost in costs if cost.status in {500, 502}]
    for cost in failed:
        sys.stderr.write(f"{cost.status}: {cost.request.route}  {cost.request.name[:80]}\n")
    sys.stderr.write(f"{len(costs)} requests, {len(over)} over {LIMIT} s\n")
    return 1 if over or failed else 0


if __name__ == "__main__":
    sys.exit(main())
