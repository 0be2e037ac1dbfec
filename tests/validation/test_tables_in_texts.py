"""Results that are texts with tables: columns of a command, CSV, Markdown, HTML, YAML."""

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from recollect.validation.results import read_result
from tests.cases import each_case
from tests.validation.examples import checked

PODS = """NAME                     READY   STATUS             RESTARTS   AGE
api-7d9f-abcde           1/1     Running            0          3d
api-7d9f-fghij           0/1     CrashLoopBackOff   12         3d
worker-55c-xyz12         1/1     Running            2          9h
"""
DISKS = """Filesystem      Size  Used Avail Use% Mounted on
/dev/sda1        50G   12G   36G  25% /
/dev/sdb1       200G  190G   10G  95% /var/lib
"""
CSV = "host,owner,port,state\ndb-1,Ann Lee,5432,active\ndb-2,Bob Marsh,5433,retired\n"
MARKDOWN = (
    "| host | owner | port | state |\n|---|---|---|---|\n"
    "| db-1 | Ann Lee | 5432 | active |\n| db-2 | Bob Marsh | 5433 | retired |\n"
)
HTML = (
    "<table><tr><th>host</th><th>owner</th><th>port</th><th>state</th></tr>"
    "<tr><td>db-1</td><td>Ann Lee</td><td>5432</td><td>active</td></tr>"
    "<tr><td>db-2</td><td>Bob Marsh</td><td>5433</td><td>retired</td></tr></table>"
)
POSTGRES = (
    " host | owner     | port | state\n------+-----------+------+---------\n"
    " db-1 | Ann Lee   | 5432 | active\n db-2 | Bob Marsh | 5433 | retired\n(2 rows)\n"
)
BOX = (
    "+------+-----------+------+---------+\n| host | owner     | port | state   |\n"
    "+------+-----------+------+---------+\n| db-1 | Ann Lee   | 5432 | active  |\n"
    "| db-2 | Bob Marsh | 5433 | retired |\n+------+-----------+------+---------+\n"
)
YAML = (
    "- host: db-1\n  owner: Ann Lee\n  port: 5432\n  state: active\n"
    "- host: db-2\n  owner: Bob Marsh\n  port: 5433\n  state: retired\n"
)
FORMS: tuple[JsonValue, ...] = (
    POSTGRES,
    BOX,
    YAML,
    CSV,
    MARKDOWN,
    HTML,
    {"stdout": CSV},
    [{"type": "text", "text": MARKDOWN}],
)


def wrong(response: str, result: JsonValue) -> set[tuple[str, str]]:
    """The contradicted facts of an answer to a single result: (text, expected)."""
    facts = checked(response, ToolCall(tool_name="run_command", result=result)).facts
    return {(each.text, each.expected or "") for each in facts if each.verdict == "contradicted"}


@each_case(
    ("answer", "found"),
    [
        ("The size of /dev/sdb1 is 50G.", {("50G", "200G")}),
        ("/dev/sdb1 has a use of 25%.", {("25%", "95%")}),
        ("/dev/sdb1 has a size of 200G and a use of 95%.", set()),
    ],
)
def test_a_table_whose_figures_are_aligned_right_is_read_row_by_row(
    answer: str, found: set[tuple[str, str]]
) -> None:
    assert wrong(answer, DISKS) == found


@each_case(
    ("answer", "found"),
    [
        ("The owner of db-2 is Ann Lee.", {("Ann Lee", "Bob Marsh")}),
        ("db-2 listens on port 5432.", {("5432", "5433")}),
        ("db-2 is active.", {("active", "retired")}),
        ("db-2 is retired and owned by Bob Marsh on port 5433.", set()),
        ("db-1 is the active one, and db-2 is not active.", set()),
    ],
)
def test_a_table_row_is_read_as_an_object_in_every_table_format(
    answer: str, found: set[tuple[str, str]]
) -> None:
    for result in FORMS:
        assert wrong(answer, result) == found


