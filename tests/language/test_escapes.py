"""Unescaped texts, and the original position of each of their parts."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.escapes import unescaped
from tests.cases import each_case


@each_case(
    ("text", "meant"),
    [
        ("ann=2Elee=40x.com", "ann.lee@x.com"),
        ("ann%2elee%40x.com", "ann.lee@x.com"),
        ("J=C3=BCrgen%20M%C3%BCller", "Jürgen Müller"),
        ("Ann Le=\r\ne", "Ann Lee"),
        ("M&uuml;ller&nbsp;&#64;&#x40;", "Müller\u00a0@@"),
        ("x\\u0040y", "x@y"),
    ],
)
def test_escapes_of_mail_links_html_and_json_are_read(text: str, meant: str) -> None:
    assert unescaped(text).text == meant


@each_case(
    "text",
    ["tel=49170", "name=ADA LEE", "100%ada", "&nobody;", "\\ud83d", "a=b", "=3d", "M=FCller"],
)
def test_text_that_is_no_escape_stays(text: str) -> None:
    assert unescaped(text).text == text


@given(st.text("a=%24E0C3BC&;#x\\u\r\n-", max_size=40))
def test_each_character_has_an_ordered_span_in_the_original(text: str) -> None:
    read = unescaped(text)
    spans = [read.original_span(at, at + 1) for at in range(len(read.text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
