"""Texts like the most relevant ones come before others that are not."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.support import by_support

PRINTERS = (
    "The printer at the hub jams: clean the paper tray.",
    "A printer jams when its paper tray is dirty: clean the tray.",
    "To clean the tray of a printer pull the paper out.",
    "The tray of the printer jams with thick paper.",
)
OTHERS = (
    "Invoices are sent on the first of each month.",
    "The database is copied at night.",
    "Lunch is at noon.",
)
TEXTS = (*PRINTERS, *OTHERS)
# The last printer is a little less relevant than the first of the others.
RELEVANT = (0.9, 0.8, 0.7, 0.29, 0.3, 0.1, 0.05)


def test_a_text_like_the_most_relevant_ones_passes_a_slightly_more_relevant_one() -> None:
    found = by_support(RELEVANT, TEXTS, range(len(TEXTS)))
    assert found == [0.9, 0.8, 0.7, 0.3, 0.29, 0.1, 0.05]


def test_texts_that_take_no_part_keep_their_relevance() -> None:
    found = by_support(RELEVANT, TEXTS, [0, 1, 2, 4])
    assert found == list(RELEVANT)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_texts_do_not_support_each_other(count: int) -> None:
    assert by_support(RELEVANT[:count], TEXTS[:count], range(count)) == list(RELEVANT[:count])


def test_texts_without_a_common_word_keep_their_order() -> None:
    assert by_support([0.2, 0.5, 0.4], OTHERS, range(3)) == [0.2, 0.5, 0.4]


@given(st.lists(st.tuples(st.floats(0, 1), st.text("ab ", max_size=8)), max_size=40))
def test_only_the_order_of_the_probabilities_changes(found: Sequence[tuple[float, str]]) -> None:
    relevant, texts = [each for each, _ in found], [text for _, text in found]
    assert sorted(by_support(relevant, texts, range(len(texts)))) == sorted(relevant)
