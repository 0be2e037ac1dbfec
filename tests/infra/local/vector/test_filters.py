"""The filter language: the examples of Upstash's documentation, and what they leave open."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.emulators.vector.filters import MAX_DEPTH, MAX_LENGTH, FilterError, parse_filter
from infra.local.emulators.vector.predicates import Predicate

ISTANBUL: dict[str, Any] = {  # Any: metadata are whatever JSON holds
    "city": "Istanbul",
    "country": "Turkey",
    "is_capital": False,
    "population": 15460000,
    "geography": {
        "continent": "Asia",
        "coordinates": {"latitude": 41.0082, "longitude": 28.9784},
    },
    "economy": {"currency": "TRY", "major_industries": ["Tourism", "Textiles", "Finance"]},
    "mayor": None,
}


def holds(text: str) -> bool:
    return parse_filter(text).matches(ISTANBUL)


@pytest.mark.parametrize(
    "text",
    [
        "population >= 1000000 AND geography.continent = 'Asia'",
        'population >= 1000000 AND geography.continent = "Asia"',
        "country = 'Turkey' AND population = 15460000 AND is_capital = false",
        "country != 'Germany' AND population != 12500000 AND is_capital != true",
        "population < 20000000 OR geography.coordinates.longitude < 30.0",
        "population <= 20000000 OR geography.coordinates.longitude <= 30.0",
        "population > 10000000 OR geography.coordinates.latitude > 39.5",
        "population >= 10000000 OR geography.coordinates.latitude >= 39.5",
        "city GLOB '?[sz]*[^m-z]'",
        "city NOT GLOB 'A*'",
        "country IN ('Germany', 'Turkey', 'France')",
        "economy.currency NOT IN ('USD', 'EUR')",
        "economy.major_industries CONTAINS 'Tourism'",
        "economy.major_industries NOT CONTAINS 'Steel Production'",
        "HAS FIELD geography.coordinates",
        "HAS NOT FIELD geography.coordinates.altitude",
        "country = 'Turkey' AND (population > 10000000 OR is_capital = false)",
        "country = 'Turkey' AND population > 10000000 OR is_capital = false",
        "economy.currency != 'USD' AND geography.coordinates.latitude >= 35.0",
        "economy.major_industries[0] = 'Tourism'",
        "economy.major_industries[#-1] = 'Finance'",
    ],
)
def test_the_documented_examples_find_the_documented_record(text: str) -> None:
    assert holds(text)


@pytest.mark.parametrize(
    "text",
    [
        "city GLOB 'istanbul'",
        "city GLOB '?[sz]*[^a-z]'",
        "city NOT GLOB '*stan*'",
        "country IN ('Germany')",
        "country NOT IN ('Germany', 'Turkey')",
        "economy.major_industries CONTAINS 'Tour'",
        "economy.major_industries NOT CONTAINS 'Tourism'",
        "economy.major_industries[3] = 'Finance'",
        "economy.major_industries[#-4] = 'Tourism'",
        "HAS FIELD nothing",
        "HAS NOT FIELD city",
        "population < 15460000",
        "geography = 'Asia'",
    ],
)
def test_what_does_not_hold_does_not_match(text: str) -> None:
    assert not holds(text)


def test_and_binds_tighter_than_or() -> None:
    assert holds("city = 'Istanbul' OR city = 'Rome' AND country = 'Italy'")
    assert holds("city = 'Rome' AND country = 'Italy' OR city = 'Istanbul'")
    assert not holds("(city = 'Istanbul' OR city = 'Rome') AND country = 'Italy'")


def test_keywords_are_case_insensitive_and_values_are_not() -> None:
    assert holds("city glob 'I*' And country iN ('Turkey') oR has Not field x")
    assert holds("is_capital = FALSE")
    assert not holds("city = 'istanbul'")


def test_booleans_may_be_written_as_0_and_1() -> None:
    assert holds("is_capital = 0")
    assert not holds("is_capital = 1")
    assert holds("is_capital IN (0, 'no')")


@pytest.mark.parametrize(
    "text",
    [
        "missing != 'x'",
        "missing NOT IN ('x')",
        "missing NOT GLOB 'x'",
        "missing NOT CONTAINS 'x'",
        "missing < 1",
        "city < 1",
        "is_capital < 1",
        "city CONTAINS 'I'",
        "city NOT CONTAINS 'I'",
        "population NOT GLOB 'x'",
        "geography != 'Asia'",
        "mayor != 'x'",
    ],
)
def test_an_operator_holds_for_no_value_of_another_type(text: str) -> None:
    assert not holds(text)


def test_a_null_is_a_field() -> None:
    assert holds("HAS FIELD mayor")


def test_keywords_are_keys_where_a_key_stands() -> None:
    words = {"has": 1, "not": 2, "in": 3, "field": 4, "contains": [5]}
    text = "has = 1 AND not = 2 AND in = 3 AND HAS FIELD field AND contains CONTAINS 5"
    assert parse_filter(text).matches(words)


def test_numbers_may_have_signs_fractions_and_exponents() -> None:
    assert parse_filter("a = -1.5 AND b = 1e3 AND c = .5 AND d > -2E-1").matches(
        {"a": -1.5, "b": 1000, "c": 0.5, "d": 0}
    )


@pytest.mark.parametrize(
    ("glob", "value", "fits"),
    [
        ("*", "", True),
        ("", "", True),
        ("", "a", False),
        ("a*b*c", "a-b-b-c", True),
        ("a*b*c", "a-c-b", False),
        ("*ab", "aab", True),
        ("ab*ab", "ab", False),
        ("?", "\n", True),
        ("[]]", "]", True),
        ("[a-]", "-", True),
        ("[^a]", "a", False),
        ("[!a]", "!", True),
        ("a.c", "abc", False),
        ("[\\d]", "\\", True),
        ("[\\d]", "5", False),
    ],
)
def test_globs_match_whole_values(glob: str, value: str, fits: bool) -> None:
    assert parse_filter(f"a GLOB '{glob}'").matches({"a": value}) is fits


def test_a_hostile_glob_is_answered() -> None:
    assert not parse_filter(f"a GLOB '{'a*' * 200}b'").matches({"a": "a" * 5000})


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("   ", 3),
        ("a", 1),
        ("a = ", 4),
        ("a = b", 4),
        ("a = 'x", 4),
        ("a = 'x' AND", 11),
        ("a = 'x' b = 'y'", 8),
        ("(a = 1", 6),
        ("a = 1)", 5),
        ("a IN ()", 6),
        ("a IN (1,)", 8),
        ("a NOT = 1", 6),
        ("a < 'x'", 4),
        ("a GLOB 1", 7),
        ("a GLOB '[x'", 7),
        ("a GLOB '[z-a]'", 7),
        ("a..b = 1", 1),
        ("a. = 1", 1),
        ("a[x] = 1", 1),
        ("a[0]b = 1", 4),
        ("a[#1] = 1", 1),
        ("HAS a", 4),
        ("HAS NOT a", 8),
        ("1 = 1", 0),
        ("a = 1.2.3", 4),
        ("a = 1; DROP", 5),
        ("NOT (a = 1)", 4),
    ],
)
def test_an_error_names_its_position(text: str, position: int) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(text)
    assert caught.value.position == position
    assert f"position {position}" in str(caught.value)


def test_depth_and_length_are_bounded() -> None:
    def nested(depth: int) -> str:
        return "(" * depth + "a = 1" + ")" * depth

    assert parse_filter(nested(MAX_DEPTH)).matches({"a": 1})
    with pytest.raises(FilterError, match="nested deeper"):
        parse_filter(nested(MAX_DEPTH + 1))
    with pytest.raises(FilterError, match="longer than"):
        parse_filter("a = '" + "x" * MAX_LENGTH + "'")


ALPHABET = st.sampled_from(
    [*"ab_.[]#-'\"()=<>!, 019*?\\", " AND ", " OR ", " NOT ", " IN ", "HAS "]
)


def read(text: str) -> Predicate | FilterError:
    try:
        return parse_filter(text)
    except FilterError as error:
        return error


@given(st.one_of(st.text(max_size=60), st.lists(ALPHABET, max_size=30).map("".join)))
def test_whatever_is_given_is_read_or_refused_with_a_filter_error(text: str) -> None:
    result = read(text)
    if isinstance(result, FilterError):
        assert 0 <= result.position <= len(text)
    else:
        assert result.matches({"a": "b", "b": [1]}) in (True, False)


@given(value=st.text(max_size=40), other=st.text(max_size=40), quote=st.sampled_from("'\""))
def test_a_quoted_string_matches_exactly_itself(value: str, other: str, quote: str) -> None:
    literal = quote + value.replace(quote, quote * 2) + quote
    predicate = parse_filter(f"a = {literal} AND a IN ({literal}) AND b CONTAINS {literal}")
    assert predicate.matches({"a": value, "b": [value]})
    assert predicate.matches({"a": other, "b": [other]}) is (other == value)


def test_a_value_that_tries_to_break_out_stays_a_value() -> None:
    attack = "x' OR tenant = 'other"
    predicate = parse_filter(f"tenant = '{attack.replace(chr(39), chr(39) * 2)}'")
    assert not predicate.matches({"tenant": "other"})
    assert predicate.matches({"tenant": attack})
