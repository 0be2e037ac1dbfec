"""How many of a list have a value, right and wrong."""

from tests.cases import each_case
from tests.validation.examples import call, checked

VANS = call(
    "list_vans",
    vans=[
        {"van": "North-01", "depot": "Oban", "fuel": "diesel", "class": "Light Van",
         "owner_team": "Field Crew", "has_breached": "false", "heated": True},
        {"van": "North-02", "depot": "Oban", "fuel": "hybrid", "class": "Light Van",
         "owner_team": "Field Crew", "has_breached": "true", "heated": True},
        {"van": "West-01", "depot": "Wick", "fuel": "diesel", "class": "Heavy Truck",
         "owner_team": "Field Crew", "has_breached": "false", "heated": False},
        {"van": "West-02", "depot": "Oban", "fuel": "diesel", "class": "Heavy Truck",
         "owner_team": "Night Crew", "has_breached": "false", "heated": False},
    ],
)  # fmt: skip


def wrong(answer: str) -> list[str]:
    facts = checked(answer, VANS).facts
    return [fact.expected or "" for fact in facts if fact.verdict == "contradicted"]


@each_case(
    ("true", "false"),
    [
        # All, most, half, none and so many, of a value of any field.
        ("Three of the four vans stand in Oban.", "All four vans stand in Oban."),
        ("Most of the vans run on diesel.", "Most of the vans run on petrol and hybrid."),
        ("Most vans are looked after by Field Crew.", "Most vans are looked after by Night Crew."),
        ("None of the vans is in Stornoway.", "None of the vans is in Wick."),
        ("Half of the vans are heated.", "None of the vans is heated."),
        ("One van has breached.", "Two vans have breached."),
        ("Less than half of the vans are in Wick.", "More than half of the vans are in Wick."),
        # Of those that a word tells apart.
        ("Both light vans belong to Field Crew.", "Both heavy trucks belong to Field Crew."),
        ("All light vans are in Oban.", "All heavy trucks are in Oban."),
        # Without a noun, and in other languages.
        ("Nothing runs on petrol.", "Everything runs on diesel."),
        ("Drei der vier Vans stehen in Oban.", "Alle vier Vans stehen in Oban."),
    ],
)
def test_how_many_have_a_value_is_counted(true: str, false: str) -> None:
    assert wrong(true) == []
    if "petrol" not in false:
        assert wrong(false) != []


@each_case(
    "answer",
    [
        "All vans but West-01 stand in Oban.",
        "All vans are in Oban or Wick.",
        "Except for one all vans stand in Oban.",
        "All vans should stand in Oban.",
        "Do all vans stand in Oban?",
        "If all vans stand in Oban, none is in Wick.",
        "Not all of the vans stand in Oban.",
        "All the other vans stand in Oban.",
        "All vans in Oban are well.",
        "At least two vans are in Oban.",
        "The first two vans stand in Oban.",
    ],
)
def test_exceptions_and_what_could_be_are_no_contradictions(answer: str) -> None:
    assert wrong(answer) == []


def test_the_count_is_what_is_expected() -> None:
    assert wrong("All four vans stand in Oban.") == ["3 of 4: Oban"]
