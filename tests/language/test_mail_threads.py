"""What a mail says itself is told apart from the earlier mails in it."""

from recollect.language.mail_threads import own_and_earlier
from tests.cases import each_case

OWN = "Do not fail over to db-2."
EARLIER = "If db-1 is down, fail over to db-2."


@each_case(
    "above",
    [
        "On Sunday Sam wrote:\n> ",
        "On Wed, 25 Nov 2026 at 08:00, Sam Lee <sam@acme.example> wrote:\n",
        "On Wed, 25 Nov 2026 at 08:00, Sam Lee\n<sam@acme.example> wrote:\n> ",
        "Am 25.11.2026 um 08:00 schrieb Sam:\n>> ",
        "-----Original Message-----\nFrom: Sam\nSent: Wednesday\n\n",
        "From: Sam Lee\nSent: Wednesday, 25 November\nTo: All\n\n",
    ],
)
def test_the_mail_that_is_answered_is_an_earlier_one(above: str) -> None:
    assert own_and_earlier(f"{OWN}\n\n{above}{EARLIER}") == (OWN, EARLIER)


@each_case(
    ("mail", "is_message"),
    [
        (f"> {EARLIER}\n\n{OWN}", True),
        (f"{OWN}\n> {EARLIER}", True),
        (f"From: Ann <ann@acme.example>\nDate: 25 Nov 2026\n\n> {EARLIER}\n{OWN}", False),
    ],
)
def test_what_a_message_quotes_is_an_earlier_one_also_without_a_line_that_says_whose(
    mail: str, *, is_message: bool
) -> None:
    assert own_and_earlier(mail, is_message=is_message) == (OWN, EARLIER)


def test_a_message_that_only_quotes_stays_as_it_is() -> None:
    assert own_and_earlier(f"> {EARLIER}", is_message=True) == (f"> {EARLIER}", "")


def test_an_answer_below_or_between_the_lines_that_it_quotes_is_the_mails_own() -> None:
    mail = f"Hi,\nOn Sunday Sam wrote:\n> {EARLIER}\n{OWN}\n> And db-3?\nNeither."
    assert own_and_earlier(mail) == (f"Hi,\n{OWN}\nNeither.", f"{EARLIER}\nAnd db-3?")


@each_case(
    "text",
    [
        "",
        OWN,
        f"> {EARLIER}\n{OWN}",
        f"{OWN}\n\nOn each start the service wrote:\n{EARLIER}",
        f"Forward rules\nFrom: dmz\nTo: office\n{EARLIER}",
        f"From: Sam\nSent: Wednesday\n\n{EARLIER}",
    ],
)
def test_a_text_without_an_earlier_mail_stays_as_it_is(text: str) -> None:
    assert own_and_earlier(text) == (text, "")
