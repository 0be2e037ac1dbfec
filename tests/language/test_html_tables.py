"""HTML tables in words: each value with the names of its columns."""

from recollect.language.markup import readable, readable_in_sections
from recollect.language.tables import rows_in_words
from tests.cases import each_case

ROTA = """
<table><tr><th rowspan="2">Service</th><th colspan="2">Nights</th></tr>
<tr><th>First</th><th>Second</th></tr>
<tr><td>Gateway</td><td>Ann</td><td><ul><li>Bo</li><li>Cy</li></ul></td></tr>
<tr><td>Network</td><td colspan="2">Di</td></tr></table>
"""
RECORDS = """
<table><tr><td><p><b>Group</b></p></td><td><b>Record</b></td><td><strong>Keep</strong></td></tr>
<tr><td rowspan="2">Quality</td><td>Logs a|b</td><td>11 years</td></tr>
<tr><td>Recalls</td><td>15 years</td></tr></table>
"""


@each_case(
    ("table", "told"),
    [
        (
            ROTA,
            (
                "Service: Gateway; Nights First: Ann; Nights Second: • Bo • Cy\n"
                "Service: Network; Nights First: Di; Nights Second: Di"
            ),
        ),
        (
            RECORDS,
            (
                "Group: Quality; Record: Logs a|b; Keep: 11 years\n"
                "Group: Quality; Record: Recalls; Keep: 15 years"
            ),
        ),
        (
            "<table><tr><td>Call</td><td>or write</td></tr><tr><td>a</td><td>b</td></tr></table>",
            "Call\tor write\na\tb",
        ),
        (
            "<table><tr><th>Host</th><td>db-1</td></tr><tr><th>Port</th><td>5432</td></tr></table>",
            "Host\tdb-1\nPort\t5432",
        ),
        (
            f"<table><tr><td>On nights:{ROTA}</td></tr></table>",
            (
                "On nights:\nService: Gateway; Nights First: Ann; Nights Second: • Bo • Cy\n"
                "Service: Network; Nights First: Di; Nights Second: Di"
            ),
        ),
        (  # a title above, headings within, names that begin anew, and the foot last
            (
                "<table><caption>Net</caption><tfoot><tr><td>Sum</td><td>60</td></tr></tfoot>"
                "<tr><th colspan=2>Fees</th></tr><tr><th>Item</th><th>2026</th></tr>"
                "<tr><td colspan=2>Ulm</td></tr><tr><td>A</td><td>10</td></tr>"
                "<tr><td colspan=2>Bern</td></tr><tr><td>A</td><td>20</td></tr>"
                "<tr><th>Item</th><th>2027</th></tr><tr><td>A</td><td>30</td></tr></table>"
            ),
            (
                "Net\nFees\n###### Ulm\nItem: A; 2026: 10\n###### Bern\nItem: A; 2026: 20\n"
                "Item: A; 2027: 30\nItem: Sum; 2027: 60\n######"
            ),
        ),
        (  # a sum in bold has no names
            (
                "<table><tr><th>Item</th><th>Fee</th></tr><tr><td><b>Sum</b></td><td><b>9</b></td></tr>"
                "<tr><td>A</td><td>9</td></tr></table>"
            ),
            "Item: Sum; Fee: 9\nItem: A; Fee: 9",
        ),
    ],
)
def test_a_spanning_cell_is_repeated_in_all_its_rows_and_columns(table: str, told: str) -> None:
    assert rows_in_words(readable_in_sections(table)) == told


def test_a_confluence_page_is_read_as_html_without_its_macro_parameters() -> None:
    page = (
        '<ac:structured-macro ac:name="info"><ac:parameter ac:name="icon">no</ac:parameter>'
        "<ac:rich-text-body><p>From <s>May</s> June.</p></ac:rich-text-body>"
        '</ac:structured-macro><p>See <ac:link><ri:page ri:content-title="Pay"/></ac:link>.</p>'
    )
    assert readable(page) == "From June.\nSee ."


def test_nested_tables_are_read_in_linear_time() -> None:
    depth = 600
    page = "<table><tr><th>a</th><th>" * depth + "x" + "</th></tr></table>" * depth
    assert "x" in readable_in_sections(page)


def test_huge_row_and_column_spans_are_bounded() -> None:
    page = '<table><tr><th colspan="999999">a</th></tr><tr><td rowspan="99999">b</td></tr></table>'
    assert len(rows_in_words(readable_in_sections(page))) < len(page)


def test_a_long_cell_that_spans_many_rows_is_bounded() -> None:
    row = f"<tr><td rowspan=300 colspan=30>{'word ' * 2_000}</td></tr>"
    page = f"<table><tr><th>a</th><th>b</th></tr>{row}{'<tr><td>1</td>' * 300}</table>"
    assert len(readable_in_sections(page)) < len(page)


def test_headings_within_a_table_are_bounded() -> None:
    names = "".join(f"<th>{'name ' * 30}{place}</th>" for place in range(60))
    page = f"<table><tr>{names}</tr>{'<tr><td colspan=60>a</td></tr><tr><td>1</td></tr>' * 200}"
    assert len(readable_in_sections(f"{page}</table>")) < 100_000


def test_no_row_or_column_of_a_table_is_lost() -> None:
    row = "".join(f"<td>{place}</td>" for place in range(40))
    page = f"<table><tr><th>a</th><th>b</th></tr>{f'<tr>{row}</tr>' * 2}{'<tr><td>7' * 900}</table>"
    told = rows_in_words(readable_in_sections(page))
    assert "39" in told
    assert told.count("a: 7") == 900
    wide = f"<table><tr>{'<th>a</th>' * 400}</tr><tr>{'<td>1</td>' * 400}</tr></table>"
    assert readable_in_sections(wide).count("1") == 400
