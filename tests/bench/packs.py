"""How long a discovery pack takes on the local platform: built, built slowly, and kept.

Built: `refresh`, on the sample data. The whole is set against the slowest section, which the answer
names in `Server-Timing`. Slowly: with a delay injected into every call of ServiceNow, Slack and
the index, then also of Redis. Kept: the same request again.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import httpx
from pydantic import JsonValue

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions, running_platform
from tests.bench.timing import p50, p95, parts

DELAY_MS = 200
_WARM_UP = 10
_OWN_PARTS = {"total", "store", "own"}
_SLOW = ("servicenow", "slack", "upstash-vector")
_REQUEST: dict[str, JsonValue] = {
    "caseNumbers": ["SCS0001234"],
    "channelId": "C123456",
    "threadTs": "1700000000.123456",
}
_TEN: dict[str, JsonValue] = {
    **_REQUEST,
    "caseNumbers": [
        *("SCS0001234", "SCS0001241", "SCS0001263", "SCS0001010", "SCS0001022"),
        *("SCS0001037", "SCS0001083", "SCS0001136", "SCS0001196", "SCS0000912"),
    ],
}


@dataclass(frozen=True, slots=True)
class PackTimes:
    """The times of one way to get a pack, in milliseconds.

    `beyond` is the handler's time beyond that of its slowest section.
    """

    case: str
    requests: int
    p50: float
    p95: float
    own_p95: float
    beyond_p95: float


def measure_packs(requests: int) -> list[PackTimes]:
    """Measure all five ways."""
    options = PlatformOptions(workers=1, extra_environment={"LOG_LEVEL": "ERROR"})
    with running_platform(options) as platform:
        seed(platform_target(platform.url))
        with httpx.Client(base_url=platform.url, timeout=30) as client:
            built = _timed("built", requests, lambda: _ask(client, refresh=True))
            ten = _timed("built, of ten cases", requests, lambda: _ask(client, _TEN, refresh=True))
            kept = _timed("kept", requests, lambda: _ask(client, refresh=False))
            _slow_down(client, *_SLOW)
            name = f"built, every call but Redis {DELAY_MS} ms slower"
            slow = _timed(name, 20, lambda: _ask(client, refresh=True))
            _slow_down(client, "upstash-redis")
            name = f"built, every call {DELAY_MS} ms slower"
            slower = _timed(name, 20, lambda: _ask(client, refresh=True))
            client.delete("/_emulators/faults").raise_for_status()
    return [built, ten, kept, slow, slower]


def _slow_down(client: httpx.Client, *targets: str) -> None:
    for target in targets:
        fault = {"target": target, "mode": "slow", "delay_ms": DELAY_MS}
        client.post("/_emulators/faults", json=fault).raise_for_status()


def _ask(
    client: httpx.Client, request: dict[str, JsonValue] = _REQUEST, *, refresh: bool
) -> httpx.Response:
    body = {**request, "refresh": refresh}
    return client.post("/packs/discovery", json=body).raise_for_status()


def _timed(case: str, requests: int, ask: Callable[[], httpx.Response]) -> PackTimes:
    whole, own, beyond = [], [], []
    for _ in range(requests + _WARM_UP):
        started = time.perf_counter()
        times = parts(ask())
        whole.append((time.perf_counter() - started) * 1000)
        own.append(times["own"])
        sections = [value for name, value in times.items() if name not in _OWN_PARTS]
        beyond.append(times["total"] - max(sections, default=0.0))
    return PackTimes(
        case,
        requests,
        p50=p50(whole[_WARM_UP:]),
        p95=p95(whole[_WARM_UP:]),
        own_p95=p95(own[_WARM_UP:]),
        beyond_p95=p95(beyond[_WARM_UP:]),
    )
