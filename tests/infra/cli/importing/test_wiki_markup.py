"""Jira's wiki markup becomes the text that Jira shows, and loses no word."""

import re

from hypothesis import given
from hypothesis import strategies as st

from infra.cli.importing.wiki_markup import without_markup
from tests.cases import each_case


@each_case(
    ("written", "shown"),
    [
        ("h1. Gateway\nbq. said", "Gateway\nsaid"),
        ("*bold* and _it_, 2 * 3 * 4, a_b_c, __init__", "bold and it, 2 * 3 * 4, a_b_c, __init__"),
        ("* one\n** two", "* one\n** two"),
        ("{color:#de350b}red{color} {{gw-4}}", "red gw-4"),
        (
            "[Run|https://a.example/r] [https://a.example]",
            "Run (https://a.example/r) https://a.example",
        ),
        ("[~ann] b[0] [x|y] [^log.txt] [here|#top]", "@ann b[0] [x|y] log.txt here"),
        ("||Host||Port||\n|gw-4|8443|", "Host | Port\ngw-4 | 8443"),
        ("see !screen 1.png|thumbnail! Stop! Now!", "see  Stop! Now!"),
        ("{code:java}\nb[0] = *p_q_; // {color}\n{code}", "b[0] = *p_q_; // {color}"),
        ("a {noformat}*raw*{noformat} b", "a *raw* b"),
        ("{panel:title=My title|borderStyle=solid}inside{panel}", "My title\ninside"),
        ("{quote}said{quote} ${VAR} {id} \\{x\\}", "said ${VAR} {id} {x}"),
    ],
)
def test_wiki_markup_becomes_the_text_that_jira_shows(written: str, shown: str) -> None:
    assert without_markup(written) == shown


MARKS = ["*", "_", "|", "||", "{code}", "{code:sh}", "{quote}", "{{", "}}", "[", "]", "!", "h1. "]


WORDS = st.from_regex(r"w[0-9]{1,3}", fullmatch=True)


@given(st.lists(st.one_of(st.sampled_from([*MARKS, "\n", " ", "\\"]), WORDS)))
def test_no_word_is_lost_and_all_keep_their_order(parts: list[str]) -> None:
    written = "".join(parts)
    words = re.compile(r"w[0-9]+")
    assert words.findall(without_markup(written)) == words.findall(written)
