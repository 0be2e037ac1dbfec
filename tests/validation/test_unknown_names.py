"""Companies, teams and people that an answer names but no result has."""

from recollect.validation.models import FactKind
from tests.cases import each_case
from tests.validation.examples import call, checked

_RELAY = call(
    "getIncident",
    incident={
        "number": "INC0031077", "state": "In Progress", "assigned_to": "Petronella Vos",
        "assignment_group": "OT Systems", "account": "Kestrel Ferries", "contact": "Lorenzo Bassi",
    },
    incidentSummary="Summary\n\nThe historian of the Tarnbrook vendor stops each hour.\n\n"
    "Latest Activity\n\n"
    "\u2022 Mar 11, 13:10 \u2013 jorunn.saether: 23 new starters are let in by hand at the gate.",
)  # fmt: skip
_LISTED = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0065079", "account": "Merriden Engineering"},
        {"number": "SCS0065080", "account": "Castellan Foods"},
    ],
)


def _kinds(answer: str) -> set[FactKind]:
    return {fact.kind for fact in checked(answer, _RELAY).facts if fact.verdict == "contradicted"}


@each_case(
    ("answer", "kind"),
    [
        ("Kestrel Airways was the customer that got hit.", "customer"),
        ("It came from Hartwell Bank, and it is in progress.", "customer"),
        ("De zaak van Larkhill Produce loopt nog.", "customer"),
        ("Ingrid S\u00e6ther wrote about the gate.", "person"),
        ("Fiona Hale wrote at 13:10 that 23 new starters are let in by hand.", "person"),
        ("Your contact is Giulia Conti.", "person"),
        ("El caso est\u00e1 en el grupo Water Telemetry.", "group"),
        ("Petronella Vos from Water Telemetry has it.", "group"),
        ("It belongs to Water Telemetry.", "assignee"),
    ],
)
def test_a_name_in_the_place_of_a_results_name_is_contradicted(answer: str, kind: FactKind) -> None:
    assert kind in _kinds(answer)


@each_case(
    "answer",
    [
        "Kestrel Ferries was the customer that got hit.",
        "Jorunn S\u00e6ther wrote about the gate at 13:10.",
        "Hallo Frau S\u00e6ther, es ist in Arbeit.",
        "Jorunn S\u00e6thers Notiz ist von 13:10.",
        "Your contact is Lorenzo Bassi.",
        "Your contact is Mr Bassi.",
        "El caso est\u00e1 en el grupo OT Systems.",
        "Petronella Vos from OT Systems has it.",
        "Nothing here belongs to Water Telemetry.",
        "You could ask Microsoft Support about it.",
        "The Tarnbrook Bank has the same vendor.",  # Tarnbrook is named in the result
        "Google Mail works, and Deutsche Bank is not affected.",
        "It is with Petronella Vos, not with Peter Vos.",
        "The vendor's contact is Helen Chu.",
        "Thanks, Petronella Best wishes",
        "Orders wait in the Order Intake queue.",
    ],
)
def test_a_results_name_or_one_in_another_place_is_not_contradicted(answer: str) -> None:
    assert _kinds(answer) == set()


def test_a_customers_name_without_a_ticket_is_not_compared_with_several_customers() -> None:
    assert checked("Hartwell Bank called, too.", _LISTED).contradictions == ()
    assert checked("SCS0065079 is for Hartwell Bank.", _LISTED).contradictions
