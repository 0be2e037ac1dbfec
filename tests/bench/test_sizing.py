"""Sizes checked by hand, since the memory and the cost of functions are decided by them."""

from dataclasses import replace

import pytest

from tests.bench.sizing import Needs, sized, smallest


def needs(*, memory: float = 90, start: float = 400, first: float = 100, p95: float = 10) -> Needs:
    return Needs("find", memory=memory, start=start, first=first, mean=5, p95=p95)


def test_below_one_vcpu_times_grow_as_memory_shrinks() -> None:
    half = sized(needs(), 884)
    assert half.cold == pytest.approx(1_000.6, abs=0.1)
    assert half.p95 == pytest.approx(20, abs=0.1)


def test_above_one_vcpu_one_thread_gets_no_faster() -> None:
    assert sized(needs(), 3_538).cold == sized(needs(), 1_769).cold == 500


def test_a_million_requests_cost_their_gigabyte_seconds_and_their_invocations() -> None:
    # 5 ms of CPU at 1,769 MB and 50 ms of waiting: 55,000 s of 1,769 MB.
    assert sized(needs(), 1_769).dollars == pytest.approx(55_000 * 1.727539 * 1.33334e-5 + 0.2)


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        (needs(), 1024),
        (needs(start=300), 512),
        (needs(start=0, memory=300), 1024),
        (needs(start=0, first=0), 256),
        (needs(start=0, first=0, p95=60), 1769),
        (needs(start=9_000), 1769),
    ],
)
def test_the_smallest_size_that_meets_every_bound_is_taken_or_the_largest(
    asked: Needs, size: int
) -> None:
    assert smallest(asked).size == size


def test_a_warm_function_that_nobody_waits_for_may_be_slow() -> None:
    asked = replace(needs(start=0, first=0, p95=60), waited_for=False)
    assert smallest(asked).size == 256
