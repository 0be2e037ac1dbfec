from pydantic import JsonValue

from tests.context.examples import after, evidence, joined


def test_likeness_is_influence_from_the_earlier_to_the_later() -> None:
    items = [
        evidence("late", "db-02 is slow", {"created_at": after(20)}),
        evidence("early", "db-02 was moved", {"created_at": after(0)}),
    ]
    assert joined(*items) == [("early", "late", "influences", 1.0)]


def test_the_weight_of_likeness_is_what_is_shared_by_rarity() -> None:
    items = [
        evidence("a", "db-02", {"tags": ["x"]}),
        evidence("b", "db-02", {"tags": ["y"]}),
    ]
    # 2 ln(1 + 2/2) shared, and besides it ln(1 + 2/1) of each tag.
    assert joined(*items) == [("a", "b", "influences", 0.3869)]


def test_one_tag_in_common_is_no_influence_and_two_are() -> None:
    one: dict[str, JsonValue] = {"tags": ["refund"]}
    two: dict[str, JsonValue] = {"tags": ["refund", "Policy"]}
    assert joined(evidence("a", "x", one), evidence("b", "y", two)) == []
    assert joined(evidence("a", "x", two), evidence("b", "y", two)) == [
        ("a", "b", "influences", 1.0)
    ]


def test_what_is_related_precedes_by_less_the_longer_the_gap() -> None:
    cases: list[tuple[float, float]] = [(1, 0.7071), (2, 0.5), (4, 0.25), (7, 0.0884)]
    for days, weight in cases:
        items = [
            evidence("a", "x", {"conversation_id": "c", "created_at": after(days)}),
            evidence("b", "y", {"conversation_id": "c", "created_at": after(0)}),
        ]
        assert joined(*items) == [("b", "a", "precedes", weight)]


def test_neither_strangers_nor_old_friends_precede() -> None:
    thread: dict[str, JsonValue] = {"conversation_id": "c"}
    first = evidence("a", "x", thread | {"created_at": after(0)})
    assert joined(first, evidence("b", "y", {"created_at": after(1)})) == []
    assert joined(first, evidence("b", "y", thread | {"created_at": after(7.1)})) == []
    assert joined(first, evidence("b", "y", thread | {"created_at": after(0)})) == []
    assert joined(first, evidence("b", "y", thread | {"created_at": "yesterday"})) == []


def test_a_thread_is_a_chain() -> None:
    items = [
        evidence(f"m{number}", "x", {"thread_ts": "1", "created_at": after(number)})
        for number in range(5)
    ]
    ends = [edge[:2] for edge in joined(*items)]
    assert ends == [("m0", "m1"), ("m1", "m2"), ("m2", "m3"), ("m3", "m4")]


def test_what_was_redacted_is_nothing_in_common() -> None:
    hidden: dict[str, JsonValue] = {
        "tags": ["[REDACTED]", "x-[REDACTED]"],
        "conversation_id": "[REDACTED]",
    }
    items = [
        evidence("a", "[REDACTED]", hidden | {"created_at": after(0)}),
        evidence("b", "[REDACTED]", hidden | {"created_at": after(1)}),
    ]
    assert joined(*items) == []
