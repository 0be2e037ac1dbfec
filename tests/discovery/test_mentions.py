from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from recollect.discovery.mentions import MAX_MENTIONS_PER_KIND, canonical_address, mentions_in
from recollect.servicedesk.items import Mentions
from tests.cases import each_case

SLOW = ("a://", "1.", "a-", ":", "::1", "a@", "[", "/", "10.0.0.1", "x.y.", "=", "9" * 9)
"""Pieces of texts that are made to be slow."""


def mentions_without_phrases(*texts: str) -> Mentions:
    """The mentions in the texts, without the phrases that may be a name: see test_phrases."""
    return replace(mentions_in(texts), phrases=())


@each_case(
    ("text", "expected"),
    [
        ("10.52.0.4, then (10.52.0.5). And 10.52.0.4!", ("10.52.0.4", "10.52.0.5")),
        ("10.52.0.4:443 and 10.0.8.1/24", ("10.52.0.4", "10.0.8.1")),
        ("ip=10.52.0.4 address:10.52.0.5", ("10.52.0.4", "10.52.0.5")),
        ("http://10.52.0.4:8080/a?b=10.9.9.9", ("10.52.0.4",)),
        ("<https://10.52.0.4/|10.52.0.4>", ("10.52.0.4",)),
        ("ssh root@10.52.0.4", ("10.52.0.4",)),
        ("2001:0DB8:0:0::1 or fe80::1%eth0: down", ("2001:db8::1", "fe80::1")),
        ("[2001:db8::1]:443 https://[2001:db8::2]/x", ("2001:db8::1", "2001:db8::2")),
        ("2001:db8::1: down", ("2001:db8::1",)),
        ("2001:db8:: is a net", ("2001:db8::",)),
        ("256.1.1.1 1.2.3 1.2.3.4.5 01.2.3.4 10.0.0.1a", ()),
        ("127.0.0.1 ::1 0.0.0.0 :: 255.255.255.0 224.0.0.1", ()),
        ("10:20:30 aa:bb:cc:dd:ee:ff std::string a::b", ()),
        ("version 1.2.3.4", ()),
        ("Version: 1.2.3.4 v1.2.3.4 v. 1.2.3.4", ()),
        ("from version 1.2.3.4 to 1.2.3.5 on 10.0.0.1", ("10.0.0.1",)),
        ("firmware is 10.1.2.3, host 10.0.0.1", ("10.0.0.1",)),
        ("version 1.2.3.4, 10.0.0.1", ("10.0.0.1",)),
        ("サーバー10.52.0.4に接続できない。10.52.0.5も。", ("10.52.0.4", "10.52.0.5")),
        ("\uff11\uff10.\uff15\uff12.0.4を確認", ("10.52.0.4",)),
    ],
)
def test_addresses_are_found(text: str, expected: tuple[str, ...]) -> None:
    assert mentions_without_phrases(text) == Mentions(ip_addresses=expected)


@each_case(
    ("text", "expected"),
    [
        ("FW01.Amarillo.Altus.example.com.", ("fw01.amarillo.altus.example.com",)),
        ("see https://altus.com/a.b.c.txt", ("altus.com",)),
        ("<https://wiki.altus.com/x|wiki.altus.com>", ("wiki.altus.com",)),
        ("*https://wiki.altus.com*, _http://a.altus.com_", ("wiki.altus.com", "a.altus.com")),
        ("https://me:pw@git.altus.com:8443/x", ("git.altus.com",)),
        ("mail01.altus.com:25 or mail02.altus.com/owa", ("mail01.altus.com", "mail02.altus.com")),
        ("altus-dc01.local", ("altus-dc01.local",)),
        (
            "ホストmail01.altus.comが「mail02.altus.com」と",
            ("mail01.altus.com", "mail02.altus.com"),
        ),
        ("jane.doe@mail.altus.com <mailto:a@b.altus.com|a@b.altus.com>", ()),
        ("altus.com, e.g. i.e. a.tar.gz app.prod.yaml Hello.World", ()),
        ("-a.b.com a..b.com a_b.c.com", ("a.b.com",)),
        ("http://localhost http:// :// https://user@", ()),
    ],
)
def test_host_names_are_found(text: str, expected: tuple[str, ...]) -> None:
    found = mentions_in([text])
    assert (found.fqdns, found.ip_addresses) == (expected, ())


