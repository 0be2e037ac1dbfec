from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.identifiers import (
    held_of,
    identifiers,
    run_together,
    spelling_of,
    with_spellings,
)
from tests.cases import each_case

IDENTIFIERS = (
    "SCS0001234",
    "CHG004321",
    "INC0010023",
    "KB0012345",
    "E4031",
    "PRB12",
    "HTTP503",
    "web01",
    "fw01",
    "CVE-2020-8840",
    "ALTUS-AMARILLO-FW01",
    "ALTUS-FW01",
    "JIRA-123",
    "web-01",
    "db-02",
    "fw-00",
    "rack-b12-left",
    "10.52.0.4",
    "2001:db8::8a2e:370:7334",
    "fe80::1",
    "aa:bb:cc:dd:ee:ff",
    "mail01.altus.example.com",
    "0x80070005",
    "ERR_CONNECTION_REFUSED",
    "E_FAIL_42",
    "ECONNRESET",
    "ETIMEDOUT",
    "ENOENT",
)
WORDS = (
    "refund",
    "well-known",
    "wi-fi",
    "covid-19",
    "COVID-19-related",
    "tier-1",
    "tier-0",
    "db-7",
    "utf-8",
    "b2b-sales",
    "2020-008840",
    "localhost:8080",
    "web:8080",
    "10.52.0:8080",
    "3.5",
    "12:30",
    "2026-03-01",
    "example.com",
    "e.g",
    "$500",
    "user_name",
    "error",
    "errors",
    "economy",
    "0x1",
    "A1",
    "k8s",
    "p99",
    "E12",
    "db7",
    "h264",
    "x509",
    "SHA256",
    "utf16",
    "base64",
    "covid19",
    "amd64",
    "1234567",
    "C++",
    "v2",
    "x:y",
    "...",
    "",
)


def test_an_identifier_is_found_anywhere_in_any_case() -> None:
    for identifier in IDENTIFIERS:
        for text in (
            identifier,
            f"What is {identifier.upper()}?",
            f"({identifier.lower()}), again",
            f'see "{identifier}".',
            f"ticket/{identifier}",
            f"one\n{identifier}\ttwo",
        ):
            assert identifiers(text) == {identifier.lower()}


def test_a_word_is_not_an_identifier() -> None:
    for word in WORDS:
        assert identifiers(word) == frozenset()
        assert identifiers(f"about {word} and more") == frozenset()


def test_a_port_is_not_part_of_a_host_or_an_address() -> None:
    host_cases: list[str] = [
        "10.52.0.4",
        "mail01.altus.example.com",
        "ALTUS-AMARILLO-FW01",
        "web-01",
    ]
    port_cases: list[str] = ["1", "443", "8080", "65535"]
    for host in host_cases:
        for port in port_cases:
            assert identifiers(f"cannot reach {host}:{port}, again") == {host.lower()}
            assert identifiers(f"https://{host}:{port}/status") == {host.lower()}


def test_an_invalid_port_is_not_taken_for_a_port() -> None:
    cases: list[str] = [":", ":http", ":123456", ":80:80", ":8.0"]
    for tail in cases:
        assert identifiers(f"see 10.52.0.4{tail}") <= {"10.52.0.4"}
        assert identifiers("see 10.52.0.4:123456") == frozenset()


@each_case("address", ["2001:db8::8a2e:370:7334", "fe80::1", "aa:bb:cc:dd:ee:12"])
def test_the_end_of_an_address_with_colons_is_not_a_port(address: str) -> None:
    assert identifiers(address) == {address}


def test_all_identifiers_of_a_text_are_found() -> None:
    text = f"From {', '.join(IDENTIFIERS)} and {'; '.join(WORDS)}"
    assert identifiers(text) >= {identifier.lower() for identifier in IDENTIFIERS}


def is_number(segment: str) -> bool:
    digits = "".join(filter(str.isdigit, segment))
    return len(digits) >= 3 or (len(digits) == 2 and (digits != segment or digits[0] == "0"))


SEGMENTS = st.text("ab019", min_size=1, max_size=4)


