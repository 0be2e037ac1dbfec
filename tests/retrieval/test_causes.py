"""Distances between candidates along their causes, and their effect on relevance."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.retrieval.candidates import Candidate
from recollect.retrieval.causes import hops_from, with_causes
from tests.retrieval.samples import candidate, caused

IDS = "abcdefgh"
GRAPHS = st.dictionaries(st.sampled_from(IDS), st.lists(st.sampled_from(IDS), max_size=3))


def test_a_cause_and_its_effect_are_one_hop_apart_in_either_direction() -> None:
    found = [caused("effect", "cause"), candidate("cause")]
    assert hops_from("effect", found) == {"effect": 0, "cause": 1}
    assert hops_from("cause", found) == {"cause": 0, "effect": 1}


def test_two_effects_of_one_missing_cause_are_two_hops_apart() -> None:
    found = [caused("one", "elsewhere"), caused("other", "elsewhere")]
    assert hops_from("one", found) == {"one": 0, "elsewhere": 1, "other": 2}


def test_a_walk_may_start_at_an_item_that_is_no_candidate() -> None:
    assert hops_from("start", [caused("a", "start"), caused("b", "a")]) == {
        "start": 0,
        "a": 1,
        "b": 2,
    }
    assert hops_from("nowhere", [caused("a", "b")]) == {"nowhere": 0}


def test_a_circle_of_causes_is_walked_once() -> None:
    found = [caused("a", "b"), caused("b", "c"), caused("c", "a"), caused("d", "d")]
    assert hops_from("a", found) == {"a": 0, "b": 1, "c": 1}
    assert hops_from("d", found) == {"d": 0}


def test_the_shortest_path_counts() -> None:
    found = [caused("a", "b"), caused("b", "c"), caused("c", "d"), caused("d", "a")]
    assert hops_from("a", found) == {"a": 0, "b": 1, "d": 1, "c": 2}


def test_items_beyond_five_hops_have_no_distance() -> None:
    chain = [caused(f"n{at}", f"n{at + 1}") for at in range(9)]
    assert hops_from("n0", chain) == {f"n{at}": at for at in range(6)}


def test_unreadable_causes_connect_nothing() -> None:
    odd = [
        candidate("a", metadata={"caused_by": {"b": 1}}),
        candidate("b", metadata={"caused_by": [None, 7, ["a"]]}),
        candidate("c", metadata={"caused_by": "a"}),
    ]
    assert hops_from("a", odd) == {"a": 0, "c": 1}


def distances(start: str, graph: dict[str, list[str]]) -> dict[str, int]:
    """The same distances by brute force: a neighbour of a node at distance n is at n + 1."""
    found = {start: 0}
    pairs = {(one, other) for one, causes in graph.items() for other in causes}
    pairs |= {(other, one) for one, other in pairs}
    for distance in range(5):
        for one, other in pairs:
            if found.get(one) == distance:
                found.setdefault(other, distance + 1)
    return found


@given(GRAPHS, st.sampled_from(IDS))
def test_hops_are_the_shortest_distances_in_any_order_of_candidates(
    graph: dict[str, list[str]], start: str
) -> None:
    found: list[Candidate] = [caused(each, *causes) for each, causes in graph.items()]
    assert hops_from(start, found) == distances(start, graph)
    assert hops_from(start, found[::-1]) == distances(start, graph)


def test_a_relevant_items_cause_or_effect_is_at_least_half_as_relevant() -> None:
    outage, alert, effect, other = (
        caused("outage", "alert", "elsewhere"),
        candidate("alert"),
        caused("effect", "outage"),
        candidate("other"),
    )
    found = with_causes([0.8, 0.1, 0.001, 0.2], [outage, alert, effect, other], 0.01)
    assert found == [0.8, 0.4, 0.001, 0.2]
    assert with_causes([0.1, 0.8], [outage, alert], 0.01) == [0.4, 0.8]
