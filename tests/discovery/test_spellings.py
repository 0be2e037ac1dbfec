"""Series of names and disguised names are spelled out; other texts stay as they are."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.discovery.spellings import MAX_SERIES_MEMBERS, spelled_out
from tests.cases import each_case


@each_case(
    ("text", "also"),
    [
        ("FW01/02", ["FW01", "FW02"]),
        ("FW01, 02 and 03.", ["FW01", "FW02", "FW03"]),
        ("FW01-FW03 x", ["FW01", "FW02", "FW03"]),
        ("ALTUS-FW01-FW02", ["ALTUS-FW01", "ALTUS-FW02"]),
        ("FW01..03", ["FW01", "FW02", "FW03"]),
        ("DC01 through DC03", ["DC01", "DC02", "DC03"]),
        ("AP101 to AP103", ["AP101", "AP102", "AP103"]),
        ("web-{09..11}", ["web-09", "web-10", "web-11"]),
        ("10.52.0.4-6", ["10.52.0.4", "10.52.0.5", "10.52.0.6"]),
        ("10.52.0.4 \u2013 10.52.0.6", ["10.52.0.4", "10.52.0.5", "10.52.0.6"]),
    ],
)
def test_each_name_of_a_series_is_spelled_out(text: str, also: list[str]) -> None:
    words = spelled_out(text).replace(".", ". ").split() if text.endswith(".") else None
    assert set(also) <= set(words or spelled_out(text).split())


@each_case(
    ("text", "plain"),
    [
        (
            "10.52.0[.]4 and hxxps://portal[.]altus(dot)com",
            "10.52.0.4 and https://portal.altus.com",
        ),
        ("ALTUS\u2011AMA\u2010FW\u00ad01", "ALTUS-AMA-FW01"),
        ("ALTUS-01-002, 2025-01-15", "ALTUS-01-002, 2025-01-15"),
        ("moved from FW01 to FW04", "moved from FW01 to FW04"),
        ("SCS0001234, 12 and port 22, 23", "SCS0001234, 12 and port 22, 23"),
        ("FW01-DB03 FW03-FW01 FW01-FW999", "FW01-DB03 FW03-FW01 FW01-FW999"),
    ],
)
def test_disguises_are_removed_and_texts_without_a_series_stay_as_they_are(
    text: str, plain: str
) -> None:
    assert spelled_out(text) == plain


@given(st.text(alphabet="aF01-./, {}[]to\n", max_size=80))
def test_a_text_grows_by_no_more_than_its_series(text: str) -> None:
    assert len(spelled_out(text)) <= (len(text) + 1) * (MAX_SERIES_MEMBERS + 2) * 20


@each_case("piece", ["a-", "FW01,", "a1", "1.", "a_", "FW01-", "x" * 15 + "-", "a0 to "])
def test_a_text_made_to_be_slow_is_read_quickly(piece: str) -> None:
    # Reading it once for each of its characters would take minutes.
    assert spelled_out(piece * (40_000 // len(piece)))
