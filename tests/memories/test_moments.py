from datetime import timedelta

import pytest

from recollect.core.errors import InvalidRequest
from recollect.memories.moments import CLOCKS_APART, happened_at
from tests.memories.samples import NOW

BEFORE = NOW - timedelta(minutes=1)
MILLISECOND = timedelta(milliseconds=1)


def test_what_is_said_to_have_happened_then_did() -> None:
    assert happened_at(BEFORE, NOW, NOW) == BEFORE
    assert happened_at(None, BEFORE, NOW) == BEFORE


def test_what_a_clock_that_is_fast_puts_into_the_future_happens_now() -> None:
    assert happened_at(NOW + CLOCKS_APART, BEFORE, NOW) == NOW


def test_what_is_to_happen_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="occurred_at: must not be in the future"):
        happened_at(NOW + CLOCKS_APART + MILLISECOND, NOW, NOW)
