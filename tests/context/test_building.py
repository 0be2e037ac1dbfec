"""Packs: their parts, and what they must not contain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.core.errors import StoreUnavailable
from recollect.core.security_levels import SECURITY_LEVELS, SecurityLevel
from recollect.retrieval.candidates import Candidate
from recollect.retrieval.ranking import RankingRules, Usage
from recollect.slicing.budget import Budget
from tests.cases import each_case
from tests.context.examples import FRAGMENTS
from tests.context.packs import FakeRetriever, answered, builder, packed, request
from tests.retrieval.fakes import FakeUsages
from tests.retrieval.samples import SCOPE, both_arms, candidate, days_ago
from tests.slicing.fakes import Prepared, redacting
from tests.slicing.samples import JSON

DOWN = StoreUnavailable("upstash-redis", "503")
SECRET = "zq7secretqz"


def found(item_id: str, content: JsonValue = "", **metadata: JsonValue) -> Candidate:
    arms = both_arms(0.6)
    return candidate(
        item_id, arms, content=content or f"Login of {item_id} failed.", metadata=metadata
    )


async def test_a_pack_is_made_of_what_was_found() -> None:
    built = builder(found("a"), found("b", caused_by=["a"]))
    pack = await packed(built, request("why did the login fail", include_graph=True))
    assert [each.id for each in pack.agent_slice.items] == ["a", "b"]
    assert pack.explanation.tldr.citations == ("a", "b")
    assert pack.explanation.causal_graph is not None
    assert [(edge.source, edge.target) for edge in pack.explanation.causal_graph.edges] == [
        ("a", "b")
    ]
    assert pack.degraded == ()


async def test_a_graph_is_made_only_where_it_is_wanted() -> None:
    assert (await packed(builder(found("a")), request())).explanation.causal_graph is None


async def test_only_delivered_items_are_counted_as_read() -> None:
    usages = FakeUsages()
    built = builder(found("a"), found("b", hasCredentials=True), found("c"), usages=usages)
    await packed(built, request(limit=1))
    assert usages.usages == {(SCOPE, "a"): Usage(reads=1)}


@each_case("usages", [FakeUsages(error=DOWN), FakeUsages(hangs=True)])
async def test_a_failure_to_count_reads_degrades_the_pack_but_keeps_its_items(
    usages: FakeUsages,
) -> None:
    pack = await packed(builder(found("a"), usages=usages), request())
    assert pack.degraded == ("reads",)
    assert [each.id for each in pack.agent_slice.items] == ["a"]


async def test_missing_sources_and_uncounted_reads_are_named() -> None:
    retriever = FakeRetriever(
        (found("a"),), degraded=("qdrant",), warnings=("the source qdrant was left out (timeout)",)
    )
    built = builder(retriever=retriever, usages=FakeUsages(error=DOWN))
    assert (await packed(built, request())).degraded == ("qdrant", "reads")
    warnings = (await answered(built, request())).payload.explainability.warnings
    assert warnings == ("the source qdrant was left out (timeout)",)


async def test_without_any_source_there_is_no_pack() -> None:
    with pytest.raises(StoreUnavailable):
        await packed(builder(retriever=FakeRetriever(error=DOWN)), request())


async def test_evidence_not_yet_valid_is_quoted_with_its_date_and_suggests_nothing() -> None:
    told = "The login fails on a selector that has changed; heal the selector and run it again."
    asked = request("why did the login fail")
    day = "2999-01-01T00:00:00.000Z"
    now = (await packed(builder(found("a", told)), asked)).explanation
    later = (await packed(builder(found("a", told, valid_from=day)), asked)).explanation
    assert [each.type for each in now.affordances] == ["suggest_fix"]
    assert [each.type for each in later.affordances] == ["request_more_context"]
    assert later.tldr.summary.startswith("(from 2999-01-01) ")


async def test_the_durations_are_measured_with_the_clock() -> None:
    pack = await packed(builder(found("a")), request())
    # Looks at the clock: start, retrieved, sliced, made, and at the very end.
    assert (pack.slicing_seconds, pack.summarization_seconds, pack.total_seconds) == (1, 1, 4)


async def test_only_a_weak_answer_asks_for_more_context() -> None:
    weak = candidate("a", both_arms(0.1), content="Nothing of the kind.")
    for one, expected in ((weak, True), (found("a"), False)):
        pack = await packed(builder(one), request("login"))
        told = {each.type for each in pack.explanation.affordances}
        assert ("request_more_context" in told) is expected


async def test_the_specialist_the_budget_and_the_limit_decide_what_is_in_a_pack() -> None:
    items = [
        found("a", sensitivity=0.9, importance=1),
        found("b", padding="x" * 2_000),
        found("c"),
        found("d"),
    ]
    built = builder(*items, budget=Budget(max_bytes=1_500))
    public = await packed(built, request(limit=1), "public")
    assert [each.id for each in public.agent_slice.items] == ["c"]
    higher = await packed(built, request(limit=1), "restricted")
    assert [each.id for each in higher.agent_slice.items] == ["a"]


KINDS = ("denied", "restricted", "sensitive", "distrusted", "redacted", "large", "poor", "open")
HIDING: dict[str, dict[str, JsonValue]] = {
    "denied": {"hasCredentials": True},
    "restricted": {"restrictedToGroups": ["ops"]},
    "sensitive": {"sensitivity": 0.9},
    "distrusted": {"trust": 0.1},
    "redacted": {"containsPII": True, "piiFields": ["$.content.secret", "$.metadata.owner"]},
    "large": {"padding": "x" * 9_000},
    "poor": {"importance": 0, "trust": 0.31},
    "open": {},
}
NOTES = st.one_of(JSON, st.lists(FRAGMENTS, max_size=4).map(" ".join))


@st.composite
def secretive(draw: st.DrawFn) -> Candidate:
    """An item that keeps a secret of some kind in its content and metadata."""
    kind = draw(st.sampled_from(KINDS))
    number = draw(st.integers(0, 30))
    secret: JsonValue = {
        f"{SECRET} failed because mem-{number} broke": f"Flaky login, P1 outage {SECRET}.",
        "list": [f"Escalate {SECRET}!", {"deeper": f"{SECRET}-selector #login"}],
    }
    content: dict[str, JsonValue] = {"note": draw(NOTES), "secret": secret}
    metadata: dict[str, JsonValue] = {
        "owner": {"name": SECRET, "notes": [f"{SECRET} says it caused mem-1"]},
        "created_at": days_ago(draw(st.integers(0, 60))),
        "caused_by": [*draw(st.lists(st.integers(0, 30).map("mem-{}".format), max_size=2))],
        **HIDING[kind],
    }
    if kind == "open":
        del content["secret"], metadata["owner"]
    elif kind != "redacted":
        metadata |= draw(
            st.fixed_dictionaries(
                {},
                optional={
                    name: st.just(f"{SECRET} was flaky")
                    for name in ("status", "test_type", "correction", "outcome", "priority")
                },
            )
        ) | {"tags": [SECRET, "p1"], "conversation_id": SECRET}
    if kind == "large" and draw(st.booleans()):
        content = {"prose": f"{SECRET}. " * 2_000}
    dense = 0.01 if kind == "poor" else draw(st.sampled_from([0.7, 0.8, 0.9]))
    return candidate(
        f"mem-{number}", both_arms(dense), content=content, metadata=metadata,
        sources=draw(st.sampled_from([("upstash-vector",), ("upstash-vector", "postgres")])),
        embedding=(0.5,),
    )  # fmt: skip


SECRETIVE = st.lists(secretive(), max_size=8, unique_by=lambda each: each.item.id)


@given(
    SECRETIVE,
    st.sampled_from(["public", "internal"]),
    st.sampled_from([1, 3, 100]),
    st.sampled_from(["why is the login flaky", f"who is {SECRET[:4]}", "P1 outage mem-1"]),
)
async def test_an_answer_holds_nothing_that_its_specialist_may_not_see(
    candidates: list[Candidate], level: SecurityLevel, limit: int, text: str
) -> None:
    built = builder(*candidates, rules=RankingRules(min_score=0.5), budget=Budget(max_bytes=8_000))
    asked = request(
        text, limit=limit, include_graph=True, include_explain=True, include_embeddings=True
    )
    result = await answered(built, asked, level)
    assert SECRET not in result.model_dump_json()
    ids = {each.item.id for each in candidates}
    assert {each.id for each in result.payload.explainability.ledger} == ids


@given(SECRETIVE, st.sampled_from(SECURITY_LEVELS))
async def test_explanations_are_made_only_from_items_in_the_pack(
    candidates: list[Candidate], level: SecurityLevel
) -> None:
    built = builder(*candidates, budget=Budget(max_bytes=8_000))
    result = (await answered(built, request(include_graph=True), level)).payload
    shown = {each.id for each in result.results}
    explained = result.explainability
    assert set(explained.tldr.citations) <= shown
    for each in explained.affordances:
        evidence = each.parameters["evidence"]
        assert isinstance(evidence, list)
        assert set(map(str, evidence)) <= shown
    assert explained.causal_graph is not None
    assert {node.id for node in explained.causal_graph.nodes} <= shown


async def test_redacted_content_reaches_no_explanation() -> None:
    one = found("a", {"note": f"The login is flaky: {SECRET}.", "rest": "All else is fine here."})
    decisions = Prepared({"a": redacting("$.content.note")})
    pack = await packed(builder(one, decisions=decisions), request(include_graph=True))
    made = (pack.explanation, pack.agent_slice)
    assert SECRET not in repr(made)
    assert pack.explanation.tldr.summary == "All else is fine here."


async def test_redacted_metadata_reaches_no_explanation() -> None:
    one, other = found("a"), found("b", caused_by=["a"], due_at=days_ago(-1 / 24))
    plain = await packed(builder(one, other), request(include_graph=True))
    decisions = Prepared({"b": redacting("$.metadata.caused_by", "$.metadata.due_at")})
    redacted = await packed(builder(one, other, decisions=decisions), request(include_graph=True))
    for pack, explains in ((plain, True), (redacted, False)):
        assert pack.explanation.causal_graph is not None
        assert ("causes" in {edge.type for edge in pack.explanation.causal_graph.edges}) is explains
        assert (
            "prioritise_sla" in {each.type for each in pack.explanation.affordances}
        ) is explains
