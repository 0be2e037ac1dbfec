"""For any candidates the order is fixed, and the shares add up to the scores."""

from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.ranked import Ranked
from recollect.retrieval.ranking import Ranking, RankingRules, Usage, rank
from recollect.retrieval.weights import Weights
from tests.retrieval.samples import NOW, WALK, candidate, days_ago, ids, query_of

IDS = "abcdefgh"
FRACTIONS = st.floats(0, 1)
METADATA = st.fixed_dictionaries(
    {},
    optional={
        "created_at": st.floats(-10, 400).map(days_ago) | st.just("some day"),
        "importance": st.sampled_from([0, 0.5, 1, None, "high"]),
        "trust": FRACTIONS,
        "sensitivity": FRACTIONS,
        "caused_by": st.lists(st.sampled_from(IDS), max_size=2),
    },
)
# Few values, so that many scores are equal.
CANDIDATES = st.lists(
    st.builds(
        candidate,
        st.sampled_from(IDS),
        st.builds(Arms, st.sampled_from([0.0, 0.5, 0.9]), st.sampled_from([0.0, 15.0])),
        metadata=st.just({}) | METADATA,
        hops=st.none() | st.integers(0, 8),
    ),
    max_size=8,
    unique_by=lambda each: each.item.id,
)
USAGES = st.dictionaries(
    st.sampled_from(IDS), st.builds(Usage, st.integers(0, 200), st.integers(0, 200))
)
QUERIES = st.sampled_from(
    [query_of(), query_of(query_type="keyword"), query_of("", "graph_traversal", walk=WALK)]
)
RULES = st.builds(
    RankingRules,
    weights=st.builds(Weights, relevance=st.sampled_from([0.0, 0.35, 0.7, 1.0])),
    min_score=st.sampled_from([0.0, 0.4, 0.6, 1.0]),
)


def shares(ranked: Ranked, ranking: Ranking) -> dict[str, float]:
    return {name: ranking.shares[name] * value for name, value in asdict(ranked.signals).items()}


@given(CANDIDATES, USAGES, QUERIES, RULES)
def test_candidates_are_sorted_by_score_then_id_and_split_at_the_least_score(
    candidates: list[Candidate], usages: dict[str, Usage], query: EvidenceQuery, rules: RankingRules
) -> None:
    found = rank(query, candidates, usages, NOW, rules)
    everybody = [*found.kept, *found.dropped]
    assert sorted(ids(everybody)) == sorted(each.item.id for each in candidates)
    assert everybody == sorted(everybody, key=lambda each: (-each.score, each.candidate.item.id))
    assert all(each.score >= rules.min_score for each in found.kept)
    assert all(each.score < rules.min_score for each in found.dropped)


@given(CANDIDATES, USAGES, QUERIES, RULES, st.randoms(use_true_random=False))
def test_the_order_of_the_candidates_does_not_matter(
    candidates: list[Candidate],
    usages: dict[str, Usage],
    query: EvidenceQuery,
    rules: RankingRules,
    random: Random,
) -> None:
    shuffled = list(candidates)
    random.shuffle(shuffled)
    assert rank(query, shuffled, usages, NOW, rules) == rank(query, candidates, usages, NOW, rules)


@given(CANDIDATES, USAGES, QUERIES, RULES)
def test_the_shares_add_up_to_the_score_and_the_three_largest_explain_it(
    candidates: list[Candidate], usages: dict[str, Usage], query: EvidenceQuery, rules: RankingRules
) -> None:
    found = rank(query, candidates, usages, NOW, rules)
    for each in (*found.kept, *found.dropped):
        of = shares(each, found)
        assert 0 <= each.score <= 1
        assert sum(of.values()) == pytest.approx(each.score, abs=1e-12)
        named = each.explanation.partition("top signals: ")[2].rstrip(")").split(", ")
        told = [name.partition("=")[0] for name in named]
        assert [of[name] for name in told] == sorted(of.values(), reverse=True)[:3]
        assert each.explanation.startswith(f"Score {each.score:.3f} ")
        assert all(0 <= value <= 1 for value in asdict(each.signals).values())


@given(RULES, st.booleans())
def test_the_shares_of_all_signals_sum_to_one(rules: RankingRules, has_text: bool) -> None:
    assert sum(rules.weights.shares(has_text=has_text).values()) == pytest.approx(1)
