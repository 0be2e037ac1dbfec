from pydantic import JsonValue

from tests.context.examples import after, evidence, joined


def test_a_similar_earlier_item_influences_the_later_one() -> None:
    items = [
        evidence("late", "db-02 is slow", {"created_at": after(20)}),
        evidence("early", "db-02 was moved", {"created_at": after(0)}),
    ]
    assert joined(*items) == [("early", "late", "influences", 1.0)]


def test_the_weight_of_influence_is_the_share_of_common_traits_weighted_by_rarity() -> None:
    items = [evidence("a", "db-02", {"tags": ["x"]}), evidence("b", "db-02", {"tags": ["y"]})]
    # 2 ln(1 + 2/2) shared, and besides it ln(1 + 2/1) of each tag.
    assert joined(*items) == [("a", "b", "influences", 0.3869)]


def test_two_common_tags_are_an_influence_and_one_is_not() -> None:
    one: dict[str, JsonValue] = {"tags": ["refund"]}
    two: dict[str, JsonValue] = {"tags": ["refund", "Policy"]}
    assert joined(evidence("a", "x", one), evidence("b", "y", two)) == []
    assert joined(evidence("a", "x", two), evidence("b", "y", two)) == [
        ("a", "b", "influences", 1.0)
    ]


def test_the_weight_of_precedence_falls_with_the_time_between_items() -> None:
    cases: list[tuple[float, float]] = [(1, 0.7071), (2, 0.5), (4, 0.25), (7, 0.0884)]
    for days, weight in cases:
        items = [
            evidence("a", "x", {"conversation_id": "c", "created_at": after(days)}),
            evidence("b", "y", {"conversation_id": "c", "created_at": after(0)}),
        ]
        assert joined(*items) == [("b", "a", "precedes", weight)]


def test_unrelated_distant_or_undated_items_have_no_precedence() -> None:
    thread: dict[str, JsonValue] = {"conversation_id": "c"}
    first = evidence("a", "x", thread | {"created_at": after(0)})
    assert joined(first, evidence("b", "y", {"created_at": after(1)})) == []
    assert joined(first, evidence("b", "y", thread | {"created_at": after(7.1)})) == []
    assert joined(first, evidence("b", "y", thread | {"created_at": after(0)})) == []
    assert joined(first, evidence("b", "y", thread | {"created_at": "yesterday"})) == []


def test_the_messages_of_a_thread_form_a_chain() -> None:
    items = [
        evidence(f"m{number}", "x", {"thread_ts": "1", "created_at": after(number)})
        for number in range(5)
    ]
    ends = [edge[:2] for edge in joined(*items)]
    assert ends == [("m0", "m1"), ("m1", "m2"), ("m2", "m3"), ("m3", "m4")]


def test_redactions_are_no_common_traits() -> None:
    hidden: dict[str, JsonValue] = {
        "tags": ["[REDACTED]", "x-[REDACTED]"],
        "conversation_id": "[REDACTED]",
    }
    items = [
        evidence("a", "[REDACTED]", hidden | {"created_at": after(0)}),
        evidence("b", "[REDACTED]", hidden | {"created_at": after(1)}),
    ]
    assert joined(*items) == []
