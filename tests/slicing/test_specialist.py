"""Levels and what a claim can do to them."""

import itertools

from recollect.core.security_levels import SECURITY_LEVELS, lower_of


def test_levels_ascend_from_public_to_restricted() -> None:
    assert SECURITY_LEVELS == ("public", "internal", "confidential", "restricted")


def test_the_lower_of_two_levels_counts_in_either_order() -> None:
    for lower, higher in itertools.combinations_with_replacement(SECURITY_LEVELS, 2):
        assert lower_of(lower, higher) == lower_of(higher, lower) == lower