@each_case(
    ("answer", "found"),
    [
        ("api-7d9f-fghij is Running.", {("Running", "CrashLoopBackOff")}),
        ("worker-55c-xyz12 has restarted 12 times.", {("12", "2")}),
        ("All three pods are running.", {("All three pods are running", "2 of 3: Running")}),
        ("Two of the three pods are running, api-7d9f-fghij is in CrashLoopBackOff.", set()),
        ("api-7d9f-fghij has restarted 12 times.", set()),
    ],
)
def test_columns_that_a_command_prints_are_read_as_a_table(
    answer: str, found: set[tuple[str, str]]
) -> None:
    assert wrong(answer, PODS) == found


def test_a_column_of_several_units_is_not_compared() -> None:
    backups = (
        "JOB    WRITTEN  RESULT\nMAIL   1.9 TB   OK\nFILES  412 GB   OK\nLOGS   38 GB    FAILED\n"
    )
    assert wrong("Together they have written about 2.4 TB.", backups) == set()
    assert read_result(ToolCall(tool_name="run_command", result=backups)).content == {
        "table1": [
            {"JOB": "MAIL", "RESULT": "OK"},
            {"JOB": "FILES", "RESULT": "OK"},
            {"JOB": "LOGS", "RESULT": "FAILED"},
        ]
    }


def test_a_table_is_read_whole_though_a_value_contains_the_separator() -> None:
    invoices = (
        "invoice,vendor,gross,status\nV-21,Keller,476.00,approved\nV-22,Nine,1890.00,approved\n"
        'V-25,"Hale, Rudd & Co",3000.00,blocked\nV-31,Fleet,1166.20,approved\n'
    )
    assert wrong("Three invoices have the status approved, one is blocked.", invoices) == set()


def test_times_of_day_and_excluded_values_are_not_compared() -> None:
    calls = (
        "date,time,patient,doctor,room,status\n2024-09-03,08:30,R. Fontaine,Iyer,2,attended\n"
        "2024-09-03,09:00,M. Kowalczyk,Iyer,2,no-show\n"
    )
    assert wrong("M. Kowalczyk didn't turn up for the 9 a.m. visit.", calls) == set()
    links = (
        "| Link | Carrier | State |\n|---|---|---|\n| WAN-01 | North | up |\n"
        "| WAN-04 | Alpenet | down |\n"
    )
    assert wrong("Carriers besides North:\n- Alpenet: WAN-04", links) == set()


def test_the_first_cell_of_a_row_is_its_name() -> None:
    ports = (
        "port      state         speed  description\n"
        "Te1/1/1   up            10G    CORE-SW1\n"
        "Gi1/0/17  err-disabled  1G     Meeting room 4\n"
    )
    answer = "The one is Gi1/0/17: probably a switch was plugged in there."
    assert wrong(answer, ports) == set()


ROOMS = (
    "resource,state,date,hall\nRoom 1,booked,2024-09-03,North\nRoom 2,available,2024-09-04,North\n"
    "Room 3,closed,2024-09-05,South\n"
)


@each_case(
    "answer",
    [
        "Room 1 is available.",
        "Room 2 is booked, and Room 1 is available.",
        "- Room 1: it is available",
        "Room 1 is still available and in the North hall.",
    ],
)
def test_another_objects_state_is_contradicted(answer: str) -> None:
    assert ("available", "booked") in wrong(answer, ROOMS)


@each_case(
    "answer",
    [
        "Room 1 is available from 4 September.",
        "Room 1 is available, but not before noon.",
        "Room 1 is available on request.",
        "Room 1 is unlikely to be available.",
        "Room 1 is said to be available.",
        "Room 1 is hardly available.",
        "Room 1 will be available again on Wednesday.",
        "The room beside Room 1 is available.",
        "Room 1 is bigger than what is available.",
        "I assume Room 1 is available.",
        "According to the page, Room 1 is available.",
        "On Monday, Room 1 is available.",
        "There is a claim that Room 1 is available.",
        "Room 1 is closed for the public.",
        "Room 1 is open-ended, and closed-circuit cameras are in Room 1.",
    ],
)
def test_a_state_of_something_else_or_of_another_time_is_not_compared(answer: str) -> None:
    assert wrong(answer, ROOMS) == set()


