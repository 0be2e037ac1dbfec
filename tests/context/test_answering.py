"""From the request envelope to the answer envelope."""

import json
from dataclasses import fields, replace

import pytest
from pydantic import JsonValue

from recollect.context.answering import options_of
from recollect.context.building import PackOptions
from recollect.context.request import ContextRequest
from recollect.context.result import ContextResult, LedgerEntry
from recollect.context.shortcomings import expired_ids
from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate
from recollect.retrieval.ranked import Signals
from recollect.retrieval.ranking import RankingRules
from recollect.settlement.relations import Relations
from recollect.slicing.budget import Budget
from recollect.slicing.sliced import Including
from recollect.slicing.slicer import JudgedCandidate, LedgerEntryStage
from tests.cases import each_case
from tests.context.packs import SEED, FakeRetriever, answered, builder, request
from tests.retrieval.samples import both_arms, candidate
from tests.slicing.samples import NEUTRAL, item, ranked

SIGNALS = {each.name for each in fields(Signals)}
WALK: dict[str, JsonValue] = {"type": "graph_traversal", "graph_params": {"start_node": "a"}}


DAYS = {"later": "2999-01-01T00:00:00.000Z", "before": "2020-01-01T00:00:00.000Z"}


def found(item_id: str, relevance: float = 0.5, **metadata: JsonValue) -> Candidate:
    arms = both_arms(relevance)
    return candidate(item_id, arms, content=f"Login failed, says {item_id}.", metadata=metadata)


def document(result: ContextResult) -> dict[str, dict[str, JsonValue]]:
    read: dict[str, dict[str, JsonValue]] = json.loads(result.model_dump_json())
    return read


WITHHELD = found("mem-005", trust=0.1, test_type="e2e", status="failed")


async def test_the_result_has_the_names_of_the_seed() -> None:
    asked = ContextRequest.model_validate_json(SEED)
    result = document(await answered(builder(found("mem-001"), WITHHELD), asked))
    assert result.keys() == {"meta", "payload"}
    assert result["meta"] == {
        "type": "ContextResult",
        "from": {"type": "service", "id": "recollect"},
        "to": [{"type": "specialist", "id": "playwright_healer"}],
        "message_id": "message-2",
        "timestamp": "2025-01-15T12:00:00.000Z",
    }
    payload = result["payload"]
    assert payload.keys() == {
        "results",
        "total_count",
        "candidate_count",
        "query_duration_ms",
        "sources",
        "explainability",
    }
    assert (payload["total_count"], payload["candidate_count"]) == (1, 2)
    assert payload["sources"] == ["upstash-vector"]
    (only,) = payload["results"] if isinstance(payload["results"], list) else []
    assert isinstance(only, dict)
    assert only.keys() == {"id", "content", "score", "metadata"}
    assert isinstance(only["metadata"], dict)
    assert only["metadata"].keys() >= {"source", "redacted", "byteSize"}


async def test_the_explainability_has_the_names_of_the_seed() -> None:
    asked = ContextRequest.model_validate_json(SEED)
    result = document(await answered(builder(found("mem-001"), WITHHELD), asked))
    explained = result["payload"]["explainability"]
    assert isinstance(explained, dict)
    assert explained.keys() == {
        *("tldr", "affordances", "causalGraph", "slicing", "timings", "warnings", "ledger")
    }
    assert explained["tldr"] == {"summary": "Login failed, says mem-001.", "citations": ["mem-001"]}
    assert explained["causalGraph"] is None
    assert explained["warnings"] == []
    slicing, timings = explained["slicing"], explained["timings"]
    assert isinstance(slicing, dict)
    assert slicing.keys() == {"totalRedacted", "totalDroppedBudget", "budgetUsed"}
    assert slicing["totalRedacted"] == 1
    assert isinstance(timings, dict)
    assert timings.keys() >= {"retrievalMs", "slicingMs", "summarizationMs", "totalMs"}
    assert (timings["retrievalMs"], timings["candidateMs"], timings["rankingMs"]) == (25, 20, 3)
    assert timings["sources"] == {"upstash-vector": 19.1}


