"""H4R's ranking: two weighted sums that can be worked out by hand, and a fixed order."""

import math
from collections.abc import Mapping
from dataclasses import asdict, replace

import pytest
from pydantic import JsonValue

from recollect.learning.experience import SolvedCase, credits_of
from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.ranked import Ranked
from recollect.retrieval.ranking import Ranking, RankingRules, Usage, rank, rounded_below
from recollect.retrieval.weights import Weights
from tests.cases import each_case
from tests.retrieval.samples import NOW, WALK, both_arms, candidate, caused, days_ago, ids, query_of

SEED = RankingRules(Weights(relevance=0))


def ranking_of(
    *candidates: Candidate,
    query: EvidenceQuery | None = None,
    rules: RankingRules = SEED,
    usages: Mapping[str, Usage] | None = None,
) -> Ranking:
    return rank(query or query_of(), candidates, usages or {}, NOW, rules)


def only(ranking: Ranking) -> Ranked:
    (found,) = ranking.kept
    return found


def item_of_the_seed() -> Candidate:
    metadata: dict[str, JsonValue] = {
        "created_at": days_ago(10),
        "importance": 0.8,
        "trust": 0.9,
        "sensitivity": 0.2,
        "caused_by": ["start"],
    }
    return candidate("m", both_arms(0.5), metadata=metadata)


def test_without_relevance_the_score_is_the_formula_of_the_seed() -> None:
    usages = {"m": Usage(reads=4, citations=5)}
    query = query_of("what is it", "graph_traversal", walk=WALK)
    found = only(ranking_of(item_of_the_seed(), query=query, usages=usages))
    assert asdict(found.signals) == pytest.approx(
        {
            "relevance": 0.5,
            "recency": math.exp(-1),
            "frequency": math.log(10) / math.log(101),
            "importance": 0.8,
            "causality": 1 / 2,
            "novelty": 0.4,
            "trust": 0.9,
            "sensitivity": 0.8,
        }
    )
    by_hand = (
        0.25 * math.exp(-1)
        + 0.15 * math.log(10) / math.log(101)
        + 0.20 * 0.8
        + 0.15 * 0.5
        + 0.10 * 0.4
        + 0.10 * 0.9
        + 0.05 * 0.8
    )
    assert found.score == pytest.approx(by_hand, rel=1e-12)


def test_relevance_is_seven_tenths_of_a_score_by_default() -> None:
    arms, context = Arms(dense=0.5), 0.15 * 0.5 + 0.20 * 0.5 + 0.10 * 0.7 + 0.05
    found = only(ranking_of(candidate("m", arms), query=query_of(query_type="semantic")))
    assert found.score == pytest.approx(context)
    weighed = only(
        ranking_of(
            candidate("m", arms), query=query_of(query_type="semantic"), rules=RankingRules()
        )
    )
    assert weighed.score == pytest.approx(0.7 * 0.5 + 0.3 * context)


def test_a_walk_without_a_text_has_no_relevance_to_weigh() -> None:
    walk = query_of("", "graph_traversal", walk=WALK)
    ours, seeds = (
        only(ranking_of(item_of_the_seed(), query=walk, rules=rules))
        for rules in (RankingRules(), SEED)
    )
    assert ours.score == seeds.score
    assert "relevance" not in ours.explanation


def test_a_walk_with_a_text_weighs_its_relevance() -> None:
    walk = query_of("what", "graph_traversal", walk=WALK)
    ours, seeds = (
        only(ranking_of(item_of_the_seed(), query=walk, rules=rules))
        for rules in (RankingRules(), SEED)
    )
    assert ours.score == pytest.approx(0.7 * 0.5 + 0.3 * seeds.score)


def test_signals_without_metadata_take_their_defaults() -> None:
    signals = only(ranking_of(candidate("m"))).signals
    assert asdict(signals) == {
        "relevance": 0,
        "recency": 0,
        "frequency": 0,
        "importance": 0.5,
        "causality": 0.5,
        "novelty": 0,
        "trust": 0.7,
        "sensitivity": 1,
    }


def causality(ranking: Ranking) -> dict[str, float]:
    return {each.candidate.item.id: each.signals.causality for each in ranking.kept}


