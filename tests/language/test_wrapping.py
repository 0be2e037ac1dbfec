"""Lines that were broken for their width."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.wrapping import unwrapped
from tests.cases import each_case

MAIL = """Hello all,

as announced the gateway of the payment service was moved on Monday. Whoever
has the old address in a configuration has to change it
before 1 December, because the old machine will be switched off then. Ask
Ada Keller, who has moved nine of them and knows what may happen to orders
that are under way.
"""


def test_what_was_broken_for_its_width_is_one_line() -> None:
    assert unwrapped(MAIL) == (
        "Hello all,\n\n"
        "as announced the gateway of the payment service was moved on Monday. Whoever has the old "
        "address in a configuration has to change it before 1 December, because the old machine "
        "will be switched off then. Ask Ada Keller, who has moved nine of them and knows what may "
        "happen to orders that are under way."
    )


def test_an_entry_of_a_list_goes_on_in_the_next_line() -> None:
    text = "- restart the worker and wait until the queue has been\n  emptied\n- ring Ada"
    assert unwrapped(text) == (
        "- restart the worker and wait until the queue has been emptied\n- ring Ada"
    )


@each_case(
    ("text",),
    [
        ("Owner: Ada\nport 8443",),
        ("The database of billing runs on db-7 in the cluster of Ulm\nBackups are made at two",),
        ("kubectl delete pod api-0 --namespace checkout --wait\nkubectl get pods",),
        ("The database of billing runs on db-7 in the cluster.\nit is backed up at two",),
        ("The steps to restart the database of billing on db-7:\nstop the worker",),
        ("code;what it is of;unit of measure;price;remark\nls-1;small;parcel;1.95;",),
        ("| the name of the host that runs it | the port |\n| db-7.billing.example.net | 5432 |",),
        ("```\nsome command with many arguments that go on and on and\non\n```",),
        ("2026-05-26 22:41:07 compressor start, suction 2.1 bar\n2026-05-26 23:02 oil low",),
        ("the database of billing runs on db-7 in the cluster\nowner: Ada Keller",),
        ("    some_call(with_arguments, and_more_of_them, and_on)\n    other_call(too)",),
        ("One line.",),
    ],
)
def test_what_ends_by_itself_stays_as_it_is(text: str) -> None:
    assert unwrapped(text) == text


@given(st.text(alphabet="aB c.-\n:", max_size=400))
def test_no_word_is_lost(text: str) -> None:
    assert unwrapped(text).split() == text.split()
