"""Evidence for tests: made by hand, and generated with metadata of any kind."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.context.affordances import Affordance, affordances_of
from recollect.context.causal_graph import causal_graph
from recollect.context.evidence import Evidence

Joined = tuple[str, str, str, float]
NOW = datetime(2025, 1, 15, 12, tzinfo=UTC)


def evidence(
    id: str,  # noqa: A002 - the field's name
    content: JsonValue,
    metadata: Mapping[str, JsonValue] | None = None,
    *,
    score: float = 0.8,
    relevance: float = 0.6,
) -> Evidence:
    return Evidence(id, content, metadata or {}, score, relevance)


def found(*items: Evidence, query: str = "query") -> dict[str, Affordance]:
    return {each.type: each for each in affordances_of(query, items, now=NOW)}


def joined(*items: Evidence) -> list[Joined]:
    edges = causal_graph(items).edges
    return [(edge.source, edge.target, edge.type, edge.weight) for edge in edges]


def after(days: float) -> str:
    return (NOW + timedelta(days=days)).isoformat()


IDS = st.sampled_from([f"mem-{number}" for number in range(12)])
FRAGMENTS = st.sampled_from(
    [
        "The login test failed because of mem-3",
        "Outage of db-02 caused by CHG004321.",
        "CHG004321 led to ECONNRESET on web-01!",
        "[REDACTED]",
        "[REDACTED] called about the refund.",
        "SLA breached. P1",
        "no longer flaky",
        "今天系统崩溃。",
        "\n- ",
        "Mr.",
        "v1.2.3",
        "\x00\ud800",
        "👩\u200d👧",
        "word " * 90,
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(FRAGMENTS, max_size=6).map(" ".join))
JSON: st.SearchStrategy[JsonValue] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        TEXTS,
        IDS,
        st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=8), inner, max_size=2)
    ),
    max_leaves=4,
)
NAMES = st.sampled_from(
    [
        *("created_at", "caused_by", "tags", "status", "test_type", "correction", "outcome"),
        *("due_at", "slaDue", "breached", "flaky", "priority", "number", "resolved_at"),
        "conversation_id",
    ]
)
METADATA = st.dictionaries(st.one_of(NAMES, st.text(max_size=80)), JSON, max_size=4)
FRACTIONS = st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0])
EVIDENCE = st.lists(
    st.builds(Evidence, IDS, st.one_of(TEXTS, JSON), METADATA, FRACTIONS, FRACTIONS),
    max_size=5,
    unique_by=lambda each: each.id,
)
QUERIES = st.one_of(st.just(""), TEXTS)