def test_causes_are_followed_from_the_most_relevant_candidate() -> None:
    near, far = caused("b", "a"), caused("c", "b")
    found = ranking_of(candidate("a", Arms(dense=0.9)), near, far, candidate("z"))
    assert causality(found) == {"a": 1, "b": 1 / 2, "c": 1 / 3, "z": 0}


def test_of_equally_relevant_candidates_causes_start_at_the_first_id() -> None:
    found = ranking_of(caused("c", "b"), caused("b", "a"), candidate("a"))
    assert causality(found) == {"a": 1, "b": 1 / 2, "c": 1 / 3}


def test_a_walk_follows_causes_from_its_start() -> None:
    query = query_of("", "graph_traversal", walk=WALK)
    found = ranking_of(candidate("a", Arms(dense=0.9)), caused("b", "start"), query=query)
    assert causality(found) == {"a": 0, "b": 1 / 2}


def test_hops_reported_by_a_source_count_without_other_evidence() -> None:
    query = query_of("", "graph_traversal", walk=WALK)
    walked = (candidate("a", hops=0), candidate("b", hops=3), candidate("c", hops=7))
    found = ranking_of(*walked, candidate("z"), query=query)
    assert causality(found) == {"a": 1, "b": 1 / 4, "c": 0, "z": 0}


def test_a_title_that_many_candidates_share_names_none_of_them() -> None:
    query = query_of("who has the platform shift")
    messages = [candidate(each, metadata={"title": "#platform"}) for each in "abcd"]
    assert not any(each.is_named for each in ranking_of(*messages, query=query).kept)
    assert all(each.is_named for each in ranking_of(*messages[:3], query=query).kept)
    asked_by_name = replace(query, match="named")
    assert ids(ranking_of(*messages, query=asked_by_name).kept) == ["a", "b", "c", "d"]


def test_an_id_names_its_item_however_many_others_have_it_for_an_alias() -> None:
    others = [candidate(each, metadata={"aliases": ["rb-42"]}) for each in "abcd"]
    kept = ranking_of(candidate("RB-42"), *others, query=query_of("what does RB-42 say")).kept
    assert [each.candidate.item.id for each in kept if each.is_named] == ["RB-42"]


def test_candidates_below_the_least_score_are_dropped() -> None:
    good, bad = candidate("g", metadata={"trust": 1}), candidate("b", metadata={"trust": 0})
    least = only(ranking_of(good)).score
    found = ranking_of(good, bad, rules=RankingRules(SEED.weights, min_score=least))
    assert (ids(found.kept), ids(found.dropped)) == (["g"], ["b"])
    assert found.dropped[0].score == pytest.approx(least - 0.1)


def test_an_explanation_names_the_three_largest_shares() -> None:
    # 0.7 · 0.5 = 0.35, then of the context 0.06 · 1, 0.03 · 0.7 and less.
    metadata = {"importance": 1, "trust": 0.7}
    query = query_of(query_type="semantic")
    found = only(
        ranking_of(
            candidate("m", Arms(dense=0.5), metadata=metadata), query=query, rules=RankingRules()
        )
    )
    assert found.explanation == (
        "Score 0.469 (top signals: relevance=0.50, importance=1.00, causality=0.50)"
    )


def test_nothing_to_rank_is_an_empty_ranking() -> None:
    assert replace(ranking_of(), shares={}) == Ranking((), ())


def test_experience_lifts_items_used_with_a_found_one_if_it_is_relevant_enough() -> None:
    found, beside, other = candidate("found", both_arms(0.8)), candidate("beside"), candidate("far")
    case = SolvedCase("case", "ann", 0.3, frozenset({"found", "beside"}))
    lifted = rank(query_of(), [found, beside, other], {}, NOW, SEED, [case])
    assert {each.candidate.item.id for each in lifted.kept if each.experience} == {
        "found",
        "beside",
    }
    strict = rank(replace(query_of(), floor=1.0), [found, beside, other], {}, NOW, SEED, [case])
    assert strict.kept == ()


