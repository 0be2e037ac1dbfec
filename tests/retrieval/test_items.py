"""Metadata of any origin: invalid values take their default, and nothing raises an error."""

import math
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.core.timestamps import parse_moment
from recollect.retrieval.items import Traits, prose_of, strings_of, text_of, traits_of

DEFAULTS = Traits(None, 0.5, 0.7, 0.0, ())
HOSTILE: st.SearchStrategy[JsonValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -(10**400), math.nan, math.inf, -math.inf])
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "\ud800", "\0"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
NAMES = ("created_at", "importance", "trust", "sensitivity", "caused_by")


def nested(levels: int, inner: JsonValue = "deep") -> JsonValue:
    value: JsonValue = inner
    for level in range(levels):
        value = {"name": value} if level % 2 else [value]
    return value


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES, HOSTILE)))
def test_any_metadata_is_read_into_valid_traits(metadata: dict[str, JsonValue]) -> None:
    found = traits_of(metadata)
    assert found.created_at is None or found.created_at.utcoffset() is not None
    assert all(0 <= each <= 1 for each in (found.importance, found.trust, found.sensitivity))
    assert all(found.caused_by)
    assert {type(each) for each in found.caused_by} <= {str}


def test_an_invalid_number_takes_its_default() -> None:
    cases: list[JsonValue] = [None, True, False, "0.9", [0.9], {"a": 1}, math.nan]
    for value in cases:
        metadata = {"importance": value, "trust": value, "sensitivity": value}
        assert traits_of(metadata) == DEFAULTS == traits_of({})


def test_a_number_is_bounded() -> None:
    cases: list[tuple[float, float]] = [
        (0, 0),
        (1, 1),
        (0.25, 0.25),
        (7, 1),
        (-7, 0),
        (10**400, 1),
        (-(10**400), 0),
    ]
    for value, expected in cases:
        assert traits_of({"trust": value}).trust == expected
        assert traits_of({"trust": math.inf}).trust == 1


def test_a_time_is_an_iso_8601_text() -> None:
    cases: list[tuple[JsonValue, datetime | None]] = [
        ("2025-01-15T12:00:00Z", datetime(2025, 1, 15, 12, tzinfo=UTC)),
        ("2025-01-15T14:00:00+02:00", datetime(2025, 1, 15, 12, tzinfo=UTC)),
        ("2025-01-15T12:00:00", datetime(2025, 1, 15, 12, tzinfo=UTC)),
        ("2025-01-15", datetime(2025, 1, 15, tzinfo=UTC)),
        ("yesterday", None),
        ("", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("2025-02-30", None),
        (1736942400000, None),
        (["2025-01-15"], None),
    ]
    for value, expected in cases:
        assert parse_moment(value) == expected


def test_tags_are_read_from_a_list_of_texts_or_a_single_text() -> None:
    cases: list[tuple[JsonValue, tuple[str, ...]]] = [
        (["a", "b"], ("a", "b")),
        ("a b", ("a b",)),
        (["a", 1, None, "", ["b"], True], ("a",)),
        ("", ()),
        (None, ()),
        (7, ()),
        ({"a": "b"}, ()),
    ]
    for value, expected in cases:
        assert strings_of(value) == expected


def test_a_text_is_searched_and_quoted_as_it_is() -> None:
    assert text_of("a\nb") == prose_of("a\nb") == "a\nb"


def test_an_object_is_searched_with_its_names_and_quoted_without() -> None:
    content: JsonValue = {
        "case": {"number": "SCS0001234", "tries": 3, "open": False, "owner": None},
        "notes": ["called", "", "mailed"],
    }
    assert text_of(content).splitlines() == [
        "case number: SCS0001234",
        "case tries: 3",
        "case open: false",
        "notes: called",
        "notes: mailed",
    ]
    assert prose_of(content).split("\n") == ["SCS0001234", "called", "", "mailed"]
    page: JsonValue = {"note": "<p>Call <b>Ann</b></p>"}
    assert text_of(page).split() == ["note:", "Call", "Ann"]
    assert prose_of(page).split() == ["Call", "Ann"]


def test_empty_content_has_no_text() -> None:
    cases: list[JsonValue] = [None, "", {}, [], {"a": None}, [[{}]], {"a": ""}]
    for content in cases:
        assert text_of(content) == ""


def test_nested_content_is_read_to_64_levels() -> None:
    assert "deep" in text_of(nested(64))
    assert "deep" in prose_of(nested(64))
    for read in (text_of, prose_of):
        assert read(nested(65)) == ""
        assert read(nested(100_000)) == ""


@given(HOSTILE)
def test_any_content_has_a_text_and_prose_that_is_part_of_it(content: JsonValue) -> None:
    text, prose = text_of(content), prose_of(content)
    assert all(line in text for line in prose.split("\n"))
