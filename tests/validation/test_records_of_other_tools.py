"""Records of other tools with their own forms: journals, service levels, decisions, rates."""

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
STATES = call(
    "list_alerts",
    alerts=[
        {"id": "AL-601", "host": "pg-01", "state": "firing", "acknowledged_by": "Chiara Fontana"},
        {"id": "AL-602", "host": "pg-02", "state": "firing", "acknowledged_by": None},
        {"id": "AL-603", "host": "edge-03", "state": "resolved", "acknowledged_by": "Rui Castel"},
    ],
)
WINDOW = call(
    "get_change",
    number="CHG0010044",
    planned_start="2026-10-17T21:00:00+01:00",
    planned_end="2026-10-18T02:30:00+01:00",
)
PODS = call(
    "list_pods",
    pods=[
        {"name": "worker-7b8c4d9f6-hj5tn", "node": "ip-10-40-12-77", "ip": "10.40.62.21"},
        {"name": "worker-7b8c4d9f6-r8vxd", "node": "ip-10-40-13-5", "ip": "10.40.63.40"},
    ],
)
TEAMS = call(
    "list_cases",
    cases=[
        {"number": "CS0071098", "title": "Points balance", "assignment_group": "Digital Channels"},
        {"number": "CS0070944", "title": "Sales report", "assignment_group": "Reporting"},
    ],
)
ORDERS = call(
    "list_work_orders",
    orders=[
        {"id": "WO-31870", "title": "Spindle check", "status": "done"},
        {"id": "WO-31871", "title": "Gripper on R-02", "status": "in_progress"},
    ],
)
LEVELS = call("get_sla_report", resolution_percent=93.5, target_percent=95.0)
INVOICES = call(
    "list_invoices",
    invoices=[
        {"number": "F-2026-1388", "status": "paid", "total": 6420.0},
        {"number": "F-2026-1502", "status": "partially_paid", "total": 7185.5},
    ],
    reminders=[{"invoice": "F-2026-1502", "level": 1}],
    payments=[{"id": "PAY-88", "invoice": "F-2026-1502", "amount": 3000.0, "status": "pending"}],
)
TICKETS = (
    call(
        "get_incident", number="INC0048213", state="Open", account="Nordkap Freight AB",
        slas=[
            {"name": "Priority 2 response (30 minutes)", "has_breached": False},
            {"name": "Priority 2 resolution (2 days)", "has_breached": True},
        ],
    ),
    call("get_change", number="CHG0010044", state="Open", account="Tamarside Society"),
    call("get_case", number="CS0071", account="Contoso Ltd", parent_account="Fabrikam Group"),
    call("get_case", number="CS0072", account="Fabrikam Group", state="Closed"),
)  # fmt: skip
ROLLOUT = call(
    "get_deployment", deployment="worker", approved_by="Noor Jansen", note="Undone by Lena Fischer."
)
STEPS = call(
    "list_changes",
    changes=[
        {"id": "CR-910", "title": "Core switch", "status": "approved"},
        {"id": "CR-913", "title": "SSO certificate", "status": "waiting for approval"},
    ],
)
BUCKETS = call(
    "list_buckets",
    buckets=[
        {"name": "media", "public": False, "versioning": True},
        {"name": "old-assets", "public": True, "versioning": False},
    ],
)
LOCKED = call("get_user", login="ann.lee@lee.example", name="Ann Lee", status="LOCKED_OUT")
REFUNDS = call(
    "list_refunds",
    refunds=[
        {"id": "RE-71", "status": "partially_refunded"},
        {"id": "RE-72", "status": "pending", "approved_by": "Simone Ortiz"},
    ],
)
ERASURE = call(
    "get_request",
    id="DSR-441",
    systems=[
        {"name": "CRM", "status": "erased"},
        {"name": "Billing", "status": "retained"},
        {"name": "Analytics", "status": "pending"},
        {"name": "Desk", "status": "erased"},
    ],
)
NOTICE = "el plazo de preaviso termina ma\u00f1ana, 30 de noviembre."
CONTRACT = call("get_contract", id="C-2209", end="2027-02-28", notice_deadline="2026-11-30")
CALLS = call("get_calls", month="2026-09", calls_total=410, calls_answered=392)
SHIFTS = call("list_shifts", shifts=[{"shift": "S-1", "calls": 3}, {"shift": "S-3", "calls": 7}])
LONG = " I have looked at the rest of the list, too, and there is nothing else to tell of it." * 3


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
        ("CR-913 is not approved yet.", "CR-913 has been approved.", STEPS),
        ("Ann's account is locked out.", "Ann's account has been unlocked.", LOCKED),
        ("RE-71 was refunded in part.", "RE-71 has been fully refunded.", REFUNDS),
        ("old-assets is public.", "old-assets is not public.", BUCKETS),
    ],
)
def test_a_statement_that_differs_from_another_tools_record_is_contradicted(
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
        ("Sono attivi due allarmi.", STATES),  # what `firing` means is not known
        ("It runs from Saturday 17 to Sunday 18 October, 21:00 to 02:30.", WINDOW),
        ("The contact is hers for the points balance and the sales report.", TEAMS),
        ("Two orders: one done and the gripper on R-02 in progress.", ORDERS),
        ("Fastest: CS0011, solved within an hour.", CASES),
        ("old-assets is public and has no versioning.", BUCKETS),
        ("RE-72 has been approved.", REFUNDS),  # by whom a field of its own tells
        ("Two of four systems are done (CRM and Desk).", ERASURE),
        ("C-2209 ends on February 28, 2027; the notice deadline is November 30.", CONTRACT),
        (f"C-2209 vence el 28 de febrero de 2027 y {NOTICE}", CONTRACT),
        ("L'objectif de r\u00e9solution de 95 % n'a pas \u00e9t\u00e9 atteint (93,5 %).", LEVELS),
        ("The rollout was approved by Change Management.", ROLLOUT),
        ("The rollback was approved by Lena Fischer.", ROLLOUT),
        ("392 appels sur 410 ont eu une r\u00e9ponse.", CALLS),
        ("392 calls out of 410 had a response.", CALLS),
        ("S-3 a eu 7 appels et S-1 en a eu 3." + LONG, SHIFTS),
    ],
)
def test_rates_shares_and_later_events_are_not_compared_with_fields(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).contradictions == ()


