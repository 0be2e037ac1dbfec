"""Personal data in text: e-mail addresses, phone and card numbers, ids, postal addresses, dates.

Names of people, host names and IP addresses are not looked for.
"""

import re
from collections.abc import Iterable, Iterator

from recollect.detection.checksums import IBAN_PATTERN, iban_end, is_card
from recollect.detection.contacts import (
    DISGUISED_MAIL,
    JAPANESE_ADDRESS,
    NUMBERED_CONTACT_RULES,
)
from recollect.detection.national_ids import NATIONAL_IDS
from recollect.detection.phones import is_other_number, phones_in
from recollect.detection.readings import read
from recollect.detection.rules import Finding, Rule, Rules, hints_of
from recollect.detection.shared_lines import is_shared_line
from recollect.language.unspaced import SPACED

_LOCAL = "A-Za-z0-9À-ɏ_+"
_EMAIL = (
    rf"(?<![{_LOCAL}])[{_LOCAL}](?:[{_LOCAL}.-]{{0,62}}[{_LOCAL}-])?(?:@|%40)"
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}(?P<top>[A-Za-z]{2,24}|xn--[A-Za-z0-9-]{2,40}|рф)"
    r"(?![A-Za-z0-9_])"
)
# Mailboxes of a role, not of a person: agents need them as they need host names.
_ROLES = frozenset(
    (
        "abuse admin administrator alerts billing bounce bounces contact deploy devops "
        "donotreply ec2-user "
        "feedback git hello help helpdesk hostmaster info it jobs legal mailer-daemon marketing "
        "news newsletter no-reply noc noreply notifications oncall ops orders postmaster press "
        "privacy returns root sales security service soc status support system "
        "team ubuntu webmaster "
        "your.name yourname your.email youremail user username test foo bar someone "
        "firstname.lastname first.last name.surname"
    ).split()
)
_NOT_TOP_LEVELS = frozenset(
    (
        "png jpg jpeg gif svg webp ico css js ts json html pdf zip txt py local "
        # Units of systemd are called getty@tty1.service.
        "service socket timer mount automount target device slice scope path swap"
    ).split()
)
_PLACEHOLDER_DOMAIN = re.compile(r"@(?:your)?(?:domain|company)\.com$", re.IGNORECASE)
_AUTHORITY = re.compile(r"://[^\s/?#]*$")
_MESSAGE_ID = re.compile(r"(?:message-?id|in-reply-to|references|msgid)\W{0,5}$", re.IGNORECASE)

_RUN = re.compile(r"[+(]{0,2}\d(?:[ \u00a0.\-/()]{0,3}\d){6,}")
# Logs are full of dates, the first digits behind which are an hour, and of IP addresses.
_DATE_OR_ADDRESS = re.compile(r"(?:19|20)\d\d-\d\d-\d\d(?: \d\d)?|\d{1,3}(?:\.\d{1,3}){3}")
_URL = re.compile(r"(?:://|www\.)[^\s<>\"']+")
_CARD = re.compile(
    r"(?<![\w#$€£/.+-])(?:\d{14,19}"
    r"|\d{4}(?P<sign>[ -])\d{4}(?P=sign)\d{4}(?P=sign)\d{4}(?:(?P=sign)\d{3})?"
    r"|\d{4}(?P<other>[ -])\d{6}(?P=other)\d{4,5})(?![\w%])(?![-./:,]\d)(?!-\w)"
)
_SSN = re.compile(r"(?<![\w#/.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])(?![./]\d)")

