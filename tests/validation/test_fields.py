"""Right and wrong statements about the fields of any object, kind by kind."""

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.validation.models import ValidationResult
from tests.cases import EXAMPLES, each_case
from tests.validation.examples import call, checked

TOUR: dict[str, JsonValue] = {
    "tour_id": "TR-5501",
    "status": "confirmed",
    "guide": "Ines Falk",
    "starts_at": "2026-06-03T08:00:00+02:00",
    "ends_at": "2026-06-03T16:30:00+02:00",
    "payment_due": "2026-05-20",
    "seats_total": 24,
    "seats_free": 7,
    "price_net": 1250.0,
    "price_gross": 1487.5,
    "deposit_paid": 300.0,
    "reminders_sent": 0,
    "lunch_included": True,
    "refundable": False,
    "trigger": "manual",
    "auto_renew": True,
    "booked_by": "Dana Whitfield",
    "expected_reply": "2026-05-28",
    "sender": {"name": "Harbour Tours"},
    "recipient": {"name": "Silver Coach Club"},
    "bus": {"weight_kg": 11800, "plate": "KR-88"},
    "legs": [
        {"name": "Old harbour", "status": "done", "bus_stop": "B2", "minutes": 45},
        {"name": "Salt museum", "status": "done", "bus_stop": "C7", "minutes": 90},
        {"name": "Lighthouse", "status": "failed", "bus_stop": "A1", "minutes": 20},
    ],
    "items": [
        {"product": "Audio guide", "quantity": 12, "returned_on": "2026-06-04"},
        {"product": "Rain cape", "quantity": 5, "returned_on": "2026-06-09"},
    ],
}  # fmt: skip


def said(answer: str) -> ValidationResult:
    return checked(answer, call("get_tour", **TOUR))


def wrong(answer: str) -> list[str]:
    return [fact.text for fact in said(answer).facts if fact.verdict == "contradicted"]


@each_case(
    ("true", "false", "what"),
    [
        # Numbers beside the name of a field, before it and behind it, and in other languages.
        ("There are 7 free seats.", "There are 9 free seats.", "9"),
        ("Seats free: 7", "Seats free: 8", "8"),
        ("Gross it is €1,487.50.", "Gross it is €1,250.00.", "1,250.00"),
        ("Netto sind es 1.250,00 €.", "Netto sind es 1.487,50 €.", "1.487,50"),
        ("€300 has been paid.", "€400 has been paid.", "400"),
        ("We have 12 audio guides.", "We have 21 audio guides.", "21"),
        # The only field of a unit, and durations.
        ("The bus weighs 11800 kg.", "The bus weighs 12900 kg.", "12900"),
        ("The Salt museum takes 90 minutes.", "The Salt museum takes 2 hours.", "2 hours"),
        ("Tour TR-5501 took eight and a half hours.", "", ""),
        # None where there are some, some where there are none.
        ("No reminders were sent.", "2 reminders were sent.", "2"),
        # Dates beside the name of a field, and of the one date of an object.
        ("Payment is due on 20 May.", "Payment is due on 3 June.", "3 June"),
        ("The rain cape came back on 9 June.", "The rain cape came back on 4 June.", "4 June"),
        # What is true of another one of the list.
        ("The Lighthouse bus stop is A1.", "The Lighthouse bus stop is C7.", "C7"),
        (
            "Old harbour is at B2 and the Salt museum at C7.",
            "Old harbour is at C7 and the Salt museum at B2.",
            "C7",
        ),
        # True and false.
        ("Lunch is included.", "Lunch is not included.", "Lunch is not included"),
        ("It is not refundable.", "It is fully refundable.", "refundable"),
        # States of a thing, of one of a list, and of how many.
        ("Tour TR-5501 is confirmed.", "Tour TR-5501 is waitlisted.", "waitlisted"),
        ("TR-5501 ist bestätigt.", "TR-5501 ist storniert.", "storniert"),
        ("The Lighthouse leg failed.", "The Lighthouse leg was completed.", "completed"),
        ("Two legs are done.", "All legs are done.", "All legs are done"),
        ("It renews automatically.", "It does not renew automatically.", "renew automatically"),
    ],
)
def test_a_claim_that_differs_from_its_field_is_contradicted(
    true: str, false: str, what: str
) -> None:
    assert wrong(true) == []
    if false:
        assert what in " ".join(wrong(false))


@each_case(
    "answer",
    [
        "If it were refundable, you would get €1,250.00 back.",
        "Is lunch not included?",
        "You could book 3 of the 7 free seats.",
        "17 of the 24 seats are taken.",
        "At least 5 seats are free.",
        "A second bus for 9 more seats can be asked for.",
        "The tour can be cancelled until 20 May.",
        "The first two legs are done, the last one is not.",
        "The Lighthouse failed; the other two are done.",
        "Together the legs take 155 minutes.",
        "€1,187.50 are still to be paid.",
        "The legs at B2 and C7 went well, unlike the Lighthouse.",
    ],
)
def test_parts_sums_questions_and_hypotheses_are_not_contradicted(answer: str) -> None:
    assert wrong(answer) == []


