"""Percentiles and server timings for the benchmarks."""

import re
import statistics
from collections.abc import Mapping, Sequence

import httpx

_PART = re.compile(r"(\w+);dur=([\d.]+)")


def p50(milliseconds: Sequence[float]) -> float:
    """The median."""
    return statistics.median(milliseconds)


def p95(milliseconds: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(milliseconds, n=20, method="inclusive")[-1]


def parts(response: httpx.Response) -> Mapping[str, float]:
    """The milliseconds in `Server-Timing`, by name; `own` is the handler's own share."""
    found = _PART.findall(response.headers["Server-Timing"])
    return {name: float(milliseconds) for name, milliseconds in found}
