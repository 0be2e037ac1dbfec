"""The probabilities that the scores of an embedding model stand for."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.calibration import (
    BEST,
    UNCALIBRATED,
    Calibration,
    Curve,
    QueryType,
    calibration_of,
)
from tests.cases import each_case

LIKENESS = st.lists(st.floats(0, 2), max_size=40)
SHIPPED = ("all-MiniLM-L6-v2", "bge-small-en-v1.5", "hashed")


def test_a_probability_equals_the_formula_worked_out_by_hand() -> None:
    curve = Curve(bias=-2, level=1, lead=3, unlike=0.1)
    # The mean of the best twenty: 0.9, and nineteen that are as unlike as 0.1.
    mean = (0.9 + 19 * 0.1) / 20
    expected = 1 / (1 + math.exp(-(-2 + 0.9 + 3 * (0.9 - mean))))
    assert curve.probabilities([0.9]) == [pytest.approx(expected)]


def test_a_leading_candidate_is_more_likely_than_one_of_many_equals() -> None:
    curve = Curve(bias=-2, level=1, lead=3, unlike=0.1)
    (alone,), among = curve.probabilities([0.6]), curve.probabilities([0.6] * BEST)
    assert alone > among[0]


@given(st.sampled_from(SHIPPED), st.sampled_from(["semantic", "keyword", "hybrid"]), LIKENESS)
def test_probabilities_keep_the_order_of_likeness(
    model: str, query_type: QueryType, likeness: list[float]
) -> None:
    calibration = calibration_of(model)
    found = calibration.relevance(query_type, likeness, likeness)
    alike = calibration.likeness(query_type, likeness, likeness)
    assert all(0 <= each <= 1 for each in found)
    for one, p in zip(alike, found, strict=True):
        assert all(p <= q for other, q in zip(alike, found, strict=True) if one < other)


@each_case("model", SHIPPED)
def test_shipped_calibrations_can_be_read_and_written(model: str) -> None:
    calibration = calibration_of(model)
    assert calibration.model == model
    assert 0 < calibration.floor < 0.5
    assert calibration_of(calibration.written()) == calibration


def test_without_a_calibration_relevance_equals_likeness() -> None:
    found = UNCALIBRATED.relevance("hybrid", [0.5, -1, 7], [1.0, 0.0, 0.0])
    assert found == [pytest.approx(0.8), 0, 1]
    assert UNCALIBRATED.relevance("semantic", [0.5], [1.0]) == [0.5]
    assert UNCALIBRATED.relevance("keyword", [0.5], [0.25]) == [0.25]


SOUND = json.loads(Calibration("m", hybrid=Curve(-1, 2, 3, 0.1)).written())


@each_case(
    "garbage",
    [
        "{",
        "[]",
        "{}",
        "no-such-model",
        "../hashed",
        json.dumps(SOUND | {"floor": 1}),
        json.dumps(SOUND | {"floor": float("nan")}),
        json.dumps(SOUND | {"dense_weight": float("inf")}),
        json.dumps(SOUND | {"dense_weight": True}),
        json.dumps(SOUND | {"hybrid": {"bias": 1}}),
        json.dumps(SOUND | {"hybrid": {**SOUND["hybrid"], "lead": "3"}}),
        json.dumps(SOUND | {"model": 7}),
        json.dumps(SOUND | {"more": 1}),
        json.dumps(SOUND | {"hybrid": 0}),
        json.dumps(SOUND | {"floor": True}),
        json.dumps(SOUND | {"floor": 10**400}),
        '{"model": ' + "[" * 100_000,
    ],
)
def test_an_invalid_calibration_is_refused(garbage: str) -> None:
    with pytest.raises(ValueError, match=r"is no calibration|must be JSON or one of"):
        calibration_of(garbage)


def test_uncalibrated_is_the_name_of_no_calibration() -> None:
    assert calibration_of("uncalibrated") == UNCALIBRATED
    assert str(UNCALIBRATED) == "uncalibrated"


def test_of_more_than_twenty_candidates_the_best_are_those_that_one_leads() -> None:
    curve = Curve(bias=-2, level=1, lead=3, unlike=0.1)
    likeness = [0.2] * 30 + [0.9]
    mean = (0.9 + 19 * 0.2) / 20
    expected = 1 / (1 + math.exp(-(-2 + 0.9 + 3 * (0.9 - mean))))
    assert curve.probabilities(likeness)[-1] == pytest.approx(expected)


def test_a_probability_is_certain_at_most_however_far_an_item_is_from_the_others() -> None:
    assert Curve(0, 10_000, 0, 0).probabilities([1, 0, -1]) == [1, 0.5, 0]


def test_a_calibration_may_have_no_floor_and_blanks_before_it() -> None:
    sound = json.dumps(SOUND | {"floor": 0})
    assert calibration_of(f" {sound}") == calibration_of(sound)


@each_case(
    ("query_type", "bias", "likeness"),
    [
        ("semantic", -1, 0.5),
        ("keyword", -2, 0.2),
        ("hybrid", -3, 0.56),
        ("graph_traversal", -3, 0.56),
    ],
)
def test_each_type_of_query_has_its_likeness_and_its_curve(
    query_type: QueryType, bias: float, likeness: float
) -> None:
    semantic, keyword, hybrid = (Curve(each, 2, 0, 0) for each in (-1, -2, -3))
    calibration = Calibration("m", semantic=semantic, keyword=keyword, hybrid=hybrid)
    found = calibration.relevance(query_type, [0.5], [0.2])
    assert found == [pytest.approx(1 / (1 + math.exp(-bias - 2 * likeness)))]


def test_likeness_beyond_one_is_no_more_relevant_than_one() -> None:
    assert UNCALIBRATED.relevance("keyword", [0.0], [1.5]) == [1]
    assert UNCALIBRATED.likeness("hybrid", [1.5], [1.0]) == [1.3]
