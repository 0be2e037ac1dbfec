"""Records in a text, as lines of `name: value`."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.records import records_in
from tests.cases import each_case

HOSTS = """hosts:
  - host: db-1
    owner: Ann Lee
    labels:
      tier: gold
    port: 5432
  - host: "db-2"
    owner: Bob
"""
FOLKS = "Name: Ann\nExt.: 11\n\nName: Bo\nExt.: 12\n"


@each_case(
    ("text", "records"),
    [
        (
            HOSTS,
            [
                [("host", "db-1"), ("owner", "Ann Lee"), ("port", "5432")],
                [("host", "db-2"), ("owner", "Bob")],
            ],
        ),
        (FOLKS, [[("Name", "Ann"), ("Ext.", "11")], [("Name", "Bo"), ("Ext.", "12")]]),
        ("Status: Open\nPriority: 2\n\nNext: call Ann\nDue: Monday", []),
        ("Status: Open\nPriority: 2", []),
        ("Ann: hello\n\nBo: hi\n\nAnn: bye", []),
    ],
)
def test_records_begin_with_the_same_name_at_the_same_indentation(
    text: str, records: list[list[tuple[str, str]]]
) -> None:
    assert [list(each) for each in records_in(text)] == records


@given(st.text(alphabet="ab: -\n", max_size=300))
def test_every_value_of_a_record_occurs_in_the_text(text: str) -> None:
    assert all(value in text for record in records_in(text) for _, value in record)
