"""The filter language: what Recollect writes in it, and what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.emulators.vector.filters import (
    MAX_DEPTH,
    MAX_LENGTH,
    FilterError,
    Predicate,
    parse_filter,
)

ISTANBUL: dict[str, Any] = {  # Any: metadata are whatever JSON holds
    "city": "Istanbul",
    "country": "Turkey",
    "is_capital": False,
    "population": 15460000,
    "geography": {"continent": "Asia"},
    "industries": ["Tourism", "Textiles", "Finance"],
    "mayor": None,
}


def holds(text: str) -> bool:
    return parse_filter(text)(ISTANBUL)


def test_a_condition_that_holds_matches() -> None:
    for text in (
        "population >= 1000000 AND country = 'Turkey'",
        'population >= 1000000 AND country = "Turkey"',
        "country = 'Turkey' AND population = 15460000 AND is_capital = false",
        "population <= 15460000 AND population >= 15460000.0",
        "country IN ('Germany', 'Turkey', 'France')",
        "industries CONTAINS 'Tourism'",
        "HAS NOT FIELD altitude",
        "city = 'Rome' OR industries CONTAINS 'Tourism'",
    ):
        assert holds(text), text


def test_a_condition_that_does_not_hold_does_not_match() -> None:
    for text in (
        "city = 'Rome'",
        "country IN ('Germany')",
        "industries CONTAINS 'Tour'",
        "HAS NOT FIELD city",
        "population <= 15459999",
        "population >= 15460001",
        "geography = 'Asia'",
    ):
        assert not holds(text), text


def test_and_binds_tighter_than_or() -> None:
    assert holds("city = 'Istanbul' OR city = 'Rome' AND country = 'Italy'")
    assert holds("city = 'Rome' AND country = 'Italy' OR city = 'Istanbul'")
    assert not holds("(city = 'Istanbul' OR city = 'Rome') AND country = 'Italy'")


def test_keywords_are_case_insensitive_and_values_are_not() -> None:
    assert holds("city = 'Istanbul' And country iN ('Turkey') aNd has Not field x")
    assert holds("is_capital = FALSE")
    assert not holds("city = 'istanbul'")


def test_booleans_may_be_written_as_0_and_1() -> None:
    assert holds("is_capital = 0")
    assert not holds("is_capital = 1")
    assert holds("is_capital IN (0, 'no')")


def test_no_operator_matches_a_missing_value_or_one_of_another_type() -> None:
    for text in (
        "missing = 'x'",
        "missing IN ('x')",
        "missing CONTAINS 'x'",
        "missing <= 1",
        "city <= 1",
        "is_capital <= 1",
        "city CONTAINS 'I'",
        "mayor = 'x'",
    ):
        assert not holds(text), text


def test_a_field_with_the_value_null_exists() -> None:
    assert not holds("HAS NOT FIELD mayor")


def test_a_list_has_no_item_beyond_its_end() -> None:
    assert parse_filter("HAS NOT FIELD a[0]")({"a": []})
    assert not parse_filter("HAS NOT FIELD a[0]")({"a": ["x"]})
    assert parse_filter("HAS NOT FIELD a[1]")({"a": ["x"]})
    assert parse_filter("HAS NOT FIELD a[0]")({"a": "x"})
    assert parse_filter("HAS NOT FIELD a[0]")({})


def test_keywords_may_be_names_of_fields() -> None:
    words = {"has": 1, "not": 2, "in": 3, "contains": [5]}
    text = "has = 1 AND not = 2 AND in = 3 AND HAS NOT FIELD field AND contains CONTAINS 5"
    assert parse_filter(text)(words)


def test_numbers_may_have_signs_fractions_and_exponents() -> None:
    assert parse_filter("a = -1.5 AND b = 1e3 AND c = .5 AND d >= -2E-1")(
        {"a": -1.5, "b": 1000, "c": 0.5, "d": 0}
    )


def test_an_error_names_its_position() -> None:
    for text, position in {
        "": 0,
        "   ": 3,
        "a": 1,
        "a = ": 4,
        "a = b": 4,
        "a = 'x": 4,
        "a = 'x' AND": 11,
        "a = 'x' b = 'y'": 8,
        "a = 1)": 5,
        "(a = 1": 6,
        "a IN ()": 6,
        "a IN (1,)": 8,
        "a IN (1": 7,
        "a <= 'x'": 5,
        "HAS a": 4,
        "HAS NOT a": 8,
        "1 = 1": 0,
        "a = 1.2.3": 4,
        "a = 1; DROP": 5,
    }.items():
        with pytest.raises(FilterError) as caught:
            parse_filter(text)
        assert caught.value.position == position, text
        assert f"position {position}" in str(caught.value)


def test_operators_of_upstash_that_are_not_emulated_are_refused() -> None:
    for text in ("a GLOB 'x*'", "a NOT IN (1)", "a CONTAINING 'x'", "HAS FIELD a"):
        with pytest.raises(FilterError, match="all that is emulated"):
            parse_filter(text)
    for text in ("a != 1", "a < 1", "a > 1", "a.b = 1", "a[0] = 1", "NOT (a = 1)"):
        with pytest.raises(FilterError):
            parse_filter(text)


def test_depth_and_length_are_bounded() -> None:
    def nested(depth: int) -> str:
        return "(" * depth + "a = 1" + ")" * depth

    assert parse_filter(nested(MAX_DEPTH))({"a": 1})
    assert parse_filter(" AND ".join([nested(MAX_DEPTH)] * 3))({"a": 1})
    with pytest.raises(FilterError, match="nested deeper"):
        parse_filter(nested(MAX_DEPTH + 1))
    with pytest.raises(FilterError, match="longer than"):
        parse_filter("a = '" + "x" * MAX_LENGTH + "'")


ALPHABET = st.sampled_from(
    [*"ab_.[]#-'\"()=<>!, 019*?\\", " AND ", " OR ", " NOT ", " IN ", "HAS NOT FIELD "]
)


def read(text: str) -> Predicate | FilterError:
    try:
        return parse_filter(text)
    except FilterError as error:
        return error


@given(st.one_of(st.text(max_size=60), st.lists(ALPHABET, max_size=30).map("".join)))
def test_any_text_is_parsed_or_refused_with_a_filter_error(text: str) -> None:
    result = read(text)
    if isinstance(result, FilterError):
        assert 0 <= result.position <= len(text)
    else:
        assert result({"a": "b", "b": [1]}) in (True, False)


@given(value=st.text(max_size=40), other=st.text(max_size=40), quote=st.sampled_from("'\""))
def test_a_quoted_string_matches_exactly_itself(value: str, other: str, quote: str) -> None:
    literal = quote + value.replace(quote, quote * 2) + quote
    predicate = parse_filter(f"a = {literal} AND a IN ({literal}) AND b CONTAINS {literal}")
    assert predicate({"a": value, "b": [value]})
    assert predicate({"a": other, "b": [other]}) is (other == value)


def test_a_value_that_tries_to_break_out_stays_a_value() -> None:
    attack = "x' OR tenant = 'other"
    predicate = parse_filter(f"tenant = '{attack.replace(chr(39), chr(39) * 2)}'")
    assert not predicate({"tenant": "other"})
    assert predicate({"tenant": attack})
