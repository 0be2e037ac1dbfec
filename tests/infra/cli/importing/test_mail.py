"""Saved mails: a .eml file of one mail, or a .mbox file of several."""

import base64
import io
from email.message import EmailMessage
from pathlib import Path

import pytest
from pydantic import JsonValue

from infra.cli.importing.formats import format_of, rows_of
from infra.cli.importing.mail import mail_rows
from infra.cli.importing.plan import ImportSource, Plan
from infra.cli.importing.rows import FileRow, Row, UnknownFormat, WrongRow
from recollect.knowledge.requests import NewEvidence
from tests.cases import each_case

REPORT = b"""\
Received: from mx1.acme.example (mx1.acme.example [192.0.2.7])
\tby imap.acme.example; Thu, 12 Nov 2026 09:14:02 +0100
From: =?iso-8859-1?Q?J=FCrgen_M=FCller?= <juergen.mueller@acme.example>
To: "Kay, Ann" <ann.kay@acme.example>, ops@acme.example
Subject: =?utf-8?Q?Maintenance_report=C3=A9e?=
 =?utf-8?Q?_au_jeudi?= (proxy)
Date: Thu, 12 Nov 2026 09:14:00 +0100
Message-ID: <reply.2@acme.example>
In-Reply-To: <reply.1@acme.example>
References: <root@acme.example>
 <reply.1@acme.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="mixed"

This is a multi-part message in MIME format.
--mixed
Content-Type: multipart/alternative; boundary="alt"

--alt
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

La maintenance du proxy est report=C3=A9e au jeudi 19 novembre, de 20 h =C3=
=A0 22 h.
--alt
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

<html><body><p>La maintenance est report=C3=A9e.</p></body></html>
--alt
Content-Type: text/calendar; charset="utf-8"; method=REQUEST

BEGIN:VCALENDAR
END:VCALENDAR
--alt--
--mixed
Content-Type: image/png; name="logo.png"
Content-Disposition: inline
Content-ID: <logo>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--mixed
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''Plan%20r%C3%A9seau.pdf
Content-Transfer-Encoding: base64

JVBERi0=
--mixed
Content-Type: message/rfc822

From: boss@acme.example
Subject: The old plan

Not read.
--mixed--
"""


def mail(text: bytes, *headers: str) -> bytes:
    return "\n".join((*headers, "", "")).encode() + text


def rows(content: bytes) -> list[Row]:
    return list(mail_rows("a.eml", io.BytesIO(content)))


def fields(content: bytes) -> dict[str, JsonValue]:
    (row,) = rows(content)
    assert isinstance(row, FileRow)
    return dict(row.fields)


def reason(content: bytes) -> str:
    (row,) = rows(content)
    assert isinstance(row, WrongRow)
    return row.reason


def test_a_mail_becomes_a_row_with_its_decoded_text_and_headers() -> None:
    assert fields(REPORT) == {
        "id": fields(mail(b"x", "Message-ID: <reply.2@acme.example>"))["id"],
        "title": "Maintenance reportée au jeudi (proxy)",
        "content": "La maintenance du proxy est reportée au jeudi 19 novembre, de 20 h à 22 h.",
        "created_at": "2026-11-12T08:14:00+00:00",
        "source": "human",
        "author": "Jürgen Müller",
        "to": ["Kay, Ann", "ops@acme.example"],
        "thread": fields(mail(b"x", "Message-ID: <root@acme.example>"))["thread"],
        "attachments": ["Plan réseau.pdf", "The old plan"],
    }


def test_an_imported_mail_is_evidence_that_the_api_accepts() -> None:
    wrong: list[WrongRow] = []
    long = mail(b"x", "Message-ID: <ghp_16C7e42F292c6912E7710c838347Ae178B4a@mail.example.com>")
    source = ImportSource([*rows(REPORT), *rows(long)], Plan("evidence"), wrong.append)
    assert [item.value.title for item in source.items(NewEvidence)] == [
        "Maintenance reportée au jeudi (proxy)",
        None,
    ]
    assert wrong == []


PLAIN = "Content-Type: text/plain; charset="
QUOTED = "Content-Transfer-Encoding: quoted-printable"
BASE64 = "Content-Transfer-Encoding: base64"


