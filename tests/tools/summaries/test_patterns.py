import re

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.identifiers import identifiers
from recollect.tools.summaries.patterns import PatternCase, pattern_summary
from tests.tools.summaries.samples import TEXTS, golden

MIXED = re.compile(r"(?<![^\W_])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8,}", re.IGNORECASE | re.ASCII)


def pattern(title: str, cause: str = "", priority: str = "", text: str = "") -> str:
    return pattern_summary([PatternCase(text=text, title=title, cause=cause, priority=priority)])


def test_the_example_of_the_seed_is_reproduced_exactly() -> None:
    cases = [
        PatternCase(text="", title="SharePoint sync failing", priority="2 - High"),
        PatternCase(text="", cause="Expired OAuth token", priority="2 - High"),
        PatternCase(text="The password had been changed.", priority="3 - Moderate"),
    ]
    assert pattern_summary(cases) == golden("pattern_of_the_seed")


def test_a_pattern_has_no_numbers_hosts_or_names() -> None:
    cases: list[tuple[str, str]] = [
        (
            "SCS0001234: VPN client cannot connect to vpn.altus.example.com",
            "VPN client cannot connect",
        ),
        ("Contoso - Outlook not working for John Smith", "Outlook not working"),
        ("[Contoso] Mail is slow at Altus Amarillo", "Mail is slow"),
        ("ALTUS-AMARILLO-FW01 is not reachable from 10.52.0.4", "Is not reachable"),
        ("Mail of jane.doe@example.org bounces", "Mail bounces"),
        ("Printing of John's files fails", "Printing files fails"),
        ("User Jane Doe cannot log on to Office365", "User cannot log on to Office365"),
        ("<p>Excel 2019 &amp; Word crash</p>", "Excel 2019 & Word crash"),
        ("Call back +49 170 1234567 about the circuit", "Call back about the circuit"),
        ("メールサーバーMX01が停止しました", "メールサーバー が停止しました"),
        ("الطابعة لا تعمل 🖨️", "الطابعة لا تعمل 🖨️"),
        ("Request for VPN access", "Request for VPN access"),
        ("Firewall failover at Altus Amarillo North did not work", "Firewall failover did not"),
        ("Faxes from the Lubbock clinic do not arrive", "Faxes clinic do not arrive"),
        ("Packet loss between Altus North and the data centre, voice choppy", "Packet loss"),
        ("Azure VPN tunnel down between the booking system and Oslo", "Azure VPN tunnel down"),
        ("Die Leitung zwischen Haus und Werk ist gestört", "Die Leitung"),
        ("Front desk cannot check guests in, property system hangs", "Front desk cannot check"),
        ("Internet at the Brightwater Middle School drops daily", "Internet drops daily"),
        (
            "Alarm at the Brightwater office rings; nobody hears it",
            "Alarm office rings; nobody hears it",
        ),
        ("After the update, printers of the ward stop", "After the update, printers of the ward"),
        ("Contoso Lubbock: mail is down", "Contoso Lubbock: mail is down"),
        ("Mail is slow. It began at noon", "Mail is slow"),
        ("Backup stuck at 64 %", "Backup stuck"),
        ("Sync stuck at 97,5% since the update", "Sync stuck since the update"),
        ("Loss of 5-10 % on the link", "Loss on the link"),
        ("CPU load at 100.5 percent", "CPU load"),
        ("Disk at 100 % on the file server", "Disk at 100 % on the file server"),
        ("VPN drops every 8 hours", "VPN drops every 8 hours"),
        ("Staff of the ward cannot reach SRV-01", "Staff of the ward"),
        ("Drucker der Firma druckt nicht", "Drucker der Firma druckt nicht"),
    ]
    for title, expected in cases:
        assert pattern(title).startswith(expected)


def test_a_pattern_has_no_name_of_a_customer() -> None:
    cases = [PatternCase("", "Altus Lubbock clinic cannot reach it", names=("Altus Healthcare",))]
    assert pattern_summary(cases) == "Clinic cannot reach it"


