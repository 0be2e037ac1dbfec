"""HTML pages and plain texts: each becomes an item with a title."""

import pytest
from pydantic import JsonValue

from infra.cli.importing.pages import page_rows
from infra.cli.importing.plain_text import text_rows
from infra.cli.importing.rows import FileRow, UnknownFormat, WrongRow
from tests.cases import each_case

CONFLUENCE = """\
<!DOCTYPE html>
<html><head>
<title>Operations : VPN&nbsp;&amp; certificates</title>
<meta name="author" content="Ann">
<META NAME="last-modified" CONTENT="Thu, 12 Nov 2026 09:14:00 GMT">
<meta name="date" content="2020-01-01">
<style>p { color: red }</style>
</head><body><h1>VPN</h1><p>The certificate is renewed each March.</p></body></html>
"""


def page(written: str | bytes, name: str = "wiki/VPN_4711.html") -> dict[str, JsonValue]:
    content = written.encode() if isinstance(written, str) else written
    (row,) = page_rows(name, content)
    assert isinstance(row, FileRow)
    return dict(row.fields)


def test_a_page_becomes_an_item_with_its_html_unchanged() -> None:
    assert page(CONFLUENCE) == {
        "id": "wiki/VPN_4711.html",
        "title": "Operations : VPN & certificates",
        "content": CONFLUENCE,
        "created_at": "2026-11-12T09:14:00+00:00",
    }


@each_case(
    ("written", "title"),
    [
        ("<title> </title><h2>Renewing\n the <b>VPN</b></h2><p>Daily.</p>", "Renewing the VPN"),
        ("<svg><title>Logo</title></svg><p>Daily.</p>", "VPN_4711"),
        ("<p>Daily.</p>", "VPN_4711"),
    ],
)
def test_a_page_without_a_title_is_titled_by_its_heading_or_its_file(
    written: str, title: str
) -> None:
    assert page(written)["title"] == title


@each_case(
    ("meta", "moment"),
    [
        ('name="date" content="2026-11-12"', "2026-11-12T00:00:00+00:00"),
        ('property="article:modified_time" content="2026-11-12T09:14Z"', "2026-11-12T09:14:00Z"),
        ('name="DCTERMS.modified" content="12.11.2026"', "2026-11-12T00:00:00+00:00"),
        ('name="date" content="last week"', None),
        ('name="date"', None),
    ],
)
def test_a_page_has_the_time_of_its_metadata(meta: str, moment: str | None) -> None:
    found = page(f"<meta {meta}><p>Daily.</p>").get("created_at")
    assert found == (moment and moment.replace("Z", "+00:00"))


@each_case(
    ("beginning", "encoding"),
    [
        ('<meta http-equiv=Content-Type content="text/html; charset=windows-1252">', "cp1252"),
        ("<meta charset='iso-8859-1'>", "cp1252"),
        ('<?xml version="1.0" encoding="Shift_JIS"?>', "shift-jis"),
        ("<meta charset=utf-8>", "utf-8-sig"),
        ("<meta charset=windows-1252>", "utf-16"),
        ("<p>", "utf-8"),
    ],
)
def test_a_page_is_read_in_the_charset_that_it_declares(beginning: str, encoding: str) -> None:
    text = "東京" if encoding == "shift-jis" else "Größe: “5 m”"
    written = f"{beginning}<p>{text}</p>"
    assert page(written.encode(encoding))["content"] == written


def test_an_undeclared_charset_is_refused_and_bare_text_becomes_a_page() -> None:
    with pytest.raises(UnknownFormat, match="save it as UTF-8"):
        page("<p>Größe</p>".encode("cp1252"))
    assert page("Open <b>now</b>")["content"] == "<!doctype html>\nOpen <b>now</b>"


def test_an_overlong_page_becomes_text_with_its_headings() -> None:
    style = "<style>p { color: red }</style>" * 1_000
    rows = "".join(f"<tr><td>{row}</td><td>sw-{row}</td></tr>" for row in range(1, 251))
    table = f"<table><tr><th>VLAN</th><th>Switch</th></tr>{rows}</table>"
    text = "<p>Ask Ann.</p>" * 1_000
    read = page(f"<title>Networks</title>{style}<h2>Sites</h2>{text}<h2>VLANs</h2>{table}")
    assert read["title"] == "Networks"
    lines = str(read["content"]).splitlines()
    assert lines[0] == "## Sites"
    assert {*lines[1:1_001]} == {"Ask Ann."}
    assert lines[1_001:1_003] == ["## VLANs", "| VLAN | Switch |"]
    assert lines[-1] == "| 250 | sw-250 |"


def test_an_empty_page_or_text_is_wrong() -> None:
    assert list(page_rows("a.htm", b"<title></title><img src=a>")) == [
        WrongRow("a.htm", "has no text")
    ]
    assert list(text_rows("a.txt", "\n \n")) == [WrongRow("a.txt", "has no text")]


@each_case(
    ("written", "title"),
    [
        ("VPN renewal\n===========\n\nEach March.", "VPN renewal"),
        ("===========\nVPN renewal\n===========\n\nEach March.", "VPN renewal"),
        ("= VPN renewal\nAnn Kay\n\nEach March.", "VPN renewal"),
        ("# VPN renewal\n\nEach March.", "VPN renewal"),
        ("**VPN renewal:**\n- each March", "VPN renewal"),
        ("VPN RENEWAL\nEach March.", "VPN RENEWAL"),
        ("The VPN is renewed each March.\nAsk Ann.", "vpn notes"),
        ("Each March.", "vpn notes"),
    ],
)
def test_a_text_is_titled_by_its_first_heading_or_by_its_file(written: str, title: str) -> None:
    (row,) = text_rows("ops/vpn notes.txt", f"\n{written}\r\n")
    assert row == FileRow(
        "ops/vpn notes.txt", {"id": "ops/vpn-notes.txt", "title": title, "content": written}
    )
