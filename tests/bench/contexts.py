"""How long a context request takes on the local platform, stage by stage.

The stages are those of the answer's own `timings`; the whole is measured by the client, and our own
share is what the handler reports: its time without waiting for stores and OPA.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import httpx

from infra.local.platform import PlatformOptions, running_platform
from tests.bench.corpus import decisions, questions
from tests.bench.timing import p50, p95, parts

_BATCH = 100
_WARM_UP = 20
_STAGES = ("retrievalMs", "candidateMs", "rankingMs", "slicingMs", "summarizationMs")
_QUIET = {"LOG_LEVEL": "ERROR"}


@dataclass(frozen=True, slots=True)
class Case:
    """A way to ask: how many results, and the environment of the functions."""

    name: str
    limit: int
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of one case; times in milliseconds."""

    case: str
    stage: str
    documents: int
    requests: int
    p50: float
    p95: float


_NO_OPA = {"SCS_OPA_URL": ""}
_HUNDRED = {"H4R_CANDIDATE_LIMIT": "100"}
CASES = (
    Case("10 results, local rules", 10, _NO_OPA),
    Case("10 results, OPA", 10, {}),
    Case("100 results, local rules", 100, {**_NO_OPA, **_HUNDRED}),
    Case("100 results, OPA, decisions cached", 100, _HUNDRED),
    Case("100 results, OPA, nothing cached", 100, {**_HUNDRED, "SCS_OPA_CACHE_TTL_MS": "0"}),
)


def measure_contexts(documents: int, requests: int) -> list[Stage]:
    """Send `requests` of each case to a platform that holds `documents` items."""
    return [stage for case in CASES for stage in _measured(case, documents, requests)]


def _measured(case: Case, documents: int, requests: int) -> Iterator[Stage]:
    # Repeated questions must not be answered from the cache of candidates.
    extra = {**_QUIET, "H4R_CACHE_TTL_MS": "0", **case.environment}
    options = replace(PlatformOptions(workers=1), extra_environment=extra)
    times: dict[str, list[float]] = {}
    with running_platform(options) as platform, httpx.Client(base_url=platform.url) as client:
        _fill(client, documents)
        # The same few questions are repeated, so that decisions are cached if the case allows it.
        asked = list(questions(_WARM_UP)) * (requests // _WARM_UP + 1)
        for question in asked[: requests + _WARM_UP]:
            for stage, milliseconds in _timed(client, case, question).items():
                times.setdefault(stage, []).append(milliseconds)
    for stage, values in times.items():
        counted = values[_WARM_UP:]
        yield Stage(case.name, stage, documents, len(counted), p50(counted), p95(counted))


def _fill(client: httpx.Client, documents: int) -> None:
    items = [
        {"id": f"item-{place}", "content": f"{line.situation} {line.decision}"}
        for place, line in enumerate(decisions(documents))
    ]
    for start in range(0, documents, _BATCH):
        body = {"items": items[start : start + _BATCH]}
        client.post("/evidence", json=body, timeout=60).raise_for_status()


def _timed(client: httpx.Client, case: Case, question: str) -> dict[str, float]:
    body = {
        "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "bench"}},
        "payload": {"query": {"type": "hybrid", "text": question}, "limit": case.limit},
    }
    started = time.perf_counter()
    response = client.post("/context", json=body, timeout=60).raise_for_status()
    whole = (time.perf_counter() - started) * 1000
    timings = response.json()["payload"]["explainability"]["timings"]
    return {
        "whole": whole,
        "own share": parts(response)["own"],
        **{stage.removesuffix("Ms"): float(timings[stage]) for stage in _STAGES},
    }
