"""How large a Lambda has to be: a function's needs as times and costs at each size.

Lambda gives CPU in proportion to memory, one vCPU at 1,769 MB. One request at a time, in one
thread, gains nothing from a second vCPU.
"""

from dataclasses import dataclass

SIZES = (256, 512, 1024, 1769)
_WAITING_MS = 50.0
"""Milliseconds that a request is taken to wait for what it asks, which are paid for as well."""

_VCPU = 1769
_MAX_WARM_MS = 100.0
_MAX_COLD_MS = 1500.0
_GB_SECOND = 0.0000133334
_MILLION_INVOCATIONS = 0.20


@dataclass(frozen=True, slots=True)
class Needs:
    """The needs of a function: peak memory in MB, the rest in CPU milliseconds.

    `start` is from the process's start until it is ready, `first` the first request, with what
    fetching the secret takes; `mean` and `p95` are of warm requests. What is `waited_for`, by a
    person or a tool, has a limit on its p95.
    """

    function: str
    memory: float
    start: float
    first: float
    mean: float
    p95: float
    waited_for: bool = True


@dataclass(frozen=True, slots=True)
class Sized:
    """A function at a size in MB: milliseconds, and dollars for a million warm requests."""

    function: str
    size: int
    cold: float
    p95: float
    dollars: float
    fits: bool


def sized(needs: Needs, size: int) -> Sized:
    """The times of a function at a size, and its cost on arm64."""
    slower = max(1.0, _VCPU / size)
    cold, warm = (needs.start + needs.first) * slower, needs.p95 * slower
    billed = needs.mean * slower + _WAITING_MS
    quick = warm <= _MAX_WARM_MS or not needs.waited_for
    return Sized(
        needs.function,
        size,
        cold=cold,
        p95=warm,
        dollars=billed * 1_000 * size / 1024 * _GB_SECOND + _MILLION_INVOCATIONS,
        fits=needs.memory < size / 2 and quick and cold <= _MAX_COLD_MS,
    )


def smallest(needs: Needs) -> Sized:
    """The first size that fits, or the last one."""
    options = [sized(needs, size) for size in SIZES]
    return next((each for each in options if each.fits), options[-1])
