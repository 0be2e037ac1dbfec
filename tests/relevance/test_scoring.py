"""The relevance of candidates that are judged together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.fusion import Arms, Fusion
from recollect.relevance.scoring import QueryType, relevances
from recollect.retrieval.candidates import Candidate
from recollect.retrieval.items import text_of
from tests.retrieval.samples import candidate

FUSION = Fusion(dense_weight=0.6, bm25_half=15)
FRACTIONS = st.floats(0, 1)
ARMS = st.builds(Arms, FRACTIONS, st.floats(0, 1e6))
TYPES: st.SearchStrategy[QueryType] = st.sampled_from(
    ["semantic", "keyword", "hybrid", "graph_traversal"]
)
ASKED = "what about SCS0001234"
REPORT = "the gateway says SCS0001234 and then " + "word " * 12


def of(query_type: QueryType, *arms: Arms) -> list[float]:
    return relevances(query_type, "q", arms, ("",) * len(arms), FUSION)


def judged(query_type: QueryType, query: str, found: list[Candidate]) -> list[float]:
    arms = [each.arms for each in found]
    texts = [text_of(each.item.content) for each in found]
    return relevances(query_type, query, arms, texts, FUSION)


def holding(*contents: str, dense: float = 0.5) -> list[Candidate]:
    return [
        candidate(f"m{at}", Arms(dense=dense / (at + 1)), content=each)
        for at, each in enumerate(contents)
    ]


def test_a_semantic_query_is_answered_by_the_dense_arm_alone() -> None:
    found = of("semantic", Arms(0.7, 0), Arms(0.2, 900), Arms(-1, 900), Arms(7, 0))
    assert found == [0.7, 0.2, 0, 1]


def test_a_keyword_query_is_answered_by_the_sparse_arm_alone() -> None:
    # 15 is the score that counts as half.
    assert of("keyword", Arms(0.9, 15), Arms(1, 60), Arms(1, 0)) == [0.5, 0.8, 0]


def test_a_hybrid_query_is_answered_by_both_as_far_as_they_tell_candidates_apart() -> None:
    # Deviations of ±0.2 and ±0.1, so shares of 0.6 · 0.08 and 0.4 · 0.02: six to one.
    first, second = of("hybrid", Arms(0.7, 10), Arms(0.3, 22.5))
    assert first == pytest.approx(6 / 7 * 0.7 + 1 / 7 * 0.4)
    assert second == pytest.approx(6 / 7 * 0.3 + 1 / 7 * 0.6)


def test_an_arm_that_found_nothing_does_not_halve_the_other() -> None:
    assert of("hybrid", Arms(0.7), Arms(0.3)) == pytest.approx([0.7, 0.3])
    assert of("hybrid", Arms(0, 60), Arms(0, 15)) == pytest.approx([0.8, 0.5])


def test_of_a_candidate_alone_both_arms_count_as_was_believed_before() -> None:
    assert of("hybrid", Arms(0.5, 15)) == pytest.approx([0.6 * 0.5 + 0.4 * 0.5])
    assert of("hybrid") == []


def test_who_holds_an_identifier_of_a_question_is_lifted_and_keeps_its_order() -> None:
    contents = ("about scs0001234", "SCS0001234 is closed", "SCS00012345", "nothing")
    found = judged("semantic", ASKED, holding(*contents))
    assert found == pytest.approx([0.8 + 0.2 * 0.5, 0.8 + 0.2 * 0.25, 0.5 / 3, 0.5 / 4])


def test_an_identifier_counts_in_an_object_as_it_does_in_a_text() -> None:
    hit = candidate("m", content={"case": {"number": "SCS0001234"}})
    assert judged("keyword", ASKED, [hit]) == [0.8]


def test_of_a_question_an_identifier_counts_however_many_hold_it() -> None:
    found = judged("semantic", ASKED, holding(*["SCS0001234"] * 9))
    assert min(found) >= 0.8


def test_of_a_report_an_identifier_counts_that_at_most_three_hold() -> None:
    cases: list[tuple[int, bool]] = [(1, True), (3, True), (4, False), (9, False)]
    for holders, counts in cases:
        found = judged("semantic", REPORT, holding(*["SCS0001234"] * holders))
        assert [each >= 0.8 for each in found] == [counts] * holders


def test_a_rare_identifier_of_a_report_counts_beside_a_common_one() -> None:
    report = f"{REPORT} ERR_CONNECTION_REFUSED"
    contents = ["SCS0001234"] * 4 + ["SCS0001234 says ERR_CONNECTION_REFUSED"]
    found = judged("semantic", report, holding(*contents))
    assert [each >= 0.8 for each in found] == [False] * 4 + [True]


def test_twelve_words_are_a_question_and_thirteen_a_report() -> None:
    for words, counts in ((12, True), (13, False)):
        text = " ".join(["SCS0001234", *["word"] * (words - 1)])
        found = judged("semantic", text, holding(*["SCS0001234"] * 4))
        assert (min(found) >= 0.8) is counts


@given(TYPES, st.lists(ARMS, max_size=8), st.sampled_from([ASKED, REPORT, "q"]), FRACTIONS)
def test_relevance_is_absolute_and_no_identifier_changes_who_comes_first(
    query_type: QueryType, arms: list[Arms], text: str, prior: float
) -> None:
    fusion = Fusion(prior, 15)
    texts = ["SCS0001234"] * len(arms)
    named = relevances(query_type, text, arms, texts, fusion)
    plain = relevances(query_type, "q", arms, texts, fusion)
    assert all(0 <= each <= 1 for each in (*named, *plain))
    for one, other, lifted_one, lifted_other in zip(
        plain, plain[1:], named, named[1:], strict=False
    ):
        assert one < other or lifted_one >= lifted_other