async def test_the_answer_carries_over_the_ids_and_scope_of_the_envelope() -> None:
    said: dict[str, JsonValue] = {
        "message_id": "m-1",
        "trace_id": "t-1",
        "reply_to": "m-0",
        "tenant": "acme",
        "project": "web",
    }
    meta = document(await answered(builder(), request(meta=said)))["meta"]
    told = {name: meta[name] for name in ("reply_to", "trace_id", "tenant", "project")}
    assert told == {"reply_to": "m-1", "trace_id": "t-1", "tenant": "acme", "project": "web"}


def test_a_graph_is_made_on_request_by_default_or_after_a_walk() -> None:
    cases: list[tuple[ContextRequest, bool, bool]] = [
        (request(), False, False),
        (request(), True, True),
        (request(include_graph=True), False, True),
        (request(include_graph=False), True, False),
        (request(None, query=WALK), False, True),
        (request(None, query=WALK, include_graph=False), True, False),
    ]
    for asked, by_default, expected in cases:
        assert options_of(asked, graph_by_default=by_default).graph is expected


def test_options_are_read_from_the_payload() -> None:
    asked = request(limit=7, include_scores=False, include_embeddings=True)
    assert options_of(asked, graph_by_default=False) == PackOptions(
        7, Including(scores=False, embeddings=True), graph=False
    )


async def test_a_walk_is_answered_with_its_graph() -> None:
    built = builder(found("a"), found("b", caused_by=["a"]))
    graph = (await answered(built, request(None, query=WALK))).payload.explainability.causal_graph
    assert graph is not None
    assert [node.id for node in graph.nodes] == ["a", "b"]
    assert json.loads(graph.edges[0].model_dump_json())["from"] == "a"


async def test_scores_and_embeddings_are_there_only_when_asked_for() -> None:
    one = candidate("m", Arms(dense=0.5), embedding=(0.25, 0.5))
    bare = (await answered(builder(one), request(include_scores=False))).payload.results[0]
    full = (await answered(builder(one), request(include_embeddings=True))).payload.results[0]
    assert (bare.score, bare.embedding) == (None, None)
    assert (full.score is not None, full.embedding) == (True, (0.25, 0.5))


async def test_a_caller_without_audit_rights_learns_nothing_of_withheld_candidates() -> None:
    asked, seen = request(include_graph=True), (found("a", 0.9), found("c", 0.2))
    hidden = [found("b", 1.0, trust=0.1), found("d", containsPII=True, piiFields=["$["])]
    told = await answered(builder(*seen, *hidden), asked, audits=False)
    assert told == await answered(builder(*seen), asked, audits=False)
    payload = (await answered(builder(*seen, *hidden), asked)).payload
    assert [each.id for each in payload.explainability.ledger] == ["a", "c", "b", "d"]
    assert (payload.total_count, payload.candidate_count) == (2, 4)
    assert payload.explainability.slicing.total_redacted == 2
    assert payload.explainability.warnings == (
        "d: the redaction path '$[' cannot be applied; the item is withheld",
    )


# None of its words is in any item.
UNSAID = "xylophones"
EVERY_STAGE = (
    found("kept", 1.0),
    found("denied", 0.95, hasCredentials=True),
    found("large", 0.9, padding="x" * 3_000),
    found("second", 0.8),
    found("third", 0.7),
    found("worst", 0.0),
)


async def ledger(*, explain: bool = False) -> dict[str, LedgerEntry]:
    built = builder(*EVERY_STAGE, rules=RankingRules(min_score=0.3), budget=Budget(max_bytes=2_500))
    entries = (
        await answered(built, request(UNSAID, limit=2, include_explain=explain, min_relevance=0))
    ).payload.explainability.ledger
    assert [each.id for each in entries] == ["kept", "large", "second", "third", "worst", "denied"]
    return {each.id: each for each in entries}


