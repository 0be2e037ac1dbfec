from tests.context.examples import Joined, evidence, joined


def test_causes_stated_in_texts_are_edges() -> None:
    cases: list[tuple[str, Joined]] = [
        ("Login is down, caused by mem-2.", ("mem-2", "mem-1", "causes", 0.8)),
        ("Root cause: MEM-2", ("mem-2", "mem-1", "causes", 0.8)),
        ("Could not log in because of CHG004321.", ("mem-2", "mem-1", "causes", 0.6)),
        ("An alert triggered by the change CHG004321", ("mem-2", "mem-1", "causes", 0.6)),
        ("Errors due to chg004321", ("mem-2", "mem-1", "causes", 0.6)),
        ("The upgrade led to CHG004321.", ("mem-1", "mem-2", "causes", 0.6)),
    ]
    for text, edge in cases:
        assert edge in joined(
            evidence("mem-1", text), evidence("mem-2", "CHG004321 on the firewall.")
        )


def test_texts_that_state_no_known_cause_make_no_edge() -> None:
    cases: list[str] = [
        "It was not caused by mem-2.",
        "Caused by rain. See mem-2.",
        "It was caused by mem-22.",
        "Caused by mem-1.",
        "See mem-2.",
    ]
    for text in cases:
        assert joined(evidence("mem-1", text), evidence("mem-2", "A change")) == []


def test_an_identifier_of_two_items_names_neither() -> None:
    items = [
        evidence("a", "Down due to CHG004321."),
        evidence("b", "CHG004321 was planned."),
        evidence("c", "CHG004321 was approved."),
    ]
    assert all(edge[2] != "causes" for edge in joined(*items))


def test_an_identifier_of_a_cause_belongs_to_the_item_that_has_it_as_its_number() -> None:
    items = [
        evidence("a", "Mail down due to CHG004321."),
        evidence("b", "Web down due to CHG004321."),
        evidence("c", "Firewall rules", {"number": "CHG004321"}),
    ]
    causes = {edge[:2] for edge in joined(*items) if edge[2] == "causes"}
    assert causes == {("c", "a"), ("c", "b")}


def test_a_declared_cause_outweighs_one_stated_in_a_text() -> None:
    items = [evidence("mem-1", "caused by mem-2"), evidence("mem-2", "y", {"caused_by": ["mem-1"]})]
    assert joined(*items) == [("mem-1", "mem-2", "causes", 1.0)]
