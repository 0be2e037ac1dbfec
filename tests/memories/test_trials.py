"""Exploration: draws in place of beliefs, and memories that are withheld from a run."""

from dataclasses import replace
from statistics import fmean

from recollect.learning.exploring import chance_of
from recollect.learning.uplift import Trial
from recollect.memories.confidence_settings import SEED_SETTINGS
from recollect.memories.finding.ranking import with_draws
from recollect.memories.finding.scored import ScoredMemory, score
from recollect.memories.finding.trials import Trying, explored, posterior_of, withheld_from
from recollect.memories.known.confidence import reputation
from recollect.memories.requests import Search
from recollect.memories.stored.counts import MemoryCounts
from recollect.relevance.filters import Filters
from tests.memories.samples import NOW, op, record_of


def scored(name: str, counts: MemoryCounts) -> ScoredMemory:
    return score(replace(record_of(), id=name), 0.9, counts, NOW, SEED_SETTINGS)


def test_the_holdout_rate_is_the_share_of_runs_from_which_a_memory_is_withheld() -> None:
    memory = scored("a", MemoryCounts())
    trying = Trying(op(), holdout_rate=0.2, secret="secret")
    outcomes = [withheld_from(f"run {n}", [memory], trying) for n in range(1000)]
    withheld = [dropped for _, dropped, _ in outcomes if dropped]
    assert 150 < len(withheld) < 250
    assert {each.reason for (each,) in withheld} == {"withheld"}
    assert {exposure.propensity for _, _, (exposure,) in outcomes} == {0.8}
    assert all(bool(kept) == exposure.shown for kept, _, (exposure,) in outcomes)


def test_without_a_holdout_rate_no_memory_is_withheld() -> None:
    memories = [scored(name, MemoryCounts()) for name in "abc"]
    shown, dropped, exposures = withheld_from("run", memories, Trying(op()))
    assert (shown, dropped) == (memories, [])
    assert [(each.rank, each.propensity) for each in exposures] == [(1, 1.0), (2, 1.0), (3, 1.0)]


def test_a_new_memory_is_often_tried_before_one_known_to_be_mediocre() -> None:
    known = scored("known", MemoryCounts(successes=50, failures=50))
    new = scored("new", MemoryCounts())
    firsts = []
    for number in range(300):
        drawn = explored([known, new], chance_of("secret", f"run {number}"), 1)
        firsts.append(min(drawn, key=lambda each: each.order).id)
    assert 100 < firsts.count("new") < 200
    one, other = (explored([known, new], chance_of("secret", "run"), 1) for _ in range(2))
    assert one == other


def test_a_memory_whose_trials_show_harm_comes_last_whatever_its_counts_are() -> None:
    trials = (Trial(True, 0.5, False, runs=40), Trial(False, 0.5, True, runs=40))
    harmful = scored("a", MemoryCounts(successes=100, trials=trials))
    plain = scored("b", MemoryCounts(failures=1))
    assert harmful.does_harm
    assert harmful.score > plain.score
    assert sorted([harmful, plain], key=lambda each: each.order) == [plain, harmful]


def test_memories_that_cannot_come_first_get_no_draw() -> None:
    trials = (Trial(True, 0.5, False, runs=40), Trial(False, 0.5, True, runs=40))
    harmful = scored("a", MemoryCounts(successes=100, trials=trials))
    doubted = scored("b", MemoryCounts(failures=50))
    failed = scored("c", MemoryCounts(outcome="failed", created_at=0))
    plain = scored("d", MemoryCounts())
    memories, search = [harmful, doubted, failed, plain], Search(query="refund", limit=1)
    chance = chance_of("secret", "run")
    drawn = {each.id: each.draw for each in with_draws(memories, Filters({}), search, chance)}
    assert drawn.keys() == {"a", "b", "c", "d"}
    assert (drawn["a"], drawn["b"], drawn["c"]) == (None, None, None)
    assert drawn["d"] is not None
    # As certain as two hundred draws can tell.
    assert drawn["d"].propensity == 201 / 202

    stale_too = search.model_copy(update={"include_stale": True})
    drawn = {each.id: each.draw for each in with_draws(memories, Filters({}), stale_too, chance)}
    assert {name for name, each in drawn.items() if each} == {"b", "d"}
    assert drawn["b"] is not None
    # It competes with the other for the one place.
    assert drawn["b"].propensity < 0.1


def test_a_memory_with_more_supporters_keeps_its_chance_however_often_few_oppose_it() -> None:
    both, eve = frozenset({"ann", "bob"}), frozenset({"eve"})
    counts = MemoryCounts(downvotes=60, failures=3, supporters=both, opponents=eve)
    hounded = scored("a", counts)
    chances = [chance_of("secret", f"run {number}") for number in range(400)]
    draws = [explored([hounded], each, 1)[0].draw for each in chances]
    drawn = [each.drawn for each in draws if each]
    assert abs(fmean(drawn) - reputation(hounded.counts)) < 0.02
    # What is learned of it is told as it is.
    assert posterior_of(counts, hounded.context, hounded.parameters).mean < 0.05
