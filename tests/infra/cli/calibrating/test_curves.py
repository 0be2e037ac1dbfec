"""Curves are fitted to judged questions, whatever model their numbers come from."""

import math
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infra.cli.calibrating.curves import Judgements, fitted
from recollect.relevance.calibration import Curve


def simulated(curve: Curve, questions: int, seed: int) -> list[Judgements]:
    """Questions whose items are relevant as often as a curve says."""
    random = Random(seed)  # noqa: S311  # no secret
    made = []
    for _ in range(questions):
        # Questions differ in how alike all their items are; else level and lead would be the same.
        base = random.uniform(0, 0.4)
        likeness = [min(base + random.expovariate(6), 1.0) for _ in range(30)]
        chances = curve.probabilities(likeness)
        relevant = [random.random() < each for each in chances]
        made.append(Judgements(likeness, relevant, [True] * len(likeness)))
    return made


@settings(max_examples=8, deadline=None)
@given(
    bias=st.floats(-5, -1), level=st.floats(-2, 5), lead=st.floats(4, 14), seed=st.integers(0, 999)
)
def test_the_fit_recovers_the_curve_that_made_the_judgements(
    bias: float, level: float, lead: float, seed: int
) -> None:
    true = Curve(bias, level, lead, unlike=0.3)
    seen = simulated(true, 300, seed)

    found = fitted([seen])

    assert found is not None
    apart = [
        abs(predicted - expected)
        for each in seen
        for predicted, expected in zip(
            found.probabilities(each.likeness), true.probabilities(each.likeness), strict=True
        )
    ]
    assert fmean(apart) < 0.02


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=2, max_size=40))
def test_every_fitted_curve_is_finite_and_keeps_the_order_of_likeness(
    pairs: list[tuple[float, bool]],
) -> None:
    likeness = [like for like, _ in pairs]
    judged = Judgements(likeness, [relevant for _, relevant in pairs], [True] * len(pairs))

    curve = fitted([[judged]])

    if curve is not None:
        assert all(map(math.isfinite, (curve.bias, curve.level, curve.lead, curve.unlike)))
        probabilities = curve.probabilities(sorted(likeness))
        assert probabilities == sorted(probabilities)


def test_each_set_weighs_the_same_however_many_questions_it_has() -> None:
    often, rarely = Curve(-1, 0, 8, 0.3), Curve(-4, 0, 8, 0.3)
    few, many = simulated(often, 100, 1), simulated(rarely, 100, 2)

    once, repeated = fitted([few, many]), fitted([few, many * 5])

    assert once is not None
    assert repeated is not None
    assert (repeated.bias, repeated.level, repeated.lead) == pytest.approx(
        (once.bias, once.level, once.lead), rel=0.01, abs=0.01
    )


def test_for_an_item_that_does_not_count_only_its_likeness_matters() -> None:
    likeness, counts = [0.9, 0.6, 0.4, 0.3, 0.2, 0.1], [True] * 5 + [False]
    answers = [True, False, True, False, False]

    without, with_it, elsewhere = (
        fitted([[Judgements([*likeness[:5], last], [*answers, relevant], counts)]])
        for last, relevant in ((0.1, False), (0.1, True), (0.7, True))
    )

    assert without is not None
    assert with_it is not None
    assert without.probabilities(likeness) == pytest.approx(
        with_it.probabilities(likeness), abs=0.05
    )
    assert elsewhere != with_it


@pytest.mark.parametrize("relevant", [[True, True, True], [False, False, False]])
def test_no_curve_is_fitted_if_all_items_are_relevant_or_none_is(relevant: list[bool]) -> None:
    assert fitted([[Judgements([0.9, 0.5, 0.1], relevant, [True] * 3)]]) is None


def test_no_curve_is_fitted_if_more_alike_items_are_less_relevant() -> None:
    upside_down = Judgements(
        [0.9, 0.8, 0.7, 0.3, 0.2, 0.1], [False, False, False, True, False, True], [True] * 6
    )
    assert fitted([[upside_down]]) is None
