"""A raw mail is read as people read it, and no other text is changed."""

import base64
from email.message import EmailMessage
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.mails import text_of_mail
from tests.cases import each_case

SAID = "Die Störung ist behoben, siehe https://a.example/?id=7&x=1"
HEAD = "From: Ann Kay <ann@acme.example>\nSubject: =?utf-8?Q?St=C3=B6rung?=\n"
QUOTED = (
    f"{HEAD}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
    "Content-Transfer-Encoding: quoted-printable\n\n"
    "Die St=C3=B6rung ist behoben, siehe https://a.example/?id=3D7=\n&x=3D1\n"
)
READ = f"From: Ann Kay <ann@acme.example>\nSubject: Störung\n\n{SAID}"


LINES = (
    "Content-Type: multipart/mixed; boundary=b", "Content-Type: multipart/mixed; boundary*=x''b%FF",
    *(f"Content-Type: text/plain; charset={each}" for each in
      ("utf-7", "idna", "undefined", "punycode", "hex", '"\0é"', "unicode_escape")),
    "Content-Type: text/html; charset*=foo'bar'b%FF", "Content-Type: message/rfc822",
    "Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable",
    "Content-Transfer-Encoding: uuencode", "Content-Disposition: attachment; filename*=''%",
    "Subject: =?utf-8?b?!!?=", "Subject: =?é?q?=ZZ?=", " folded é", "--b", "--b--", "", "QUJD=C3",
)  # fmt: skip


def mail(charset: str, encoding: str, text: str = SAID) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["Subject"] = "Ann Kay <ann@acme.example>", "Störung"
    made.set_content(text, charset=charset, cte=encoding)
    return made


def test_the_text_of_a_mail_in_quoted_printable_is_decoded_and_its_head_stays_in_plain_words() -> (
    None
):
    assert text_of_mail(QUOTED) == READ
    assert text_of_mail(QUOTED.replace("\n", "\r\n")) == READ
    assert text_of_mail(f"\n {QUOTED}") == READ


@each_case(
    ("charset", "encoding"),
    [("utf-8", "base64"), ("iso-8859-1", "base64"), ("iso-8859-1", "quoted-printable")],
)
def test_a_mail_is_decoded_in_its_charset(charset: str, encoding: str) -> None:
    assert text_of_mail(mail(charset, encoding).as_string()) == READ


def test_of_parts_the_plain_text_is_read_or_else_the_page_and_attachments_are_left_out() -> None:
    both = mail("utf-8", "quoted-printable")
    both.add_alternative(f"<p>{SAID}</p>", subtype="html", cte="base64")
    both.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename="plan.pdf")
    assert text_of_mail(both.as_string()) == READ

    page = EmailMessage()
    page["From"] = "ann@acme.example"
    page.set_content("<h1>Plan</h1><p>The gate opens at <b>six</b>.</p>", "html", cte="base64")
    assert text_of_mail(page.as_string()) == (
        "From: ann@acme.example\n\n# Plan\nThe gate opens at six."
    )


def test_parts_that_are_not_encoded_stay_as_they_are_whatever_charset_they_declare() -> None:
    parts = (
        f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n--b\n'
        f"Content-Type: text/plain; charset=iso-8859-1\n\n{SAID}\n--b--\n"
    )
    assert text_of_mail(parts) == READ


@each_case(
    "text",
    [
        "From: ann@acme.example\nSubject: Plan\n\nThe gate opens at six =3D 06:00.",
        QUOTED.removeprefix("From: Ann Kay <ann@acme.example>\n"),
        f"This mail came in:\n\n{QUOTED}",
        QUOTED.replace("\n\n", "\n"),
        QUOTED.replace("MIME-Version: 1.0", "This is what came in"),
        f"{HEAD}Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0=\n",
        f"{HEAD}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n\n",
        f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n' + "--b\n\nhello\n" * 3_000,
        f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n'
        + "--b\nContent-Type: multipart/mixed; boundary=b\n\n" * 60,
        "POST / HTTP/1.1\nContent-Type: multipart/form-data; boundary=b\n\n--b\n\nhello\n--b--",
        "",
    ],
)
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert text_of_mail(text) == text


def test_a_decoded_mail_holds_nothing_that_a_store_refuses() -> None:
    encoded = base64.b64encode(b"one\0two").decode()
    assert text_of_mail(f"{HEAD}Content-Transfer-Encoding: base64\n\n{encoded}\n").endswith(
        "\n\nonetwo"
    )


@each_case(
    "fields",
    [
        'Content-Type: text/plain; x="' + ";" * 80_000,
        "content-type: text/plain" + "\n ;" * 30_000,
        'X: a\rContent-Type: text/plain; x="' + ";" * 80_000,
        'Content-Type: text/plain\nContent-Disposition: inline; x="' + ";" * 80_000,
        'Content-Type: multipart/mixed; boundary="' + ";" * 80_000,
    ],
)
def test_very_many_parameters_take_no_time(fields: str) -> None:
    begin = process_time()
    text_of_mail(f"{HEAD}{fields}\nContent-Transfer-Encoding: base64\n\naGVsbG8=\n")
    assert process_time() - begin < 0.5


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=12))
def test_no_mail_is_refused_however_wrong_its_parts_are(lines: list[str]) -> None:
    text = "\n".join(["From: ann@acme.example", *lines])
    assert text_of_mail(text).startswith("From: ann@acme.example")
