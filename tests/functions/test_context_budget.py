"""POST /context: which items fit a budget, how bytes are counted, and the order of results."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json, read
from tests.functions.evidence import Project, ids_of, new_project
from tests.functions.platforms import own_client

QUERY = "the quarterly report"
MAX_BYTES = 2_000
TEXTS = (
    "The quarterly report is late.",
    'The "quarterly" report \\ was \t lost\r\n in the post.',
    "Der Quartalsbericht — the quarterly report — fehlt, 日本語, 👩‍💻, ﷽, \x7f\x80\u2028.",
    "The quarterly report </script><!-- & more -->",
)


@pytest.fixture(scope="module")
async def frugal() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform whose budget is two thousand bytes by default."""
    limits = {"SCS_MAX_BYTES_DEFAULT": str(MAX_BYTES), "SCS_MAX_ITEMS_DEFAULT": "3"}
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
    """For each result its id, its length in the body of the answer, and its stated length."""
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
async def test_the_bytes_of_a_budget_are_those_of_the_results_in_the_body(
    project: Project, options: Json
) -> None:
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


async def test_no_more_items_than_the_budget_has_are_given(frugal: httpx.AsyncClient) -> None:
    project = new_project(frugal)
    await project.stored(*({"id": f"i-{n}", "content": f"{QUERY} {n}"} for n in range(6)))
    payload = await project.payload(QUERY)

    slicing = payload["explainability"]["slicing"]
    assert slicing["budgetUsed"]["items"] == len(payload["results"]) == 3
    assert slicing["totalDroppedBudget"] == 3
    stages = [entry["stage"] for entry in payload["explainability"]["ledger"]]
    assert stages == ["kept"] * 3 + ["budget"] * 3
