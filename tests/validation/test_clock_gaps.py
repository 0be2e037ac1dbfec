"""The possible durations between two times of day."""

from math import inf, nan

from hypothesis import given
from hypothesis import strategies as st

from recollect.validation.known.moment_index import gaps_of, has_gap

TIMES = st.frozensets(st.integers(0, 6000), max_size=20)


def test_a_gap_between_clock_times_may_reach_into_the_next_day() -> None:
    gaps = gaps_of([23 * 60, 60])  # 23:00 and 01:00
    assert has_gap(gaps, 120, 1)
    assert has_gap(gaps, 22 * 60, 1)
    assert not has_gap(gaps, 121, 1)


@given(TIMES, st.floats(0, 3000) | st.sampled_from([inf, nan]), st.floats(0.5, 100))
def test_gaps_between_all_pairs_of_times_are_found(
    times: frozenset[int], minutes: float, near: float
) -> None:
    pairs = [(one - other) % 1440 for one in times for other in times]
    assert has_gap(gaps_of(times), minutes, near) == any(
        abs(each - minutes) < near for each in pairs
    )