def test_a_root_cause_is_a_word_of_the_lexicon() -> None:
    cases: list[tuple[str, str]] = [
        ("Expired certificate", "certificate"),
        ("パスワードの認証エラー", "authentication"),
        ("Wrong DNS entry after the update", "DNS"),
        ("NTP was not reachable", "time sync"),
        ("SMTP connector", "mail flow"),
        ("Kennwort abgelaufen", "authentication"),
        ("Nobody knows", ""),
    ]
    for cause, expected in cases:
        suffix = f" ({expected})" if expected else ""
        assert pattern("Users see errors", cause) == f"Users see errors{suffix}"


def test_the_root_cause_is_that_of_the_best_case_or_else_of_most() -> None:
    best, other = PatternCase("", "It is slow", "firewall"), PatternCase("", "x", "DNS")
    assert pattern_summary([best, other, other]) == "It is slow (firewall)"
    told = PatternCase("It is slow. The firewall asked the nameserver.")
    assert pattern_summary([told, other]) == "It is slow (DNS)"
    silent = PatternCase("", "It is slow")
    assert pattern_summary([silent, best, other, other]) == "It is slow (DNS)"


def test_the_cause_of_a_single_other_case_is_not_used() -> None:
    blank = PatternCase("Printers print blank labels. The roll was loaded the wrong way round.")
    slow = PatternCase("The label printer is slow. The driver sent pages as images.")
    assert pattern_summary([blank, slow]) == "Printers print blank labels"
    assert pattern_summary([blank, slow, slow]) == "Printers print blank labels (firmware)"


def test_a_priority_is_put_into_a_word() -> None:
    cases: list[tuple[str, str]] = [
        ("1 - Critical", " - critical priority"),
        ("2 - High", " - high priority"),
        ("High (1-Critical)", " - high priority"),
        ("2 - Hoch", " - hoch priority"),
        ("2", ""),
        ("P1", ""),
        ("", ""),
    ]
    for label, expected in cases:
        assert pattern("It is slow", "", label) == f"It is slow{expected}"


def test_a_pattern_uses_the_title_or_the_first_sentence_or_the_cause() -> None:
    assert pattern("", text="Mail is slow. It began at noon.") == "Mail is slow"
    assert pattern("ALTUS-FW01 down", text="No traffic gets out.") == "No traffic gets out"
    assert pattern("SCS0001234", "DNS", "2 - High") == "DNS issue - high priority"
    assert pattern("SCS0001234", "", "2 - High") == pattern_summary([]) == ""


def test_names_of_the_record_are_left_out_of_a_pattern() -> None:
    case = PatternCase("", "Okoro cannot print; Samuel sees errors", names=("", "Samuel Okoro"))
    assert pattern_summary([case]) == "Cannot print; sees errors"
    system = PatternCase("", "Booking system hangs", names=("System Administrator",))
    assert pattern_summary([system]) == "Booking system hangs"


def test_a_long_pattern_is_cut_at_a_word() -> None:
    assert pattern(
        "Projectors of all rooms in the west wing find signals of others", "firmware"
    ) == ("Projectors of all rooms in the west wing find… (firmware)")
    said = pattern("Nightly export of sales is not complete", "disk", "3 - Moderate")
    assert said == "Nightly export of sales is… (storage) - moderate priority"
    assert pattern("X" * 30 + " y" * 15) == "X" * 30 + " y" * 15
    assert pattern("X" * 30 + " y" * 16) == "X" * 30 + " y" * 14 + "…"
    assert len(pattern("エラー" * 30)) == 60


@given(st.lists(st.builds(PatternCase, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS), max_size=5))
def test_a_pattern_is_short_and_without_identifiers(cases: list[PatternCase]) -> None:
    said = pattern_summary(cases)
    assert len(said) <= 60
    assert len(said.splitlines()) <= 1
    assert not identifiers(said)
    assert not MIXED.search(said)
    assert "@" not in said