@each_case(
    ("text", "expected"),
    [
        ("Is *ALTUS-AMARILLO-FW01* down?", ("ALTUS-AMARILLO-FW01", "ALTUS_AMARILLO_FW01")),
        ("db-02's disk, (db-02)", ("db-02",)),
        ("Altus-FW01 is ALTUS-FW01", ("Altus-FW01",)),
        ("name=RG-A-SCUS-PALO-001;", ("RG-A-SCUS-PALO-001", "RG_A_SCUS_PALO_001")),
        (r"\\ALTUS-FS01\share", ("ALTUS-FS01",)),
        ("ALTUSDC01 and altusdc01", ("ALTUSDC01",)),
        ("SCS0001234 KB0012345 CVE-2020-8840 covid-19 tier-1 wi-fi 2025-01-15 SHA-256", ()),
        ("x^ORname=ALTUS-FW01", ("ALTUS-FW01",)),
        ("fw1 and SRV1001a, not SHA256, win11 or ipv4", ("fw1", "SRV1001a")),
        ("FW01/FW02 then SW03/04", ("FW01", "FW02", "SW03", "SW04")),
        ("ALTUS_DC01", ("ALTUS_DC01", "ALTUS-DC01")),
        ("ALTUS\u2011DC\u00ad01", ("ALTUS-DC01",)),
        ("root@fw01, jane@altus.com", ("fw01",)),
        ("web-{01..03}", ("web-01", "web-02", "web-03")),
    ],
)
def test_names_of_configuration_items_are_found(text: str, expected: tuple[str, ...]) -> None:
    assert mentions_without_phrases(text) == Mentions(names=expected)


def test_a_host_under_any_domain_is_an_item_of_its_first_label_too() -> None:
    found = mentions_without_phrases("fw01.corp.local and portal.altus.com")
    assert found == Mentions(fqdns=("fw01.corp.local", "portal.altus.com"), names=("fw01",))


def test_mentions_keep_the_order_of_the_texts() -> None:
    assert mentions_without_phrases(
        "10.0.0.2 on FW-02", "10.0.0.1 on FW-01, not FW-02"
    ) == Mentions(ip_addresses=("10.0.0.2", "10.0.0.1"), names=("FW-02", "FW-01"))


def test_the_first_fifty_mentions_of_each_kind_are_kept() -> None:
    text = " ".join(f"10.0.1.{n} h{n}.altus.com SRV-{n:03}" for n in range(80))
    found = mentions_in([text])
    assert [len(found.ip_addresses), len(found.fqdns), len(found.names)] == [
        MAX_MENTIONS_PER_KIND
    ] * 3
    assert found.names[-1] == "SRV-049"


def test_the_first_of_ten_thousand_addresses_are_kept() -> None:
    one = " ".join(f"10.{n // 250}.{n % 250}.7" for n in range(10_000))
    found = mentions_in([one])
    assert len(found.ip_addresses) == MAX_MENTIONS_PER_KIND
    assert found.ip_addresses[-1] == f"10.0.{MAX_MENTIONS_PER_KIND - 1}.7"


@each_case("piece", SLOW)
def test_a_text_made_to_be_slow_names_nothing(piece: str) -> None:
    assert mentions_without_phrases(piece * (200_000 // len(piece))) == Mentions()


def test_addresses_have_one_canonical_form() -> None:
    assert canonical_address("2001:0DB8:0:0::1") == "2001:db8::1"
    assert canonical_address("ALTUS-FW01") == ""


@given(st.lists(st.text(alphabet="a1.:-/@[]% v=<|\n", max_size=60), max_size=4))
def test_each_mention_is_found_once(texts: list[str]) -> None:
    found = mentions_in(texts)
    for kind in (found.ip_addresses, found.fqdns, found.names):
        assert len({each.casefold() for each in kind}) == len(kind)
    assert all(canonical_address(each) == each for each in found.ip_addresses)
