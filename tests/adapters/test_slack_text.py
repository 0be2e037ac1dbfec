"""Slack's markup as people see it."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.adapters.slack.text import plain
from tests.cases import each_case


@each_case(
    ("written", "seen"),
    [
        ("plain *bold* `code` :fire:", "plain *bold* `code` :fire:"),
        ("<@U1> and <@W1|jane>", "@U1 and @jane"),
        ("<#C1> or <#C1|general> or <#C1|>", "#C1 or #general or #C1"),
        ("<!here> <!here|here> <!subteam^S1|@ops> <!subteam^S1>", "@here @here @ops @subteam"),
        ("since <!date^1392734382^{date_short}|Feb 18>", "since Feb 18"),
        ("<https://a.example/?x=1&amp;y=2>", "https://a.example/?x=1&y=2"),
        ("<http://fw01.a.example|fw01.a.example>", "fw01.a.example"),
        ("<https://a.example/e|edge &amp; status>", "edge & status (https://a.example/e)"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("load &gt; 90 &amp;&amp; &lt;30 people", "load > 90 && <30 people"),
        ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
        ("&lt;@U1&gt;", "<@U1>"),
        ("&nbsp; &quot; & a < b <> <|>", "&nbsp; &quot; & a < b  "),
    ],
)
def test_markup_is_shown_as_people_see_it(written: str, seen: str) -> None:
    assert plain(written) == seen


@given(st.text())
def test_text_that_slack_escaped_is_shown_as_the_original(said: str) -> None:
    written = said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    assert plain(written) == said


@given(st.text("<>@#!|^&;ampltgdate ", max_size=60))
def test_any_text_can_be_shown(text: str) -> None:
    assert isinstance(plain(text), str)


def test_a_very_long_text_is_shown_at_once() -> None:
    assert plain("<" * 40_000) == "<" * 40_000
    assert plain("<@" * 40_000 + ">") == "<@" * 39_999 + "@"
