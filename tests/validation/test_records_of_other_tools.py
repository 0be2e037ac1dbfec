"""What records of other tools have in their own way: journals, service levels, decisions, rates."""

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked

INCIDENT = call(
    "servicenow_get_incident",
    result={
        "number": "INC0048213", "state": "On Hold", "priority": "2 - High",
        "assigned_to": "Priya Nair", "assignment_group": "Network Operations",
        "sla": {"name": "P2 resolution 24h", "elapsed_percent": 68, "breached": False},
        "journal": [
            {
                "at": "2026-03-03T08:03:02Z", "by": "Priya Nair", "type": "work_note",
                "text": "Rebooted AP-C-04 and AP-C-05. Resets stopped; marking resolved.",
            },
            {
                "at": "2026-03-03T13:48:57Z", "by": "Tom\u00e1s Rivera", "type": "work_note",
                "text": "Debug logs uploaded to the vendor. No answer yet.",
            },
        ],
    },
)  # fmt: skip
BOOKINGS = call(
    "hotel_list_bookings",
    bookings=[
        {"ref": "HB-9003", "guest": "Karl Brandt", "room": "118", "status": "confirmed"},
        {"ref": "HB-9004", "guest": "Sofia Rossi", "room": "207", "status": "tentative"},
    ],
)
CHANGES = call(
    "list_changes",
    changes=[
        {"number": "CHG0032010", "state": "Scheduled", "cab_decision": "Approved"},
        {"number": "CHG0032021", "state": "Authorize", "cab_decision": "Pending"},
    ],
)
SHIPMENT = call(
    "track_shipment",
    pieces=4,
    storage={"free_until": "2026-04-18", "fee_per_pallet_per_day": 11.0, "currency": "EUR"},
)
ALERTS = call(
    "list_alerts",
    alerts=[
        {
            "id": "AL-503", "name": "Error rate", "status": "resolved",
            "started_at": "2026-03-17T04:02:00Z", "resolved_at": "2026-03-17T04:27:00Z",
        },
        {"id": "AL-505", "name": "Job started late", "status": "firing", "delay_minutes": 12},
    ],
)  # fmt: skip
CASES = call(
    "list_cases",
    cases=[
        {"number": f"CS001{at}", "state": "Closed", "priority": "4 - Low", "assigned_to": who}
        for at, who in enumerate(["Lena Fischer", "Lena Fischer", "Omar Haddad", "Omar Haddad"])
    ],
)


@each_case(
    ("right", "wrong", "given"),
    [
        (
            "Priya Nair rebooted AP-C-04 and AP-C-05 at 08:03 UTC.",
            "Tom\u00e1s Rivera rebooted AP-C-04 and AP-C-05 at 08:03 UTC.",
            INCIDENT,
        ),
        ("The SLA has not been breached.", "The SLA has already been breached.", INCIDENT),
        (
            "Le SLA n'a pas \u00e9t\u00e9 d\u00e9pass\u00e9.",
            "Le SLA a d\u00e9j\u00e0 \u00e9t\u00e9 d\u00e9pass\u00e9.",
            INCIDENT,
        ),
        ("Sofia Rossi's booking is tentative.", "Sofia Rossi's booking is confirmed.", BOOKINGS),
        ("CHG0032010 was approved.", "CHG0032010 was rejected.", CHANGES),
        ("CHG0032021 has not been approved yet.", "CHG0032021 has been approved.", CHANGES),
    ],
)
def test_what_such_a_record_has_otherwise_is_contradicted(
    right: str, wrong: str, given: ToolCall
) -> None:
    assert checked(right, given).contradictions == ()
    assert len(checked(wrong, given).contradictions) == 1


@each_case(
    ("answer", "given"),
    [
        ("Storage costs \u20ac11 per pallet per day, so \u20ac44 for the four pallets.", SHIPMENT),
        ("It fired at 04:02 and was resolved at 04:27, 25 minutes later.", ALERTS),
        ("Omar Haddad and Lena Fischer each have two cases.", CASES),
    ],
)
def test_rates_shares_and_what_came_later_are_none_of_its_fields(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).contradictions == ()


def told_by(who: str, text: str) -> ToolCall:
    note: JsonValue = {"at": "2026-03-03T09:15:00Z", "by": who, "text": text}
    return call(
        "get_incident",
        number="INC0048213",
        state="Open",
        caller="Lena Fischer",
        assigned_to="Priya Nair",
        journal=[note],
    )


@each_case(
    ("answer", "given"),
    [
        (
            "Lena Fischer reported that Outlook crashes on opening the shared calendar.",
            told_by("Priya Nair", "User reports that Outlook crashes on opening the calendar."),
        ),
        (
            "Priya Nair confirmed at 09:15 that switch SW-4 in rack 7 is up.",
            told_by("monitoring", "Alert cleared: switch SW-4 in rack 7 is up."),
        ),
    ],
)
def test_who_wrote_an_entry_need_not_be_who_did_what_it_tells(answer: str, given: ToolCall) -> None:
    assert checked(answer, given).contradictions == ()


def test_of_the_service_levels_of_two_records_it_is_not_said_which() -> None:
    first, second = (
        call("get_case", number=number, state="Open", sla={"breached": is_breached})
        for number, is_breached in (("CS1", False), ("CS2", True))
    )
    assert checked("CS1 is within its SLA.", first, second).contradictions == ()
    assert checked("The SLA of CS1 was not breached.", first, second).contradictions == ()


def test_what_was_decided_in_a_sentence_is_no_state() -> None:
    record = call(
        "get_decision", id="ADR-2", status="Superseded", decision="Pending approval of it"
    )
    assert checked("ADR-2 is no longer pending.", record).contradictions == ()
