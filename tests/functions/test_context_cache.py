"""POST /context: candidates are cached for a short time, and reads are counted."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json, read
from tests.functions.evidence import Project, ids_of, ledger_of, new_project
from tests.functions.guarded import Issue
from tests.functions.platforms import own_client
from tests.functions.stores import Stores

TEXT = "The printer in accounting prints blank pages"


@pytest.fixture(scope="module")
async def forgetful() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that caches no candidates."""
    async with own_client({"H4R_CACHE_TTL_MS": "0"}) as client:
        yield client


async def vector_calls(stores: Stores, project: Project, body: Json) -> int:
    """The number of calls that a request makes to Upstash Vector."""
    await stores.fault("vector", "slow", delay_ms=1)
    read(await project.request(body))
    (fault,) = await stores.faults()
    await stores.heal()
    return int(fault["hits"])


async def test_a_repeated_query_does_not_ask_the_index_again(
    project: Project, stores: Stores
) -> None:
    await project.stored({"id": "a", "content": TEXT})
    body = project.envelope(TEXT)

    assert await vector_calls(stores, project, body) == 1
    assert await vector_calls(stores, project, body) == 0
    assert (await project.payload(TEXT))["sources"] == ["upstash-vector"]


async def test_items_that_answer_either_of_two_questions_are_found_from_the_cache_too(
    project: Project,
) -> None:
    pager, depot = "Tonight the pager is with Ann.", "The depot opens at six."
    await project.stored({"id": "pager", "content": pager}, {"id": "depot", "content": depot})
    asks = ["Who has the pager tonight?", "When does the depot open?"]
    alone = [(await project.payload(each, include_explain=True)) for each in asks]
    both = [await project.payload(" ".join(asks), include_explain=True) for _ in range(2)]
    for told in both:
        for name, one in zip(("pager", "depot"), alone, strict=True):
            of_both, of_one = (
                ledger_of(each)[name]["signals"]["relevance"] for each in (told, one)
            )
            assert of_both >= of_one


async def test_a_different_query_asks_the_index_again(project: Project, stores: Stores) -> None:
    await project.stored({"id": "a", "content": TEXT, "a": 1})
    await project.ask(TEXT)

    others: tuple[Json, ...] = (
        {"query": {"text": f"{TEXT}!"}},
        {"query": {"type": "keyword"}},
        {"query": {"filters": {"a": 1}}},
        {"query": {"filters": {"a": True}}},
        {"query": {"filters": {"tags": ["a"]}}},
        {"query": {"filters": {"since": "2026-01-01T00:00:00Z"}}},
        {"include_embeddings": True},
        {"limit": 60},
        {"meta": {"project": "another"}},
        {"meta": {"tenant": "another"}},
    )
    for other in others:
        again = project.envelope(TEXT, **other)
        assert await vector_calls(stores, project, again) >= 1, other


async def test_values_of_different_types_do_not_share_cached_candidates(project: Project) -> None:
    await project.stored({"id": "one", "content": TEXT, "a": 1})
    await project.stored({"id": "true", "content": TEXT, "a": True})

    for value, expected in ((1, ["one"]), (True, ["true"]), ("1", []), (1, ["one"])):
        assert await project.found(TEXT, query={"filters": {"a": value}}) == expected


async def test_the_cache_is_shared_between_limits_but_not_between_rights(
    project: Project, stores: Stores
) -> None:
    await project.stored(
        {"id": "open", "content": TEXT},
        {"id": "secret", "content": f"The boss says: {TEXT[4:-1]}", "sensitivity": 0.9},
    )
    assert set(await project.found(TEXT)) == {"open", "secret"}
    less = {"limit": 5, "include_scores": False, "include_graph": True}
    same = project.envelope(
        TEXT, **less, sender={"securityLevel": "restricted", "authorizedGroups": ["*"]}
    )
    public = project.envelope(TEXT, **less, sender={"securityLevel": "public"})

    assert await vector_calls(stores, project, same) == 0
    assert await vector_calls(stores, project, public) > 0
    assert await vector_calls(stores, project, public) == 0
    assert ids_of(read(await project.request(public))["payload"]) == ["open"]