def test_turns_of_a_speaker_named_in_the_question_come_first() -> None:
    def turn(item_id: str, content: str, author: str | None) -> Candidate:
        metadata: dict[str, JsonValue] = {} if author is None else {"author": author}
        said = candidate(item_id, both_arms(0.5), content=content, metadata=metadata)
        return replace(said, around="where we went, with Ann and Bo")

    turns = (
        turn("a", "Bo: I went away", None),
        turn("b", "Ann: I went away", None),
        turn("c", "I went away", "Ann Lee"),
        turn("d", "Bo: I went away", "Ann Lee"),
    )
    found = ranking_of(*turns, query=query_of("where did Bo go"), rules=RankingRules())
    assert ids(found.kept) == ["a", "b", "c", "d"]
    assert found.kept[0].signals.relevance > found.kept[1].signals.relevance
    by_author = ranking_of(*turns[2:], turns[0], query=query_of("what did Lee do"), rules=SEED)
    told = {each.candidate.item.id: each.signals.relevance for each in by_author.kept}
    assert told["c"] == told["d"] > told["a"]


def test_weights_of_a_request_are_used_unchanged_however_little_their_signals_tell() -> None:
    asked = {**asdict(Weights()), "recency": 0.20, "trust": 0.16, "relevance": 0.5}
    many = [candidate(f"m{at}", Arms(dense=at / 20)) for at in range(12)]
    found = ranking_of(*many, query=replace(query_of(), weights=asked), rules=RankingRules())
    assert found.shares == Weights(**asked).shares(has_text=True)
    assert ranking_of(*many, rules=RankingRules()).shares["trust"] == 0


def test_a_score_is_at_most_one_though_the_weights_may_sum_to_a_little_more() -> None:
    best: dict[str, JsonValue] = {"created_at": days_ago(40), "importance": 1, "trust": 1}
    rules = RankingRules(Weights(importance=0.9, trust=0.11, relevance=0), decay_lambda=0)
    assert only(ranking_of(candidate("m", metadata=best), rules=rules)).score == 1


@each_case(("names", "told"), [(["one"], "1 solved case"), (["one", "two"], "2 solved cases")])
def test_experience_lifts_a_score_by_the_credit_of_what_is_left_to_one(
    names: list[str], told: str
) -> None:
    cases = [SolvedCase(each, "ann", 0.9, frozenset({"m"})) for each in names]
    plain = only(ranking_of(candidate("m", both_arms(0.5))))
    lifted = only(rank(query_of(), [candidate("m", both_arms(0.5))], {}, NOW, SEED, cases))
    credit = credits_of(cases, {"m": 0.5})["m"]
    assert lifted.experience == credit
    assert lifted.score == pytest.approx(1 - (1 - plain.score) * (1 - credit.value))
    assert lifted.explanation == (
        f"{plain.explanation}; lifted to {lifted.score:.3f} by {told} (credit {credit.value:.2f})"
    )


def test_a_dropped_candidate_says_what_it_falls_short_of() -> None:
    near, far = candidate("RB-42", both_arms(0.5)), candidate("far", both_arms(0.2999))
    by_name = replace(query_of("what does RB-42 say"), match="named")
    assert [each.explanation for each in ranking_of(near, far, query=by_name).dropped] == [
        "The query does not name it"
    ]
    found = ranking_of(near, far, query=replace(query_of(), floor=0.3))
    assert (found.bound, ids(found.kept)) == (0.3, ["RB-42"])
    assert found.dropped[0].explanation == "Relevance 0.2999 is below the floor of 0.3"
    (low,) = ranking_of(near, rules=replace(SEED, min_score=0.9)).dropped
    assert low.explanation.endswith(") is below the least that is kept")


@each_case(
    ("value", "told"),
    [
        (0.2, "0.200"),
        (0.29996, "0.29996"),
        (math.nextafter(0.3, 0), "0.29999999999999993"),
    ],
)
def test_a_value_has_as_many_digits_as_it_takes_to_be_seen_below_its_bound(
    value: float, told: str
) -> None:
    assert rounded_below(value, 0.3, 3) == told


def test_an_item_is_established_by_its_age_or_by_its_reads() -> None:
    old = candidate("old", metadata={"created_at": days_ago(15)})
    found = ranking_of(old, candidate("read"), usages={"read": Usage(reads=3)})
    assert {each.candidate.item.id: each.signals.novelty for each in found.kept} == {
        "old": 0.5,
        "read": 0.3,
    }
