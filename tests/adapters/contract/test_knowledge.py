"""What the stores of threads, versions, usages and cached candidates promise."""

import asyncio
from dataclasses import replace

import pytest

from recollect.adapters.upstash.redis.owners import RedisOwners
from recollect.core.places import place_of
from recollect.knowledge.records import items_namespace
from recollect.relevance.arms import Arms
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import Candidate, Scope
from recollect.retrieval.items import Item
from recollect.retrieval.ranking import Usage
from tests.adapters.contract.evidence import Evidence, at
from tests.writers import ANN, BOB

CANDIDATES = (
    Candidate(
        Item("ü:日本", {"a": ['said "no"\n— 🙂\x01', 0.1, None, True, 10**15], "": {}}, {"ü": [1]}),
        Arms(0.1, 12.5),
        ("upstash-vector", "postgres"),
        hops=3,
        embedding=(0.1, -1e-7, 1.0),
    ),
    Candidate(Item("b", "text", {}), Arms(), ("upstash-vector",)),
)


async def test_joining_a_thread_returns_the_items_around_each_in_order(evidence: Evidence) -> None:
    near = await evidence.threads.join_thread(
        evidence.scope, "t", [(float(n), f"i{n}") for n in range(20)]
    )

    orders = [list(order) for order in near.orders]
    assert orders[0] == [f"i{n}" for n in range(5)]
    assert orders[10] == [f"i{n}" for n in range(6, 15)]
    assert orders[19] == [f"i{n}" for n in range(15, 20)]


async def test_an_item_that_joins_a_thread_later_meets_the_earlier_ones(evidence: Evidence) -> None:
    threads, scope = evidence.threads, evidence.scope
    for place in (3.0, 1.0, 2.5):
        near = await threads.join_thread(scope, "t", [(place, f"at-{place}")])

    assert [list(order) for order in near.orders] == [["at-1.0", "at-2.5", "at-3.0"]]


async def test_a_thread_has_a_new_revision_when_it_has_grown_and_only_then(
    evidence: Evidence,
) -> None:
    threads, scope = evidence.threads, evidence.scope
    assert await threads.thread_revision(scope, "t") == "0"
    first = await threads.join_thread(scope, "t", [(1.0, "a")])
    again = await threads.join_thread(scope, "t", [(1.0, "a")])
    grown = await threads.join_thread(scope, "t", [(1.0, "a"), (1.001, "b")])

    assert first.revision == again.revision != grown.revision
    assert await threads.thread_revision(scope, "t") == grown.revision


async def test_an_announced_change_gives_a_thread_a_new_revision(evidence: Evidence) -> None:
    threads, scope = evidence.threads, evidence.scope
    before = await threads.join_thread(scope, "t", [(1.0, "a")])
    told = await threads.join_thread(scope, "t", [(1.0, "a")], announce=True)
    left = await threads.join_thread(scope, "t", (), ["a", "unknown"], announce=True)

    assert len({before.revision, told.revision, left.revision}) == 3
    assert [list(order) for order in left.orders] == [["a"], []]
    assert await threads.thread_revision(scope, "t") == left.revision


async def test_all_records_of_a_project_can_be_read_page_by_page(evidence: Evidence) -> None:
    await evidence.stored(*({"id": f"i{n}", "content": f"text {n}"} for n in range(5)))
    namespace, repository = items_namespace(evidence.scope), evidence.repository
    assert namespace in await repository.namespaces()

    records, cursor = await repository.page(namespace, "", 3)
    rest, end = await repository.page(namespace, cursor, 3)
    assert {each.id: each.text for each in (*records, *rest)} == {
        f"i{n}": f"text {n}" for n in range(5)
    }
    assert (len(records), end) == (3, "")


async def test_a_thread_has_a_new_revision_when_an_item_has_moved(evidence: Evidence) -> None:
    threads, scope = evidence.threads, evidence.scope
    before = await threads.join_thread(scope, "t", [(1.0, "a"), (2.0, "b")])
    after = await threads.join_thread(scope, "t", [(3.0, "a")])

    assert after.revision != before.revision
    assert [list(order) for order in after.orders] == [["b", "a"]]