async def test_the_ledger_has_every_candidate_once_with_the_stage_that_decided() -> None:
    entries = await ledger()
    assert {each.id: (each.stage, each.reason) for each in entries.values()} == {
        "kept": ("kept", "kept"),
        "denied": ("policy", "dropped"),
        "large": ("budget", "dropped"),
        "second": ("kept", "kept"),
        "third": ("limit", "dropped"),
        "worst": ("ranking", "dropped"),
    }


async def test_each_ledger_entry_explains_its_decision() -> None:
    entries = await ledger()
    assert entries["kept"].explanation.startswith("Score 0.788 ")
    assert entries["denied"].explanation == "holds credentials"
    assert "bytes" in entries["large"].explanation
    assert entries["third"].explanation == "below the 2 that were asked for"
    assert entries["worst"].explanation.startswith("Score 0.089 ")
    assert entries["worst"].explanation.endswith(" is below the least that is kept")


async def test_include_explain_adds_the_share_of_each_signal() -> None:
    assert all(each.shares is None for each in (await ledger()).values())
    for entry in (await ledger(explain=True)).values():
        if entry.stage == "policy":
            assert (entry.score, entry.signals, entry.shares) == (None, None, None)
            continue
        assert entry.shares is not None
        assert entry.signals is not None
        of = entry.shares.model_dump()
        assert of.keys() == SIGNALS
        assert sum(of.values()) == pytest.approx(entry.score)
        assert of["relevance"] == pytest.approx(0.7 * entry.signals.relevance)


async def test_fields_that_were_not_asked_for_are_absent_and_not_null() -> None:
    result = await answered(builder(found("m")), request())
    entry = json.loads(result.payload.explainability.ledger[0].model_dump_json())
    assert entry.keys() == {"id", "score", "signals", "reason", "stage", "explanation"}
    assert entry["signals"].keys() == SIGNALS


async def test_the_ledger_marks_redacted_items() -> None:
    one = found("m", containsPII=True)
    result = (await answered(builder(one), request())).payload
    assert [each.redacted for each in result.explainability.ledger] == [True]
    assert result.explainability.slicing.total_redacted == 1
    assert result.results[0].content == "[REDACTED]"


async def test_the_sources_are_those_that_found_candidates() -> None:
    one = candidate("a", Arms(dense=0.5), sources=("upstash-vector", "qdrant"))
    two = candidate("b", Arms(dense=0.1), sources=("postgres",))
    built = builder(one, two, rules=RankingRules(min_score=0.3))
    result = (await answered(built, request())).payload
    assert result.sources == ("postgres", "qdrant", "upstash-vector")
    assert (result.total_count, result.candidate_count, len(result.results)) == (1, 2, 1)


async def test_no_evidence_is_an_empty_answer() -> None:
    result = (await answered(builder(), request())).payload
    assert (result.results, result.total_count, result.candidate_count) == ((), 0, 0)
    assert result.sources == ()
    assert result.explainability.tldr.summary == ""
    assert result.explainability.ledger == ()


async def test_candidates_below_the_floor_are_no_results_and_ground_no_hint() -> None:
    outage = found("alert-1", 0.3, severity="P1", state="open")
    built = builder(found("a", 0.6), outage, found("b", 0.1))
    result = (await answered(built, request("down times", min_relevance=0.5))).payload
    assert [each.id for each in result.results] == ["a"]
    assert (result.total_count, result.candidate_count) == (1, 3)
    assert result.explainability.tldr.citations == ("a",)
    for hint in result.explainability.affordances:
        assert "alert-1" not in str(hint.parameters.get("evidence"))
    entries = {each.id: each for each in result.explainability.ledger}
    assert entries["alert-1"].stage == "ranking"
    assert entries["alert-1"].explanation == "Relevance 0.300 is below the floor of 0.5"
    assert result.explainability.warnings == ()


