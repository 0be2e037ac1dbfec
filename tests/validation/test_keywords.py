# ruff: noqa: RUF001  # answers come in any script
"""Keywords describe a summary, and are found in any inflection."""

from recollect.validation.indexed_text import indexed, normalised, stems
from recollect.validation.keywords import keywords
from tests.validation.examples import CASE_SUMMARY


def test_keywords_are_ordered_values_identifiers_names_numbers_words() -> None:
    assert keywords(CASE_SUMMARY) == (
        *("open", "high", "critical", "john", "smith"),
        *("scs0012300", "scs0012301", "scs0012345"),
        *("finance", "microsoft", "support"),
        *("50", "users"),
        *("email", "server"),
    )


def test_keywords_leave_out_stopwords_authors_and_markup() -> None:
    cases: list[tuple[str, tuple[str, ...]]] = [
        ("The VPN is out of use", ()),
        ("Status: new", ()),
        ("• Oct 28, 15:30 \u2013 jsmith: rebooted", ("rebooted",)),
        ("• 2025-10-28 15:30 - Ann Lee: rebooted", ("rebooted",)),
        ("Rebooted at 15:30 - ops: done", ("15", "30", "rebooted")),
        ("See https://portal.example.com/kb/KB0012345?view=full", ("kb0012345",)),
        ("*gateway* of _tunnel_", ("gateway", "tunnel")),
        ("ALTUS-FW01 and 10.52.0.4", ("altus-fw01", "10.52.0.4")),
        ("on-premises since 2025-10-28", ("premises", "2025", "10", "28")),
        ("サーバーが停止しました", ("サーバー", "停止")),
        ("邮件服务器宕机影响用户", ("邮件服务", "器宕机影", "响用户")),
        ("서버가 다운", ("서버", "다운")),
        ("خادم البريد متوقف", ("خادم", "البريد", "متوقف")),
        ("सर्वर बंद", ("सर्वर",)),
        ("٥٠ مستخدم", ("50", "مستخدم")),
        ("\uff33\uff23\uff33\uff10\uff10\uff11\uff12\uff13\uff14\uff15", ("scs0012345",)),
        ("x" * 65, ()),
    ]
    for summary, expected in cases:
        assert set(keywords(normalised(summary))) == set(expected)


def test_no_kind_of_keyword_takes_all_places() -> None:
    numbers = " ".join(f"SCS00{number}" for number in range(10_000, 10_030))
    found = keywords(f"The printer queue is stuck near {numbers}")
    assert len(found) == 15
    assert {"printer", "queue", "stuck"} < set(found)


def test_a_keyword_is_found_however_it_is_inflected() -> None:
    cases: list[tuple[str, str]] = [
        ("server", "Two servers"),
        ("escalated", "he escalates"),
        ("monitoring", "they monitor it"),
        ("users", "a user's mailbox"),
        ("benutzer", "bei den Benutzern"),
        ("störung", "Störungen"),
        ("scs0012345", "(SCS0012345)"),
        ("altus-fw01", "der ALTUS-FW01-Ausfall"),
        ("fw01", "on ALTUS-FW01"),
        ("서버", "서버는 다운되었습니다"),
        ("john", "John은 담당자"),
        ("停止", "完全停止中"),
        ("メール", "メールです"),
        ("café", "cafe\u0301"),
        ("strasse", "Straße"),
    ]
    for word, said in cases:
        assert indexed(normalised(said)).has(word)


def test_a_keyword_is_not_found_inside_another_word() -> None:
    cases: list[tuple[str, str]] = [
        ("open", "reopened"),
        ("scs0012345", "SCS00123456"),
        ("scs0012345", "SCS001234"),
        ("v10", "v10s"),
        ("server", "service"),
        ("mail", "mailbox"),
        ("停止", "停 止"),
        ("서버", "클라이언트"),
    ]
    for word, said in cases:
        assert not indexed(normalised(said)).has(word)


def test_a_stem_has_at_least_four_letters() -> None:
    assert stems("uses") == ("uses",)
    assert stems("users") == ("users", "user")
    assert stems("2fas") == ("2fas",)


def test_a_summary_without_a_pattern_has_no_keywords() -> None:
    assert keywords("No pattern found.") == ()