def test_fields_of_tickets_are_left_to_the_rules_for_tickets() -> None:
    told = call(
        "getCase",
        case={
            "number": "SCS0001234", "state": "Open", "priority": "2 - High",
            "category": "Network", "assigned_to": "Samuel Okoro",
            "assignment_group": "Network Engineering",
        },
    )  # fmt: skip

    assert checked("Assigned: Network Engineering", told).contradictions == ()


def test_the_beginning_of_a_longer_name_is_not_read_as_another_fields_value() -> None:
    answer = "It was booked by Ines Falk Travel."

    assert wrong(answer) == []


def test_a_contradiction_names_the_field_and_its_value() -> None:
    fact = next(f for f in said("There are 9 free seats.").facts if f.verdict == "contradicted")

    assert (fact.tool, fact.path, fact.expected) == ("get_tour", "seats_free", "7")


def test_a_fact_has_the_kind_of_its_field() -> None:
    changes = call(
        "list_changes",
        changes=[
            {"id": "CHG-41", "title": "Core switch", "decided_by": "Dario Conti"},
            {"id": "CHG-42", "title": "Edge router", "decided_by": "Ann Lee"},
        ],
    )
    hosts = call("list_hosts", hosts=[{"name": "WEB-01", "zone": "b"}])

    told = checked("Dario Conti decided CHG-42.", changes).facts
    named = checked("WEB-01 is in zone b.", hosts).facts
    assert {each.text: each.kind for each in told} == {"Dario Conti": "person", "CHG-42": "number"}
    small = call("list_hosts", hosts=[{"id": "web-17", "status": "down"}])
    (other,) = checked("The server web-16 is down.", small).facts[:1]
    assert named[0].kind == other.kind == "host"


def test_a_number_that_a_field_has_is_supported() -> None:
    assert said("Gross it is €1,487.50, and there are 7 free seats.").unsupported == ()


_NAMES = st.sampled_from(
    [
        "status",
        "items",
        "name",
        "dueDate",
        "a b",
        "[",
        "x[0]",
        "",
        "rate_percent",
        "minutes",
        "from",
    ]
)
_SCALARS = st.sampled_from(["open", "2026-01-02", "2026-13-45T25:61", "12", "1e999", "paid", "A-1"])
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_NAMES, inner, max_size=5),
    max_leaves=20,
)
_WORDS = st.sampled_from(
    ["There", "are", "7", "free", "paid", "not", "open", "due", "on", "3 June", "A-1", "%", "all"]
)


@settings(max_examples=EXAMPLES)
@given(st.dictionaries(_NAMES, _JSON), st.text(max_size=120) | st.lists(_WORDS).map(" ".join))
def test_any_json_that_a_tool_returns_is_read(result: dict[str, JsonValue], answer: str) -> None:
    assert len(checked(answer, call("get_thing", **result)).facts) <= 500


@each_case(
    "piece", ["Old harbour ", "7 free ", "and Salt museum ", "TR-5501 is ", "12 audio guides, "]
)
def test_a_long_clause_is_read_in_linear_time(piece: str) -> None:
    """Linear, it takes a fraction of a second; quadratic, it would take very many of them."""
    assert len(said((piece * 6_000)[:12_000]).facts) <= 500


NODES = call(
    "kubectl_get_nodes",
    nodes=[
        {"name": "fj-w-1", "status": "Ready", "version": "v1.30.4", "cpuPercent": 64,
         "memoryPercent": 71, "pods": 58, "zone": "north-1a"},
        {"name": "fj-w-2", "status": "Ready", "version": "v1.30.4", "cpuPercent": 88,
         "memoryPercent": 93, "pods": 102, "zone": "north-1b"},
        {"name": "fj-w-4", "status": "NotReady", "version": "v1.29.8", "cpuPercent": None,
         "memoryPercent": None, "pods": 44, "zone": "north-1c"},
    ],
)  # fmt: skip


@each_case(
    ("true", "false", "what"),
    [
        ("fj-w-2 uses 88 % of its CPU.", "fj-w-2 uses 93 % of its CPU.", "93 %"),
        ("The CPU of fj-w-2 is at 88 %.", "The CPU of fj-w-2 is at 93 %.", "93 %"),
        ("fj-w-2 has 102 pods.", "fj-w-2 has 44 pods.", "44"),
        ("fj-w-2 (zone north-1b) is full.", "fj-w-2 (zone north-1c) is full.", "north-1c"),
        ("fj-w-4 runs v1.29.8.", "fj-w-4 runs v1.30.4.", "v1.30.4"),
        ("fj-w-4 is not ready.", "fj-w-2 is not ready.", "not ready"),
    ],
)
def test_the_value_of_another_field_or_object_is_contradicted(
    true: str, false: str, what: str
) -> None:
    facts = {answer: checked(answer, NODES).facts for answer in (true, false)}
    assert [each.text for each in facts[true] if each.verdict == "contradicted"] == []
    assert [each.text for each in facts[false] if each.verdict == "contradicted"] == [what]
