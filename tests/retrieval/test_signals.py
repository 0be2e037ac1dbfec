"""The signals that need no query, by numbers worked out by hand."""

import math
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.timestamps import age_in_days
from recollect.retrieval.signals import causality, establishment, frequency, harmlessness, recency
from tests.cases import each_case
from tests.retrieval.samples import NOW

AGES = st.none() | st.floats(-1e6, 1e6)
COUNTS = st.integers(-(10**6), 10**12)


def test_recency_decays_with_age() -> None:
    cases: list[tuple[float | None, float, float]] = [
        (0, 0.1, 1),
        (10, 0.1, 0.36787944117144233),
        (1, 0.1, 0.9048374180359595),
        (30, 0, 1),
        (1e9, 100, 0),
        (None, 0.1, 0),
        (None, 0, 0),
    ]
    for age_days, decay_lambda, expected in cases:
        assert recency(age_days, decay_lambda) == pytest.approx(expected, rel=1e-12)


def test_frequency_grows_with_the_logarithm_of_uses_up_to_a_hundred() -> None:
    cases: list[tuple[int, int, float]] = [
        (0, 0, 0),
        (1, 0, math.log(2) / math.log(101)),
        (4, 5, math.log(10) / math.log(101)),
        (60, 40, 1),
        (10**12, 10**12, 1),
        (-3, 1, 0),
    ]
    for reads, citations, expected in cases:
        assert frequency(reads, citations) == pytest.approx(expected, rel=1e-12)


def test_causality_falls_with_the_hops_and_ends_after_five() -> None:
    cases: list[tuple[int | None, float]] = [
        (0, 1),
        (1, 1 / 2),
        (2, 1 / 3),
        (5, 1 / 6),
        (6, 0),
        (None, 0),
    ]
    for hops, expected in cases:
        assert causality(hops, has_causes=True) == expected


@each_case("hops", [None, 0, 3])
def test_without_any_causes_causality_is_a_half(hops: int | None) -> None:
    assert causality(hops, has_causes=False) == 0.5


def test_an_item_is_established_by_its_age_or_by_its_reads() -> None:
    cases: list[tuple[float | None, int, float]] = [
        (0, 0, 0),
        (15, 0, 0.5),
        (30, 0, 1),
        (300, 0, 1),
        (3, 7, 0.7),
        (24, 7, 0.8),
        (None, 4, 0.4),
    ]
    for age_days, reads, expected in cases:
        assert establishment(age_days, reads) == pytest.approx(expected, rel=1e-12)


@each_case(("sensitivity", "expected"), [(0, 1), (0.25, 0.75), (1, 0)])
def test_harmlessness_is_one_minus_sensitivity(sensitivity: float, expected: float) -> None:
    assert harmlessness(sensitivity) == expected


@given(st.floats(0, 1e6))
def test_an_item_from_the_future_counts_as_created_now(days: float) -> None:
    ahead = age_in_days(NOW + timedelta(days=days), NOW)
    assert ahead == 0
    assert recency(-days, 0.1) == recency(0, 0.1) == 1
    assert establishment(-days, 0) == establishment(0, 0) == 0


@given(AGES, st.floats(0, 100), COUNTS, COUNTS, st.floats(0, 1))
def test_every_signal_stays_between_0_and_1(
    age_days: float | None, decay_lambda: float, reads: int, citations: int, sensitivity: float
) -> None:
    assert 0 <= recency(age_days, decay_lambda) <= 1
    assert 0 <= frequency(reads, citations) <= 1
    assert 0 <= establishment(age_days, reads) <= 1
    assert 0 <= harmlessness(sensitivity) <= 1


@given(st.integers(0, 200), st.integers(0, 200), st.floats(0, 100), st.floats(0, 100))
def test_older_is_never_more_recent_and_more_used_never_less_frequent(
    reads: int, more: int, age_days: float, older: float
) -> None:
    assert recency(age_days + older, 0.1) <= recency(age_days, 0.1)
    assert frequency(reads + more, 0) >= frequency(reads, 0)
    assert establishment(age_days + older, reads + more) >= establishment(age_days, reads)