@each_case(
    ("right", "wrong", "given"),
    [
        ("worker-7b8c4d9f6-r8vxd: 10.40.63.40.", "worker-7b8c4d9f6-r8vxd: 10.40.62.21.", PODS),
        ("AL-602 is on pg-02.", "AL-602 is on pg-01.", STATES),
        ("AL-601 is with Chiara.", "AL-601 is with Rui.", STATES),
        ("AL-602 is with nobody.", "AL-602 was acknowledged by Rui.", STATES),
    ],
)
def test_another_objects_code_or_person_is_contradicted_in_longer_answers_too(
    right: str, wrong: str, given: ToolCall
) -> None:
    assert checked(right + LONG, given).contradictions == ()
    assert len(checked(wrong + LONG, given).contradictions) == 1


@each_case(
    "answer",
    [
        "AL-601 is with Rui, who stands in for Chiara.",
        "AL-601 is with Chiara, and Rui helps.",
        "AL-602 is like what pg-01 has.",
        "I'd give AL-602 to Rui.",
        "AL-602: I have pinged Rui.",
        "Please ping Rui about AL-602.",
        "AL-602: Rui knows of it.",
        "AL-602: the team of Chiara has been paged.",
        "AL-602's dashboard was built by Rui.",
        "AL-602 is about the disk of Chiara.",
        "AL-602 is downstream of pg-01.",
        "AL-602 fires as pg-01 is full.",
        "AL-602 shares a rack with pg-01.",
        "AL-602: ssh to pg-01 and look.",
        "AL-602 was moved on, pg-01's disk is full.",
    ],
)
def test_people_and_things_otherwise_related_to_an_object_are_not_contradicted(answer: str) -> None:
    assert checked(answer, STATES).contradictions == ()
    assert checked(answer + LONG, STATES).contradictions == ()


@each_case(
    ("right", "wrong"),
    [
        ("F-2026-1502 is partly paid.", "F-2026-1502 is paid."),
        ("F-2026-1388 has been paid.", "A fatura F-2026-1502 j\u00e1 foi paga."),
    ],
)
def test_records_that_refer_to_an_object_are_not_taken_for_it(right: str, wrong: str) -> None:
    assert checked(right, INVOICES).contradictions == ()
    assert len(checked(wrong, INVOICES).contradictions) == 1


@each_case(
    ("right", "wrong"),
    [
        ("The response target was met.", "The response target was missed."),
        ("The resolution SLA was breached.", "The resolution SLA was kept."),
        ("INC0048213 for Nordkap Freight is open.", "INC0048213 for Tamarside Society is open."),
    ],
)
def test_sla_phases_and_customers_are_compared_with_their_own_records(
    right: str, wrong: str
) -> None:
    assert checked(right, *TICKETS).contradictions == ()
    assert len(checked(wrong, *TICKETS).contradictions) == 1


@each_case(
    "answer",
    [
        "F-2026-1502: paid 3,000.00, open 4,185.50.",
        "The first instalment of F-2026-1502 is paid.",
        "Von F-2026-1502 sind 3.000,00 bezahlt.",
        "La factura F-2026-1502 se ha pagado en parte.",
        "F-2026-1502 is partly paid, its payment PAY-88 is pending.",
        "The payment for F-2026-1502 is pending.",
    ],
)
def test_the_paid_amount_of_a_partly_paid_invoice_is_not_contradicted(answer: str) -> None:
    assert checked(answer, INVOICES).contradictions == ()


@each_case(
    "answer",
    [
        "The resolution of the breached SLA is in hand.",
        "- Response SLA (30 minutes): not breached\n- Resolution SLA (2 days): breached",
        "One SLA was breached (resolution), the other (response) is within target.",
        "Die Reaktions-SLA wurde eingehalten.",
        "CS0071 for Fabrikam Group is with us.",
        "CS0071 for Fabrikam Group's subsidiary Contoso is with us.",
    ],
)
def test_another_sla_phase_or_a_customers_parent_is_not_contradicted(answer: str) -> None:
    assert checked(answer, *TICKETS).contradictions == ()


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
def test_the_author_of_an_entry_need_not_have_done_what_it_describes(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).contradictions == ()


def test_a_service_level_is_not_compared_with_another_record_that_has_one() -> None:
    first, second = (
        call("get_case", number=number, state="Open", sla={"breached": is_breached})
        for number, is_breached in (("CS1", False), ("CS2", True))
    )
    assert checked("CS1 is within its SLA.", first, second).contradictions == ()
    assert checked("The SLA of CS1 was not breached.", first, second).contradictions == ()


def test_the_text_of_a_decision_is_not_read_as_its_state() -> None:
    record = call(
        "get_decision", id="ADR-2", status="Superseded", decision="Pending approval of it"
    )
    assert checked("ADR-2 is no longer pending.", record).contradictions == ()
