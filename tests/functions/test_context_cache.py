"""POST /context: candidates that are kept for a short time, and reads that are counted."""

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
    """A client of a platform that keeps no candidates."""
    async with own_client({"H4R_CACHE_TTL_MS": "0"}) as client:
        yield client


async def vector_calls(stores: Stores, project: Project, body: Json) -> int:
    """How often a request asks Upstash Vector."""
    await stores.fault("vector", "slow", delay_ms=1)
    read(await project.request(body))
    (fault,) = await stores.faults()
    await stores.heal()
    return int(fault["hits"])


async def test_the_same_query_again_asks_the_index_not_at_all(
    project: Project, stores: Stores
) -> None:
    await project.stored({"id": "a", "content": TEXT})
    body = project.envelope(TEXT)

    assert await vector_calls(stores, project, body) == 1
    assert await vector_calls(stores, project, body) == 0
    assert (await project.told(TEXT))["sources"] == ["upstash"]


async def test_what_answers_either_question_of_a_message_is_found_also_from_the_cache(
    project: Project,
) -> None:
    pager, depot = "Tonight the pager is with Ann.", "The depot opens at six."
    await project.stored({"id": "pager", "content": pager}, {"id": "depot", "content": depot})
    asks = ["Who has the pager tonight?", "When does the depot open?"]
    alone = [(await project.told(each, include_explain=True)) for each in asks]
    both = [await project.told(" ".join(asks), include_explain=True) for _ in range(2)]
    for told in both:
        for name, one in zip(("pager", "depot"), alone, strict=True):
            of_both, of_one = (
                ledger_of(each)[name]["signals"]["relevance"] for each in (told, one)
            )
            assert of_both >= of_one


async def test_another_query_is_asked_for_itself(project: Project, stores: Stores) -> None:
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


async def test_values_of_different_types_do_not_share_what_is_kept(project: Project) -> None:
    await project.stored({"id": "one", "content": TEXT, "a": 1})
    await project.stored({"id": "true", "content": TEXT, "a": True})

    for value, expected in ((1, ["one"]), (True, ["true"]), ("1", []), (1, ["one"])):
        assert await project.found(TEXT, query={"filters": {"a": value}}) == expected


async def test_how_much_is_asked_does_not_matter_to_the_cache_but_rights_do(
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


async def test_a_write_makes_it_miss_and_is_seen_at_once(project: Project) -> None:
    await project.stored({"id": "a", "content": TEXT})
    assert await project.found(TEXT) == ["a"]
    await project.stored({"id": "b", "content": TEXT.replace("accounting", "marketing")})

    assert set(await project.found(TEXT)) == {"a", "b"}
    await project.stored({"id": "a", "content": TEXT, "hasCredentials": True})
    assert await project.found(TEXT) == ["b"]


async def test_a_write_elsewhere_changes_nothing(project: Project, stores: Stores) -> None:
    await project.stored({"id": "a", "content": TEXT})
    body = project.envelope(TEXT)
    read(await project.request(body))
    await new_project(project.client).stored({"id": "b", "content": TEXT})

    assert await vector_calls(stores, project, body) == 0


async def test_without_a_time_to_live_nothing_is_kept(forgetful: httpx.AsyncClient) -> None:
    project, stores = new_project(forgetful), Stores(forgetful)
    await project.stored({"id": "a", "content": TEXT})
    body = project.envelope(TEXT)

    for _ in range(3):
        assert await vector_calls(stores, project, body) == 1
    assert await stores.redis("KEYS", "h4r:*") == []


async def test_what_is_kept_goes_by_itself(project: Project, stores: Stores) -> None:
    await project.stored({"id": "a", "content": TEXT})
    before = set(await stores.redis("KEYS", "h4r:*"))
    read(await project.ask(TEXT))

    (key,) = set(await stores.redis("KEYS", "h4r:*")) - before
    assert 0 < await stores.redis("PTTL", key) <= 30_000


async def test_an_answer_that_lacked_a_source_is_not_kept_for_others(
    project: Project, stores: Stores
) -> None:
    await project.stored({"id": "a", "content": TEXT})
    await stores.fault("vector", "status", status=503)
    assert (await project.ask(TEXT)).status_code == 503
    await stores.heal()

    assert await project.found(TEXT) == ["a"]


async def test_reads_are_counted_and_make_the_next_answer_rank_higher(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    projects = [
        Project(door, "popular", headers=issue(tenants=("default",), subject=f"agent-{n}"))
        for n in range(4)
    ]
    await projects[0].stored({"id": "a", "content": TEXT}, {"id": "b", "content": "zzz"})
    entries = [ledger_of(await each.told(TEXT, limit=1))["a"] for each in projects]

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
    names = ({"id": f"another-{n}"} for n in range(4))  # what it calls itself does not count
    asked = [await eager.told(TEXT, sender=name) for name in names]
    frequencies = [ledger_of(each)["a"]["signals"]["frequency"] for each in asked]
    assert frequencies[0] == 0
    assert len(set(frequencies[1:])) == 1
    assert 0 < frequencies[1] < 0.2


async def test_only_what_was_delivered_is_counted(project: Project, stores: Stores) -> None:
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

    # What is known, how often it was used, and that it was read.
    assert calls[-1] == 3