async def test_without_relevant_results_a_hint_has_the_relevance_of_the_best_candidate() -> None:
    built = builder(found("a", 0.18), found("b", 0.1))
    result = (await answered(built, request(UNSAID, min_relevance=0.25))).payload
    assert (result.results, result.total_count, result.candidate_count) == ((), 0, 2)
    told = result.explainability
    assert (told.tldr.summary, told.tldr.citations) == ("", ())
    (hint,) = told.affordances
    assert hint.type == "request_more_context"
    assert hint.description.startswith("All evidence is only weakly relevant")
    assert hint.parameters == {"bestRelevance": 0.18, "evidence": []}
    assert told.warnings == ("the best of 2 candidates came to 0.18, below 0.25",)


async def test_a_warning_says_that_no_result_is_likely_to_answer() -> None:
    doubt = "the best result has a relevance of only 0.18: it may not answer what was asked"
    asked = request(UNSAID, min_relevance=0.05)
    for best, said in ((0.18, (doubt,)), (0.21, ())):
        told = (await answered(builder(found("a", best), found("b", 0.1)), asked)).payload
        assert [each.id for each in told.results] == ["a", "b"]
        assert told.explainability.warnings == said


async def test_a_named_result_gets_no_warning_about_its_relevance() -> None:
    named = candidate("a", both_arms(0.1), content="x", metadata={"title": "Login guide"})
    told = (await answered(builder(named), request("login guide"))).payload
    assert [each.id for each in told.results] == ["a"]
    assert told.explainability.warnings == ()


async def test_a_relevance_just_below_the_floor_is_stated_with_enough_digits() -> None:
    asked = request(UNSAID, min_relevance=0.25)
    (warning,) = (
        await answered(builder(found("a", 0.2499)), asked)
    ).payload.explainability.warnings
    assert warning == "the only candidate came to 0.2499, below 0.25"
    near = request(UNSAID, min_relevance=0.25)
    (entry,) = (await answered(builder(found("a", 0.24996)), near)).payload.explainability.ledger
    assert entry.explanation == "Relevance 0.24996 is below the floor of 0.25"


async def test_the_warning_about_the_best_candidate_ignores_withheld_ones() -> None:
    seen, hidden = found("a", 0.1), found("b", 0.9, trust=0.1)
    asked = request(UNSAID, min_relevance=0.95)
    told = (await answered(builder(seen, hidden), asked, audits=False)).payload
    assert told.explainability.warnings == ("the only candidate came to 0.10, below 0.95",)
    (hint,) = told.explainability.affordances
    assert hint.parameters["bestRelevance"] == 0.1


async def test_relevant_items_beyond_the_budget_are_called_neither_weak_nor_missing() -> None:
    asked = request(UNSAID, budget={"bytes": 1})
    (hint,) = (await answered(builder(found("a", 0.6)), asked)).payload.explainability.affordances
    assert hint.description.startswith("No evidence could be given that is relevant and holds")
    assert hint.parameters == {"bestRelevance": 0.6, "evidence": []}


async def test_filters_without_a_match_are_named_whether_or_not_matches_are_withheld() -> None:
    asked = request(UNSAID, query={"filters": {"statuss": "failed", "tags": ["a"]}})
    for built in (builder(), builder(found("b", trust=0.1, statuss="failed", tags=["a"]))):
        told = (await answered(built, asked, audits=False)).payload
        assert told.explainability.warnings == (
            "nothing was found with the filters: statuss, tags",
        )


async def test_a_project_without_visible_items_is_named_whether_or_not_items_are_withheld() -> None:
    for built in (builder(), builder(found("b", trust=0.1))):
        told = (await answered(built, request(UNSAID), audits=False)).payload
        assert told.explainability.warnings == (
            "the project default of the tenant default holds nothing to be found",
        )


