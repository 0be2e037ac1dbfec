"""Tables within texts, row by row."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.tables import rows_in_words
from tests.cases import each_case


@each_case(
    ("text", "told"),
    [
        (
            "Toner:\n| model | room |\n|:---|---:|\n| HP 400 | 2.14 |\n| HP 401 | |\nCall first.",
            "Toner:\nmodel: HP 400; room: 2.14\nmodel: HP 401\nCall first.",
        ),
        ("a|b\n-|-\n1|x \\| y", "a: 1; b: x | y"),
        ('week,primary\n47,Ann\n48,"Bo, or Cy"', 'week,primary\n47,Ann\n48,"Bo, or Cy"'),
        ("week,primary\n47,Ann\n48,Bo", "week: 47; primary: Ann\nweek: 48; primary: Bo"),
        (
            "land\tVAT\r\nAustria\t20 %\r\nItaly\t\r\n",
            "land: Austria; VAT: 20 %\nland: Italy",
        ),
    ],
)
def test_each_value_stands_behind_the_name_of_its_column(text: str, told: str) -> None:
    assert rows_in_words(text) == told


@each_case(
    ("text",),
    [
        ("Smith,Ann\nDoe,Bo\nRoe,Cy",),  # no column of numbers
        ("1,Ann\n2,Bo\n3,Cy",),  # no names
        ("week,primary\n47,Ann",),  # hardly a table
        ("Hello, all\nBye, all 2\nSee, all 3",),
        ("level;host\nlevel;db-1\nlevel;db-2",),  # a log
        ("a;b\n1;2;3\n4;5",),
        ("true | false\nis not\n---",),
    ],
)
def test_what_is_no_table_with_names_stays_as_it_is(text: str) -> None:
    assert rows_in_words(text) == text


@given(st.text(alphabet='ab1|-,;\t\n"\\\\: ', max_size=80))
def test_no_text_fails(text: str) -> None:
    assert len(rows_in_words(text)) <= 81 * (len(text) + 1)
