"""How reliable the probabilities of relevance are, and what a floor keeps."""

from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.cli.calibrating.reliability import (
    FLOORS,
    TO_KEEP,
    TO_KEEP_OF_EACH,
    Judgement,
    best_floor,
    calibration_error,
    effect_of,
    ndcg,
    tenths,
)

PROBABILITIES = st.floats(0, 1)
JUDGEMENTS = st.lists(
    st.lists(st.tuples(PROBABILITIES, st.booleans()), max_size=8).map(
        lambda pairs: Judgement(
            [probability for probability, _ in pairs],
            [relevant for _, relevant in pairs],
            sum(relevant for _, relevant in pairs),
        )
    ),
    max_size=8,
)


@pytest.mark.parametrize("seed", range(5))
def test_probabilities_that_come_true_as_often_as_they_say_have_no_error(seed: int) -> None:
    random = Random(seed)  # noqa: S311  # no secret
    probabilities = [random.random() for _ in range(20_000)]
    judged = Judgement(probabilities, [random.random() < each for each in probabilities], answers=1)

    assert calibration_error(tenths([judged])) < 0.02


def test_constant_certainty_has_an_error_of_the_share_of_wrong_results() -> None:
    judged = Judgement([1.0] * 4, [True, False, False, False], answers=1)
    assert calibration_error(tenths([judged])) == pytest.approx(0.75)


@given(JUDGEMENTS)
def test_the_calibration_error_is_a_share_and_every_pair_is_in_one_tenth(
    judged: list[Judgement],
) -> None:
    parts = tenths(judged)

    assert 0 <= calibration_error(parts) <= 1
    assert sum(each.pairs for each in parts if each) == sum(len(each.relevant) for each in judged)


@given(JUDGEMENTS)
def test_a_higher_floor_keeps_no_more_and_answers_no_more(judged: list[Judgement]) -> None:
    effects = [effect_of(floor, judged) for floor in FLOORS]

    for values in zip(*((each.kept, each.results, each.answered) for each in effects), strict=True):
        assert list(values) == sorted(values, reverse=True)


@given(st.lists(JUDGEMENTS, min_size=1, max_size=3))
def test_the_chosen_floor_keeps_enough_and_none_above_it_does(sets: list[list[Judgement]]) -> None:
    sets = [each for each in sets if any(any(question.relevant) for question in each)]
    if not sets:
        return
    floor = best_floor(sets)

    def is_enough(at: float) -> bool:
        kept = [effect_of(at, each).kept for each in sets]
        return min(kept) >= TO_KEEP_OF_EACH and fmean(kept) >= TO_KEEP

    assert not floor or is_enough(floor)
    assert not any(map(is_enough, (each for each in FLOORS if each > floor)))


def test_a_floor_drops_whole_questions_or_results_a_sixth_as_relevant_as_the_best() -> None:
    best_is_second = Judgement([0.3, 0.11, 0.04], [False, True, False], answers=1)
    unanswerable = Judgement([0.2, 0.1], [False, False], answers=0)

    low, middle, high = (
        effect_of(each, [best_is_second, unanswerable]) for each in (0.1, 0.3, 0.4)
    )

    assert (low.kept, low.results, low.answered) == (1.0, 2.5, 1)
    assert (middle.kept, middle.results, middle.answered) == (1.0, 1.0, 0)
    assert (high.kept, high.results, high.answered) == (0.0, 0.0, 0)


def test_ndcg_also_counts_answers_that_were_not_found() -> None:
    assert ndcg(Judgement([0.9, 0.1], [True, False], answers=1)) == 1.0
    assert ndcg(Judgement([0.1, 0.9], [True, False], answers=1)) == pytest.approx(0.6309, abs=1e-4)
    assert ndcg(Judgement([0.9, 0.1], [True, False], answers=2)) == pytest.approx(0.6131, abs=1e-4)
