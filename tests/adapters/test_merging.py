"""The hits of two arms are merged into one list of candidates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from upstash_vector.types import QueryResult

from recollect.adapters.upstash.vector.memories import merge_arms
from recollect.core.errors import StoreRefused
from recollect.relevance.arms import Arms, cosine
from tests.cases import each_case

HITS = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 60), max_size=8)


def hits(scores: dict[str, float]) -> list[QueryResult]:
    metadata = {"situation_length": 1}
    return [
        QueryResult(each, score, metadata=metadata, data=f"SITUATION: {each}\n\nDECISION: d")
        for each, score in scores.items()
    ]


@given(HITS, HITS)
def test_each_record_comes_once_with_the_score_of_each_arm(
    dense: dict[str, float], sparse: dict[str, float]
) -> None:
    candidates = merge_arms("support:a", hits(dense), hits(sparse), 9)
    assert {each.record.id: each.arms for each in candidates} == {
        each: Arms(
            dense=cosine(dense[each]) if each in dense else 0.0, sparse=sparse.get(each, 0.0)
        )
        for each in dense.keys() | sparse.keys()
    }
    assert len(candidates) == len(dense.keys() | sparse.keys())
    assert all(each.record.situation == each.record.id for each in candidates)


@given(HITS, HITS)
def test_the_order_of_the_hits_changes_no_candidate(
    dense: dict[str, float], sparse: dict[str, float]
) -> None:
    one = merge_arms("support:a", hits(dense), hits(sparse), 4)
    other = merge_arms("support:a", hits(dense)[::-1], hits(sparse)[::-1], 4)
    assert sorted(one, key=lambda each: each.record.id) == sorted(
        other, key=lambda each: each.record.id
    )


@each_case(
    "foreign",
    [
        QueryResult("a", 0.5, metadata={"situation_length": 1}, data=None),
        QueryResult("a", 0.5, metadata=None, data="SITUATION: a"),
        QueryResult("a", 0.5, metadata={"something": "else"}, data="a document of somebody else"),
    ],
)
def test_a_record_that_is_not_a_memory_is_refused(foreign: QueryResult) -> None:
    with pytest.raises(StoreRefused):
        merge_arms("support:a", [foreign], [], 9)
