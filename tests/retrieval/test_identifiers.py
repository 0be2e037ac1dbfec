import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.retrieval.identifiers import identifiers

IDENTIFIERS = (
    "SCS0001234",
    "CHG004321",
    "INC0010023",
    "KB0012345",
    "CVE-2020-8840",
    "ALTUS-AMARILLO-FW01",
    "db-7",
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
    "1234567",
    "C++",
    "v2",
    "x:y",
    "...",
    "",
)


@pytest.mark.parametrize("identifier", IDENTIFIERS)
def test_an_identifier_is_found_anywhere_in_any_case(identifier: str) -> None:
    for text in (
        identifier,
        f"What is {identifier.upper()}?",
        f"({identifier.lower()}), again",
        f'see "{identifier}".',
        f"ticket/{identifier}",
        f"one\n{identifier}\ttwo",
    ):
        assert identifiers(text) == {identifier.lower()}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_not_an_identifier(word: str) -> None:
    assert identifiers(word) == frozenset()
    assert identifiers(f"about {word} and more") == frozenset()


def test_all_identifiers_of_a_text_are_found() -> None:
    text = f"From {', '.join(IDENTIFIERS)} and {'; '.join(WORDS)}"
    assert identifiers(text) >= {identifier.lower() for identifier in IDENTIFIERS}


@given(st.text())
def test_what_is_found_stands_in_the_text(text: str) -> None:
    assert all(each in text.lower() for each in identifiers(text))


@pytest.mark.parametrize(
    "hostile",
    [
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
    ],
)
def test_a_hostile_text_is_read_to_its_end(hostile: str) -> None:
    # Not timed: what is quadratic in these takes longer than the whole suite may.
    assert "scs0001234" in identifiers(f"{hostile} SCS0001234")
