"""Comparing decisions: different help is no contradiction, another order no other decision."""

from datetime import datetime

from recollect.settlement.duplicates import find_duplicates
from recollect.settlement.statements import Statement, Wording
from recollect.settlement.supersession import supersession_of
from tests.cases import each_case
from tests.settlement.statements import NOW, on_day

CHARGED = "The customer was charged twice at the checkout"
LATE = "A customer of the annual plan asks for a refund after 45 days"
VOUCHER = "Refunded the second charge of order {} and sent an apology"


def decided(*told: tuple[str, str]) -> list[Wording]:
    """One decision for each day, with the ids a, b, c…; each is (situation, decision)."""
    return [
        Wording(Statement(chr(97 + day), decision, on_day(day), case=case))
        for day, (case, decision) in enumerate(told)
    ]


def conflicts(*told: tuple[str, str]) -> set[str]:
    return set(supersession_of(decided(*told), {}, "", NOW).conflicts)


def test_the_same_help_for_several_orders_is_a_duplicate_unless_one_is_asked_for() -> None:
    orders = decided(*((CHARGED, VOUCHER.format(100_000 + each)) for each in range(3)))
    assert find_duplicates(orders, "charged twice") == {"c": ("b", "a")}
    assert find_duplicates(orders, "what about order 100001") == {"c": ("a",)}


def test_the_same_help_for_several_customers_is_a_duplicate_unless_one_is_asked_for() -> None:
    told = ((f"The shop of {name} gets no email", "Set the SPF record") for name in ("Altus", "Bo"))
    customers = decided(*told)
    assert find_duplicates(customers, "no email") == {"b": ("a",)}
    assert find_duplicates(customers, "Altus gets no email") == {}


@each_case(
    ("one", "other"),
    [
        ("on 2026-05-03", "on 2026-06-04"),
        ("on 3 May", "on 4 June"),
        ("on May 3, 2026", "on June 14, 2026"),
        ("on 03.05.2026", "on 14.06.2026"),
        ("on Monday", "on Friday"),
        ("this morning at 9:30", "this morning at 10:15"),
    ],
)
def test_the_same_help_on_several_days_is_a_duplicate_however_days_are_written(
    one: str, other: str
) -> None:
    days = decided(*((f"{CHARGED} {day}", "Refunded it via Stripe") for day in (one, other)))
    assert find_duplicates(days, "charged twice") == {"b": ("a",)}


