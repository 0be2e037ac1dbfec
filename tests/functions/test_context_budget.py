"""POST /context: what fits a budget, how its bytes are counted, and the order of the results."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json, read
from tests.functions.evidence import Project, ids_of, ledger_of, new_project
from tests.functions.platforms import own_client

QUERY = "the quarterly report"
MOST_BYTES = 2_000
TEXTS = (
    "The quarterly report is late.",
    'The "quarterly" report \\ was \t lost\r\n in the post.',
    "Der Quartalsbericht — the quarterly report — fehlt, 日本語, 👩‍💻, ﷽, \x7f\x80\u2028.",
    "The quarterly report </script><!-- & more -->",
)


@pytest.fixture(scope="module")
async def frugal() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform whose specialists get two thousand bytes."""
    limits = {"SCS_MAX_BYTES_DEFAULT": str(MOST_BYTES), "SCS_MAX_ITEMS_DEFAULT": "3"}
    async with own_client(limits) as client:
        yield client


def items() -> list[Json]:
    """Items of all kinds of content."""
    texts: list[Json] = [{"id": f"text-{n}", "content": text} for n, text in enumerate(TEXTS)]
    objects: list[Json] = [
        {
            "id": "object",
            "content": {"title": QUERY, "nested": {"ü": [1, 2.5, None, True, "\x01"]}},
        },
        {"id": "numbers", "content": {"quarterly report": 1e-7, "b": 10**18, "c": -0.0, "d": 1e22}},
        {"id": "wide", "content": f"{QUERY} {'🌊' * 500}", "ünï": "cödé", "tags": ["ü", "日本"]},
        {"id": "personal", "content": f"{QUERY} of jane.roe@example.com"},
    ]
    return texts + objects


def sizes_in(body: str) -> list[tuple[str, int, int]]:
    """Of each result its id, its length in the very body of the answer, and what it says it is."""
    start = body.index('"results":[') + len('"results":[')
    decoder, found = json.JSONDecoder(), []
    while body[start] != "]":
        result, end = decoder.raw_decode(body, start)
        length = len(body[start:end].encode())
        found.append((result["id"], length, result["metadata"]["byteSize"]))
        start = end + (body[end] == ",")
    return found


@pytest.mark.parametrize(
    "options",
    [{}, {"include_scores": False}, {"include_embeddings": True}, {"limit": 3}],
    ids=["plain", "no scores", "embeddings", "limit"],
)
async def test_the_bytes_of_a_budget_are_those_in_the_body(project: Project, options: Json) -> None:
    await project.stored(*items())
    answer = await project.ask(QUERY, **({"limit": 100} | options))
    payload = read(answer)["payload"]

    sizes = sizes_in(answer.content.decode())
    assert [item_id for item_id, _, _ in sizes] == ids_of(payload)
    assert [length for _, length, _ in sizes] == [size for _, _, size in sizes]
    used = payload["explainability"]["slicing"]["budgetUsed"]
    assert used["bytes"] == sum(size for _, _, size in sizes) <= 122_880
    assert used["estimatedTokens"] == -(-used["bytes"] // 4)
    assert used["items"] == len(sizes) == min(options.get("limit", 100), len(items()))


async def test_content_comes_back_as_it_was_stored(project: Project) -> None:
    given = {item["id"]: item["content"] for item in items() if item["id"] != "personal"}
    await project.stored(*items())
    results = (await project.told(QUERY, limit=100))["results"]

    kept = {each["id"]: each["content"] for each in results if each["id"] in given}
    assert kept == given


async def test_what_alone_exceeds_the_budget_is_left_out_and_a_smaller_one_still_fits(
    frugal: httpx.AsyncClient,
) -> None:
    project = new_project(frugal)
    await project.stored(
        {"id": "huge", "content": f"{QUERY} {'x' * 3_000}", "importance": 1},
        {"id": "large", "content": f"{QUERY} {'word ' * 220}", "importance": 0.9},
        {"id": "also-large", "content": f"{QUERY} {'bird ' * 220}", "importance": 0.8},
        {"id": "small", "content": f"{QUERY} was late", "importance": 0},
    )
    payload = await project.told(QUERY, query={"type": "keyword"}, limit=10)

    ledger = ledger_of(payload)
    assert ledger["huge"]["stage"] == "budget"
    assert ledger["huge"]["explanation"].endswith(f"of {MOST_BYTES} are left")
    assert "small" in ids_of(payload)
    assert len(ids_of(payload)) == 2
    slicing = payload["explainability"]["slicing"]
    assert slicing["totalDroppedBudget"] == 2
    assert slicing["budgetUsed"]["bytes"] <= MOST_BYTES
    assert payload["total_count"] == 4


async def test_no_more_items_than_the_budget_has_are_given(frugal: httpx.AsyncClient) -> None:
    project = new_project(frugal)
    await project.stored(*({"id": f"i-{n}", "content": f"{QUERY} {n}"} for n in range(6)))
    payload = await project.told(QUERY)

    slicing = payload["explainability"]["slicing"]
    assert slicing["budgetUsed"]["items"] == len(payload["results"]) == 3
    assert slicing["totalDroppedBudget"] == 3
    stages = [entry["stage"] for entry in payload["explainability"]["ledger"]]
    assert stages == ["kept"] * 3 + ["budget"] * 3


async def test_where_nothing_fits_the_answer_says_why(frugal: httpx.AsyncClient) -> None:
    project = new_project(frugal)
    await project.stored({"id": "huge", "content": f"{QUERY} {'x' * 3_000}"})
    payload = await project.told(QUERY, include_graph=True)

    assert payload["results"] == []
    told = payload["explainability"]
    assert told["tldr"] == {"summary": "", "citations": []}
    assert told["causalGraph"] == {"nodes": [], "edges": []}
    assert [entry["stage"] for entry in told["ledger"]] == ["budget"]


async def test_results_are_sorted_by_score_and_what_says_the_same_is_one(
    project: Project,
) -> None:
    moment = "2026-01-15T09:30:00Z"
    equal = [
        {"id": name, "content": "SCS0001234", "created_at": moment}
        for name in ("delta", "alpha", "Bravo", "ünï", "echo")
    ]
    other = [{"id": f"other-{n}", "content": f"{QUERY} {n}", "importance": n / 9} for n in range(9)]
    await project.stored(*equal, *other)
    payload = await project.told("what is SCS0001234 about", limit=100, min_relevance=0)

    entries = [(result["score"], result["id"]) for result in payload["results"]]
    assert entries == sorted(entries, key=lambda entry: (-entry[0], entry[1]))
    assert len({score for score, _ in entries}) > 2
    first, *same = sorted(each["id"] for each in equal)
    assert (payload["results"][0]["id"], payload["results"][0]["duplicates"]) == (first, same)
    assert {ledger_of(payload)[each]["stage"] for each in same} == {"ranking"}


async def test_the_same_request_gets_the_same_order_from_the_cache_and_without(
    project: Project,
) -> None:
    stored = [{"id": f"i-{n}", "content": f"{QUERY} {n % 3}"} for n in range(12)]
    await project.stored(*stored)
    first = await project.found(QUERY, limit=100)
    again = [await project.found(QUERY, limit=100) for _ in range(3)]
    await project.stored({"id": "unrelated", "content": "zzz"})
    afresh = await project.found(QUERY, limit=100)

    assert again == [first] * 3
    assert [each for each in afresh if each != "unrelated"] == first