async def test_an_auditor_is_warned_if_the_policy_withholds_all_candidates() -> None:
    hidden = (found("a", trust=0.1), found("b", hasCredentials=True))
    for built, said in (
        (builder(*hidden[:1]), ("the policy withholds the only candidate; the ledger says why",)),
        (builder(*hidden), ("the policy withholds all of 2 candidates; the ledger says why",)),
        (builder(*hidden, found("c", 0.9)), ()),
    ):
        told = (await answered(built, request(UNSAID), audits=True)).payload
        assert told.explainability.warnings == said


@each_case("query", [{"type": "keyword"}, {"match": "named"}, {"filters": {"status": "failed"}}])
async def test_a_query_of_only_a_part_of_a_project_never_calls_the_project_empty(
    query: dict[str, JsonValue],
) -> None:
    told = (await answered(builder(), request(UNSAID, query=query))).payload
    assert not any("holds nothing" in each for each in told.explainability.warnings)


@each_case(
    ("candidates", "told"),
    [
        ([("old", 0.9, "ranking", True), ("weak", 0.1, "kept", False)], ["old"]),
        ([("old", 0.9, "ranking", True), ("new", 0.8, "kept", False)], []),
        ([("old", 0.9, "kept", True), ("new", 0.1, "kept", False)], []),
        ([("old", 0.1, "kept", True), ("new", 0.8, "kept", False)], []),
        ([("new", 0.9, "budget", False)], []),
    ],
)
def test_likely_expired_candidates_are_named_only_if_no_result_is_likely(
    candidates: list[tuple[str, float, LedgerEntryStage, bool]], told: list[str]
) -> None:
    judged = [
        JudgedCandidate(
            replace(
                ranked(item(name)),
                signals=replace(NEUTRAL, relevance=relevance),
                relations=Relations(holds=not is_over),
            ),
            stage,
            "",
        )
        for name, relevance, stage, is_over in candidates
    ]
    assert expired_ids(judged) == told


async def test_a_warning_names_results_that_are_not_yet_valid() -> None:
    later, before = (found(each, valid_from=day) for each, day in DAYS.items())
    result = await answered(builder(later, before, found("always")), request("login"))
    assert result.payload.explainability.warnings == ("not yet valid: later",)


async def test_filters_without_a_match_are_not_named_while_a_source_is_missing() -> None:
    asked = request(UNSAID, query={"filters": {"status": "failed"}})
    built = builder(retriever=FakeRetriever(degraded=("upstash-vector",)))
    assert (await answered(built, asked)).payload.explainability.warnings == ()


@each_case(
    ("items", "warning"),
    [
        ([found("a")], "the only relevant item does not fit the budget"),
        ([found("a"), found("b")], "none of 2 relevant items fits the budget"),
    ],
)
async def test_a_warning_says_that_no_item_fits_the_budget(
    items: list[Candidate], warning: str
) -> None:
    told = (await answered(builder(*items), request(UNSAID, budget={"bytes": 10}))).payload
    assert (told.results, told.total_count) == ((), len(items))
    (said,) = told.explainability.warnings
    assert said.startswith(f"{warning}: the best needs ")
    assert said.endswith(" bytes where 10 of 10 are left")


async def test_a_walk_without_a_text_ignores_the_relevance_floor() -> None:
    built = builder(found("a", 0.1))
    walked = (await answered(built, request(None, query=WALK, min_relevance=1))).payload
    assert [each.id for each in walked.results] == ["a"]
    assert walked.explainability.warnings == ()


NAMED = (
    found("INC0007001", 0.1),
    found("b", 0.1, title="Payments API"),
    found("c", 0.1, aliases=["pay hub", "checkout"]),
    found("d", 0.97),
)


