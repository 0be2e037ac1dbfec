"""Tables within texts, row by row."""

from time import process_time

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
        (
            'week,1st,2nd\n47,Ann,Bo\n48,"Bo, or Cy",Di',
            'week,1st,2nd\n47,Ann,Bo\n48,"Bo, or Cy",Di',
        ),
        (
            "week,primary,backup\n47,Ann,Bo\n48,Bo,Cy",
            "week: 47; primary: Ann; backup: Bo\nweek: 48; primary: Bo; backup: Cy",
        ),
        (
            "land\tVAT\tsince\r\nAustria\t20 %\t1984\r\nItaly\t\t\r\n",
            "land: Austria; VAT: 20 %; since: 1984\nland: Italy",
        ),
        (
            "system\thow\tkept\norders\tfull\t35 days\ntopics\t-\t-",
            "system: orders; how: full; kept: 35 days\nsystem: topics; how: -; kept: -",
        ),
        (
            ",price,support\nBasic,0,mail\nPro,20,phone",
            "Basic; price: 0; support: mail\nPro; price: 20; support: phone",
        ),
        (
            "UPS\t\t\n\t\t\nSite\tUnit\tkVA\nUlm\tA\t10\n\tB\t6\nBern\tA\t5\n\tTotal\t21\nSum\t\t21",
            (
                "UPS\nSite: Ulm; Unit: A; kVA: 10\nSite: Ulm; Unit: B; kVA: 6\n"
                "Site: Bern; Unit: A; kVA: 5\nUnit: Total; kVA: 21\nSite: Sum; kVA: 21"
            ),
        ),
        (  # an empty row ends a group
            "site,unit,kVA\nUlm,A,10\n,B,6\n,,\n,B,7\nBern,A,5",
            (
                "site: Ulm; unit: A; kVA: 10\nsite: Ulm; unit: B; kVA: 6\n\n"
                "unit: B; kVA: 7\nsite: Bern; unit: A; kVA: 5"
            ),
        ),
        (
            "team,name,age\nA,,\n,Ann,30\n,Bo,40\nB,,\n,Cy,50",
            (
                "team: A\nteam: A; name: Ann; age: 30\nteam: A; name: Bo; age: 40\n"
                "team: B\nteam: B; name: Cy; age: 50"
            ),
        ),
        (
            "site,unit,kVA\nUlm,A,10\n,B,6\nBern,C,5\n,D,7",
            (
                "site: Ulm; unit: A; kVA: 10\nsite: Ulm; unit: B; kVA: 6\n"
                "site: Bern; unit: C; kVA: 5\nsite: Bern; unit: D; kVA: 7"
            ),
        ),
        (  # where it is said twice, nothing was left out
            "site,unit,kVA\nUlm,A,10\nUlm,B,6\n,C,5\nBern,D,7",
            (
                "site: Ulm; unit: A; kVA: 10\nsite: Ulm; unit: B; kVA: 6\n"
                "unit: C; kVA: 5\nsite: Bern; unit: D; kVA: 7"
            ),
        ),
        (  # nobody has the second ticket
            "who,ticket,age\nAnn,T-5,3\n,T-6,4\nBo,T-7,9",
            "who: Ann; ticket: T-5; age: 3\nticket: T-6; age: 4\nwho: Bo; ticket: T-7; age: 9",
        ),
        (
            "tariff of June;;\n# net;;\ncode;of;price\nS;small;1.95\nM;;2.30",
            "tariff of June\n# net\ncode: S; of: small; price: 1.95\ncode: M; price: 2.30",
        ),
        (
            "wk   from     primary\n17   20 Apr   Oskar L\n18   27 Apr   Pri R  <- new",
            "wk: 17; from: 20 Apr; primary: Oskar L\nwk: 18; from: 27 Apr; primary: Pri R  <- new",
        ),
        (
            "  UNIT    ACTIVE  SUB\n  cron.s  active  running\n● sync.s  failed  dead",
            "UNIT: cron.s; ACTIVE: active; SUB: running\nUNIT: sync.s; ACTIVE: failed; SUB: dead",
        ),
        (
            "NAME    READY   RESTARTS\napi-0   1/1     3\napi-1   0/1     12 (5m ago)",
            "NAME: api-0; READY: 1/1; RESTARTS: 3\nNAME: api-1; READY: 0/1; RESTARTS: 12 (5m ago)",
        ),
    ],
)
def test_each_value_follows_the_name_of_its_column(text: str, told: str) -> None:
    assert rows_in_words(text) == told


@each_case(
    ("text",),
    [
        ("Smith,Ann\nDoe,Bo\nRoe,Cy",),  # no column of numbers
        ("1,Ann\n2,Bo\n3,Cy",),  # no names
        ("week,primary,backup\n47,Ann,Bo",),  # hardly a table
        ("Model\tXR-Series\nWeight\t5 kg\nHeight\t20 cm",),  # each value beside its name
        ("\tport\tof\n\tuser1\tx\n\tuser2\ty",),  # code
        ("Call us | by phone\n--- | ---\nor write.",),  # no rows
        ("Hello, all\nBye, all 2\nSee, all 3",),
        ("level;host\nlevel;db-1\nlevel;db-2",),  # a log
        ("a;b\n1;2;3\n4;5",),
        ("true | false\nis not\n---",),
        ("to do  when  who\nbuy milk  today  Ann\ncall 3  soon  Bo",),  # no columns
        ("Ann  Bo   Cy\nDi   Ed   Flo\nGus  Hal  Ivy",),
    ],
)
def test_a_text_without_a_named_table_stays_as_it_is(text: str) -> None:
    assert rows_in_words(text) == text


@given(st.text(alphabet='ab1|-,;\t\n"\\\\: ', max_size=80))
def test_no_text_fails(text: str) -> None:
    assert len(rows_in_words(text)) <= 81 * (len(text) + 1)


def test_an_unclosed_quote_affects_only_its_own_line() -> None:
    long = 'a,b,n\nx,y,"1\n' + "x,y,1\n" * 40_000
    assert rows_in_words(long).count("a: x; b: y; n: 1") == 40_001


def test_table_rules_of_spaces_are_read_in_linear_time() -> None:
    begin = process_time()
    rows_in_words(f"a|b\n-{' ' * 3_900}x\n|\n" * 50)
    assert process_time() - begin < 0.5
