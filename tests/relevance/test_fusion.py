import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.fusion import IDENTIFIER_FLOOR, Arms, Fusion, cosine
from recollect.relevance.identifiers import identifiers

FRACTIONS = st.floats(0, 1)
SCORES = st.floats(0, 1e300)
FUSIONS = st.builds(Fusion, FRACTIONS, st.floats(1e-3, 900))


def test_relevance_is_what_the_formula_gives_by_hand() -> None:
    cases: list[tuple[float, float, float]] = [
        (0, 0, 0),
        (1, 0, 0.5),
        (0, 10, 0.25),
        (0.6, 10, 0.55),
        (0.6, 30, 0.675),
        (1, 1e300, 1),
    ]
    for dense, sparse, expected in cases:
        assert Fusion().fuse(dense, sparse) == pytest.approx(expected, rel=1e-12)


@given(FUSIONS, st.floats(-10, 10), st.floats(-1e300, 1e300))
def test_relevance_stays_between_nothing_and_everything(
    fusion: Fusion, dense: float, sparse: float
) -> None:
    assert 0 <= fusion.fuse(dense, sparse) <= 1


@given(FUSIONS, FRACTIONS, FRACTIONS, SCORES, SCORES)
def test_more_in_either_arm_is_never_less_relevant(
    fusion: Fusion, dense: float, more_dense: float, sparse: float, more_sparse: float
) -> None:
    base = fusion.fuse(dense, sparse)
    assert fusion.fuse(max(dense, more_dense), sparse) >= base
    assert fusion.fuse(dense, max(sparse, more_sparse)) >= base


@given(FUSIONS, FRACTIONS, SCORES)
def test_a_missing_arm_adds_nothing_and_takes_nothing(
    fusion: Fusion, dense: float, sparse: float
) -> None:
    both = fusion.fuse(dense, sparse)
    assert both == pytest.approx(fusion.fuse(dense, 0) + fusion.fuse(0, sparse), abs=1e-12)
    assert fusion.fuse(0, 0) == 0


@given(FUSIONS, FRACTIONS, SCORES)
def test_an_identifier_of_the_query_lifts_to_the_floor_and_never_lowers(
    fusion: Fusion, dense: float, sparse: float
) -> None:
    asked, arms = identifiers("What about scs0001234?"), Arms(dense, sparse)
    fused = fusion.fuse(dense, sparse)
    assert fusion.relevance(asked, "Case SCS0001234 is closed", arms) == (
        IDENTIFIER_FLOOR + (1 - IDENTIFIER_FLOOR) * fused
    )
    assert fusion.relevance(asked, "Case SCS00012345 is closed", arms) == fused
    assert fusion.relevance(frozenset(), "Case SCS0001234 is closed", arms) == fused


def test_a_dense_score_of_upstash_is_half_of_one_and_the_cosine() -> None:
    cases: list[tuple[float, float]] = [
        (1, 1),
        (0.75, 0.5),
        (0.5, 0),
        (0.25, 0),
        (0, 0),
        (float("nan"), 0),
    ]
    for score, expected in cases:
        assert cosine(score) == expected