async def test_a_write_invalidates_the_cache_and_is_seen_at_once(project: Project) -> None:
    await project.stored({"id": "a", "content": TEXT})
    assert await project.found(TEXT) == ["a"]
    await project.stored({"id": "b", "content": TEXT.replace("accounting", "marketing")})

    assert set(await project.found(TEXT)) == {"a", "b"}
    await project.stored({"id": "a", "content": TEXT, "hasCredentials": True})
    assert await project.found(TEXT) == ["b"]


async def test_a_write_to_another_project_does_not_invalidate_the_cache(
    project: Project, stores: Stores
) -> None:
    await project.stored({"id": "a", "content": TEXT})
    body = project.envelope(TEXT)
    read(await project.request(body))
    await new_project(project.client).stored({"id": "b", "content": TEXT})

    assert await vector_calls(stores, project, body) == 0


async def test_without_a_time_to_live_nothing_is_cached(forgetful: httpx.AsyncClient) -> None:
    project, stores = new_project(forgetful), Stores(forgetful)
    await project.stored({"id": "a", "content": TEXT})
    body = project.envelope(TEXT)

    for _ in range(3):
        assert await vector_calls(stores, project, body) == 1
    assert await stores.redis("KEYS", "h4r:*") == []


async def test_cached_candidates_expire_by_themselves(project: Project, stores: Stores) -> None:
    await project.stored({"id": "a", "content": TEXT})
    before = set(await stores.redis("KEYS", "h4r:*"))
    read(await project.ask(TEXT))

    (key,) = set(await stores.redis("KEYS", "h4r:*")) - before
    assert 0 < await stores.redis("PTTL", key) <= 30_000


async def test_an_answer_that_lacked_a_source_is_not_cached_for_others(
    project: Project, stores: Stores
) -> None:
    await project.stored({"id": "a", "content": TEXT})
    await stores.fault("vector", "status", status=503)
    assert (await project.ask(TEXT)).status_code == 503
    await stores.heal()

    assert await project.found(TEXT) == ["a"]


async def test_reads_are_counted_and_raise_an_item_in_the_next_answer(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    projects = [
        Project(door, "popular", headers=issue(tenants=("default",), subject=f"agent-{n}"))
        for n in range(4)
    ]
    await projects[0].stored({"id": "a", "content": TEXT}, {"id": "b", "content": "zzz"})
    entries = [ledger_of(await each.payload(TEXT, limit=1))["a"] for each in projects]

    frequencies = [entry["signals"]["frequency"] for entry in entries]
    assert frequencies[0] == 0
    assert frequencies == sorted(set(frequencies))
    scores = [entry["score"] for entry in entries]
    assert scores == sorted(set(scores))


async def test_a_caller_counts_once_a_day_however_often_it_asks(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    rights = issue(tenants=("default",), subject="eager")
    eager = Project(door, "bounded", headers=rights)
    await eager.stored({"id": "a", "content": TEXT})
    names = ({"id": f"another-{n}"} for n in range(4))  # its own name for itself does not count
    asked = [await eager.payload(TEXT, sender=name) for name in names]
    frequencies = [ledger_of(each)["a"]["signals"]["frequency"] for each in asked]
    assert frequencies[0] == 0
    assert len(set(frequencies[1:])) == 1
    assert 0 < frequencies[1] < 0.2


async def test_only_a_delivered_item_is_counted_as_read(project: Project, stores: Stores) -> None:
    await project.stored(
        {"id": "delivered", "content": TEXT},
        {"id": "denied", "content": TEXT, "hasCredentials": True},
        {"id": "below", "content": "Something else altogether", "importance": 0},
    )
    for _ in range(3):
        assert await project.found(TEXT, limit=1) == ["delivered"]

    keys = {name: f"mem:{project.namespace}:{name}" for name in ("delivered", "denied", "below")}
    reads = {name: await stores.redis("HGET", key, "reads") for name, key in keys.items()}
    assert reads == {"delivered": "1", "denied": None, "below": None}


async def test_a_warm_request_makes_few_calls(project: Project) -> None:
    await project.stored({"id": "a", "content": TEXT})
    answers = [await project.ask(TEXT) for _ in range(10)]
    calls = [int(re.findall(r'desc="(\d+) calls"', each.headers["server-timing"])[0])
             for each in answers]  # fmt: skip

    # One call each for the kept candidates, their usage, and the count of this read.
    assert calls[-1] == 3