_GAP = (
    r"(?:[^\w\n]|(?i:\b(?:numbers?|num|no|nr|nummer|numéro|numero|número|is|ist|est|es|was|on"
    r"|file|ending|"
    r"code|id|of|the|holder|my|his|her|le|am|el|il|em|the)\b|n[°º]|は|が)){0,6}"
)
_ID = (
    rf"(?P<value>(?<!{SPACED})[A-Z0-9]{{1,18}}(?:[ ./-]{{1,3}}[A-Z0-9]{{1,12}}){{0,6}}(?!{SPACED}))"
)
_ID_WORDS = (
    r"(?:(?<![^\W_])(?:(?i:passport|reisepass\w{0,6}|passnummer|pasaporte|passeport|passaporto"
    r"|paspoort|"
    r"tax[ -]?(?:payer )?id(?:entification)?|itin|steuer-?id\w{0,20}"
    r"|steueridentifikationsnummer|steuernummer|"
    r"sozialversicherungs?nummer|national insurance|codice fiscale|aadhaar|personnummer|"
    r"driv(?:er|ing)(?:['’]?s)? licen[cs]e|personalausweis\w{0,6}|führerschein\w{0,6}"
    r"|national id|id card|"
    r"sécurité sociale|curp|pesel|bsn)|паспорта?)|マイナンバー|個人番号|旅券番号|免許証番号)"
)
# Only in capitals: in lower case some are words, or parts of words.
_ID_ACRONYMS = (
    r"[TNSDCPIИ](?<![^\W_].)(?:(?<=[TS])IN|(?<=N)(?:INO|IE|IF)|(?<=D)NI|(?<=C)PF|(?<=P)AN"
    "|(?<=I)NN|(?<=И)\u041d\u041d)"
)
_BIRTH_WORDS = (
    r"(?i:(?<![^\W_])(?:date of birth|birth ?date|birthday|d\.?o\.?b\.?|born|geburtsdatum"
    r"|geburtstag|geboren|"
    r"geb\.|née?|date de naissance|(?:fecha de )?nacimiento|nacid[oa]|data di nascita|nat[oa]|"
    "data de nascimento|nascid[oa]|nasceu|nació|född|urodzon[ay]|geboortedatum"
    "|födelsedatum|data urodzenia|"
    r"дата рождения)|生年月日)"
)
_DATE = (
    r"(?P<value>\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)|\d{4}[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}\.?(?:st|nd|rd|th)? (?:de |of )?[^\W\d_]{3,12}\.?,? (?:de )?\d{4}"
    r"|[^\W\d_]{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4}年\d{1,2}月\d{1,2}日)"
    rf"(?!{SPACED})"
)
_MIN_ID_DIGITS = 5
_EXTENSION_CHARS = 16
# The same number may be found in up to three forms, each of which counts.
_MAX_EXAMINED_PHONES = 300


def _is_personal_mailbox(match: re.Match[str]) -> bool:
    local = re.split("@|%40", match.group(), maxsplit=1)[0].casefold()
    before = match.string[max(0, match.start() - 256) : match.start()]
    # nn/host@REALM is the name of a service in Kerberos.
    is_principal = before.endswith("/") and match["top"].isupper()
    return (
        not is_principal
        and not local.startswith("+")
        and local.split("+")[0] not in _ROLES
        and _PLACEHOLDER_DOMAIN.search(match.group()) is None
        and match["top"].lower() not in _NOT_TOP_LEVELS
        and not _AUTHORITY.search(before)
        and not _MESSAGE_ID.search(before[-24:])
    )


def _is_id(match: re.Match[str]) -> bool:
    value = match["value"]
    dated = re.match(r"(?:19|20)\d\d[./-]\d|\d\d?[./-]\d\d?[./-]\d{4}$", value)
    return dated is None and sum(map(str.isdigit, value)) >= _MIN_ID_DIGITS


