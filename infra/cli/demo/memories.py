"""Chapters in which decisions are stored and found again."""

from pydantic import JsonValue
from rich.table import Table

from infra.cli.demo.run import APP_PATH, DemoRun
from infra.cli.inspecting.search import dropped_table, score_columns
from recollect.memories.model import Stats, StoredMemory
from recollect.memories.requests import Search
from recollect.memories.search_result import FoundMemory, SearchResult

_REFUND: dict[str, JsonValue] = {
    "situation": "Customer was hospitalised a week after buying the course and asks for a refund.",
    "decision": "Approved the refund through Stripe and wished a quick recovery.",
    "stage": "draft",
    "category": "refund",
    "conversation_id": "cnv_9001",
    "tags": ["refund", "hardship"],
}
_LOGIN: dict[str, JsonValue] = {
    "situation": "Customer gets ERR_TOKEN_EXPIRED when opening the magic link on a phone.",
    "decision": "Asked to open the newest link in the browser that requested it.",
    "stage": "draft",
    "category": "access",
    "conversation_id": "cnv_9002",
}
_QUERY = "was taken to hospital right after buying the course, wants a refund"


def store_decisions(demo: DemoRun) -> None:
    """An agent stores two decisions, one of them twice"""  # a chapter's title
    for name, decision in (("refund", _REFUND), ("login", _LOGIN)):
        stored = demo.read(StoredMemory, "POST", f"{APP_PATH}/memories", decision, status=201)
        demo.say(f"{stored.situation} → {stored.decision}")
        demo.kept[name] = stored
    respelled = _REFUND | {
        "decision": "approved the refund through  STRIPE and wished a quick recovery"
    }
    again = demo.read(StoredMemory, "POST", f"{APP_PATH}/memories", respelled)
    demo.check(
        "the same decision in another spelling is one memory with two occurrences",
        holds=again.deduplicated
        and again.id == demo.kept["refund"].id
        and again.metadata.occurrences == 2,  # noqa: PLR2004  # once and once more
    )


def find_in_other_words(demo: DemoRun) -> None:
    """Another agent finds a decision in other words"""  # a chapter's title
    found = _search(demo, Search(query=_QUERY, limit=3))
    demo.say(f"“{_QUERY}”")
    demo.show(_found_table(found.results))
    demo.check(
        "the stored decision is the most relevant; a score is relevance · confidence",
        holds=_most_relevant(found) == demo.kept["refund"].id
        and all(
            abs(each.score - each.raw_score * each.confidence) < 1e-9  # noqa: PLR2004  # rounding
            for each in found.results
        ),
    )
    named = _search(demo, Search(query="what is ERR_TOKEN_EXPIRED", limit=1))
    demo.check(
        "a question about an error code finds the decision that has this code",
        holds=_ids(named) == [demo.kept["login"].id],
    )


def explain_what_was_dropped(demo: DemoRun) -> None:
    """An explained search says why other memories were dropped"""  # a chapter's title
    asked = Search(query="customer asks for a refund", limit=3, threshold=0.03, explain=True)
    dropped = _search(demo, asked).dropped or ()
    one_each = {memory.reason: memory for memory in reversed(dropped)}
    demo.show(dropped_table(tuple(one_each.values()), {}))
    demo.check(
        "each dropped memory has a reason; the table shows one memory for each",
        holds={"threshold", "stale", "limit", "quarantined"} <= one_each.keys(),
    )


def find_without_redis(demo: DemoRun) -> None:
    """Redis is down, and memories are still found"""  # a chapter's title
    demo.break_store("upstash-redis")
    response = demo.call(
        "POST",
        f"{APP_PATH}/memories/search",
        {"query": "asks for a refund after an operation", "limit": 3},
    )
    demo.mend_stores()
    found = SearchResult.model_validate_json(response.content).results
    degraded = response.headers.get("X-Degraded", "")
    demo.say(f"X-Degraded: {degraded}")
    demo.check(
        f"{len(found)} memories are found without their reputation, and the answer says so",
        holds=bool(found) and degraded == "reputation",
    )


def sum_up(demo: DemoRun) -> None:
    """What the app has learned so far"""  # a chapter's title
    stats = demo.read(Stats, "GET", f"{APP_PATH}/stats")
    demo.say(
        f"{stats.count} memories, {stats.total_upvotes} upvotes, {stats.total_downvotes} "
        f"downvotes, {stats.total_citations} citations, average confidence "
        f"{stats.avg_confidence:.2f}"
    )
    demo.check("the statistics count the new memories, too", holds=stats.count > len(demo.kept))


def _search(demo: DemoRun, asked: Search) -> SearchResult:
    body = asked.model_dump(mode="json", exclude_none=True)
    return demo.read_complete(SearchResult, f"{APP_PATH}/memories/search", body)


def _ids(found: SearchResult) -> list[str]:
    return [each.memory.id for each in found.results]


def _most_relevant(found: SearchResult) -> str | None:
    """The id of the most relevant result; a memory that proved good may be ranked before it."""
    best = max(found.results, key=lambda each: each.raw_score, default=None)
    return None if best is None else best.memory.id


def _found_table(results: tuple[FoundMemory, ...]) -> Table:
    table = Table(*score_columns("Score", "Relevance", "Confidence"), "Situation")
    for found in results:
        numbers = (found.score, found.raw_score, found.confidence)
        table.add_row(*(f"{number:.3f}" for number in numbers), found.memory.situation)
    return table
