"""Filters: all of their conditions must hold, and values keep their type."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.relevance.filters import Filters, Scalar

NOON = datetime(2025, 1, 15, 12, tzinfo=UTC)
SCALARS: st.SearchStrategy[Scalar] = st.sampled_from([True, False, 0, 1, 1.0, 0.5, "1", "true", ""])
VALUES: st.SearchStrategy[JsonValue] = st.one_of(
    SCALARS, st.none(), st.lists(SCALARS, max_size=2), st.just({"a": 1})
)
METADATA = st.dictionaries(st.sampled_from("abc"), VALUES)


def test_a_scalar_is_equality_of_type_and_value() -> None:
    found_cases: list[JsonValue] = [1, "1", True, "true", 0, False, "", "0", None, [1], ["1"], {}]
    value_cases: list[Scalar] = [1, "1", True, "true", 0, False, "", "0"]
    for found in found_cases:
        for value in value_cases:
            passes = type(found) is type(value) and found == value
            assert Filters({"name": value}).match({"name": found}) is passes


def test_an_integer_equals_the_same_float() -> None:
    # JSON knows one kind of numbers, and so do the stores.
    assert Filters({"name": 1}).match({"name": 1.0})
    assert Filters({"name": 1.0}).match({"name": 1})
    assert Filters(any_of={"name": (2, 1.0)}).match({"name": 1})


def test_a_missing_field_equals_no_value() -> None:
    for value in (False, 0, "", "None"):
        assert not Filters({"name": value}).match({"other": value})


def test_a_list_filter_matches_any_of_its_values() -> None:
    cases: list[tuple[JsonValue, bool]] = [
        ("a", True),
        ("b", True),
        (1, True),
        ("c", False),
        (True, False),
        (["a"], False),
    ]
    for found, passes in cases:
        assert Filters(any_of={"name": ("a", "b", 1)}).match({"name": found}) is passes


def test_an_empty_list_filter_matches_nothing() -> None:
    assert not Filters(any_of={"name": ()}).match({"name": "a"})


def test_a_filter_by_tags_requires_all_of_them() -> None:
    cases: list[tuple[JsonValue, bool]] = [
        (["a", "b"], True),
        (["c", "b", "a"], True),
        (["a"], False),
        (["A", "b"], False),
        ([["a", "b"]], False),
        ([], False),
        ("a b", False),
        ({"a": 1, "b": 1}, False),
        (None, False),
    ]
    for tags, passes in cases:
        assert Filters(tags=("a", "b")).match({"tags": tags}) is passes


def test_since_and_until_bound_the_time_of_creation_inclusively() -> None:
    cases: list[tuple[JsonValue, bool]] = [
        ("2025-01-15T12:00:00Z", True),
        ("2025-01-16T12:00:00.000Z", True),
        ("2025-01-15T14:00:00+02:00", True),
        ("2025-01-15T11:59:59.999Z", False),
        ("2025-01-16T12:00:00.001Z", False),
        ("2025-01-15T13:00:00+02:00", False),
        ("some day", False),
        (1736942400000, False),
        (None, False),
    ]
    for created_at, passes in cases:
        day = Filters(since=NOON, until=NOON + timedelta(days=1))
        assert day.match({"created_at": created_at}) is passes


def test_a_bound_of_another_zone_is_the_same_moment() -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=-5)))
    assert Filters(since=elsewhere, until=elsewhere).match({"created_at": "2025-01-15T12:00:00Z"})


def test_without_bounds_the_time_of_creation_does_not_matter() -> None:
    assert Filters().match({})
    assert Filters().match({"created_at": 7})


@given(METADATA, st.dictionaries(st.sampled_from("abc"), SCALARS))
def test_a_filter_requires_all_of_its_conditions(
    metadata: dict[str, JsonValue], equals: dict[str, Scalar]
) -> None:
    each_alone = [Filters({name: value}).match(metadata) for name, value in equals.items()]
    assert Filters(equals).match(metadata) is all(each_alone)


@given(METADATA, st.lists(SCALARS, max_size=4))
def test_any_of_matches_what_equals_one_of_its_values(
    metadata: dict[str, JsonValue], values: list[Scalar]
) -> None:
    each_alone = [Filters({"a": value}).match(metadata) for value in values]
    assert Filters(any_of={"a": tuple(values)}).match(metadata) is any(each_alone)
