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
from dataclasses import dataclass, replace
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

    def to(route: str, body: object, kind: str = "", **path: str) -> Request:
        return Request(f"{kind} {name!r}".strip(), route, path, body)

    def evidence(kind: str, *contents: object, **fields: object) -> Request:
        return replace(_evidence("", *contents, **fields), name=f"{kind} {name!r}")

    short, longer, longest = text(4_000)[:3_990], text(16_000)[:15_990], text(SIZE)
    asked = text(4_096)[:4_090] or "a"
    many = _parts(text, 500)
    app, tool = {"app_slug": "worst"}, {"toolName": "oc_diagnostic_pod_health"}
    situation = {"situation": longer, "decision": longer, "stage": "draft"}
    corrected = {"outcome": "corrected", "correction": short}
    memory = situation | {"outcome": "failed", "correction": short}
    yield to("POST /apps/{app_slug}/memories", memory, **app)
    search = {"query": asked, "limit": 100, "explain": True}
    yield to("POST /apps/{app_slug}/memories/search", search, **app)
    yield evidence("text", longest)
    yield evidence("members", {str(n): each for n, each in enumerate(many)})
    names = enumerate(map(str, _parts(text, 200)))
    yield evidence("names", {each + str(n): 1 for n, each in names})
    turns = (str(each) + str(n) for n, each in enumerate(_parts(text, 50)))
    yield evidence("turns", *turns, thread="t")
    yield to("POST /cases", {"cases": [{"case_number": "SCS7654321", "content": longest}]})
    exemplar = _exemplar({"userRequest": longer}, {"a": text(SIZE - 20_000)})
    yield to("POST /exemplars", exemplar)
    pack: dict[str, object] = {"journalText": longest[:99_000], "refresh": True}
    yield to("POST /packs/discovery", pack, "journal")
    messages = [{"role": "user", "text": each} for each in _parts(text, 200)]
    yield to("POST /packs/discovery", {"messages": messages, "refresh": True}, "messages")
    yield to("POST /context", _question(asked))
    half = text(SIZE // 2)
    pieces = [str(each)[: SIZE // 300] for each in _parts(text, 100)]
    for kind, answer, results in (
        ("answer to a case", text(SIZE - 400), [_SHORT_SUMMARY]),
        ("answer and call", half, [half]),
        ("answer and calls", half, pieces),
    ):
        called = {"response": answer, "toolCalls": [_called(each) for each in results]}
        yield to("POST /responses/validate", called, kind)
    yield to("POST /responses/validate", {"response": longest}, "answer")
    for kind, arguments in (
        ("text", {"namespace": longest}),
        ("members", {str(n): each for n, each in enumerate(many)}),
    ):
        asks = {"arguments": arguments}
        yield to("POST /tools/{toolName}/memory-context", asks, kind, **tool)
    for kind, arguments, result in (("", {"a": half}, {"a": half}), ("parts", {}, many)):
        ran: dict[str, object] = {"arguments": arguments, "result": result, "sessionId": "s"}
        yield to("POST /tools/{toolName}/executions", ran, kind, **tool)
    for what, body in (
        ("PUT /apps/{app_slug}/memories/{memory_id}/correction", {"correction": short}),
        ("PUT /apps/{app_slug}/memories/{memory_id}/outcome", corrected),
        ("POST /apps/{app_slug}/memories/{memory_id}/votes", {"vote": "up", "voter_id": text(128)}),
    ):
        yield to(what, body, **app, memory_id="mem_1")
    entity = {"entityType": "a", "aliases": [text(120)[:100]], "notes": short}
    yield to("PUT /business-contexts/{entity_name}", entity, entity_name="Worst")
    told = {"app_slug": "worst", "memory_id": "mem_1", "outcome": "corrected"}
    for kind, correction in (("too long", longest), ("", short)):
        yield to("EVENT MemoryOutcomeRecorded", told | {"correction": correction}, kind)
    yield to("POST /conversations", {"sessionId": "s", "text": longer})
    yield to("POST /incidents", {"symptoms": [short] * 20})
    for kind, query in (("", longest), ("short", text(1_000)[:200])):
        asks = {"arguments": {"query": query}}
        yield to("POST /tools/{toolName}", asks, kind, toolName="searchCases")


def _evidence(name: str, *contents: object, **fields: object) -> Request:
    """Items with these contents, all with the same further fields."""
    return _items(name, [{"content": each, **fields} for each in contents])


def _items(name: str, items: Sequence[object], project: str = "worst") -> Request:
    return Request(name, "POST /evidence", {}, {"project": project, "items": items})


def _exemplar(context: object, action: object) -> object:
    return {
        "caseNumber": "SCS7654321",
        "interactionType": "a",
        "inputContext": context,
        "actionTaken": action,
        "outcome": "success",
    }


def _called(text: str) -> object:
    return {"toolName": "getCase", "result": {"caseSummary": f"Summary\n\n{text}"}}


def _question(text: str, **query: object) -> object:
    sender = {"type": "specialist", "id": "worst"}
    wishes = {"limit": 100, "include_explain": True, "include_graph": True}
    return {
        "meta": {"type": "ContextRequest", "from": sender, "project": "worst"},
        "payload": {"query": {"type": "hybrid", "text": text, **query}, **wishes},
    }


def stored_for_reading() -> Iterator[tuple[str, list[Any]]]:
    """Batches of evidence that are costly to read, by the reason."""

    def of(content: object, *paths: str) -> list[Any]:
        return [_item(n, content, list(paths)) for n in range(100)]

    deep: object = "x"
    for _ in range(28):
        deep = {"a": deep}
    wide = {"t": "matter", "w": [[0] * 100 for _ in range(99)]}
    every = "$.content.w[*][*]"
    yield "wildcards", [_item(n, wide, [every, every][: 1 + n % 2]) for n in range(100)]
    yield "many paths", of(wide, *(f"$.content.w[{n}][*]" for n in range(95)))
    names = (f"$.content{'.*' * n}" for n in range(2, 28))
    yield "names", of({"t": "matter", **{str(k): deep for k in range(30)}}, *names)
    yield "long", of({"t": "matter", "x": ["matter. " * 30] * 140}, "$.content.x[*]")
    yield "sentences", of("The matter is a matter of it. " * 1_200)
    causes = []
    for n in range(100):
        caused_by = [f"cause-{(n * 7 + k) % 100}" for k in range(1, 100)]
        related = {"caused_by": caused_by, "r1": [f"cause-{k}" for k in range(100)]}
        item = _item(n, f"The matter {n} because of it.", [])
        causes.append(item | {"id": f"cause-{n}"} | related)
    yield "causes", causes
    yield "big numbers", of({"t": "matter", "n": [10**300] * 100})


def _item(place: int, content: object, paths: list[str]) -> dict[str, Any]:
    personal = {"piiFields": paths, "containsPII": bool(paths)}
    return {"content": content, "tags": [f"n{place}"], **personal}


def readings(project: str) -> Iterator[Request]:
    """Questions to a project that contains costly items."""

    def of(body: object, what: str = "of") -> Request:
        copy = json.loads(json.dumps(body))
        copy["meta"]["project"] = project.replace(" ", "-")
        return Request(f"{what} {project}", "POST /context", {}, copy)

    yield of(_question("matter"))
    yield of(_question("matter " * 500))
    yield of(_question("x", filters={f"f{n}": ["a"] * 100 for n in range(20)}))
    types = [f"r{n}" for n in range(10)]
    start = {"start_node": "cause-1", "relationship_types": types, "max_depth": 10}
    yield of(_question("matter", type="graph_traversal", graph_params=start), "walk of")


def shapes() -> Iterator[Request]:
    """Requests that are costly because of their shape."""
    nested = "[" * 30 + "]" * 30
    tool = {"toolName": "oc_diagnostic_pod_health"}
    values: dict[str, list[Any]] = {
        "arrays": json.loads(f"[{','.join([nested] * 1_500)}]"),
        "objects": [{f"k{n}": {"a": {"b": n}}} for n in range(4_000)],
        "numbers": list(range(15_000)),
        "phones": [{f"k{n}": f"+4917012345{n % 100:02}"} for n in range(3_000)],
        "strings": ["a"] * 20_000,
        "nulls": [None] * 19_000,
        "empty": [""] * 30_000,
        "digits": [int("4111111111111111")] * 5_000,
    }
    for kind, value in values.items():
        name = f"shape {kind}"
        parts = [value[start::3] for start in range(3)]
        yield _evidence(name, *({"t": "x", "v": part} for part in parts))
        within = [{"content": f"x{place}", "v": part} for place, part in enumerate(parts)]
        yield _items(f"{name} in metadata", within)
        arguments = {"arguments": {"v": value}}
        yield Request(name, "POST /tools/{toolName}/memory-context", tool, arguments)
        ran: dict[str, object] = {"arguments": {}, "result": None, "sessionId": "s"}
        executions = "POST /tools/{toolName}/executions"
        yield Request(name, executions, tool, ran | arguments)
        yield Request(f"{name} as result", executions, tool, ran | {"result": value})
        called = {"toolName": "getCase", "result": {"caseSummary": value}}
        body: object = {"response": "x", "toolCalls": [called]}
        yield Request(name, "POST /responses/validate", {}, body)
        exemplar = _exemplar({"caseSnapshot": {"v": value}}, {"v": 1})
        yield Request(name, "POST /exemplars", {}, exemplar)
    tags = [f"tag{n}-" + "x" * 50 for n in range(32)]
    yield _evidence("tags", *(f"{n}" for n in range(40)), tags=tags)
    causes = [f"c{k}" for k in range(100)]
    matters = (f"Matter {n} +49170123456{n}" for n in range(100))
    yield _evidence("items", *matters, caused_by=causes)
    ring, row = [], []
    for n in range(100):
        item = {"id": f"d{n}", "content": f"{n}"}
        around = [f"d{(n + k) % 100}" for k in range(1, 90)]
        ring.append(item | {"trust": n / 100, "derived_from": around})
        before = [f"d{n - 1}"] if n else []
        row.append(item | {"trust": 0.5 if n else 0.1, "derived_from": before})
    yield _items("derived in a ring", ring)
    yield _items("derived in a row", row[::-1])
    turns = [{"id": f"t{n}", "content": f"{n} " * 200, "thread": "t"} for n in range(100)]
    yield _items("thread", turns)
    cited = {"run_id": "r", "memory_ids": [f"mem_{n:032x}" for n in range(100)]}
    yield Request("citations", "POST /apps/{app_slug}/citations", {"app_slug": "worst"}, cited)
    journal = " ".join(f"SCS{n:07}" for n in range(9_000))[:98_000]
    numbers = [f"SCS000{n:04}" for n in range(10)]
    pack = {"caseNumbers": numbers, "journalText": journal, "refresh": True}
    yield Request("numbers", "POST /packs/discovery", {}, pack)
    aliases = [f"Ann {n} " + "x" * 100 for n in range(32)]
    entity = {"entityType": "a", "aliases": aliases, "notes": "x +491701234567 " * 240}
    route = "PUT /business-contexts/{entity_name}"
    yield Request("path", route, {"entity_name": "Ann " * 30}, entity)
    unknown = {"items": [{f"{n}": 1} for n in range(9_000)]}
    yield Request("validating keys", "POST /evidence", {}, unknown)


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
                batch = items[start : start + 2]
                tried(_items(f"storing {project}", batch, project.replace(" ", "-")))
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
