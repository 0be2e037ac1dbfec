from hypothesis import given

from recollect.context.affordances import affordances_of
from recollect.context.evidence import Evidence
from tests.context.examples import EVIDENCE, NOW, QUERIES, evidence, found


def test_weak_evidence_asks_for_more_context() -> None:
    more = found(evidence("a", "x", relevance=0.1), evidence("b", "x", relevance=0.19))
    assert more["request_more_context"].confidence == 0.6
    assert more["request_more_context"].parameters == {
        "bestRelevance": 0.19,
        "evidence": ["a", "b"],
    }


def test_no_evidence_asks_for_more_context() -> None:
    for query in ("query", ""):
        (more,) = found(query=query).values()
        assert more.type == "request_more_context"
        assert more.description == "There is no evidence: ask for more details before acting."
        assert more.parameters == {"bestRelevance": 0.0, "evidence": []}


def test_one_good_item_is_context_enough() -> None:
    assert found(evidence("a", "x", relevance=0.1), evidence("b", "x", relevance=0.2)) == {}


def test_the_evidence_of_a_walk_is_never_weak() -> None:
    assert found(evidence("a", "x", relevance=0.0), query="") == {}


def test_the_best_confidence_comes_first() -> None:
    text = "Production is down. Element #a not found. The login test is flaky."
    answer = affordances_of("query", [evidence("a", text)], now=NOW)
    assert [each.confidence for each in answer] == [0.95, 0.85, 0.75]


def test_a_given_floor_decides_which_evidence_is_weak() -> None:
    weak = evidence("a", "x", relevance=0.15)
    assert affordances_of("query", [weak], now=NOW, floor=0.1) == ()


@given(QUERIES, EVIDENCE)
def test_hints_rest_on_given_evidence_only(query: str, items: list[Evidence]) -> None:
    answer = affordances_of(query, items, now=NOW)
    given_ids = {each.id for each in items}
    for each in answer:
        named = each.parameters["evidence"]
        assert isinstance(named, list)
        assert given_ids.issuperset(map(str, named))
        assert each.model_dump_json()
    assert len({each.type for each in answer}) == len(answer)
    assert [each.confidence for each in answer] == sorted(
        (each.confidence for each in answer), reverse=True
    )
