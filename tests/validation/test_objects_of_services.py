"""Objects in the forms of payment, alerting and monitoring services, and of databases."""

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked

CHARGE = call(
    "get_charge",
    id="ch_3QLmX2", description="Order 77120", amount=18900, amount_refunded=4500,
    currency="eur", refunded=False, status="succeeded",
)  # fmt: skip
ORDER = call("get_order", id="ORD-774", status="delivered")
WAITING_ORDER = call("get_order", id="ORD-775", status="pending")
ALERT = call("get_alert", id="ALT-774", status="resolved")
RUN = call("get_run", id="run-9912", status="failed", attempt=2)
ACKNOWLEDGED = call("get_alert", id="ALT-775", status="acknowledged")
INCIDENT = call(
    "get_incident_alerts", title="Broker 4", counts={"all": 9, "triggered": 6, "resolved": 3}
)
ISSUE = call("get_issue", title="TypeError", count="2871", userCount=642)
RATES = call(
    "query", rates=[{"service": "auth", "value": 0.0731}, {"service": "payments", "value": 0.0318}]
)
SESSIONS = call(
    "run_sql",
    rows=[
        {"pid": 41207, "user": "etl", "duration": "00:21:44", "started_at": "07:38:16"},
        {"pid": 40988, "user": "bi_reader", "duration": "01:37:02", "started_at": "06:22:58"},
    ],
)
DATABASE = call("describe_db", name="reporting", retention=14, backup_window="01:30-02:00")
ROTA = call(
    "list_oncalls",
    oncalls=[
        {"level": 1, "user": {"summary": "Dominik Brandt"}},
        {"level": 2, "user": {"summary": "Keiko Tanabe"}},
    ],
)
HOSTS = call(
    "list_hosts",
    hosts=[
        {"name": "api-01", "cpu_pct": 91, "memory_pct": 40, "restarts": 3},
        {"name": "api-02", "cpu_pct": 40, "memory_pct": 91, "restarts": 12},
    ],
)
MESSAGE = call("get_message", id="msg-4471", status="not_delivered")
WAITING = call("get_message", id="msg-4472", status="not_yet_delivered")
TASKS = ToolCall.model_validate(
    {
        "toolName": "list_problem_tasks",
        "result": [
            {"number": "PTASK0010871", "state": "Closed", "assigned_to": "Farida Haddad"},
            {"number": "PTASK0010872", "state": "Open", "assigned_to": "Citrix Support"},
        ],
    }
)
CONTROLLER = call(
    "getCase",
    number="SCS0045590",
    resolution="Expired certificate on acs-ctl-b renewed",
    slas=[{"name": "Response P1 15 min", "breached": False}],
)
JOURNAL = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Nov 28, 09:50 \u2013 mdvorak: Queue down after disabling the stale DNSBL zone.\n"
    "\u2022 Nov 28, 07:01 \u2013 rkapoor: Taken over, passing to Messaging.",
)


@each_case(
    ("answer", "given"),
    [
        ("ORD-774 was shipped on Nov 24 and delivered on Nov 26.", ORDER),
        ("ORD-774 was pending for two days.", ORDER),
        ("It was acknowledged at 03:27 and resolved at 04:10.", ALERT),
        ("run-9912 was queued for 4 minutes and then failed.", RUN),
    ],
)
def test_a_state_that_an_object_was_in_before_is_not_contradicted(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).contradictions == ()


@each_case(
    ("answer", "given"),
    [
        ("ALT-775 has been resolved.", ACKNOWLEDGED),
        ("ALT-774 is acknowledged.", ALERT),
        ("ORD-774 is cancelled.", ORDER),
        ("ORD-775 is shipped.", WAITING_ORDER),
        ("run-9912 was cancelled.", RUN),
        ("Status of ORD-774: shipped.", ORDER),
        ("ORD-774 has the status shipped.", ORDER),
        ("ORD-774 currently pending.", ORDER),
        ("Die Bestellung ORD-774 ist versandt.", ORDER),
    ],
)
def test_a_state_that_an_object_is_not_in_or_not_yet_is_contradicted(
    answer: str, given: ToolCall
) -> None:
    assert len(checked(answer, given).contradictions) == 1


@each_case(
    "answer",
    [
        "\u20ac45.00 of \u20ac189.00 were refunded.",
        "45 euros of the 189 euros have been refunded.",
        "The charge comes to 189.00 EUR, and 45.00 EUR was refunded.",
    ],
)
def test_amounts_in_cents_are_read_as_whole_ones_and_a_part_may_be_refunded(answer: str) -> None:
    found = checked(answer, CHARGE)
    assert found.contradictions == ()
    assert found.unsupported == ()


@each_case(("written", "cents"), [("4.35", 435), ("1.13", 113), ("0.29", 29)])
def test_cents_that_floats_hold_only_nearly_are_read_as_well(written: str, cents: int) -> None:
    given = call("get_charge", id="ch_4TRxA9", amount=cents, currency="eur")
    assert checked(f"The charge is {written} EUR.", given).unsupported == ()


def test_a_whole_charge_that_is_said_to_be_refunded_is_contradicted() -> None:
    assert checked("The charge for order 77120 was refunded.", CHARGE).contradictions


@each_case(
    ("right", "wrong", "given"),
    [
        (
            "Of nine alerts three are resolved and six are triggered.",
            "Of nine alerts six are resolved and three are triggered.",
            INCIDENT,
        ),
        ("642 users are affected.", "2,871 users are affected.", ISSUE),
    ],
)
def test_the_number_of_another_field_is_contradicted(
    right: str, wrong: str, given: ToolCall
) -> None:
    assert checked(right, given).contradictions == ()
    assert checked(wrong, given).contradictions


def test_a_person_with_an_initial_is_named_whole() -> None:
    right = "The stale DNSBL zone was disabled at 09:50 by M. Dvorak."
    wrong = "The stale DNSBL zone was disabled at 09:50 by R. Kapoor."
    assert checked(right, JOURNAL).contradictions == ()
    assert 'person "R. Kapoor"' in checked(wrong, JOURNAL).contradictions[0]


@each_case(
    ("answer", "given"),
    [
        ("auth 7.3 %, payments 3.2 %.", RATES),
        ("etl has waited for 22 minutes.", SESSIONS),
        ("bi_reader has been idle for 1 h 37 min.", SESSIONS),
    ],
)
def test_ratios_in_per_cent_and_lengths_as_on_a_clock_are_supported(
    answer: str, given: ToolCall
) -> None:
    found = checked(answer, given)
    assert found.contradictions == ()
    assert found.unsupported == ()


@each_case(
    ("answer", "given"),
    [
        ("Backups: 14 days, nightly 01:30\u201302:00.", DATABASE),
        ("It went from Dominik Brandt, who is first on call, to Keiko Tanabe.", ROTA),
        ("api-01: CPU 91 %, memory 40 %.", HOSTS),
        ("api-02 has 9 more restarts than api-01.", HOSTS),
        ("There are 17 incidents.", TASKS),
        ("He renewed the expired certificate on acs-ctl-b. The response SLA was met.", CONTROLLER),
        ("msg-4471 was not delivered.", MESSAGE),
        ("msg-4472 was not delivered.", WAITING),
    ],
)
def test_values_of_something_else_in_a_sentence_are_not_contradicted(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).contradictions == ()
