"""Cells of tables in answers are compared with the fields of their columns."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked

_NODES = call(
    "list_nodes",
    nodes=[
        {"name": "fj-w-1", "status": "Ready", "cpuPercent": 64.2, "zone": "north-1a",
         "lastSeen": "2026-08-18T10:42:00Z", "cordoned": False},
        {"name": "fj-w-2", "status": "Ready", "cpuPercent": 88, "zone": "north-1b",
         "lastSeen": "2026-08-18T11:35:00Z", "cordoned": False},
        {"name": "fj-w-3", "status": "NotReady", "cpuPercent": 9, "zone": "north-1b",
         "lastSeen": "2026-08-17T09:00:00Z", "cordoned": True},
    ],
)  # fmt: skip
_CASES = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0065001", "state": "Open", "priority": "2 - High", "account": "Alpen AG",
         "assigned_to": "Hana Kobayashi"},
        {"number": "SCS0065002", "state": "Closed", "priority": "4 - Low", "account": "Kivik AB",
         "assigned_to": "Omar Haddad"},
    ],
)  # fmt: skip


def said_wrong(table: str, *calls: ToolCall) -> list[str]:
    facts = checked(table, *calls).facts
    return [fact.text for fact in facts if fact.verdict == "contradicted"]


def wrong(table: str) -> list[str]:
    return said_wrong(table, _NODES, _CASES)


def nodes(status: str = "Ready", cpu: str = "88 %", zone: str = "north-1b") -> str:
    return (
        "Here they are:\n\n| Name | Status | CPU percent | Zone | Cordoned |\n"
        "|:--|---|--:|---|---|\n| **fj-w-1** | Ready | 64 | north-1a | no |\n"
        f"| fj-w-2 | {status} | {cpu} | {zone} | No |\n"
    )


def test_a_table_with_the_values_of_the_result_is_not_contradicted() -> None:
    assert wrong(nodes()) == []
    assert wrong(nodes(cpu="", zone="\u2013")) == []


@each_case(
    ("table", "what"),
    [
        (nodes(status="NotReady"), "NotReady"),
        (nodes(cpu="9 %"), "9 %"),
        (nodes(cpu="86"), "86"),
        (nodes(zone="north-1a"), "north-1a"),
        (
            "Node | Last seen\n--- | ---\nfj-w-1 | Aug 18, 10:42\nfj-w-3 | Aug 18, 11:35\n",
            "Aug 18, 11:35",
        ),
        ("| Number | Assigned to |\n|---|---|\n| SCS0065001 | Omar Haddad |\n", "Omar Haddad"),
        ("| Number | Account |\n|---|---|\n| SCS0065002 | Alpen AG |\n", "Alpen AG"),
    ],
)
def test_a_cell_with_another_objects_value_or_another_number_is_contradicted(
    table: str, what: str
) -> None:
    assert wrong(table) == [what]


@each_case(
    "table",
    [
        "| Name | State of CPU |\n|---|---|\n| fj-w-2 | busy |\n",
        "| Name | Status |\n|---|---|\n| fj-w-9 | Ready |\n",
        "| Name | Status |\n|---|---|\n| fj-w-3 | not ready, cordoned |\n",
        "| Status | Name |\n|---|---|\n",
        "| --- |\n| --- |\n| --- |",
    ],
)
def test_other_columns_objects_and_words_have_no_verdict(table: str) -> None:
    assert wrong(table) == []


@given(st.text("|-: \nanfjw1", max_size=200))
def test_any_text_that_looks_like_a_table_is_read(text: str) -> None:
    assert checked(text, _NODES).response_length == len(text)


_WIRELESS = call(
    "getCase",
    case={"number": "SCS0004389", "state": "Open", "priority": "2 - High",
          "assigned_to": "Pieter Claes", "assignment_group": "Network Engineering",
          "account": "Alpen AG", "opened_at": "2027-03-15T16:20:00Z"},
)  # fmt: skip
_PODS = call(
    "oc_diagnostic_pod_health",
    namespace="orders-eu", total=4, healthy=2,
    unhealthy=[
        {"pod": "invoice-worker-58f7c9d6b4-t2lkq", "cause": "oom", "restarts": 11},
        {"pod": "mailer-66c4f8b9d7-9xk2n", "cause": "image_pull", "restarts": 0},
    ],
)  # fmt: skip


def of_two_columns(group: str = "Network Engineering", state: str = "Open") -> str:
    return (
        f"| Field | Value |\n|---|---|\n| Case | SCS0004389 |\n| State | {state} |\n"
        f"| Assigned to | Pieter Claes |\n| Group | {group} |\n| Customer | Alpen AG |\n"
    )


def test_rows_of_a_field_and_its_value_are_read_as_labels() -> None:
    assert said_wrong(of_two_columns(), _WIRELESS) == []
    other = of_two_columns(group="Wireless Support")
    assert said_wrong(other, _WIRELESS) == ["Wireless Support"]
    assert said_wrong(of_two_columns(state="Closed"), _WIRELESS) == ["Closed"]
    opened = f"{of_two_columns()}| Opened | 12 March 2027, 16:20 UTC |\n"
    assert said_wrong(opened, _WIRELESS) == ["12 March 2027, 16:20 UTC"]
    # These are columns, not a field and its value.
    columns = "| Group | Items |\n|---|---|\n| Plant Systems | HIS01, TST02 |\n"
    assert said_wrong(columns, _WIRELESS) == []


def test_a_pod_may_be_named_by_its_workload() -> None:
    table = "| Pod | Cause | Restarts |\n|---|---|---|\n| invoice-worker | out of memory | {} |\n"
    assert checked(table.format(11), _PODS).contradictions == ()
    assert said_wrong(table.format(21), _PODS) == ["21"]


@each_case("rule", ["-", "- ", "|", "|:-", ":"])
def test_a_long_line_that_only_begins_like_a_table_rule_is_read_in_linear_time(rule: str) -> None:
    # Not timed: what is quadratic in these takes minutes.
    header = "| Node | Status |\n"
    text = f"{header}{rule * 40_000} | x\n\n{header}|-|--|\n| fj-w-1 | NotReady |"
    assert wrong(text) == ["NotReady"]
