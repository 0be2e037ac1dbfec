"""POST /context: the seed's example word for word, and what each field of a request does."""

from datetime import UTC, datetime, timedelta

import httpx

from tests.context.packs import SEED
from tests.functions.calling import Json, read
from tests.functions.evidence import Project, failure

QUERY = "login test failures with selector issues"
SIGNALS = {"relevance", "recency", "frequency", "importance", "causality", "novelty", "trust",
           "sensitivity"}  # fmt: skip
FAILURE: Json = {
    "id": "mem-001",
    "content": {"test": "login-spec-001", "error": "The selector #login-button was not found."},
    "test_type": "e2e",
    "status": "failed",
}


async def test_the_seeds_example_works_word_for_word(api: httpx.AsyncClient) -> None:
    await Project(api, "default").stored(
        FAILURE, failure("mem-002", test_type="unit", status="failed"), failure("mem-003")
    )
    answer = read(await api.post("/context", content=SEED))

    assert answer["meta"]["type"] == "ContextResult"
    assert answer["meta"]["to"] == [{"type": "specialist", "id": "playwright_healer"}]
    assert "reply_to" not in answer["meta"]
    payload = answer["payload"]
    assert list(payload) == ["results", "total_count", "candidate_count", "query_duration_ms",
                             "sources", "explainability"]  # fmt: skip
    (result,) = payload["results"]
    assert list(result) == ["id", "content", "score", "metadata"]
    assert (result["id"], result["content"]) == ("mem-001", FAILURE["content"])
    assert 0 < result["score"] <= 1
    assert result["metadata"].items() >= {"source": "upstash-vector", "redacted": False}.items()
    assert result["metadata"]["byteSize"] > 0
    assert (payload["total_count"], payload["sources"]) == (1, ["upstash-vector"])
    assert payload["query_duration_ms"] > 0


async def test_an_answer_explains_itself_in_the_fields_of_the_seed(project: Project) -> None:
    # Words that all items share make none of them relevant.
    others: list[Json] = [
        {"id": f"other-{place}", "content": f"Invoice {place} was paid."} for place in range(8)
    ]
    await project.stored(failure("mem-001"), failure("mem-002"), *others)
    told = (await project.payload(QUERY))["explainability"]

    assert list(told) == ["tldr", "affordances", "causalGraph", "slicing", "timings", "warnings",
                          "ledger"]  # fmt: skip
    assert set(told["tldr"]) == {"summary", "citations"}
    assert "was not found" in told["tldr"]["summary"]
    assert set(told["tldr"]["citations"]) <= {"mem-001", "mem-002"}
    suggested = {each["type"]: each for each in told["affordances"]}
    assert set(suggested["suggest_fix"]) == {"type", "description", "confidence", "parameters"}
    assert suggested["suggest_fix"]["confidence"] == 0.85
    assert told["causalGraph"] is None
    assert set(told["slicing"]) == {"totalRedacted", "totalDroppedBudget", "budgetUsed"}
    assert set(told["slicing"]["budgetUsed"]) == {"bytes", "estimatedTokens", "items"}
    assert set(told["timings"]) >= {"retrievalMs", "slicingMs", "summarizationMs", "totalMs"}
    assert all(value >= 0 for name, value in told["timings"].items() if name != "sources")
    assert told["warnings"] == []
    for entry in told["ledger"]:
        assert entry["reason"] == entry["stage"] == "kept"
        assert entry["explanation"].startswith("Score 0.")
        assert set(entry["signals"]) == SIGNALS


async def test_embeddings_come_on_request_but_never_with_redacted_items(project: Project) -> None:
    await project.stored(
        failure("open"),
        failure("personal", "The login test of jane.roe@example.com failed.", caused_by=["open"]),
    )
    plain = await project.payload("login test")
    assert all("embedding" not in each for each in plain["results"])

    graph = {"graph_params": {"start_node": "open"}}
    queries: tuple[Json, ...] = (
        {"type": "semantic"}, {"type": "keyword"}, {"type": "graph_traversal", **graph}
    )  # fmt: skip
    for query in queries:
        embedded = await project.payload("login test", query=query, include_embeddings=True)

        results = {each["id"]: each for each in embedded["results"]}
        assert len(results["open"]["embedding"]) == 1024
        assert all(isinstance(each, float) for each in results["open"]["embedding"])
        assert results["personal"]["metadata"]["redacted"] is True
        assert "embedding" not in results["personal"]


async def test_an_embedding_is_made_of_an_item_and_not_of_its_neighbours(project: Project) -> None:
    turn = {"id": "turn", "content": "Yes, that one.", "thread": "t", "created_at": _at(1)}
    await project.stored(turn)
    (alone,) = (await project.payload("that one", include_embeddings=True))["results"]
    await project.stored(
        turn, {"id": "next", "content": "It was the zyxel.", "thread": "t", "created_at": _at(2)}
    )
    among = (await project.payload("that one", include_embeddings=True))["results"]

    (again,) = (each for each in among if each["id"] == "turn")
    assert again["embedding"] == alone["embedding"]


def _at(minute: int) -> str:
    return (datetime(2026, 1, 15, 9, tzinfo=UTC) + timedelta(minutes=minute)).isoformat()
