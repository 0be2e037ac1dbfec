"""Long texts in little room: their subject and outcome are kept, not their greeting."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.abridging import abridged, both_ends, without_form
from recollect.language.texts import collapsed
from tests.cases import each_case

_FILLER = "We have looked at your case all morning and checked what could be checked. " * 4
_MAIL = """Hi team,

I hope you are well. Since 01:40 both PCs cannot reach the EHR.
We admit patients on paper.

Thanks so much,
Linda Park
Office Manager | Altus
"""
_HEAD = "From: Linda Park <l@altus.example>\nSent: Sunday 10:12 PM\nTo: desk@mobiz.example\n"


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert abridged("Hi team,\nthanks.", 100) == "Hi team, thanks."


def test_a_long_text_is_abridged_to_its_beginning_and_its_end() -> None:
    told = abridged(f"The licence ran out. {_FILLER} Refunded order 4711, 129 USD.", 150)

    assert told.startswith("The licence ran out. We have")
    assert told.endswith("Refunded order 4711, 129 USD.")
    assert "… " in told


def test_the_end_begins_with_a_sentence_if_that_keeps_most_of_it() -> None:
    told = both_ends(f"{_FILLER} Do NOT restart FW01 before HA is in sync again.", 150)

    assert told.endswith("… Do NOT restart FW01 before HA is in sync again.")


def test_the_last_sentence_is_kept_whole_if_there_is_room() -> None:
    last = f"Under no circumstances may anybody{', whoever asks,' * 5} restart FW01 or fail over."
    assert both_ends(f"{_FILLER} {last}", 280).endswith(f"… {last}")


def test_in_very_little_room_only_the_beginning_is_kept() -> None:
    assert both_ends("one two three " * 20, 20) == "one two three one…"


@each_case(
    ("text", "said"),
    [
        (_MAIL, "Since 01:40 both PCs cannot reach the EHR.\nWe admit patients on paper."),
        (f"{_HEAD}Subject: EHR\n\n{_MAIL}", "Subject: EHR\nSince 01:40 both PCs cannot reach"),
        ("From: a@b.example\nDate: 12 May\nTo: Sam\n\nIt is down.", "It is down."),
        (f"-----Original Message-----\n{_HEAD}\nIt is down.", "It is down."),
        (f"Still down.\n\nOn Sunday Sam wrote:\n> Restart it.\n{_HEAD}Old.", "Still down."),
        ("Hallo Frau Berg,\nder Drucker druckt leer.\nMit freundlichen Grüßen\nA. Berg", "der Dr"),
        ("Rule: allow\nFrom: lan\nTo: dmz\nPort: 443", "Rule: allow\nFrom: lan\nTo: dmz\nPort"),
        ("Thanks for your patience, scope 10.52.3.0 is full.", "Thanks for your patience, scope"),
        ("Could you please tell us the serial number?", "Could you please tell us the serial"),
        ("Assigned to: Network\nPriority: 2", "Assigned to: Network\nPriority: 2"),
        ("Hi Linda,\nthank you.", "Hi Linda,\nthank you."),
    ],
)
def test_only_the_courtesies_and_signature_of_a_letter_are_left_out(text: str, said: str) -> None:
    assert without_form(text).startswith(said)
    assert "Linda Park" not in without_form(text)


@each_case(
    "said",
    [
        "Dank des Neustarts geht es wieder.",
        "Thanks Ann restarted it and it works.",
        "Thank you message is not shown at checkout.",
        "I hope you are able to restore the mailbox.",
        "Have a good look at the firewall log.",
        "This message may contain malware as the gateway says.",
        "Any help is refused by the vendor.",
        "Hello Interval: 10\nDead Interval: 40",
        "Hello World - the sample crashes",
        "LG\nDo not restart it.",
        "LG\n1. Replaced PSU\n2. Rebooted FW01",
        "From: 10 Mbit\nTo: 100 Mbit\nDate: 12 May\nUpgrade ordered.",
    ],
)
def test_a_sentence_that_only_begins_like_a_courtesy_is_kept(said: str) -> None:
    assert without_form(f"The pump fails.\n{said}") == f"The pump fails.\n{said}"


def test_text_below_thanks_is_not_taken_for_a_signature() -> None:
    told = without_form("Called Ann.\nThanks!\nError 691 again after the restart")
    assert told == "Called Ann.\nError 691 again after the restart"


def test_courtesies_of_a_letter_are_left_out() -> None:
    told = without_form(
        "Hallo Herr Berg,\nder Drucker druckt leer. Vielen Dank im Voraus für Ihre Hilfe!\n"
        "Thank you for your understanding. Looking forward to hearing from you. Have a great day!\n"
        "This e-mail is confidential and for its addressee."
    )
    assert told == "der Drucker druckt leer."


def test_a_forwarded_text_is_kept_if_little_is_written_above_it() -> None:
    told = without_form(f"FYI\n\n-----Forwarded Message-----\n{_HEAD}\nFW01 is down since noon.")
    assert told == "FYI\nFW01 is down since noon."


def test_the_quoted_text_below_a_sufficient_reply_is_left_out() -> None:
    assert without_form(f"{_FILLER}\nOn Sunday Sam wrote:\n> Restart it.") == _FILLER.strip()


@given(st.text(), st.integers(min_value=1, max_value=300))
def test_an_abridged_text_fits_and_keeps_both_of_its_ends(text: str, limit: int) -> None:
    whole = collapsed(text)
    told = both_ends(text, limit)
    begin, mark, end = told.rpartition("… ")

    assert len(told) <= limit
    assert told == whole or whole.startswith(told.rstrip("…")) or (mark and whole.endswith(end))
    assert len(abridged(text, limit)) <= limit
    assert not begin or whole.startswith(begin)


def test_a_hostile_text_is_abridged_in_linear_time() -> None:
    for text in (
        "From: a\n" * 20_000,
        "Hi " * 50_000,
        "-- \n" * 20_000,
        "." * 100_000,
        "a. " * 50_000,
    ):
        assert len(abridged(text, 280)) <= 280