@each_case(
    ("headers", "text", "content"),
    [
        ((f"{PLAIN}iso-8859-1", QUOTED), b"Gr=FC=DFe, 5 =80", "Grüße, 5 €"),
        ((f"{PLAIN}utf-8", BASE64), base64.encodebytes("Grüße".encode()), "Grüße"),
        ((f"{PLAIN}iso-2022-jp",), "本日は休業".encode("iso-2022-jp"), "本日は休業"),
        # With a wrong declaration of the encoding, or with none.
        ((f"{PLAIN}us-ascii",), "Grüße".encode(), "Grüße"),
        ((f"{PLAIN}no-such-charset",), "Grüße".encode("cp1252"), "Grüße"),
        ((f"{PLAIN}idna",), "Grüße".encode(), "Grüße"),
        ((f"{PLAIN}base64",), b"Open", "Open"),
        ((), "Grüße".encode(), "Grüße"),
        (("Content-Transfer-Encoding: 9bit",), b"Open\r\nfrom nine.", "Open\nfrom nine."),
        ((f"{PLAIN}utf-8", BASE64), b"T3Blbg", "Open"),
        # Cut off.
        (
            ("Content-Type: multipart/mixed; boundary=b",),
            b"--b\nContent-Type: text/plain\n\nOpen from ni",
            "Open from ni",
        ),
        # Only one of the parts has text.
        (
            ("Content-Type: multipart/alternative; boundary=b",),
            b"--b\n\n  \n--b\nContent-Type: text/html\n\n<p>Open</p>\n--b--",
            "<p>Open</p>",
        ),
        (("Content-Type: text/html",), b"Open <b>now</b>", "<!doctype html>\nOpen <b>now</b>"),
    ],
)
def test_a_text_is_decoded_even_if_its_encoding_is_declared_wrongly(
    headers: tuple[str, ...], text: bytes, content: str
) -> None:
    assert fields(mail(text, *headers))["content"] == content


@each_case(
    ("header", "name", "value"),
    [
        ("Subject: =?utf-8?B?R3LDvMOfZQ==?= =?utf-8?B?IGFu?= alle", "title", "Grüße an alle"),
        ("Subject: Grüße an alle", "title", "Grüße an alle"),
        ("Subject: =?utf-8?B?R3LD?=", "title", "GrÃ"),
        ("Subject: =?utf-8?B?R?=", "title", "=?utf-8?B?R?="),
        ("Subject: Пр =?no-such?q?x?=", "title", "Пр x"),
        ("Subject: ", "title", None),
        ("From: ann.kay@acme.example (Ann)", "author", "Ann"),
        ("From: <ann.kay@acme.example>", "author", "ann.kay@acme.example"),
        ("From: =?utf-8?q?Kay=2C_Ann?= <a@acme.example>", "author", "Kay, Ann"),
        ("From: <@", "author", None),
        (f"From: {'(' * 5_000}ann@acme.example", "author", None),
        ("To: undisclosed-recipients:;", "to", None),
        ("To: " + ", ".join(f"P{i} <p{i}@a.example>" for i in range(5_000)), "to", 20),
        ("To: " + ", ".join(f"p{i}@a.example (P{i} of IT)" for i in range(5_000)), "to", 20),
        ("Date: 12 Nov 2026 09:14 EST", "created_at", "2026-11-12T14:14:00+00:00"),
        ("Date: Thu, 12 Nov 2026 09:14:00 -0000", "created_at", "2026-11-12T09:14:00+00:00"),
        ("Date: Fri, 31 Dec 9999 23:59:59 -1200", "created_at", None),
        ("Date: yesterday", "created_at", None),
        ("Auto-Submitted: auto-generated", "source", "system"),
        ("Auto-Submitted: no", "source", "human"),
    ],
)
def test_a_header_is_decoded_even_if_it_is_malformed(
    header: str, name: str, value: JsonValue
) -> None:
    found = fields(mail(b"Open from nine.", header)).get(name)
    assert (len(found) if isinstance(found, list) else found) == value