@each_case(
    ("text", "expected"),
    [
        ("what became of inc0007001", {"INC0007001"}),
        ("is the paymnets-api down", {"b"}),
        ("checkout or the pay hub is slow", {"c"}),
        ("the payments of the api", set()),
    ],
)
async def test_items_that_a_query_names_are_found_and_match_named_finds_no_others(
    text: str, expected: set[str]
) -> None:
    built = builder(*NAMED)
    only = (await answered(built, request(text, query={"match": "named"}))).payload
    assert {each.id for each in only.results} == expected
    joined = (await answered(built, request(text, min_relevance=0.5))).payload
    assert {each.id for each in joined.results} == {"d", *expected}
    alone = (await answered(built, request(text, min_relevance=0.98))).payload
    assert {each.id for each in alone.results} == expected


async def test_a_title_of_only_stopwords_does_not_count_as_named() -> None:
    everywhere = found("a", 0.1, title="The", aliases=["is", "why is the"])
    asked = request("why is the login down", query={"match": "named"})
    assert (await answered(builder(everywhere), asked)).payload.results == ()


async def test_a_warning_says_that_the_query_names_no_candidate() -> None:
    asked = request("login", query={"match": "named"})
    told = (await answered(builder(*NAMED), asked)).payload.explainability
    assert told.warnings == ("the query names none of 4 candidates",)
    assert {each.explanation for each in told.ledger} == {"The query does not name it"}


async def test_a_hidden_title_does_not_count_as_named() -> None:
    hidden = found("b", title="Merger", containsPII=True, piiFields=["$.metadata.title"])
    for built in (builder(hidden), builder(found("b", title="Merger", trust=0.1))):
        asked = request("the merger", query={"match": "named"})
        assert (await answered(built, asked, audits=False)).payload.results == ()


async def test_a_missing_or_withheld_start_node_gives_a_warning() -> None:
    hidden = found("a", trust=0.1)
    for built in (builder(), builder(hidden)):
        told = (await answered(built, request(None, query=WALK), audits=False)).payload
        assert told.results == ()
        assert told.explainability.warnings == ("the start node a was not found",)


async def test_the_ledger_is_full_kept_or_none_as_requested() -> None:
    built = builder(*EVERY_STAGE)
    for wanted, expected in (("full", 6), ("kept", 2), ("none", 0)):
        told = (await answered(built, request(limit=2, ledger=wanted, min_relevance=0))).payload
        assert len(told.explainability.ledger) == expected
        assert (told.total_count, told.candidate_count) == (5, 6)


async def test_a_budget_of_the_request_lowers_the_configured_one_and_never_raises_it() -> None:
    items = [found(name, 0.5) for name in "abc"]
    wishes: list[tuple[dict[str, JsonValue], int]] = [
        ({"items": 2}, 2),
        ({"items": 9}, 3),
        ({"bytes": 1}, 0),
        ({}, 3),
    ]
    for budget, expected in wishes:
        told = (await answered(builder(*items), request(budget=budget))).payload
        assert len(told.results) == expected
    small = builder(*items, budget=Budget(max_items=1))
    for limit in ("items", "tokens", "bytes"):
        asked = request(budget={limit: 10**9})
        assert len((await answered(small, asked)).payload.results) == 1


async def test_weights_of_the_request_decide_its_scores_and_shares() -> None:
    important = found("a", 0.5, importance=1, trust=0.31)
    trusted = found("b", 0.5, importance=0, trust=1)
    for name, first in (("importance", "a"), ("trust", "b")):
        weights: dict[str, JsonValue] = dict.fromkeys(SIGNALS - {"relevance"}, 0)
        asked = request(weights={**weights, name: 1}, include_explain=True)
        result = (await answered(builder(important, trusted), asked)).payload
        assert result.results[0].id == first
        best = result.explainability.ledger[0]
        assert best.shares is not None
        assert sum(best.shares.model_dump().values()) == pytest.approx(best.score)