_ID_HINTS = (
    *hints_of("passport reisepass passnummer pasaporte passeport passaporto paspoort tax itin"),
    *hints_of("steuer sozialversicherung aadhaar personnummer driv personalausweis führerschein"),
    *hints_of("curp pesel bsn паспорт マイナンバー 個人番号 旅券番号 免許証番号"),
    *("national i", "codice fiscale", "id card", "sécurité sociale"),
)
_BIRTH_HINTS = hints_of(
    "date of b,date de n,data di n,data de n,data uro,birth,dob,d.o.b,born,geburt,"
    "geboren,geb.,né,fecha de n,nacimiento,nacid,nato,nata,nascid,nasceu,nació,född,"
    "urodzon,geboortedatum,födelsedatum,дата,生年月日",
    ",",
)
_RULES = Rules(
    Rule("email", ("@", "%40"), _EMAIL, _is_personal_mailbox, loose=True),
    *DISGUISED_MAIL,
    JAPANESE_ADDRESS,
)
_NUMBERED = Rules(
    Rule(
        "ssn",
        ("ssn", "social security"),
        rf"(?i:\bssn|social security){_GAP}(?P<value>\d{{3}}[ -]?\d{{2}}[ -]?\d{{4}})(?!\w)",
    ),
    Rule("personal_id", _ID_HINTS, f"{_ID_WORDS}{_GAP}{_ID}", _is_id),
    Rule(
        "personal_id",
        hints_of("tin nino sin dni nie nif cpf pan inn инн"),
        f"{_ID_ACRONYMS}{_GAP}{_ID}",
        _is_id,
        loose=True,
    ),
    Rule("date_of_birth", _BIRTH_HINTS, f"{_BIRTH_WORDS}{_GAP}{_DATE}"),
    *NATIONAL_IDS,
    *NUMBERED_CONTACT_RULES,
    where=r"\d[ .:-]?[\dA-Fa-f]",
)


def personal_data_in(text: str) -> tuple[Finding, ...]:
    """The personal data in `text`, in its order, without overlaps."""
    return read(text, _personal_data)


def _personal_data(text: str) -> Iterator[Finding]:
    yield from _RULES.found_in(text)
    yield from _NUMBERED.found_in(text)
    yield from _ibans(text)
    yield from _without_shared_lines(text, _numbers(text))


def _ibans(text: str) -> Iterator[Finding]:
    for match in re.finditer(IBAN_PATTERN, text):
        end = iban_end(text, match.start())
        if end is not None:
            yield Finding("iban", match.start(), end)


def _numbers(text: str) -> Iterator[Finding]:
    """The card, phone and social security numbers in `text` that are not part of a URL."""
    urls = _URL.finditer(text)
    url = next(urls, None)
    for run in _RUN.finditer(text):
        if _DATE_OR_ADDRESS.fullmatch(run.group()) or _is_part(text, run):
            continue
        while url is not None and url.end() <= run.start():
            url = next(urls, None)
        if url is None or run.start() < url.start():
            found = _numbers_of(text, run.start(), min(len(text), run.end() + _EXTENSION_CHARS))
            # What begins behind the run belongs to the next one, and may be cut off here.
            yield from (each for each in found if each.start < run.end())


def _without_shared_lines(text: str, found: Iterable[Finding]) -> Iterator[Finding]:
    """The findings without telephone numbers of desks and hotlines, which are nobody's.

    Of a text with very many numbers only the first are looked at; the others count as people's.
    """
    left = _MAX_EXAMINED_PHONES
    for each in found:
        if each.kind == "phone" and left > 0:
            left -= 1
            if is_shared_line(text, each.start, each.end):
                continue
        yield each


def _is_part(text: str, run: re.Match[str]) -> bool:
    """Whether these digits are the end of something longer, such as a UUID or a name."""
    before = text[run.start() - 1 : run.start()]
    joined = before == "-" or (before.isascii() and before.isalnum())
    return joined and run.group().isdecimal()


def _numbers_of(text: str, start: int, end: int) -> Iterator[Finding]:
    for match in _CARD.finditer(text, start, end):
        digits = re.sub(r"\D", "", match.group())
        if is_card(digits) and not is_other_number(text, match.start()):
            yield Finding("card", *match.span())
    for match in _SSN.finditer(text, start, end):
        if not is_other_number(text, match.start()):
            yield Finding("ssn", *match.span())
    for span in phones_in(text, start, end):
        yield Finding("phone", *span)
