"""Which of two things in texts a question asks for."""

from recollect.settlement.asked_for import AskedFor
from recollect.settlement.supersession import Supersession, supersession_of
from tests.cases import each_case
from tests.settlement.statements import NOW, on_consecutive_days
from tests.settlement.test_supersession import judged

APART = (
    (
        "what is the SLA of gold customers",
        "The SLA of gold customers is 4 hours.",
        "The SLA of silver customers is 8 hours.",
    ),
    (
        "how many users does the standard plan include",
        "The standard plan includes 5 users.",
        "The premium plan now includes 25 users, no longer 20.",
    ),
    (
        "how are logs in service alpha rotated",
        "The rotation of logs in service alpha is daily.",
        "The rotation of logs in service beta is now hourly.",
    ),
    (
        "which port has the orders API of production",
        "The port of the orders API of production is 8443.",
        "The port of the orders API of staging is 9443.",
    ),
    (
        "how many signatures does an invoice over 10000 euros need",
        "Invoices over 10000 euros need two signatures.",
        "Orders over 10000 euros no longer need two signatures.",
    ),
    (
        "how much is a day ticket for adults",
        "Adults pay 14 euros for a day ticket.",
        "Children pay 7 euros for a day ticket.",
    ),
    (
        "response limit of orders-api",
        "orders-api: response limit 300 ms.",
        "billing-api: response limit is now 500 ms.",
    ),
)
ALIKE = (
    (
        "when does the pacs backup start",
        "PACS nightly backup starts at 01:00.",
        "fyi all, pacs backup now kicks off at 03:30",
    ),
    (
        "how often does the guest wifi password change",
        "Guest wifi password changes on the 1st of every month.",
        "guest wifi pw rotates weekly from now on",
    ),
    (
        "when is the Medora change window",
        "Medora changes go in on Thursdays.",
        "The Medora change window moves from Thursday evening to Sunday.",
    ),
    (
        "on which day is the standup",
        "The standup is on Tuesday.",
        "The standup is now on Thursday.",
    ),
    # The old value may be asked for.
    (
        "is the CRM hosted on the Frankfurt cluster",
        "The CRM is hosted on the Frankfurt cluster.",
        "The CRM is now hosted on the Dublin cluster.",
    ),
    (
        "when is the pool open to guests",
        "The pool is open to guests of the hotel.",
        "The pool is now closed to guests of the hotel.",
    ),
    (
        "which backups are stored encrypted",
        "Backups of the shop are stored encrypted.",
        "Backups of the shop are stored unencrypted.",
    ),
    (
        "who is the current owner of checkout",
        "The current owner of checkout is Ann Lee.",
        "The new owner of checkout is Bo Berg.",
    ),
    ("", "The SLA of gold customers is 4 hours.", "The SLA of silver customers is 8 hours."),
)


@each_case(("asked", "one", "other"), APART)
def test_a_word_of_the_question_that_only_one_text_has_distinguishes_the_texts(
    asked: str, one: str, other: str
) -> None:
    assert AskedFor(asked).tells_apart(one, other)
    assert AskedFor(asked).tells_apart(other, one)


@each_case(("asked", "one", "other"), ALIKE)
def test_synonyms_values_and_yes_or_no_questions_do_not_distinguish_texts(
    asked: str, one: str, other: str
) -> None:
    assert not AskedFor(asked).tells_apart(one, other)


@each_case(("asked", "one", "other"), APART)
def test_a_text_about_another_thing_supersedes_nothing(asked: str, one: str, other: str) -> None:
    found = supersession_of(on_consecutive_days(one, other), {}, asked, NOW)
    assert found.superseded_by == {}
    assert "now" in other or "no longer" in other or found.conflicts == {}


def test_a_differing_statement_in_other_words_is_a_conflict() -> None:
    old, new = "The wifi password is Blue7.", "The wireless password is now Green9."
    found = supersession_of(on_consecutive_days(old, new), {}, "what is the wifi password", NOW)
    assert found.superseded_by == {}
    # What takes the very value back is of the same.
    new = "Laptop bags cost 40 euros, no longer 30, not 30 for staff."
    old = "Notebook bags cost 30 euros."
    found = supersession_of(on_consecutive_days(old, new), {}, "what do notebook bags cost", NOW)
    assert found.superseded_by == {"a": "b"}


def test_another_thing_with_a_number_supersedes_and_contradicts_nothing() -> None:
    one = "Patients on ward 3 get dinner at 17:30."
    other = "Since Monday patients on ward 5 get dinner at 18:00."
    asked = "when do patients on ward 3 get dinner"
    assert AskedFor(asked).excludes_one_of(one, other)
    assert supersession_of(on_consecutive_days(one, other), {}, asked, NOW) == Supersession({}, {})
    assert not AskedFor("when is dinner").excludes_one_of(one, other)


@each_case(
    ("old", "new"),
    [
        ("The owner of the billing service is Ann.",
         "The owner of the mail service is now Bob, not Ann."),
        ("Retention of access logs on the portal is 14 days.",
         "Retention of audit logs on the portal is now 30 days, not 14."),
        ("Delivery notes are kept for 3 years in the pharmacy office.",
         "Prescription copies are now kept for 5 years in the pharmacy office, not 3."),
        ("A resident parking permit costs 30 euros a year.",
         "A visitor parking permit now costs 12 euros a week, not 30 a year."),
        ("Ground staff may rebook passengers without a supervisor up to 150 euros.",
         "Crew may now book hotels without a supervisor up to 300 euros, not 150."),
    ],
)  # fmt: skip
def test_another_thing_by_a_word_of_its_name_is_not_replaced(old: str, new: str) -> None:
    assert judged(*on_consecutive_days(old, new)).superseded_by == {}


@each_case(
    ("old", "new"),
    [
        ("DSL is the main line of the house in Leeds.",
         "Fibre is now the main line of the house in Leeds."),
        ("The contact of the plant in Leeds is Ann.",
         "The contact of the plant in Leeds is now Bob."),
        ("The desk is closed on Monday and Friday in Leeds.",
         "The desk is now closed on Tuesday and Friday in Leeds."),
        ("The port of the mail service is 25.", "The mail service: its port is now 587, not 25."),
        ("The board set the annual leave of the staff to 28 days.",
         "The board has agreed, so annual leave of the staff is now 30 days, not 28."),
    ],
)  # fmt: skip
def test_a_word_that_is_the_new_value_or_stands_elsewhere_is_replaced(old: str, new: str) -> None:
    assert judged(*on_consecutive_days(old, new)).superseded_by == {"a": "b"}


def test_another_thing_than_that_of_the_question_is_not_contradicted_by_its_name() -> None:
    known = on_consecutive_days(
        "The owner of the billing service is Ann.",
        "The owner of the mail service is now Bob, not Ann.",
    )
    about = "who is the owner of the billing service"
    assert supersession_of(known, {}, about, NOW) == Supersession({}, {})


def test_a_day_names_nothing_in_a_question() -> None:
    asked = AskedFor("when does the desk close on monday")
    assert not asked.tells_apart(
        "The desk closes on Monday at 8.", "The desk closes on Tuesday at 9."
    )
