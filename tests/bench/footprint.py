"""The memory and CPU time that functions need, each sample event in a process of its own.

The processes are those of the local platform, with the emulators behind, which hold the sample
data and 1,000 memories, items of evidence and executions besides. CPU time is what the kernel has
counted for the process, so that other work on the machine hardly shows. Linux only.
"""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from typing import IO

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from infra.local.worker import from_bytes, to_bytes, to_json
from infra.routes import FUNCTIONS, Function
from tests.bench.footprint_cases import Case, cases, fill
from tests.bench.sizing import Needs
from tests.bench.timing import p50, p95

_STORED_RECORDS = 1_000
_WARM_UP = 6
_COLD_STARTS = 3
# Functions that handle events or walk over all memories.
_BEHIND_THE_SCENES = ("apply_outcomes", "maintain_memories")
_OPTIONS = PlatformOptions(
    # Repeated questions must not be answered from the cache of candidates.
    extra_environment={"ENABLE_ORCH_CONTEXT": "true", "H4R_CACHE_TTL_MS": "0"}
)
_FETCHING = """
import functions.find_memories.handler, pathlib, re, time
def peak_memory():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(re.search("VmHWM:\\s+([0-9]+) kB", status)[1]) / 1024
memory, started = peak_memory(), time.process_time()
from datetime import UTC, datetime
from recollect.adapters.aws import secrets_manager
from recollect.adapters.aws.signing import SigningKeys, signed_headers
keys, host = SigningKeys("key", "secret", "token"), "secretsmanager.us-east-1.amazonaws.com"
signed_headers(keys, "us-east-1", "secretsmanager", host, {"A": "b"}, b"{}", datetime.now(UTC))
print((time.process_time() - started) * 1000)
print(peak_memory() - memory)
"""


@dataclass(frozen=True, slots=True)
class Footprint:
    """The needs of one case: peak memory in MB, when ready and at the end; CPU milliseconds."""

    function: str
    case: str
    requests: int
    memory_ready: float
    memory: float
    start: float
    first: float
    mean: float
    p50: float
    p95: float
    worst: float


@dataclass(frozen=True, slots=True)
class Fetching:
    """What signing the request for a secret adds to a first request: CPU milliseconds and MB."""

    cpu: float
    memory: float


def measure_footprints(requests: int) -> list[Footprint]:
    """Measure `requests` of each case, after the first and a few more that do not count."""
    footprints = []
    with (
        Path(os.devnull).open("wb") as nowhere,
        running_platform(replace(_OPTIONS, function_logs=nowhere.fileno())) as platform,
    ):
        asyncio.run(fill(platform.url, _STORED_RECORDS))
        for function in FUNCTIONS:
            seed(platform_target(platform.url))
            variables = environment(function, platform.url, _OPTIONS)
            footprints += [
                _measured(function, case, variables, requests) for case in cases(function)
            ]
    return footprints


def measure_fetching(runs: int) -> Fetching:
    """The medians of signing a request for a secret, after a function's usual imports."""
    command = [sys.executable, "-c", _FETCHING]
    pairs = []
    for _ in range(runs):
        run = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # ours
        pairs.append([float(line) for line in run.stdout.split()])
    return Fetching(cpu=p50([cpu for cpu, _ in pairs]), memory=p50([memory for _, memory in pairs]))


def needs(footprints: Sequence[Footprint], fetching: Fetching) -> list[Needs]:
    """The needs of each function: for each figure, the largest value of its cases."""
    return [
        _needs(function, [each for each in footprints if each.function == function.name], fetching)
        for function in FUNCTIONS
    ]


def _needs(function: Function, footprints: Sequence[Footprint], fetching: Fetching) -> Needs:
    added = Fetching(0, 0) if function.stores == "none" else fetching
    return Needs(
        function.name,
        memory=max(each.memory for each in footprints) + added.memory,
        start=p50([each.start for each in footprints]),  # the same for all cases
        first=max(each.first for each in footprints) + added.cpu,
        mean=max(each.mean for each in footprints),
        p95=max(each.p95 for each in footprints),
        waited_for=function.name not in _BEHIND_THE_SCENES,
    )


def _measured(
    function: Function, case: Case, variables: Mapping[str, str], requests: int
) -> Footprint:
    colds = [_cold_start(function, case, variables, place) for place in range(_COLD_STARTS)]
    with _started(function.name, variables) as worker:
        memory_ready = _peak_memory(worker.pid)
        times = [worker.cost(case, _COLD_STARTS + n) for n in range(_WARM_UP + requests)]
        memory = _peak_memory(worker.pid)
    warm = times[_WARM_UP:]
    return Footprint(
        function.name,
        case.name,
        requests,
        memory_ready=memory_ready,
        memory=memory,
        start=p50([start for start, _ in colds]),
        first=p50([first for _, first in colds]),
        mean=sum(warm) / len(warm),
        p50=p50(warm),
        p95=p95(warm),
        worst=max(warm),
    )


def _cold_start(
    function: Function, case: Case, variables: Mapping[str, str], place: int
) -> tuple[float, float]:
    with _started(function.name, variables) as worker:
        return worker.cpu(), worker.cost(case, place)


def _peak_memory(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    assert found, "VmHWM"
    return int(found[1]) / 1024


@dataclass(frozen=True, slots=True)
class _Worker:
    pid: int
    requests: IO[bytes]
    answers: IO[bytes]

    def cpu(self) -> float:
        """CPU milliseconds of the process since its start."""
        # The clock of a process as clock_getcpuclockid(3) numbers it: /proc counts in 10 ms.
        return time.clock_gettime((~self.pid << 3) | 2) * 1000

    def cost(self, case: Case, place: int) -> float:
        """CPU milliseconds of one request; RuntimeError if it did not succeed."""
        deadline = time.time_ns() // 1_000_000 + 30_000
        request = {"event": case.event(place), "requestId": f"r-{place}", "deadline": deadline}
        before = self.cpu()
        self.requests.write(to_bytes(to_json(request)) + b"\n")
        self.requests.flush()
        result = self.answer()
        cost = self.cpu() - before
        status = result.get("statusCode", 200) if isinstance(result, dict) else 200
        # A second deletion of the same record answers 404.
        if status >= HTTPStatus.BAD_REQUEST and not (place and status == HTTPStatus.NOT_FOUND):
            raise RuntimeError(f"{case.name}: {status}")
        return cost

    def answer(self) -> object:
        """The next answer of the process: the result of a request, or that it is ready."""
        answer = from_bytes(self.answers.readline())
        if "error" in answer:
            raise RuntimeError(str(answer["error"]))
        return answer["result"]


@contextmanager
def _started(function: str, variables: Mapping[str, str]) -> Iterator[_Worker]:
    with subprocess.Popen(  # noqa: S603  # ours
        [sys.executable, "-m", "infra.local.worker", function],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=dict(variables),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        worker = _Worker(process.pid, process.stdin, process.stdout)
        worker.answer()
        yield worker
