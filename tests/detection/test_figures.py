"""The rules stay at least as good as they were measured."""

import pytest

from tests.detection.figures import Figures, figures, halves, phone_figures, written

SEEN, SEEN_HARMLESS = written("seen_texts"), written("seen_negatives")
HELD_OUT, HELD_OUT_HARMLESS = written("heldout_texts"), written("heldout_negatives")


@pytest.fixture(scope="module")
def unseen() -> Figures:
    return figures(halves(HELD_OUT)[1], halves(HELD_OUT_HARMLESS)[1])


def test_few_texts_of_the_seen_corpus_are_missed_or_false_alarms() -> None:
    measured = figures(SEEN, SEEN_HARMLESS)
    assert len(measured.missed) <= 4, "\n".join(measured.report())
    assert len(measured.alarms) <= 3, "\n".join(measured.report())


def test_no_more_unseen_texts_are_missed_than_were_measured(unseen: Figures) -> None:
    # The texts themselves are not printed: then they would no longer be unseen.
    assert len(unseen.missed) <= 18, "\n".join(unseen.report())
    assert unseen.recall >= 0.77


def test_no_harmless_text_of_the_held_out_corpus_is_masked(unseen: Figures) -> None:
    assert not figures(HELD_OUT, HELD_OUT_HARMLESS).alarms
    assert unseen.precision == 1


def test_the_corpora_are_complete() -> None:
    assert (len(SEEN), len(SEEN_HARMLESS)) == (304, 304)
    assert (len(HELD_OUT), len(HELD_OUT_HARMLESS)) == (140, 140)
    assert all(secret in each.text for each in (*SEEN, *HELD_OUT) for secret in each.secrets)


def test_numbers_of_desks_are_readable_and_hardly_any_of_people() -> None:
    measured = phone_figures()
    assert measured.readable_desks >= 24
    assert measured.readable_people <= 6
