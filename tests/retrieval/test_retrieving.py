"""All sources at once: their merged candidates, and how failing sources are handled."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from recollect.core.errors import (
    FieldError,
    InvalidRequest,
    StoreRefused,
    StoreTimeout,
    StoreUnavailable,
)
from recollect.learning.experience import SolvedCase, credits_of
from recollect.relevance.arms import Arms
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery
from recollect.retrieval.items import Item
from recollect.retrieval.joining import StoredItems, Usages
from recollect.retrieval.ranking import RankingRules, Usage
from recollect.retrieval.retrieving import CandidateCache, Experience, Retrieval, Retriever
from recollect.retrieval.visibility import Reader
from tests.cases import each_case
from tests.retrieval.fakes import (
    FakeCache,
    FakeExperience,
    FakeSource,
    FakeStoredItems,
    FakeUsages,
    TickingClock,
)
from tests.retrieval.readers import ALL_SEEING, FakeReader
from tests.retrieval.samples import NOW, SCOPE, candidate, days_ago, query_of

AMPLE, TINY = 60.0, 0.01
QUERY = query_of(query_type="semantic")
DOWN = StoreUnavailable("upstash-vector", "connection refused")
A, B, C = (
    candidate(name, Arms(dense=dense)) for name, dense in (("a", 0.9), ("b", 0.6), ("c", 0.3))
)


def retriever(
    *sources: FakeSource,
    cache: CandidateCache | None = None,
    usages: Usages | None = None,
    stored_items: StoredItems | None = None,
    experience: Experience | None = None,
    deadline: float = AMPLE,
) -> Retriever:
    return Retriever(
        sources,
        FakeCache() if cache is None else cache,
        FakeUsages() if usages is None else usages,
        FakeStoredItems() if stored_items is None else stored_items,
        FakeExperience() if experience is None else experience,
        RankingRules(),
        deadline,
        TickingClock(),
    )


async def retrieved(
    *sources: FakeSource,
    cache: CandidateCache | None = None,
    usages: Usages | None = None,
    stored_items: StoredItems | None = None,
    experience: Experience | None = None,
    deadline: float = AMPLE,
    query: EvidenceQuery = QUERY,
    reader: Reader = ALL_SEEING,
) -> Retrieval:
    asked = retriever(
        *sources,
        cache=cache,
        usages=usages,
        stored_items=stored_items,
        experience=experience,
        deadline=deadline,
    )
    return await asked.retrieve(query, reader, NOW)


def ids(retrieval: Retrieval) -> list[str]:
    return [each.candidate.item.id for each in retrieval.ranking.kept]


def is_cached(retrieval: Retrieval) -> bool:
    return "cache" in retrieval.candidates


async def test_the_candidates_of_all_sources_are_merged_and_ranked() -> None:
    one, two = FakeSource("one", [C, A]), FakeSource("two", [B, A])
    found = await retrieved(one, two)
    assert ids(found) == ["a", "b", "c"]
    assert found.ranking.kept[0].candidate.sources == ("upstash-vector",)
    assert found.candidates == {"one": 2, "two": 2}
    assert (found.degraded, found.warnings) == ((), ())


async def test_a_misspelt_question_is_corrected_and_asked_once_more() -> None:
    told = candidate("p", Arms(dense=0.3), content="Pellow is on stop.")
    source = FakeSource("one", [told])
    found = await retrieved(source, query=query_of("is Pelow on stop"))
    assert [each.text for each in source.asked] == ["is Pelow on stop", "is Pellow on stop"]
    assert found.text == "is Pellow on stop"
    assert found.warnings == ('read "Pelow" as "Pellow"',)
    assert found.degraded == ()


async def test_a_message_is_searched_by_its_question_without_courtesies() -> None:
    source = FakeSource("one", [A])
    found = await retrieved(source, query=query_of("Hi all,\nwho owns db-03?\nThanks,\nJane"))
    assert [each.text for each in source.asked] == ["who owns db-03?"]
    assert found.text == "who owns db-03?"


async def test_a_question_is_not_corrected_while_a_source_is_missing() -> None:
    told = candidate("p", Arms(dense=0.3), content="Pellow is on stop.")
    sources = FakeSource("one", [told]), FakeSource("two", error=DOWN)
    found = await retrieved(*sources, query=query_of("is Pelow on stop"))
    assert (found.text, found.read_as) == ("is Pelow on stop", {})


async def test_a_question_is_not_corrected_by_items_its_reader_may_not_see() -> None:
    told = candidate("p", Arms(dense=0.3), content="Pellow is on stop.")
    source = FakeSource("one", [told])
    reader = FakeReader(hidden={"p"})
    found = await retrieved(source, query=query_of("is Pelow on stop"), reader=reader)
    assert found.text == "is Pelow on stop"
    assert len(source.asked) == 1


async def test_sources_are_asked_concurrently() -> None:
    meeting = asyncio.Barrier(3)
    sources = [FakeSource(name, [A], meeting=meeting) for name in ("one", "two", "three")]
    found = await retrieved(*sources)
    assert found.candidates == {"one": 1, "two": 1, "three": 1}


async def test_the_usage_of_items_counts() -> None:
    twin = candidate("z", Arms(dense=0.9))
    usages = FakeUsages({(SCOPE, "z"): Usage(reads=10), (SCOPE, "a"): Usage()})
    found = await retrieved(FakeSource("one", [A, twin]), usages=usages)
    assert ids(found) == ["z", "a"]
    assert found.ranking.kept[0].signals.novelty == 1
    assert usages.read_calls == [("a", "z")]


async def test_a_source_that_fails_is_left_out_and_named() -> None:
    cases: list[tuple[Exception, str]] = [
        (StoreUnavailable("two", "503"), "unavailable"),
        (StoreRefused("two", "no such index"), "refused"),
        (StoreTimeout("two", "slow"), "timeout"),
        (TimeoutError(), "timeout"),
    ]
    for error, reason in cases:
        found = await retrieved(FakeSource("one", [A]), FakeSource("two", [B], error))
        assert ids(found) == ["a"]
        assert found.degraded == ("two",)
        assert found.warnings == (f"the source two was left out ({reason})",)
        assert found.candidates == {"one": 1}
        assert found.source_seconds.keys() == {"one", "two"}


async def test_a_source_that_hangs_is_cancelled_at_the_deadline_and_the_others_stand() -> None:
    hanging = FakeSource("slow", [B], hangs=True)
    found = await retrieved(FakeSource("one", [A]), hanging, deadline=TINY)
    assert ids(found) == ["a"]
    assert found.degraded == ("slow",)
    assert found.warnings == ("the source slow was left out (timeout)",)
    assert hanging.cancelled


async def test_if_all_sources_fail_the_first_error_is_raised() -> None:
    first, second = StoreRefused("one", "no"), StoreUnavailable("two", "503")
    with pytest.raises(StoreRefused) as caught:
        await retrieved(FakeSource("one", error=first), FakeSource("two", error=second))
    assert caught.value is first


async def test_if_all_sources_hang_a_timeout_is_raised() -> None:
    sources = [FakeSource(name, hangs=True) for name in ("one", "two")]
    with pytest.raises(StoreTimeout, match=r"^one: no answer within 0.01 s$"):
        await retrieved(*sources, deadline=TINY)
    assert all(each.cancelled for each in sources)


async def test_an_invalid_request_is_no_failure_of_its_source() -> None:
    error = InvalidRequest([FieldError("tags", "must not hold backslashes")])
    other = FakeSource("two", [A])
    with pytest.raises(InvalidRequest):
        await retrieved(FakeSource("one", error=error), other)
    assert len(other.asked) == 1


async def test_finding_nothing_is_an_empty_answer() -> None:
    usages = FakeUsages()
    found = await retrieved(FakeSource("one"), FakeSource("two"), usages=usages)
    assert (ids(found), found.degraded) == ([], ())
    assert found.candidates == {"one": 0, "two": 0}
    assert usages.read_calls == []


async def test_cached_candidates_are_not_requested_again() -> None:
    cache, source = FakeCache(), FakeSource("one", [A, B])
    first = await retrieved(source, cache=cache)
    again = await retrieved(source, cache=cache)
    assert len(source.asked) == 1
    assert (first.candidates, again.candidates) == ({"one": 2}, {"cache": 2})
    assert again.source_seconds == {}
    assert again.ranking == first.ranking


async def test_cached_candidates_are_ranked_by_their_current_usage() -> None:
    cache, usages = FakeCache(), FakeUsages()
    twin = candidate("z", Arms(dense=0.9))
    source = FakeSource("one", [A, twin])
    before = await retrieved(source, cache=cache, usages=usages)
    for reader in "abcdefghij":
        await usages.count_reads(SCOPE, ["z"], reader, NOW)
    after = await retrieved(source, cache=cache, usages=usages)
    assert (ids(before), ids(after)) == (["a", "z"], ["z", "a"])
    assert is_cached(after)


async def test_a_change_of_the_knowledge_makes_the_cache_miss() -> None:
    cache, source = FakeCache(), FakeSource("one", [A])
    await retrieved(source, cache=cache)
    cache.version = "8"
    assert not is_cached(await retrieved(source, cache=cache))
    assert len(source.asked) == 2


async def test_candidates_cached_for_another_query_are_not_used() -> None:
    cache, source = FakeCache(), FakeSource("one", [A])
    await retrieved(source, cache=cache)
    for other in (replace(QUERY, text="else"), replace(QUERY, with_embeddings=True)):
        assert not is_cached(await retrieved(source, cache=cache, query=other))


@each_case("failing", [FakeSource("two", error=DOWN), FakeSource("two", hangs=True)])
async def test_incomplete_candidates_are_not_cached(failing: FakeSource) -> None:
    cache = FakeCache()
    await retrieved(FakeSource("one", [A]), failing, cache=cache, deadline=TINY)
    assert cache.kept == []


async def test_turns_are_not_searched_if_there_are_no_conversations() -> None:
    source = FakeSource("one", [A])
    for has_turns in (True, False):
        await retrieved(source, cache=FakeCache(has_turns=has_turns))
    assert [each.with_turns for each in source.asked] == [True, False]


async def test_an_answer_without_the_cache_is_degraded() -> None:
    cache, source = FakeCache(broken={"look_up": DOWN}), FakeSource("one", [A])
    found = await retrieved(source, cache=cache)
    assert ids(found) == ["a"]
    assert source.asked == [QUERY]
    assert found.degraded == ("cache",)
    assert found.warnings == ()
    assert cache.kept == []


async def test_candidates_that_cannot_be_cached_are_still_answered() -> None:
    found = await retrieved(FakeSource("one", [A]), cache=FakeCache(broken={"keep": DOWN}))
    assert (ids(found), found.degraded) == (["a"], ("cache",))


async def test_without_usage_counts_all_items_count_as_unused() -> None:
    usages = FakeUsages({(SCOPE, "b"): Usage(100, 100)}, error=DOWN)
    found = await retrieved(FakeSource("one", [A, B]), usages=usages)
    assert ids(found) == ["a", "b"]
    assert {each.signals.frequency for each in found.ranking.kept} == {0}
    assert found.degraded == ("usage",)
    replaced = "whether something newer replaces these results could not be looked up"
    assert found.warnings == (f"{replaced} (unavailable)",)


async def test_a_store_that_timed_out_is_not_asked_again() -> None:
    late = FakeCache(broken={"look_up": StoreTimeout("redis", "no answer within 2 s")})
    usages = FakeUsages()
    found = await retrieved(FakeSource("one", [A]), cache=late, usages=usages)
    assert (ids(found), found.degraded) == (["a"], ("cache", "usage"))
    assert usages.read_calls == []
    replaced = "whether something newer replaces these results could not be looked up"
    assert found.warnings == (f"{replaced} (timeout)",)


async def test_everything_missing_is_named_once() -> None:
    found = await retrieved(
        FakeSource("one", [A]),
        FakeSource("two", error=DOWN),
        cache=FakeCache(broken={"look_up": DOWN, "keep": DOWN}),
        usages=FakeUsages(error=DOWN),
    )
    assert found.degraded == ("cache", "two", "usage")
    assert len(found.warnings) == 2  # that of the cache is not told


async def test_the_durations_are_measured_with_the_clock() -> None:
    found = await retrieved(FakeSource("one", [A]))
    # Looks at the clock: start, the source twice, found, before and after the ranking.
    assert found.source_seconds == {"one": 1}
    assert (found.gathering, found.ranking_time, found.total) == (3, 1, 5)


async def test_an_unexpected_error_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        await retrieved(FakeSource("one", [A]), FakeSource("two", error=ZeroDivisionError()))


async def test_hidden_candidates_influence_nothing() -> None:
    hidden = candidate("h", Arms(dense=1.0), metadata={"caused_by": ["c"]})
    without = await retrieved(FakeSource("one", [A, B, C]), FakeSource("two", [B]))
    usages = FakeUsages()
    found = await retrieved(
        FakeSource("one", [hidden, A, B, C]),
        FakeSource("two", [hidden, B]),
        reader=FakeReader({"h"}),
        usages=usages,
    )
    assert found.ranking == without.ranking
    assert found.candidates == without.candidates
    assert usages.read_calls == [("a", "b", "c")]


async def test_candidates_cached_for_one_reader_are_not_used_for_another() -> None:
    cache, source = FakeCache(), FakeSource("one", [A, B])
    await retrieved(source, cache=cache, reader=FakeReader(named="all"))
    found = await retrieved(source, cache=cache, reader=FakeReader({"a"}, "few"))
    assert (is_cached(found), ids(found)) == (False, ["b"])


async def test_the_visibility_of_cached_candidates_is_checked_again() -> None:
    cache, source = FakeCache(), FakeSource("one", [A, B])
    await retrieved(source, cache=cache)
    found = await retrieved(source, cache=cache, reader=FakeReader({"a"}))
    assert (is_cached(found), ids(found)) == (True, ["b"])


OLD = candidate("old", Arms(dense=0.9), metadata={"created_at": days_ago(9), "kind": "y"})
NEW = Item(
    "new", "The server is cool", {"supersedes": ["old"], "created_at": days_ago(3), "kind": "x"}
)
LAST = Item("last", "It is gone", {"supersedes": ["new"], "created_at": days_ago(1)})


def noted(**superseded_by: str) -> FakeUsages:
    """Usages with the successor of each item, as noted when the successor was stored."""
    return FakeUsages(
        {(SCOPE, each): Usage(superseded_by=(by,)) for each, by in superseded_by.items()}
    )


async def superseding(
    *items: Item, query: EvidenceQuery = QUERY, reader: Reader = ALL_SEEING
) -> list[str]:
    return ids(
        await retrieved(
            FakeSource("upstash-vector", [OLD]),
            usages=noted(old="new", new="last"),
            stored_items=FakeStoredItems({each.id: each for each in items}),
            query=query,
            reader=reader,
        )
    )


async def test_a_successor_is_found_by_the_item_it_supersedes() -> None:
    assert await superseding(NEW) == ["new"]
    assert await superseding(NEW, LAST) == ["last"]


async def test_a_successor_that_the_filters_leave_out_supersedes_but_is_no_result() -> None:
    other = replace(QUERY, filters=Filters({"kind": "y"}))
    assert await superseding(NEW, query=other) == []
    last = replace(LAST, metadata={**LAST.metadata, "kind": "y"})
    assert await superseding(NEW, last, query=other) == ["last"]
    asked = replace(other, include_superseded=True)
    assert await superseding(NEW, query=asked) == ["old"]


async def test_a_missing_hidden_or_later_successor_supersedes_nothing() -> None:
    assert await superseding() == ["old"]
    assert await superseding(NEW, reader=FakeReader(hidden={"new"})) == ["old"]
    earlier = replace(QUERY, filters=Filters(until=NOW - timedelta(days=5)))
    assert await superseding(NEW, query=earlier) == ["old"]
    assert await superseding(NEW, query=replace(QUERY, as_of=NOW - timedelta(days=5))) == ["old"]


async def test_a_search_as_of_a_time_warns_about_items_stored_again_since() -> None:
    then = NOW - timedelta(days=5)
    changed = FakeUsages({(SCOPE, "old"): Usage(stored_again_at=NOW - timedelta(days=2))})

    async def told(as_of: datetime | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        query = replace(QUERY, as_of=as_of)
        found = await retrieved(FakeSource("upstash-vector", [OLD]), usages=changed, query=query)
        return found.degraded, found.warnings

    degraded, (warning,) = await told(then)
    assert degraded == ("history",)
    assert warning.startswith("1 of 1 candidates were stored again after as_of")
    assert await told(None) == await told(NOW - timedelta(days=1)) == ((), ())


async def test_without_superseded_items_no_further_call_is_made() -> None:
    stored_items = FakeStoredItems()
    usages = FakeUsages()
    await retrieved(FakeSource("one", [A, B]), usages=usages, stored_items=stored_items)
    found_both = noted(old="a")
    await retrieved(FakeSource("one", [OLD, A]), usages=found_both, stored_items=stored_items)
    assert (stored_items.asked, len(usages.read_calls), len(found_both.read_calls)) == ([], 1, 1)


async def test_an_answer_without_the_successors_is_degraded() -> None:
    found = await retrieved(
        FakeSource("one", [OLD]), usages=noted(old="new"), stored_items=FakeStoredItems(error=DOWN)
    )
    assert (ids(found), found.degraded) == (["old"], ("successors",))


async def test_visible_items_that_similar_cases_needed_are_found() -> None:
    stored = {each: candidate(each).item for each in ("needed", "hidden")}
    both_needed = SolvedCase("both", "ann", 0.9, frozenset(stored))
    cases = (both_needed, SolvedCase("one", "bob", 0.9, frozenset({"hidden"})))
    retrieval = await retrieved(
        FakeSource("upstash-vector", (A,)),
        stored_items=FakeStoredItems(stored),
        experience=FakeExperience(cases),
        reader=FakeReader({"hidden"}),
        query=replace(QUERY, floor=0.0),
    )
    credited = {each.candidate.item.id: each.experience for each in retrieval.ranking.kept}
    alone = credits_of([replace(both_needed, needed=frozenset({"needed"}))])
    assert credited == {"a": None, **alone}


async def test_an_answer_without_experience_names_it() -> None:
    retrieval = await retrieved(
        FakeSource("upstash-vector", (A,)), experience=FakeExperience(error=DOWN)
    )
    assert ids(retrieval) == ["a"]
    assert retrieval.degraded == ("experience",)