async def test_threads_with_other_names_or_projects_are_separate(evidence: Evidence) -> None:
    threads, scope = evidence.threads, evidence.scope
    other = Scope(scope.tenant, f"{scope.project}-b")
    names = ("t", "t:revision", "t%revision", "t%3Arevision", "ü b")
    for where, thread in (*((scope, name) for name in names), (other, "t")):
        near = await threads.join_thread(where, thread, [(1.0, "a")])
        assert near.revision == "1"
        assert [list(order) for order in near.orders] == [["a"]]


async def test_concurrent_joins_lose_no_item(evidence: Evidence) -> None:
    threads, scope = evidence.threads, evidence.scope
    await asyncio.gather(
        *(threads.join_thread(scope, "t", [(float(n), f"i{n}")]) for n in range(9))
    )
    near = await threads.join_thread(scope, "t", [(4.0, "i4")])

    assert [list(order) for order in near.orders] == [[f"i{n}" for n in range(9)]]


async def test_a_change_is_noted_for_its_project_alone(evidence: Evidence) -> None:
    query = evidence.query("q")
    elsewhere = replace(query, scope=Scope(query.scope.tenant, f"{query.scope.project}-b"))
    versions = []
    for _ in range(3):
        versions.append((await evidence.cache().look_up(query)).version)
        await evidence.threads.note_change(evidence.scope)

    assert len(set(versions)) == 3
    assert (await evidence.cache().look_up(elsewhere)).version == versions[0]


async def test_a_lookup_says_whether_the_project_has_conversations(evidence: Evidence) -> None:
    query = evidence.query("q")
    assert not (await evidence.cache().look_up(query)).has_turns
    await evidence.threads.join_thread(evidence.scope, "t", [(1.0, "a")])

    assert (await evidence.cache().look_up(query)).has_turns


async def test_a_lookup_says_whether_the_project_has_passages(evidence: Evidence) -> None:
    query = evidence.query("q")
    await evidence.threads.note_change(evidence.scope)
    assert not (await evidence.cache().look_up(query)).has_passages
    await evidence.threads.note_change(evidence.scope, has_passages=True)
    await evidence.threads.note_change(evidence.scope)

    assert (await evidence.cache().look_up(query)).has_passages


async def test_reads_are_counted_item_by_item(evidence: Evidence) -> None:
    ids = ["a", "a:b", "ü*", "a%b", "a%3Ab"]
    assert await evidence.usages.read(evidence.scope, ids) == (Usage(),) * 5
    await evidence.usages.count_reads(evidence.scope, ids[:3], "ann", at(0))
    await evidence.usages.count_reads(evidence.scope, ["a"], "bob", at(0))
    await evidence.usages.count_reads(evidence.scope, [], "bob", at(0))

    read = await evidence.usages.read(evidence.scope, ids)
    assert [each.reads for each in read] == [2, 1, 1, 0, 0]
    other = Scope(evidence.scope.tenant, f"{evidence.scope.project}-b")
    assert await evidence.usages.read(other, ["a"]) == (Usage(),)


async def test_the_usage_of_a_superseded_item_names_its_successors_and_its_reads(
    evidence: Evidence,
) -> None:
    owners, place = RedisOwners(evidence.stores.redis), items_namespace(evidence.scope)
    await evidence.usages.count_reads(evidence.scope, ["old:1"], "ann", at(0))
    await owners.own(place, ["new", "old:1", "old:2"], ANN, {"new": ["old:1", "old:2"]})
    await owners.own(place, ["newer", "old:2"], ANN, {"newer": ["old:2"]})

    one, two, new = await evidence.usages.read(evidence.scope, ["old:1", "old:2", "new"])
    assert (one, new) == (Usage(1, superseded_by=("new",)), Usage())
    assert set(two.superseded_by) == {"new", "newer"}


async def test_the_usage_of_an_item_says_when_it_was_last_stored_again(evidence: Evidence) -> None:
    owners, place = RedisOwners(evidence.stores.redis), items_namespace(evidence.scope)
    for told in (at(0), None):
        await owners.enlist(place, {"new": place_of(5, "new")}, "ann", told)
        (usage,) = await evidence.usages.read(evidence.scope, ["new"])
        assert usage.stored_again_at is None
        await owners.strike(place, ["new"])
    for minutes in (0, 60):
        await owners.enlist(place, {"again": place_of(5, "again")}, "ann", at(minutes))
    assert await evidence.usages.read(evidence.scope, ["again"]) == (Usage(stored_again_at=at(60)),)


