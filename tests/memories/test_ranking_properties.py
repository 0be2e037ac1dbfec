"""For any candidates the order can be checked, and no candidate is lost."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from recollect.memories.confidence_settings import SEED_SETTINGS
from recollect.memories.finding.ranking import rank
from recollect.memories.finding.scored import ScoredMemory, score
from recollect.memories.finding.screening import filters_of, screen
from recollect.memories.known.confidence import STALE_CONFIDENCE
from recollect.memories.requests import Search
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.record import MemoryRecord, content_of
from recollect.relevance.calibration import UNCALIBRATED
from recollect.relevance.filters import Filters
from tests.memories.samples import NOW, candidate, record_of

FRACTIONS = st.floats(0, 1)
COUNTS = st.integers(0, 50)
RECORDS = tuple(
    replace(record_of(stage=stage, trust=trust), id="")
    for stage in ("draft", "route")
    for trust in (0.1, 0.7)
)


@st.composite
def appraisals(draw: st.DrawFn) -> list[ScoredMemory]:
    """Appraisals of memories whose ids and collections all differ."""
    names = draw(st.lists(st.text("abc", min_size=1, max_size=3), max_size=12, unique=True))
    return [
        score(
            _named(draw(st.sampled_from(RECORDS)), name),
            # Few values, so that many are equal.
            draw(st.sampled_from([0.0, 0.3, 0.30000000000000004, 1.0]) | FRACTIONS),
            MemoryCounts(upvotes=draw(COUNTS), failures=draw(COUNTS)),
            NOW + timedelta(days=draw(st.sampled_from([0.0, 30.0]) | st.floats(0, 10_000))),
            SEED_SETTINGS,
        )
        for name in names
    ]


def _named(record: MemoryRecord, name: str) -> MemoryRecord:
    """A record with a decision of its own, so that it duplicates no other."""
    return replace(record, id=name, content=content_of(record.situation, f"Asked for {name}"))


SEARCHES = st.builds(
    Search,
    query=st.just("q"),
    limit=st.integers(1, 100) | st.integers(1, 3),
    stage=st.sampled_from([None, "draft"]),
    include_stale=st.booleans(),
)


OF_EQUAL_SCORE = [
    score(_named(RECORDS[1], name), 0.0, MemoryCounts(successes=runs), NOW, SEED_SETTINGS)
    for name, runs in [("a", 0), ("b", 2), ("c", 2)]
]


@given(appraisals(), SEARCHES)
@example(OF_EQUAL_SCORE, Search(query="q"))
def test_results_are_sorted_by_score_then_judged_runs_then_id_and_within_the_limit(
    given_appraisals: list[ScoredMemory], search: Search
) -> None:
    kept, _ = rank(given_appraisals, filters_of(search, "restricted"), search, NOW)
    assert len(kept) <= search.limit
    assert kept == sorted(
        kept, key=lambda each: (-each.score, -sum(each.counts.believed_runs), each.record.key)
    )


@given(appraisals(), SEARCHES)
def test_every_candidate_is_kept_or_dropped_for_one_reason_that_holds(
    given_appraisals: list[ScoredMemory], search: Search
) -> None:
    kept, dropped = rank(given_appraisals, filters_of(search, "restricted"), search, NOW)
    told = Counter([each.record.key[1] for each in kept] + [each.id for each in dropped])
    assert told == Counter(each.record.key[1] for each in given_appraisals)
    by_id = {each.record.key[1]: each for each in given_appraisals}
    for each in dropped:
        appraisal = by_id[each.id]
        metadata = appraisal.record.metadata
        assert {
            "quarantined": metadata["state"] == "quarantined",
            "filter": metadata["stage"] != search.stage,
            "stale": appraisal.confidence < STALE_CONFIDENCE and not search.include_stale,
            "limit": len(kept) == search.limit,
            "threshold": False,
        }[each.reason]
        assert (each.score, each.confidence) == (appraisal.score, appraisal.confidence)


@given(appraisals(), SEARCHES, st.randoms(use_true_random=False))
def test_the_order_of_the_candidates_does_not_matter(
    given_appraisals: list[ScoredMemory], search: Search, random: Random
) -> None:
    shuffled = list(given_appraisals)
    random.shuffle(shuffled)
    filters = filters_of(search, "restricted")
    assert rank(shuffled, filters, search, NOW) == rank(given_appraisals, filters, search, NOW)


@given(appraisals().filter(bool), FRACTIONS, st.data())
def test_a_better_relevance_never_ranks_lower(
    given_appraisals: list[ScoredMemory], relevance: float, data: st.DataObject
) -> None:
    search = Search(query="q", limit=100, include_stale=True)
    at = data.draw(st.integers(0, len(given_appraisals) - 1))
    old = given_appraisals[at]
    better = replace(old, relevance=max(old.relevance, relevance))
    improved = [*given_appraisals[:at], better, *given_appraisals[at + 1 :]]
    assert place_of(better, improved, search) <= place_of(old, given_appraisals, search)


def place_of(wanted: ScoredMemory, given_appraisals: list[ScoredMemory], search: Search) -> int:
    """The number of memories ranked before it; 0 for a quarantined one."""
    kept, _ = rank(given_appraisals, Filters({}, ()), search, NOW)
    keys = [each.record.key for each in kept]
    return keys.index(wanted.record.key) if wanted.record.key in keys else 0


@given(st.lists(st.tuples(FRACTIONS, st.floats(0, 1e9)), max_size=12), FRACTIONS)
def test_screening_loses_no_candidate_and_keeps_the_relevant_ones(
    arms: list[tuple[float, float]], threshold: float
) -> None:
    records: list[MemoryRecord] = [replace(RECORDS[0], id=f"m{each}") for each in range(len(arms))]
    candidates = [candidate(record, *each) for record, each in zip(records, arms, strict=True)]
    near, dropped = screen("query", candidates, threshold, UNCALIBRATED)
    told = Counter([each.record.id for each, _ in near] + [each.id for each in dropped])
    assert told == Counter(record.id for record in records)
    assert all(relevance >= threshold for _, relevance in near)
    assert all(each.raw_score < threshold and each.reason == "threshold" for each in dropped)
    assert dropped == sorted(dropped, key=lambda each: (-each.raw_score, each.id))
