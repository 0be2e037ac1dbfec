"""What a mail says itself is told apart from its head and the earlier mails in it."""

from recollect.language.mail_threads import Mail, read_mail
from tests.cases import each_case

OWN = "Do not fail over to db-2."
EARLIER = "If db-1 is down, fail over to db-2."


@each_case(
    "above",
    [
        "On Sunday Sam wrote:\n> ",
        "On Wed, 25 Nov 2026 at 08:00, Sam Lee <sam@acme.example> wrote:\n",
        "On Wed, 25 Nov 2026 at 08:00, Sam Lee\n<sam@acme.example> wrote:\n> ",
        "Am 25.11.2026 um 08:00 schrieb Sam:\n>> ",
        "-----Original Message-----\nFrom: Sam\nSent: Wednesday\n\n",
        "From: Sam Lee\nSent: Wednesday, 25 November\nTo: All\n\n",
        "Le mer. 25 nov. 2026 à 08:00, Sam <sam@acme.example> a écrit\xa0:\n> ",
        "El mié, 25 nov 2026 a las 8:00, Sam (<sam@acme.example>) escribió:\n\n> ",
        "Il giorno mer 25 nov 2026 alle 08:00 Sam <sam@acme.example> ha scritto:\n> ",
        "Op wo 25 nov 2026 om 08:00 schreef Sam <sam@acme.example>:\n> ",
        "Em qua., 25 de nov. de 2026 às 08:00, Sam <sam@acme.example> escreveu:\n> ",
        "-----Message d'origine-----\nDe : Sam\nEnvoyé : mercredi\n\n",
        "---------- Message transféré ---------\nDe : Sam\nEnvoyé : mercredi\n\n",
    ],
)
def test_the_mail_that_is_answered_is_an_earlier_one(above: str) -> None:
    mail = read_mail(f"{OWN}\n\n{above}{EARLIER}")
    assert (mail.own, mail.earlier) == (OWN, EARLIER)


@each_case(
    ("text", "is_message"),
    [
        (f"> {EARLIER}\n\n{OWN}", True),
        (f"{OWN}\n> {EARLIER}", True),
        (f"From: Ann <ann@acme.example>\nDate: 25 Nov 2026\n\n> {EARLIER}\n{OWN}", False),
        (f"From: Ann\nSubject: db-1\n\n> {EARLIER}\n{OWN}", False),
    ],
)
def test_what_a_message_quotes_is_an_earlier_one_also_without_a_line_that_says_whose(
    text: str, *, is_message: bool
) -> None:
    mail = read_mail(text, is_message=is_message)
    assert (mail.own, mail.earlier) == (OWN, EARLIER)


def test_a_message_that_only_quotes_stays_as_it_is() -> None:
    text = f"> {EARLIER}"
    assert read_mail(text, is_message=True) == Mail("", text, text, "")


def test_an_answer_below_or_between_the_lines_that_it_quotes_is_the_mails_own() -> None:
    mail = read_mail(f"Hi,\nOn Sunday Sam wrote:\n> {EARLIER}\n{OWN}\n> And db-3?\nNeither.")
    assert (mail.own, mail.earlier) == (f"Hi,\n{OWN}\nNeither.", f"{EARLIER}\nAnd db-3?")


@each_case(
    ("head", "subject"),
    [
        ("From: Sam\nSent: Wednesday", ""),
        ("From: Sam\nSubject: Failover of\n db-1\nX-Mailer: Post 3", "Failover of db-1"),
        ("De: Sam\nEnvoyé: mercredi\nÀ: Ann\nObjet: db-1", "db-1"),
        ("De : Sam\nEnvoyé\xa0: mercredi\nÀ : Ann\nObjet\u202f: db-1", "db-1"),
        ("Von: Sam\nGesendet: Mittwoch\nAn: Ann\nBetreff: db-1", "db-1"),
        ("Von: Sam <sam@acme.example>\nDatum: Mittwoch\nBetreff: db-1", "db-1"),
        ("De: Sam\nEnviado: miércoles\nPara: Ann\nAsunto: db-1", "db-1"),
        ("Da: Sam\nInviato: mercoledì\nA: Ann\nOggetto: db-1", "db-1"),
        ("Van: Sam\nVerzonden: woensdag\nAan: Ann\nOnderwerp: db-1", "db-1"),
        ("De: Sam\nEnviada: quarta-feira\nPara: Ann\nAssunto: db-1", "db-1"),
        ("Subject: db-1\nFrom: Sam <sam@acme.example>\nCc:\nDate: 25 Nov 2026", "db-1"),
    ],
)
def test_a_head_is_told_apart_from_the_mail_and_has_its_subject(head: str, subject: str) -> None:
    mail = read_mail(f"{head}\n\n{EARLIER}")
    assert mail == Mail(head, f"\n{EARLIER}", f"\n{EARLIER}", "")
    assert mail.subject == subject


def test_a_text_below_a_head_that_is_indented_as_much_is_the_mails_own() -> None:
    assert read_mail(f"  From: Sam\n  Sent: Wednesday\n  {OWN}").own == f"  {OWN}"


def test_of_the_head_of_an_earlier_mail_only_the_subject_is_kept() -> None:
    sent = "From: Sam <sam@acme.example>\nDate: 25 Nov 2026\nSubject: db-1\nTo: Ann"
    mail = read_mail(f"{OWN}\n\n---------- Forwarded message ---------\n{sent}\n\n{EARLIER}")
    assert mail.earlier.split("\n\n") == ["Subject: db-1", EARLIER]


@each_case(
    "text",
    [
        "",
        OWN,
        f"> {EARLIER}\n{OWN}",
        f"{OWN}\n\nOn each start the service wrote:\n{EARLIER}",
        f"Forward rules\nFrom: dmz\nTo: office\n{EARLIER}",
        f"Forward rules\nFrom: dmz\nTo: office\n\n{EARLIER}",
        f"From: dmz\nTo: office\nDate: 3 May\n\n{EARLIER}",
    ],
)
def test_a_text_without_an_earlier_mail_stays_as_it_is(text: str) -> None:
    assert read_mail(text) == Mail("", text, text, "")