async def test_a_refused_write_supersedes_nothing(evidence: Evidence) -> None:
    owners, place = RedisOwners(evidence.stores.redis), items_namespace(evidence.scope)
    await owners.own(place, ["old"], ANN)
    assert await owners.own(place, ["new", "old"], BOB, {"new": ["old"]}) is not None
    assert await evidence.usages.read(evidence.scope, ["old"]) == (Usage(),)


async def test_concurrent_reads_are_all_counted(evidence: Evidence) -> None:
    await asyncio.gather(
        *(evidence.usages.count_reads(evidence.scope, ["a", "b"], str(n), at(0)) for n in range(15))
    )

    assert await evidence.usages.read(evidence.scope, ["a", "b"]) == (Usage(15), Usage(15))


async def test_a_subject_counts_once_a_day_for_each_item(evidence: Evidence) -> None:
    counted = [("ann", at(0)), ("ann", at(700)), ("ann", at(730)), ("bob", at(0)), ("ann", at(0))]
    for subject, now in counted:
        await evidence.usages.count_reads(evidence.scope, ["a"], subject, now)
    assert await evidence.usages.read(evidence.scope, ["a"]) == (Usage(3),)


async def test_simultaneous_reads_by_one_subject_count_once(evidence: Evidence) -> None:
    await asyncio.gather(
        *(evidence.usages.count_reads(evidence.scope, ["a", "b"], "ann", at(0)) for _ in range(15))
    )
    assert await evidence.usages.read(evidence.scope, ["a", "b"]) == (Usage(1), Usage(1))


async def test_candidates_come_back_as_they_were_kept(evidence: Evidence) -> None:
    query = evidence.query("q", with_embeddings=True)
    known = await evidence.cache().look_up(query)
    assert known.candidates is None
    await evidence.cache().keep(query, known.version, CANDIDATES)

    assert (await evidence.cache().look_up(query)).candidates == CANDIDATES


async def test_candidates_of_an_earlier_version_are_not_returned(evidence: Evidence) -> None:
    query = evidence.query("q")
    known = await evidence.cache().look_up(query)
    await evidence.threads.note_change(evidence.scope)
    await evidence.cache().keep(query, known.version, CANDIDATES)

    assert (await evidence.cache().look_up(query)).candidates is None


async def test_candidates_are_returned_only_for_exactly_the_same_query(evidence: Evidence) -> None:
    query = evidence.query("q", filters=Filters({"a": 1}))
    known = await evidence.cache().look_up(query)
    await evidence.cache().keep(query, known.version, CANDIDATES)
    others = [
        evidence.query("q"),
        replace(query, text="Q"),
        replace(query, type="keyword"),
        replace(query, limit=51),
        replace(query, with_embeddings=True),
        replace(query, filters=Filters({"a": True})),
        replace(query, filters=Filters({"a": "1"})),
        replace(query, filters=Filters({}, ("a",))),
        replace(query, filters=Filters(any_of={"a": (1,)})),
        replace(query, filters=Filters({"a": 1}, since=at(0))),
        evidence.walking("q", 1),
    ]

    for other in others:
        assert (await evidence.cache().look_up(other)).candidates is None
    assert (await evidence.cache().look_up(query)).candidates == CANDIDATES


@pytest.mark.parametrize("ttl_ms", [0, 1])
async def test_candidates_expire_after_their_time(evidence: Evidence, ttl_ms: int) -> None:
    query, cache = evidence.query("q"), evidence.cache(ttl_ms)
    known = await cache.look_up(query)
    await cache.keep(query, known.version, CANDIDATES)
    await asyncio.sleep(0.02)

    assert (await cache.look_up(query)).candidates is None
    assert (await cache.look_up(query)).version == known.version


async def test_very_large_candidates_are_not_kept(evidence: Evidence) -> None:
    query = evidence.query("q")
    known = await evidence.cache().look_up(query)
    large = replace(CANDIDATES[1], item=Item("b", "x" * 600_000, {}))
    await evidence.cache().keep(query, known.version, [large])

    assert (await evidence.cache().look_up(query)).candidates is None