@each_case(
    "answer",
    [
        "db-1 in run 2 is degraded.",
        "Run 2 of db-1 is degraded and run 3 of db-1 is active.",
        "db-1 is active.",
        "db-1 is degraded.",
        "db-2 is retired.",
        "db-2 is active.",
    ],
)
def test_other_rows_of_the_same_object_do_not_contradict_its_past_state(answer: str) -> None:
    history = (
        "run,server,state,load\n1,db-1,active,10\n2,db-1,degraded,80\n3,db-1,active,12\n"
        "4,db-2,active,9\n5,db-2,retired,0\n"
    )
    assert wrong(answer, history) == set()


def test_an_unclosed_quote_does_not_break_the_reading_of_a_result() -> None:
    csv = 'host,zone,port\nx,y,"1\n' + "x,y,1\n" * 40_000
    assert wrong("The port of x is 1.", csv) == set()


def test_columns_with_the_same_name_are_not_confused() -> None:
    years = (
        "| Team | 2023 | | 2024 | |\n|---|---|---|---|---|\n"
        "| Alpha | 100 | 90 | 120 | 118 |\n| Beta | 50 | 48 | 40 | 40 |\n"
    )
    assert wrong("Alpha closed 90 of 100 in 2023.", years) == set()
    assert wrong(years, years) == set()


def test_each_record_that_an_answer_repeats_is_compared_by_itself() -> None:
    changes = (
        "Version: 2.3.1\nDate: 2024-09-03\nFixed: crash on start\n\n"
        "Version: 2.3.0\nDate: 2024-08-01\nAdded: export to CSV\n\n"
        "Version: 2.2.9\nDate: 2024-07-11\nFixed: login\n"
    )
    assert wrong(changes, changes) == set()
    assert wrong("Version: 2.3.0\nDate: 2024-09-03", changes) == {("2024-09-03", "2024-08-01")}


@each_case("answer", ["core-2 is up.", "lag1 is up, lag3 is down.", "lag2 is hardly up."])
def test_a_value_of_a_row_is_not_taken_for_its_name(answer: str) -> None:
    links = (
        "lag,members,speed,state,partner\nlag1,Te1/1,20G,up,core-1\nlag2,Te1/3,10G,degraded,core-2\n"
        "lag3,Te1/4,0,down,core-3\n"
    )
    assert wrong(answer, links) == set()


@each_case("answer", ["Three are running, one failed.", "All but one are running."])
def test_counts_are_not_checked_against_a_table_that_is_not_fully_read(answer: str) -> None:
    pods = (
        "NAME   STATUS   COUNT\na      Running  1\nb      Running  2\n"
        "c-with-a-long-name Failed 3\nd      Running  4\n"
    )
    assert wrong(answer, pods) == set()
    containers = (
        "NAME   PORTS    STATUS   COUNT\na      80/tcp   Running  1\nb      81/tcp   Running  2\n"
        "c               Failed   3\nd      82/tcp   Running  4\n"
    )
    assert wrong(answer, containers) == set()


def test_tables_with_the_same_columns_are_one_list() -> None:
    head = "| host | port | state |\n|---|---|---|\n"
    sites = (
        f"# Graz\n{head}| db-1 | 1 | active |\n| db-2 | 2 | retired |\n\n"
        f"# Linz\n{head}| web-1 | 3 | active |\n| web-2 | 4 | active |\n"
    )
    assert wrong("Three hosts are active and one is retired.", sites) == set()
    assert wrong("db-2 is active.", sites) == {("active", "retired")}
    changed = f"Before\n{head}| db-1 | 1 | active |\n\nAfter\n{head}| db-1 | 1 | retired |\n"
    assert wrong("db-1 is retired.", changed) == set()


def test_an_adjective_of_another_noun_is_not_an_objects_state() -> None:
    members = (
        "Member   Status     Since        Fee\nAnn Lee  active     2020-01-01   50\n"
        "Bob Roe  suspended  2022-05-01   50\n"
    )
    assert wrong("Bob Roe is an active supporter.", members) == set()
    assert wrong("Bob Roe is active.", members) == {("active", "suspended")}