@each_case(
    ("content", "why"),
    [
        (mail(b"", "Subject: ok"), "has no text"),
        (b"", "has no text"),
        (
            mail(b"x", "Content-Type: application/pkcs7-mime"),
            "has no text that can be read, only application/pkcs7-mime",
        ),
        (mail(b"<p> <img src=a>", "Content-Type: text/html"), "has no text"),
        (
            mail(b"BEGIN:VCALENDAR", "Content-Type: text/calendar; method=REQUEST"),
            "has no text that can be read, only text/calendar",
        ),
        (
            mail(b"--b\nSubject: x\n\nx\n--b--", "Content-Type: multipart/digest; boundary=b"),
            "has no text that can be read, only message/rfc822",
        ),
        (mail(b"x", "Sensitivity: Private"), "is marked as private: whoever reads here"),
        (mail(b"x", "sensitivity:  Company-Confidential"), "is marked as company-confidential: "),
        (
            b"".join(
                b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level)
                for level in range(3_000)
            ),
            "has parts in parts that lie too deep",
        ),
    ],
)
def test_an_unreadable_or_private_mail_is_left_out(content: bytes, why: str) -> None:
    assert reason(content).startswith(why)


def test_the_id_of_a_mail_comes_from_its_message_id_or_else_from_its_content() -> None:
    one, other = (mail(text, "Subject: x") for text in (b"Open", b"Shut"))
    assert fields(one)["id"] == fields(one)["id"] != fields(other)["id"]
    assert "thread" not in fields(one)
    first, second = (mail(text, "Message-Id:\n <a@b.example>") for text in (b"Open", b"Shut"))
    assert fields(first)["id"] == fields(second)["id"] == fields(first)["thread"]


MBOX = b"""\
From ann@acme.example Thu Nov 12 09:14:00 2026
From: Ann <ann@acme.example>
Message-ID: <one@acme.example>

Hello,

From my side it works.

>From now on, use port 9443.

From - Thu Nov 12 10:14:00 2026
From: Bob <bob@acme.example>
Message-ID: <two@acme.example>
In-Reply-To: <one@acme.example>

Yes, that one.

From MAILER-DAEMON Thu Nov 12 11:14:00 2026
From: MAILER-DAEMON
Sensitivity: Personal

Mine.
"""


def test_a_mailbox_is_split_into_mails_but_not_at_sentences_that_begin_with_from(
    tmp_path: Path,
) -> None:
    for newline in (b"\n", b"\r\n"):
        content = MBOX.replace(b"\n", newline)
        for name in ("all.mbox", "Inbox"):
            place = tmp_path / name
            place.write_bytes(content)
            with place.open("rb") as file:
                first, second, third = rows_of(str(place), file, format_of(str(place)))
            assert isinstance(first, FileRow)
            assert isinstance(second, FileRow)
            assert first.place == f"{name}, mail 1"
            assert first.fields["content"] == (
                "Hello,\n\nFrom my side it works.\n\nFrom now on, use port 9443."
            )
            assert (second.fields["author"], second.fields["content"]) == ("Bob", "Yes, that one.")
            assert first.fields["thread"] == second.fields["thread"] == first.fields["id"]
            assert third == WrongRow(
                f"{name}, mail 3",
                "is marked as personal: whoever reads here would see it",
                is_private=True,
            )


def test_a_text_that_begins_like_a_mailbox_is_not_taken_for_one() -> None:
    with pytest.raises(UnknownFormat, match="--format"):
        list(rows_of("-", io.BytesIO(b"From my side it works.\n\nAt 10:30\n"), None))


def test_a_mail_that_python_wrote_is_read() -> None:
    message = EmailMessage()
    message["Subject"] = "Zugang für Prüfer: läuft am 30. November ab, bitte rechtzeitig verlängern"
    message["From"] = "Jürgen Müller <jm@acme.example>"
    message.set_content("Straße gesperrt.\n")
    message.add_alternative("<p>Straße gesperrt.</p>", subtype="html")
    message.add_attachment(b"a;b", maintype="text", subtype="csv", filename="Zugänge.csv")
    read = fields(message.as_bytes())
    assert read["title"] == message["Subject"]
    assert (read["author"], read["content"]) == ("Jürgen Müller", "Straße gesperrt.")
    assert read["attachments"] == ["Zugänge.csv"]