@given(st.text("ab", min_size=1, max_size=3), st.lists(SEGMENTS, min_size=1, max_size=3))
def test_a_hyphenated_word_is_an_identifier_if_one_segment_is_numbered(
    first: str, others: list[str]
) -> None:
    word = "-".join((first, *others))
    numbered = any(map(is_number, others))
    assert identifiers(word) == (frozenset({word}) if numbered else frozenset())


@given(st.text())
def test_every_found_identifier_occurs_in_the_text(text: str) -> None:
    assert all(each in text.lower() for each in identifiers(text))


def test_a_hostile_text_is_read_to_its_end() -> None:
    cases: list[str] = [
        "a" * 200_000,
        "a-" * 100_000,
        "1." * 100_000,
        ":" * 200_000,
        "::1" * 70_000,
        "a.b-" * 50_000 + "!",
        "e_" * 100_000,
        "-" * 200_000 + "1",
        ("a" * 127 + " ") * 1_500,
        ("a-" * 63 + "! ") * 1_500,
        "0" * 200_000 + "x",
        "a-1" * 70_000,
        "1:" * 100_000 + "1",
        ("a-" * 60 + "9:80 ") * 1_500,
        ("1." * 60 + "9:80 ") * 1_500,
    ]
    for hostile in cases:
        # Not timed: what is quadratic in these takes longer than the whole suite may.
        assert "scs0001234" in identifiers(f"{hostile} SCS0001234")


@each_case(
    "spellings",
    [("inc-0042", "inc0042", "inc_42"), ("db-03", "db03", "db-3"), ("altus-fw01", "altusfw1")],
)
def test_an_identifier_is_the_same_in_any_spelling(spellings: tuple[str, ...]) -> None:
    assert len(set(map(spelling_of, spellings))) == 1


def test_different_identifiers_have_different_spellings() -> None:
    others = ("lp-02", "lp-20", "cve-2020-88", "cve-202-088", "10.0.0.4", "fe80::1", "fe80::10")
    assert len(set(map(spelling_of, others))) == len(others)
    hosts_and_errors = ("db-03.example.com", "db-03.example.org", "0xc0000005", "0x000000c5")
    assert len(set(map(spelling_of, hosts_and_errors))) == len(hosts_and_errors)


def test_a_host_without_its_domain_matches_any_domain_and_with_it_only_its_own() -> None:
    held = "db-03.eu.example.com is full"
    assert held_of(frozenset({"db3"}), held)
    assert held_of(frozenset({"db3.eu.example.com"}), "DB03 is full")
    assert not held_of(frozenset({"db3.us.example.com"}), held)


@each_case("name", ["web01-eu-west", "ERR_FOO_", "db-03.eu.example.com", "10.0.0.4", "fe80::1"])
def test_a_text_with_exactly_an_identifier_holds_it(name: str) -> None:
    assert held_of(frozenset(map(spelling_of, identifiers(name))), f"of {name} only")


def test_three_words_in_one_are_a_name_that_texts_hold_exactly() -> None:
    named = run_together("KubeAPIErrorBudgetBurn, payoutRunTotal: NullPointerException")
    assert named == {"kubeapierrorbudgetburn", "payoutruntotal", "nullpointerexception"}
    common = "GitHub PayPal HighCPU iPhone McDonalds PostgreSQL SHA256 ECONNRESET snake_caseName"
    assert not run_together(common)
    assert held_of(named, "A NullPointerException again") == {"nullpointerexception"}
    assert not held_of(named, "Of NullPointerExceptions")


def test_a_hostile_name_is_read_to_its_end() -> None:
    for word in ("aBc" * 20_000, "A" * 60_000, "aB" * 30_000, "a" * 60_000):
        assert len(run_together(f"{word}_")) == 0


def test_a_keyword_query_has_an_identifier_whole_and_in_parts() -> None:
    assert with_spellings("of INC2198") == "of INC2198 inc 2198"
    assert with_spellings("of INC-2198") == "of INC-2198 inc2198"
    assert with_spellings("of 10.0.0.4 and 0x80070005") == "of 10.0.0.4 and 0x80070005"
