"""Lines that were wrapped at a width."""

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


NOTES = """Photo proof is asked for chilled parcels above five kilograms
The offline store holds six hundred scans and is sent later on
When the device is locked the scans are kept for fourteen days"""


def test_lines_wrapped_at_a_width_are_joined() -> None:
    assert unwrapped(MAIL) == (
        "Hello all,\n\n"
        "as announced the gateway of the payment service was moved on Monday. Whoever has the old "
        "address in a configuration has to change it before 1 December, because the old machine "
        "will be switched off then. Ask Ada Keller, who has moved nine of them and knows what may "
        "happen to orders that are under way."
    )


def test_a_wrapped_list_entry_is_joined() -> None:
    text = "- restart the worker and wait until the queue has been\n  emptied\n- ring Ada"
    assert unwrapped(text) == (
        "- restart the worker and wait until the queue has been emptied\n- ring Ada"
    )


def test_lines_of_equal_length_are_joined_before_a_name_or_a_number() -> None:
    text = (
        "1.1 Where an update is not possible within 14 days, operators shall block\n"
        "    TCP 8081 and TCP 9102 towards the gateway. The log holds at most about\n"
        "    9 days on a gateway with 40 probes, and is sent to the maker every week."
    )
    assert unwrapped(text) == " ".join(text.split())


def test_folded_lines_of_a_calendar_are_joined() -> None:
    text = "BEGIN:VCALENDAR\r\nDESCRIPTION:Requests must be in by Mon\r\n day noon."
    assert unwrapped(text) == "BEGIN:VCALENDAR\r\nDESCRIPTION:Requests must be in by Monday noon."


def test_a_hyphenated_word_is_joined() -> None:
    text = "Ask the shift lead, who orders dry ice and informs the pharma-\ncist on duty."
    assert unwrapped(text) == text.replace("-\n", "")


@each_case(
    ("text", "told"),
    [
        (
            "Who is on-call has the phone; ask for it before you are on-\ncall yourself.",
            "Who is on-call has the phone; ask for it before you are on-call yourself.",
        ),
        (
            "Der Zuschlag beträgt 50 Prozent an allen Sonn-\nund Feiertagen.",
            "Der Zuschlag beträgt 50 Prozent an allen Sonn- und Feiertagen.",
        ),
    ],
)
def test_a_hyphen_that_belongs_to_a_word_stays(text: str, told: str) -> None:
    assert unwrapped(text) == told


LOG = """INFO connection to server db-1 was established at once
ERROR connection to server db-2 was refused by its peer
WARN connection to server db-3 was established too late"""


LIST = """bring warm clothes for the evenings on the lake shore
no pets are allowed in any of the huts at the lake side
sleeping bags may be borrowed at the desk of the main hut"""


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
        (NOTES,),
        (LIST,),
        (LOG,),
        ("One line.",),
    ],
)
def test_lines_that_end_by_themselves_stay_as_they_are(text: str) -> None:
    assert unwrapped(text) == text


@given(st.text(alphabet="aB c.-\n:", max_size=400))
def test_joining_lines_loses_no_letter(text: str) -> None:
    assert [*filter(str.isalpha, unwrapped(text))] == [*filter(str.isalpha, text)]
