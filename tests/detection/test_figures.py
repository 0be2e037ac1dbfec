"""The level that was measured is kept."""

import pytest

from tests.detection.figures import Figures, figures, halves, written

SEEN, SEEN_HARMLESS = written("seen_texts"), written("seen_negatives")
HELD_OUT, HELD_OUT_HARMLESS = written("heldout_texts"), written("heldout_negatives")


@pytest.fixture(scope="module")
def unseen() -> Figures:
    return figures(halves(HELD_OUT)[1], halves(HELD_OUT_HARMLESS)[1])


def test_what_rules_were_written_with_is_found() -> None:
    measured = figures(SEEN, SEEN_HARMLESS)
    assert len(measured.missed) <= 4, "\n".join(measured.told())
    assert len(measured.alarms) <= 3, "\n".join(measured.told())


def test_no_more_texts_that_nobody_had_seen_are_missed_than_were(unseen: Figures) -> None:
    # The texts themselves are not told: whoever reads them has seen them.
    assert len(unseen.missed) <= 18, "\n".join(unseen.told())
    assert unseen.recall >= 0.77


def test_no_harmless_text_that_was_held_out_is_masked(unseen: Figures) -> None:
    assert not figures(HELD_OUT, HELD_OUT_HARMLESS).alarms
    assert unseen.precision == 1


def test_the_corpora_are_whole() -> None:
    assert (len(SEEN), len(SEEN_HARMLESS)) == (304, 304)
    assert (len(HELD_OUT), len(HELD_OUT_HARMLESS)) == (140, 140)
    assert all(secret in each.text for each in (*SEEN, *HELD_OUT) for secret in each.secrets)
