from graphlib import TopologicalSorter

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.context.causal_graph import MAX_EDGES_PER_NODE, CausalGraph, causal_graph, label_of
from recollect.context.evidence import Evidence
from recollect.language.texts import collapsed
from recollect.retrieval.items import prose_of, text_of
from tests.context.examples import EVIDENCE, after, evidence, joined

Joined = tuple[str, str, str, float]


def from_cause_to_effect(graph: CausalGraph) -> list[str]:
    """The node ids with causes before effects; an error if causes form a circle."""
    order: TopologicalSorter[str] = TopologicalSorter()
    for edge in graph.edges:
        if edge.type == "causes":
            order.add(edge.target, edge.source)
    return list(order.static_order())


def test_a_declared_cause_is_an_edge_from_cause_to_effect() -> None:
    items = [evidence("a", "x"), evidence("b", "y", {"caused_by": ["a", "gone", "b", "a"]})]
    assert joined(*items) == [("a", "b", "causes", 1.0)]
    assert joined(items[0], evidence("b", "y", {"caused_by": "a"})) == [("a", "b", "causes", 1.0)]


def test_the_ends_of_an_edge_are_named_from_and_to() -> None:
    graph = causal_graph([evidence("a", "x"), evidence("b", "y", {"caused_by": ["a"]})])
    assert graph.model_dump() == {
        "nodes": ({"id": "a", "label": "x"}, {"id": "b", "label": "y"}),
        "edges": ({"from": "a", "to": "b", "type": "causes", "weight": 1.0},),
    }


def test_a_declared_circle_loses_the_edge_that_runs_against_time() -> None:
    items = [
        evidence("a", "x", {"caused_by": ["c"], "created_at": after(0)}),
        evidence("b", "y", {"caused_by": ["a"], "created_at": after(1)}),
        evidence("c", "z", {"caused_by": ["b"], "created_at": after(2)}),
    ]
    assert joined(*items) == [("a", "b", "causes", 1.0), ("b", "c", "causes", 1.0)]


def test_a_declared_circle_without_times_loses_the_edge_to_the_lower_ranked_effect() -> None:
    items = [
        evidence("a", "x", {"caused_by": ["b"]}, score=0.9),
        evidence("b", "y", {"caused_by": ["a"]}, score=0.5),
    ]
    assert joined(*items) == [("b", "a", "causes", 1.0)]


def test_a_label_is_the_first_sentence() -> None:
    cases: list[tuple[JsonValue, str]] = [
        ({"title": "Login down. Since noon.", "n": 1}, "Login down."),
        ("[REDACTED].\n[REDACTED] called.", "[REDACTED] called."),
        ({"secret": "[REDACTED]"}, "[REDACTED]"),
        ({"count": 5}, "count: 5"),
        (None, "[REDACTED]"),
        ("word " * 40, "word " * 15 + "word…"),
        ("e\u0301" * 60, "e\u0301" * 39 + "…"),
    ]
    for content, label in cases:
        assert label_of(evidence("a", content)) == label
        assert len(label) <= 80


@given(EVIDENCE)
def test_nothing_but_the_given_evidence_is_in_the_graph(items: list[Evidence]) -> None:
    graph = causal_graph(items)
    given_ids = {each.id for each in items}
    assert {node.id for node in graph.nodes} == given_ids
    assert {end for edge in graph.edges for end in (edge.source, edge.target)} <= given_ids
    said = {
        each.id: collapsed(f"{prose_of(each.content)} {text_of(each.content)} [REDACTED]")
        for each in items
    }
    assert all(node.label.removesuffix("…") in said[node.id] for node in graph.nodes)
    assert graph.model_dump_json()


ENDS = st.lists(st.integers(0, 14).map(lambda number: f"n-{number}"), max_size=6)
TOLD = st.sampled_from(["x", "caused by n-3", "led to n-4", "due to n-5 and n-6", "db-02", "db-03"])
TIMES = st.one_of(st.none(), st.integers(0, 9).map(after), st.just("never"))
WEB = st.lists(st.tuples(ENDS, TOLD, TIMES, ENDS), max_size=15).map(
    lambda rows: [
        evidence(f"n-{place}", text, {"caused_by": [*causes], "created_at": at, "tags": [*tags]})
        for place, (causes, text, at, tags) in enumerate(rows)
    ]
)


@given(WEB)
def test_causes_never_go_round_in_a_circle(items: list[Evidence]) -> None:
    graph = causal_graph(items)
    causes = [edge for edge in graph.edges if edge.type == "causes"]
    order = from_cause_to_effect(graph)
    assert all(order.index(edge.source) < order.index(edge.target) for edge in causes)


@given(WEB)
def test_an_ordered_pair_has_one_edge_and_none_joins_itself(items: list[Evidence]) -> None:
    graph = causal_graph(items)
    ends = [(edge.source, edge.target) for edge in graph.edges]
    assert len(set(ends)) == len(ends) <= MAX_EDGES_PER_NODE * len(items)
    assert all(source != target for source, target in ends)
    assert all(0 < edge.weight <= 1 for edge in graph.edges)


@given(WEB)
def test_every_declared_cause_that_closes_no_circle_is_in_the_graph(items: list[Evidence]) -> None:
    graph = causal_graph(items)
    causes: dict[str, set[str]] = {each.id: set() for each in items}
    for edge in graph.edges:
        if edge.type == "causes":
            causes[edge.source].add(edge.target)
    for effect in items:
        declared = effect.metadata["caused_by"]
        assert isinstance(declared, list)
        for cause in map(str, declared):
            if cause in causes and cause != effect.id:
                assert effect.id in causes[cause] or cause in _reached(causes, effect.id)


def test_a_graph_has_a_hundred_nodes_and_four_edges_each_at_most() -> None:
    everyone: list[JsonValue] = [f"n-{number}" for number in range(120)]
    items = [evidence(f"n-{number}", "x", {"caused_by": everyone}) for number in range(120)]
    graph = causal_graph(items)
    assert (len(graph.nodes), len(graph.edges)) == (100, 400)
    assert len(from_cause_to_effect(graph)) == 100


def _reached(causes: dict[str, set[str]], start: str) -> set[str]:
    found, ahead = set[str](), [start]
    while ahead:
        new = causes[ahead.pop()] - found
        found |= new
        ahead.extend(new)
    return found
