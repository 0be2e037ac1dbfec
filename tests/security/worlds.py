"""Two stores that differ only in items that a caller may not see, and the answers from each.

The candidate source is the one of Upstash, over an index in memory whose scores, unlike BM25's,
do not depend on other items: any difference that is left comes from Recollect itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import JsonValue
from typing_extensions import override
from upstash_vector.types import FetchResult, QueryMode, QueryResult

from infra.local.emulators.vector.filters import parse_filter
from recollect.adapters.upstash.vector.client import ArmQuery, VectorIndex
from recollect.adapters.upstash.vector.evidence import VectorEvidence
from recollect.context.answering import options_of, result_of
from recollect.context.building import ContextBuilder, ContextRules
from recollect.context.request import ContextRequest, query_of
from recollect.core.errors import StoreTimeout
from recollect.core.security_levels import SecurityLevel
from recollect.knowledge.indexing import record_of
from recollect.knowledge.passages import passage_records, passages_namespace
from recollect.knowledge.records import (
    TURN,
    KnowledgeRecord,
    items_namespace,
    turn_of,
    turns_namespace,
)
from recollect.retrieval.items import Item, strings_of
from recollect.retrieval.ranking import RankingRules, Usage
from recollect.retrieval.retrieving import Retriever
from recollect.slicing.budget import Budget
from recollect.slicing.decisions import (
    DecisionCache,
    LocalDecisions,
    OpaDecisions,
    OpaPort,
    PolicyDecisions,
)
from recollect.slicing.policy import PolicyInput, local_verdict
from recollect.slicing.reader import SpecialistReader
from recollect.slicing.specialist import Specialist
from tests.clocks import Clock
from tests.retrieval.fakes import FakeCache, FakeExperience, FakeUsages
from tests.retrieval.samples import NOW, SCOPE, days_ago
from tests.slicing.fakes import RulesOpa

CANDIDATES = 4
"""So few that a handful of hidden items could push all others out."""

WORDS = ("printer", "login", "merger", "salary", "INC0001234", "host-01.acme.example.com", "pin")
IDS = tuple(f"i{n}" for n in range(14))


class OwnOpa(OpaPort):
    """A custom policy: it allows what the rules deny, denies what they allow, and masks."""

    @override
    async def ask(self, document: PolicyInput) -> JsonValue:
        item = document["item"]
        assert isinstance(item, dict)
        metadata = item["metadata"]
        assert isinstance(metadata, dict)
        fields: list[JsonValue] = ["$.metadata.caused_by"] if metadata.get("kind") == "b" else []
        return {"allow": metadata.get("kind") != "c", "redactedFields": fields}


class AilingOpa(RulesOpa):
    """Does not answer about items that the rules deny."""

    @override
    async def ask(self, document: PolicyInput) -> JsonValue:
        if not local_verdict(document).allow:
            raise StoreTimeout("opa", "no answer")
        return await super().ask(document)


POLICIES = ("rules", "opa", "own", "ailing", "ailing alone")


def decisions_of(policy: str) -> PolicyDecisions:
    """The policy of this name, with an empty cache."""
    cache = DecisionCache(60_000, Clock(), 1_000)
    match policy:
        case "rules":
            return LocalDecisions()
        case "opa":
            return OpaDecisions(RulesOpa(), cache, fallback_local=True)
        case "own":
            return OpaDecisions(OwnOpa(), cache, fallback_local=True)
        case _:
            return OpaDecisions(AilingOpa(), cache, fallback_local=policy == "ailing")


class MemoryIndex(VectorIndex):
    """Answers like Upstash, from a dict; a score depends on the query and one text alone."""

    def __init__(self, items: Sequence[Item]) -> None:
        records = [record_of(each) for each in items]
        turns = [turn_of(each, (), ()) for each in records if TURN in each.metadata]
        self._records: Mapping[str, Sequence[KnowledgeRecord]] = {
            items_namespace(SCOPE): records,
            turns_namespace(SCOPE): turns,
            passages_namespace(SCOPE): [p for each in records for p in passage_records(each)],
        }

    @override
    async def query_batch(
        self, namespace: str, queries: Sequence[ArmQuery]
    ) -> list[list[QueryResult]]:
        return [self._found(namespace, each) for each in queries]

    @override
    async def fetch(
        self, ids: Any = None, *options: Any, namespace: str = "", **further: Any
    ) -> list[FetchResult | None]:
        known = {each.id: each for each in self._records[namespace]}
        return [
            FetchResult(each, vector=[0.5], metadata=dict(found.metadata), data=found.text)
            if (found := known.get(each))
            else None
            for each in ids
        ]

    def _found(self, namespace: str, query: ArmQuery) -> list[QueryResult]:
        passes = parse_filter(query.filter_text) if query.filter_text else lambda _: True
        hits = [
            QueryResult(
                each.id,
                score,
                vector=[0.5] if query.with_vectors else None,
                metadata=dict(each.metadata),
                data=each.text,
            )
            for each in self._records[namespace]
            if passes(each.metadata) and (score := _score(query, each.text)) > 0
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))[: query.top_k]


def _score(query: ArmQuery, text: str) -> float:
    asked, said = query.text.lower().split(), text.lower().split()
    if query.mode is QueryMode.SPARSE:
        return sum(3 * said.count(each) / (said.count(each) + 1) for each in asked)
    shared = len(set(asked) & set(said)) / (len(set(asked) | set(said)) or 1)
    return (1 + shared) / 2


_TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
# With words that revoke a statement, state a number, or repeat a statement.
_STATEMENTS = st.lists(
    st.sampled_from([*WORDS, "the port is", "8443", "9443", "no longer", "replaces", "not"]),
    min_size=1,
    max_size=8,
).map(" ".join)
# Long enough to be split into passages, of which only the first and the last have content.
_PAGES = st.tuples(_TEXTS, _TEXTS).map(
    lambda ends: " filler ".join((ends[0], "so " * 800, ends[1]))
)
_METADATA: SearchStrategy[dict[str, JsonValue]] = st.fixed_dictionaries(
    {},
    optional={
        "sensitivity": st.sampled_from([0.0, 0.7, 0.71, 0.9, 1, "high"]),
        "trust": st.sampled_from([0.1, 0.29, 0.3, 0.9]),
        "hasCredentials": st.booleans(),
        "restrictedToGroups": st.sampled_from([[], ["qa"], ["board"], ["qa", "board"]]),
        "containsPII": st.booleans(),
        "piiFields": st.sampled_from(
            [["$.content"], ["$.metadata.kind"], ["$.metadata.caused_by", "$.content.pin"], ["$["]]
        ),
        "kind": st.sampled_from(["a", "b", "c"]),
        "tags": st.lists(st.sampled_from(["x", "y"]), max_size=2),
        "caused_by": st.lists(st.sampled_from(IDS), max_size=3),
        "created_at": st.integers(0, 60).map(days_ago),
        "importance": st.sampled_from([0.1, 1.0]),
        "thread": st.sampled_from(["t1", "t2"]),
        "title": st.sampled_from(["printer login", "merger"]),
        "aliases": st.lists(st.sampled_from(["the salary", "pin"]), max_size=2),
        "supersedes": st.lists(st.sampled_from(IDS), max_size=3),
        "valid_from": st.integers(-30, 60).map(days_ago),
        "valid_until": st.integers(-30, 60).map(days_ago),
    },
)
_CONTENTS: SearchStrategy[JsonValue] = (
    _TEXTS
    | _STATEMENTS
    | _PAGES
    | st.fixed_dictionaries({"note": _TEXTS, "pin": st.sampled_from(WORDS)})
)


@st.composite
def stored_items(draw: st.DrawFn) -> list[Item]:
    """Items of which callers may see all, some or none."""
    ids = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=2))
    return [Item(each, draw(_CONTENTS), draw(_METADATA)) for each in ids]


CALLERS: SearchStrategy[Specialist] = st.builds(
    Specialist,
    st.just("specialist"),
    st.just("someone"),
    st.sampled_from(["public", "internal", "confidential"]),
    st.sampled_from([frozenset(), frozenset({"qa"})]),
)


@st.composite
def requests(draw: st.DrawFn) -> ContextRequest:
    """Requests of every kind."""
    query_type = draw(st.sampled_from(["semantic", "keyword", "hybrid", "graph_traversal"]))
    filters = st.fixed_dictionaries(
        {},
        optional={
            "kind": st.sampled_from(["a", "b", "c", "[REDACTED]", ["a", "b"]]),
            "tags": st.sampled_from(["x", "y"]),
            "since": st.just(days_ago(30)),
            "hasCredentials": st.booleans(),
            "trust": st.sampled_from([0.1, 0.9]),
            "supersedes": st.sampled_from(IDS),
        },
    )
    query: dict[str, Any] = {"type": query_type, "filters": draw(filters | st.just({}))}
    if query_type == "graph_traversal":
        start = draw(st.sampled_from(IDS))
        query["graph_params"] = {"start_node": start, "max_depth": draw(st.integers(1, 4))}
    if query_type != "graph_traversal" or draw(st.booleans()):
        query["text"] = draw(_TEXTS)
        query["match"] = draw(st.sampled_from(["auto", "auto", "named"]))
    return ContextRequest.model_validate(
        {
            "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "someone"}},
            "payload": {
                "query": query,
                "limit": draw(st.integers(1, CANDIDATES)),
                "include_embeddings": draw(st.booleans()),
                "include_explain": draw(st.booleans()),
                "include_graph": draw(st.booleans()),
                "min_relevance": draw(st.sampled_from([None, 0.3, 0.9])),
                "budget": draw(st.sampled_from([None, {"items": 2}, {"bytes": 600}])),
                "as_of": draw(st.none() | st.integers(0, 60).map(days_ago)),
                "include_superseded": draw(st.booleans()),
            },
        }
    )


@dataclass(slots=True)
class World:
    """A store, and Recollect over it with a cache of its own; its clock stands still."""

    items: Sequence[Item]
    decisions: PolicyDecisions
    cache: FakeCache = field(default_factory=FakeCache)
    min_score: float = 0.0
    index: MemoryIndex = field(init=False)

    def __post_init__(self) -> None:
        self.index = MemoryIndex(self.items)

    def _notes(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        for each in IDS:
            by = [
                other.id
                for other in self.items
                if each in strings_of(other.metadata.get("supersedes"))
            ]
            yield each, tuple(by)

    async def answer(self, request: ContextRequest, caller: Specialist) -> str:
        """The JSON that a caller without `context:audit` gets."""
        # Reads by earlier requests do not matter here; superseding is noted when an item is stored.
        usages = FakeUsages({(SCOPE, each): Usage(superseded_by=by) for each, by in self._notes()})
        rules = RankingRules(min_score=self.min_score)
        retriever = Retriever(
            sources=(VectorEvidence(self.index),),
            cache=self.cache,
            usages=usages,
            stored_items=VectorEvidence(self.index),
            experience=FakeExperience(),
            rules=rules,
            deadline=60,
            clock=lambda: 0.0,
        )
        builder = ContextBuilder(
            retriever.retrieve,
            usages,
            self.decisions,
            ContextRules(Budget(max_bytes=2_000), tldr_sentences=5, floor=0.2),
            lambda: 0.0,
        )
        query = query_of(request, CANDIDATES)
        options = options_of(request, graph_by_default=False)
        pack = await builder.build(query, caller, options, NOW, "agent-7")
        return result_of(request, query, pack, NOW, "message").model_dump_json()


async def visible_to(caller: Specialist, items: Sequence[Item], policy: str) -> list[Item]:
    """The items of which a caller sees at least something."""
    sights = await SpecialistReader(caller, decisions_of(policy)).see(items)
    return [item for item, sight in zip(items, sights, strict=True) if sight is not None]


def caller_of(level: SecurityLevel, *groups: str) -> Specialist:
    """A caller."""
    return Specialist("specialist", "someone", level, frozenset(groups))


async def answers_of_both(
    items: Sequence[Item],
    caller: Specialist,
    request: ContextRequest,
    policy: str,
    min_score: float = 0.0,
) -> set[str]:
    """All distinct answers to a caller, with and without hidden items, cold and hot."""
    visible = await visible_to(caller, items, policy)
    worlds = [World(store, decisions_of(policy), min_score=min_score) for store in (items, visible)]
    return {await world.answer(request, caller) for world in worlds for _ in ("cold", "hot")}
