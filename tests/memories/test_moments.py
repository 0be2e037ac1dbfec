from datetime import timedelta

import pytest

from recollect.core.errors import InvalidRequest
from recollect.core.timestamps import CLOCKS_APART
from recollect.memories.judging.moments import happened_at
from tests.memories.samples import NOW

BEFORE = NOW - timedelta(minutes=1)
MILLISECOND = timedelta(milliseconds=1)


def test_a_stated_moment_in_the_past_is_accepted() -> None:
    assert happened_at(BEFORE, NOW, NOW) == BEFORE
    assert happened_at(None, BEFORE, NOW) == BEFORE


def test_a_moment_ahead_by_no_more_than_clocks_differ_counts_as_now() -> None:
    assert happened_at(NOW + CLOCKS_APART, BEFORE, NOW) == NOW


def test_a_moment_in_the_future_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="occurred_at: must not be in the future"):
        happened_at(NOW + CLOCKS_APART + MILLISECOND, NOW, NOW)
