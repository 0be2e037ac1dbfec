import re

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.markup import readable
from recollect.language.tags import without_tags
from recollect.tools.plain import carries_sys_id, plain
from tests.cases import each_case

SYS_ID = "6816f79cc0a8016401c5a33be04be441"
WORD_OF_32 = re.compile(r"(?<![0-9A-Za-z])[0-9a-fA-F]{32}(?![0-9A-Za-z])")


@each_case(
    ("text", "expected"),
    [
        ("<p>One</p><p>Two<br>Three</p>tail", "One\nTwo\nThree\ntail"),
        ("<ul><li>One</li><li><p>Two</p></li></ul>", "• One\n• Two"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<script>x < y</script><style>p{}</style><!-- c --><b>x</b>y", "xy"),
        ("<p>One\nline</p>", "One line"),
        ("<pre>a\nb</pre>", "a\nb"),
        ("one\n\n  two <b>three</b>", "one\ntwo three"),
        ("<DIV CLASS=x>Tom &amp; Jerry</DIV>", "Tom & Jerry"),
        ('<a href="https://x.example.com">here</a> <o:p></o:p>', "here"),
        ("Hello\nworld [code]<p>one\ntwo</p>[/code] <3\nend", "Hello\nworld\none two\n<3\nend"),
        ("[code]<b>open", "open"),
    ],
)
def test_html_becomes_lines(text: str, expected: str) -> None:
    assert plain(text) == expected


@each_case(
    "text",
    [
        "if a < b and c > d",
        "if a <b then c",
        "mail <user@example.org> about x<y>z",
        "Temperature <40",
        "List<String> names",
        "https://example.com/?a=1&copy=2",
        "AT&T & co; <<< >>>",
        "[codec] [x]",
        "メールが送信できません <重要>",
    ],
)
def test_text_that_only_looks_like_html_stays_as_it_is(text: str) -> None:
    assert plain(text) == text


def test_text_within_html_that_only_looks_like_a_tag_stays() -> None:
    assert plain("<p>From <user@example.org>: a < b</p>") == "From <user@example.org>: a < b"


@each_case(
    ("text", "expected"),
    [
        (f"id {SYS_ID} here", "id here"),
        (f"id {SYS_ID.upper()}.", "id ."),
        (f"参照{SYS_ID}です", "参照 です"),
        (f"(sys_id: {SYS_ID}) done", "done"),
        (f"x https://desk.example.com/a.do?sys_id={SYS_ID}&b=1, y", "x , y"),
        (f"x https://desk.example.com/nav_to.do?uri=a%3Fsys_id%3D{SYS_ID} y", "x y"),
        (f"x a.do?sys_id={SYS_ID} y", "x y"),
        ("a.do?sysparm_query=active=true&number=1", "a.do? number=1"),
        (f"<p>{SYS_ID[:16]}<b>{SYS_ID[16:]}</b> x</p>", "x"),
        (f"{SYS_ID}0 {SYS_ID[:31]}", f"{SYS_ID}0 {SYS_ID[:31]}"),
        ("the system is slow at 100%", "the system is slow at 100%"),
    ],
)
def test_sys_ids_and_links_with_them_are_removed(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_control_characters_and_direction_marks_are_removed() -> None:
    assert plain("a\x00b\u202ec\ud800") == "a b c"
    assert plain("\x07\n \u2066") == ""


def test_a_sys_id_in_a_url_is_recognized_in_any_encoding() -> None:
    assert carries_sys_id(f"https://x.example.com/a.do?sys_id={SYS_ID}")
    assert carries_sys_id(f"https://x.example.com/nav_to.do?uri=a%3Fsys_id%3D{SYS_ID}")
    assert not carries_sys_id("https://x.example.com/case/SCS0012345?100%")


def test_only_the_first_20000_characters_of_a_text_are_read() -> None:
    assert plain("a" * 30_000) == "a" * 20_000
    assert plain("<div>" * 20_000 + "end") == ""


@each_case(
    "trap",
    ["<", "<a ", "<div ", "<a =", "[code]", "[code]<b>[/code]", "&#1", "( ", "%", "sysparm_", "f"],
)
def test_hostile_texts_are_read_to_the_end(trap: str) -> None:
    read = plain(trap * 100_000)
    assert len(read) <= 20_000


@given(
    st.lists(
        st.sampled_from(
            [SYS_ID, "<p>", "</b>", "<b>", "%3D", "sys_id=", "/", "?", "f" * 16, "[code]"]
        )
        | st.text("0123456789abcdefF<>&;/=? [](x-\n", max_size=40)
        | st.text(st.characters(), max_size=20),
        max_size=12,
    ).map("".join)
)
def test_plain_text_has_no_sys_id_and_no_empty_line(text: str) -> None:
    read = plain(text)
    assert not WORD_OF_32.search(read)
    assert all(line == line.strip() != "" for line in read.split("\n")) or read == ""
    read.encode()


def test_only_a_text_that_begins_as_html_is_read_as_html() -> None:
    page = "<p>Ports: <b>443</b> &amp; 8443</p><script>x</script>"
    assert readable(page) == "Ports: 443 & 8443"
    assert without_tags(page).split() == ["Ports:", "443", "&", "8443", "x"]
    for text in ("a <b>c</b>", "<script> is blocked", "< 40", ""):
        assert readable(text) == text
        assert without_tags(text).split() == ("is blocked" if text[:2] == "<s" else text).split()


def test_only_real_tags_are_removed_from_a_long_page() -> None:
    row = "<li>Pay<b>ments</b>: at load < 5 and 3 > 2 pods restart.</li>"
    for shown in (readable(row * 400), without_tags(row * 2)):
        assert {each for each in shown.splitlines() if each} == {
            "Payments: at load < 5 and 3 > 2 pods restart."
        }


def test_styles_scripts_and_comments_of_a_long_page_are_left_out() -> None:
    style = "<STYLE>p { color: red }</style ><!-- 5 > 3 --><script>a</script>"
    assert readable(f"<html><head><title>Pay</title></head>{style * 500}<p>Due in May.") == (
        "Due in May."
    )
    long = readable(f"<p>{'Due. ' * 5_000}{style}<style>Ends never.")
    assert long.split() == [*["Due."] * 5_000, "Ends", "never."]