@each_case(
    ("one", "other"),
    [
        ((CHARGED, "Refunded it via Stripe"), (CHARGED, "Refunded it via Adyen")),
        ((CHARGED, "Raised the limit to 10000"), (CHARGED, "Raised the limit to 20000")),
        ((LATE, "Refused the refund"), (LATE.replace("45", "10"), "Refused the refund")),
        (
            ("lp-02 prints blank labels", "Replaced it"),
            ("lp-20 prints blank labels", "Replaced it"),
        ),
        (("Error E4031 at login", "Reset the token"), ("Error E4013 at login", "Reset the token")),
        ((CHARGED, "Refunded it"), (CHARGED, "Refunded it and sent a voucher of the shop too")),
    ],
)
def test_decisions_that_differ_in_a_fact_are_no_duplicates(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    assert find_duplicates(decided(one, other), "") == {}


def test_of_duplicate_decisions_the_most_successful_stands_for_all() -> None:
    first, second = decided((CHARGED, "Refunded it"), (CHARGED, "Refunded it"))
    known = Statement("a", "Refunded it", on_day(0), case=CHARGED, belief=0.8)
    assert find_duplicates([first, second], "") == {"b": ("a",)}
    assert find_duplicates([Wording(known), second], "") == {"a": ("b",)}


def test_decisions_with_different_facts_in_one_case_are_a_conflict() -> None:
    limit = "The limit for refunds without approval is {} euros for annual plans"
    assert conflicts((LATE, limit.format(250)), (LATE, limit.format(400))) == {"a", "b"}


@each_case(
    ("decision", "amounts"),
    [
        ("Granted {} percent after checking the school mail address", ("20", "30")),
        ("Refunded {} euros to the card of the customer", ("50", "80")),
        ("Wait {} minutes before the second attempt", ("20", "30")),
        ("The fee is {} euros", ("20", "30")),
        ("Granted {} percent", ("20", "30")),
    ],
)
def test_another_amount_in_the_same_case_is_a_conflict_however_short_the_decision(
    decision: str, amounts: tuple[str, str]
) -> None:
    assert conflicts(*((LATE, decision.format(amount)) for amount in amounts)) == {"a", "b"}


def test_decisions_for_numbered_things_or_with_other_words_are_no_conflict() -> None:
    turned = "Turned the valve for clinic {} on and off again"
    assert conflicts((LATE, turned.format(4)), (LATE, turned.format(7))) == set()
    assert conflicts((LATE, "Refunded 50 euros"), (LATE, "Credited 80 euros")) == set()


@each_case(
    ("does", "denies"),
    [
        ("Restarted the replica.", "Did not restart the replica; waited for vacuum to end."),
        ("Escalate to tier 2.", "Do not escalate to tier 2; rotate the logs."),
        ("Escalate", "Never escalate, since tier 2 is not on call"),
        ("Offer the customer a refund in euros", "Do not offer the customer a refund by voucher"),
        ("Asked for the receipt, then refunded in full", "Refunded without asking for a receipt"),
        ("Refund it if it is paid twice", "Do not refund it if it is paid twice"),
        ("Escalate before an hour has passed", "Do not escalate before an hour has passed"),
        ("Upgrade without draining the node", "Never upgrade without draining the node"),
        ("The customer has paid the fee", "The customer has not paid the fee"),
        ("Remove the legal hold", "Do not remove the legal hold without the consent of legal"),
        ("Escalate to tier 2", "If in doubt, wait. Do not escalate to tier 2. If asked, say so"),
        ("Dem Kunden Geld zahlen", "Dem Kunden kein Geld zahlen und den Fall schließen"),
    ],
)
def test_denying_the_action_of_another_decision_of_the_case_is_a_conflict(
    does: str, denies: str
) -> None:
    assert conflicts((LATE, does), (LATE, denies)) == {"a", "b"}
    assert conflicts((LATE, does), (CHARGED, denies)) == set()


def test_only_the_first_actions_of_a_very_long_denial_are_read() -> None:
    first = "Do not restart the replica, " + ", ".join(f"do {each}" for each in range(20))
    last = first + ", do not escalate it to tier two"
    assert conflicts((LATE, "Restart the replica"), (LATE, last)) == {"a", "b"}
    assert conflicts((LATE, "Escalate it to tier two"), (LATE, last)) == set()


@each_case(
    ("one", "other"),
    [
        ("Restarted the replica, which did not help", "Restarted the replica"),
        ("Restored the backup; no data was lost", "Restored the backup"),
        ("Do not escalate to tier 2", "Escalate to tier 3"),
        ("Never send the password by mail", "Send a link by mail"),
        ("Did not refund it, offered a credit", "Did not refund it"),
        ("Do not restart the replica", "Restart the primary"),
        ("Restarted the replica without downtime", "Restarted the replica"),
        ("Replaced the power supply; no further reboots", "Replaced the power supply"),
        ("Issued a new voucher, the old could not be used", "Issued a new voucher by mail"),
        ("Closed the ticket with no further question", "Closed the ticket"),
        ("Update the driver if the printer does not respond", "Update the driver"),
        ("Do not escalate to tier 2 before an hour has passed", "Escalate to tier 2 after an hour"),
        ("Never upgrade without draining the node", "Drain the node, then upgrade"),
        ("The certificate was not renewed in time; renew the certificate", "Renew the certificate"),
        ("Do not refund the fee if it is paid twice", "Refund the fee"),
        ("Do not forget to pay the supplier", "Pay the supplier"),
        ("Not only check the disk, replace it", "Check the disk"),
        ("The DNS record did not change; wait for the TTL", "Change the DNS record"),
    ],
)
def test_denying_another_action_is_no_conflict(one: str, other: str) -> None:
    assert conflicts((LATE, one), (LATE, other)) == set()


@each_case(
    ("one", "other"),
    [
        ((CHARGED, "Refunded the second charge"), (CHARGED, "Asked the bank for a statement")),
        ((CHARGED, VOUCHER.format(100_001)), (f"{CHARGED} again", VOUCHER.format(100_002))),
        (
            (LATE, "Offered 20 percent of the annual plan as credit"),
            (LATE.replace("45", "10"), "Offered 90 percent of the annual plan as credit"),
        ),
        (
            ("The printer lp-02 is slow", "Set the spooler of the hub to 2 threads"),
            ("The printer lp-20 is slow", "Set the spooler of the hub to 4 threads"),
        ),
    ],
)
def test_different_help_or_different_cases_are_no_conflict(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    assert conflicts(one, other) == set()


OLD = "Approve the refund of the annual plan up to 250 euros"


def superseded(old: str, new: str, case: str = LATE, new_case: str = LATE) -> dict[str, str | None]:
    return dict(supersession_of(decided((case, old), (new_case, new)), {}, "", NOW).superseded_by)


@each_case(
    "new",
    [
        "From now on approve the refund of the annual plan up to 400 euros",
        "The refund of the annual plan needs no longer 250 euros to approve",
    ],
)
def test_a_decision_that_announces_a_change_supersedes_an_older_one_of_its_case(new: str) -> None:
    assert superseded(OLD, new) == {"a": "b"}
    assert superseded(new, OLD) == {}
    assert superseded(OLD, new, new_case="A parcel is lost in the warehouse") == {}


def test_replacing_a_device_does_not_supersede_a_decision() -> None:
    old, new = "Replaced the router of the branch", "Replaced the router and moved the branch to 5G"
    assert superseded(old, new, "The branch is offline", "The branch is offline") == {}
    # What the case says has not been decided.
    assert superseded(old, old + " again", *["The customer can no longer log in"] * 2) == {}


def test_a_statement_without_a_case_is_not_compared_with_decisions() -> None:
    fact = Wording(Statement("f", OLD, datetime(2026, 1, 9, tzinfo=NOW.tzinfo)))
    (decision,) = decided((LATE, OLD.replace("250", "400")))
    assert supersession_of([fact, decision], {}, "", NOW).conflicts == {}
