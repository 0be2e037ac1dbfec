"""Atlassian's documents become texts, and lose nothing that a reader of Jira sees."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from infra.cli.importing.atlassian import document
from tests.cases import each_case


def node(kind: str, *content: JsonValue, **attrs: JsonValue) -> dict[str, JsonValue]:
    return {"type": kind, "content": [*content], "attrs": attrs}


def words(written: str, **more: JsonValue) -> JsonValue:
    return {"type": "text", "text": written, **more}


def leaf(kind: str, **attrs: JsonValue) -> JsonValue:
    return {"type": kind, "attrs": attrs}


def paragraph(*content: JsonValue) -> JsonValue:
    return node("paragraph", *content)


LINK: JsonValue = {"type": "link", "attrs": {"href": "https://a.example/runbook"}}
CARD = leaf("inlineCard", url="https://a.example/page")


@each_case(
    ("blocks", "read"),
    [
        ([paragraph(words("See "), CARD, words(" first"))], "See https://a.example/page first"),
        ([paragraph(words("by "), leaf("date", timestamp="1772409600000"))], "by 2026-03-02"),
        ([paragraph(words("is "), leaf("status", text="BLOCKED"))], "is BLOCKED"),
        ([paragraph(leaf("date", timestamp="0"), leaf("status", text="OK"))], "1970-01-01 OK"),
        (
            [paragraph(words("the runbook", marks=[LINK]))],
            "the runbook (https://a.example/runbook)",
        ),
        ([paragraph(leaf("mention", text="@Ann"), leaf("emoji", shortName=":ok:"))], "@Ann:ok:"),
        ([node("mediaSingle", leaf("media", alt="a red lamp"))], "a red lamp"),
        ([leaf("blockCard", url="https://a.example/page")], "https://a.example/page"),
        ([node("expand", paragraph(words("inside")), title="Logs")], "Logs\ninside"),
        ([node("codeBlock", words("a:\n\n    b  # 1"), language="sh")], "a:\n\n    b  # 1"),
        ([leaf("rule"), paragraph(), paragraph(words("end"))], "end"),
        ([paragraph(words("a"), leaf("date", timestamp="9" * 40))], "a"),
        (
            [
                node(
                    "table",
                    node("tableRow", node("tableHeader", paragraph(words("Host")))),
                    node(
                        "tableRow",
                        node("tableCell", paragraph(words("gw-4"))),
                        node("tableCell", paragraph(words("8443")), paragraph(words("TLS"))),
                    ),
                )
            ],
            "Host\ngw-4 | 8443 TLS",
        ),
    ],
)
def test_a_document_becomes_the_text_that_jira_shows(
    blocks: Sequence[JsonValue], read: str
) -> None:
    assert document(node("doc", *blocks)) == read


@given(st.lists(st.sampled_from([words("word"), CARD, leaf("new"), leaf("hardBreak")])))
def test_no_text_is_lost_whatever_stands_beside_it(beside: list[JsonValue]) -> None:
    text = document(node("doc", paragraph(*beside)))
    assert text.count("word") == beside.count(words("word"))
