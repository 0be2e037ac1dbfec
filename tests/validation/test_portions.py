"""Right and wrong counts of the objects of a list that have a value."""

from recollect.validation.models import ToolCall
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

ALERTS = call(
    "monitoring_list_alerts",
    items=[
        {"name": "Disk of PRN-02", "state": "firing", "agent": "v7.2.1", "muted": False},
        {"name": "Ping of PLC-3", "state": "firing", "agent": "v7.2.1", "muted": False},
        {"name": "Backup of SQL-01", "state": "firing", "agent": "v6.9.8", "muted": True},
        {"name": "Latency of shop", "state": "pending", "agent": "v7.2.1", "muted": False},
    ],
)


def wrong(answer: str, given: ToolCall = VANS) -> list[str]:
    facts = checked(answer, given).facts
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
def test_counts_of_objects_with_a_value_are_checked(true: str, false: str) -> None:
    assert wrong(true) == []
    if "petrol" not in false:
        assert wrong(false) != []


@each_case(
    ("true", "false"),
    [
        # States, in the words of the result and in others; what is counted, by the tool's name.
        ("Three alerts are firing.", "Four alerts are firing."),
        ("Three of the four alerts are firing.", "All four alerts are firing."),
        ("Not all alerts are firing.", "All of them are firing."),
        ("Four alerts, three firing.", "Four alerts, all firing."),
        # Codes.
        ("Three alerts have v7.2.1.", "All alerts run v7.2.1."),
        ("One alert is muted.", "Both alerts are muted; two alerts are muted."),
    ],
)
def test_counts_of_objects_with_a_state_or_code_are_checked(true: str, false: str) -> None:
    assert wrong(true, ALERTS) == []
    assert wrong(false, ALERTS) != []


def test_a_flag_does_not_contradict_a_state() -> None:
    """It is silenced and firing at once."""
    told = call(
        "monitoring_list_alerts",
        items=[
            {"name": "Backup of SQL-01", "state": "firing", "silenced": True},
            {"name": "Ping of PLC-3", "state": "firing", "silenced": False},
        ],
    )
    assert wrong("The alert Backup of SQL-01 is silenced.", told) == []
    assert wrong("The alert Ping of PLC-3 is silenced.", told) != []


def test_a_count_of_objects_named_before_is_no_count_of_all() -> None:
    assert wrong("*Ping* - three alerts, all firing; the fourth is pending.", ALERTS) == []


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
def test_counts_with_exceptions_or_hypotheses_are_not_contradicted(answer: str) -> None:
    assert wrong(answer) == []


def test_a_contradicted_count_names_the_right_count() -> None:
    assert wrong("All four vans stand in Oban.") == ["3 of 4: Oban"]
