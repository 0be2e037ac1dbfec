"""Amounts and times that a result has in another form: the rest, cents, another time zone."""

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, wrong

LOSS = call("getJournalEntries", journalEntries=[{"value": "Ping to FW01: 22 % loss over 500."}])
DISK = call("getJournalEntries", journalEntries=[{"value": "The disk of db-02 is 91 % full."}])
PRINT_JOBS = call("getCase", case={
    "number": "SCS0001210", "state": "Open", "description": "18 % of the print jobs fail since May."
})  # fmt: skip
INVOICE = call(
    "get_subscription",
    id="sub_1Q",
    currency="usd",
    latest_invoice={"amount_due": 58800, "amount_paid": 0, "amount_remaining": 58800},
)
DATABASE = call("describe_db", name="orders", DatabaseConnections=182, MaxConnections=400)


@each_case(
    ("answer", "result"),
    [
        ("The ping showed 22 % loss over 500 packets, so 78 % arrived.", LOSS),
        ("82 percent of the print jobs still work since May.", PRINT_JOBS),
        ("The disk of db-02 has 9 % left.", DISK),
        ("Fernhill pays 588 USD a month.", INVOICE),
        ("218 connections are free.", DATABASE),
    ],
)
def test_the_rest_and_the_amount_of_cents_are_not_contradicted(
    answer: str, result: ToolCall
) -> None:
    assert not wrong(answer, result)


@each_case(
    ("answer", "result"),
    [
        ("The ping to FW01 showed 78 % loss over 500.", LOSS),
        ("82 % of the print jobs have failed since May.", PRINT_JOBS),
        ("The disk of db-02 is 9 % full.", DISK),
    ],
)
def test_the_rest_told_of_what_the_share_is_of_is_contradicted(
    answer: str, result: ToolCall
) -> None:
    assert wrong(answer, result)


def test_digits_in_another_order_are_still_contradicted() -> None:
    assert wrong("281 connections are in use.", DATABASE)


def _opened() -> ToolCall:
    return call("get_event", id="EV-9", title="Backup", opened_at="2026-11-29T23:30:00-05:00")


@each_case(
    "answer",
    [
        "It was opened at 04:30 UTC on November 30.",
        "Opened: 04:30 UTC",
        "It was opened at 04:30 (UTC) on 30 November.",
        "Opened on November 30 (UTC).",
    ],
)
def test_a_time_of_utc_may_be_of_the_next_day_elsewhere(answer: str) -> None:
    assert not wrong(answer, _opened())


@each_case("answer", ["It was opened at 04:30.", "It was opened on November 30."])
def test_a_time_without_a_zone_is_compared_as_it_stands(answer: str) -> None:
    assert wrong(answer, _opened())
