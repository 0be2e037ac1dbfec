"""Encoded queries: no value can change what the emulator's parser reads."""

import re
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from infra.local.emulators.servicenow.query import Condition, parse
from recollect.adapters.servicenow.query import (
    MAX_WORDS_CHARS,
    NothingMatches,
    all_of,
    any_of,
    any_word,
    at_or_after,
    at_or_before,
    contains,
    equals,
    one_of,
)
from tests.cases import each_case

HOSTILE = [
    "x^ORactive=true",
    "x^NQactive=true",
    "x^ORDERBYnumber",
    "x^^ORactive=true",
    "^",
    "x^",
    "x\nactive=true",
    "x\u2028y",
    "javascript:gs.getUserID()",
    " JavaScript:1",
    "x,javascript:1",
    "",
    " ",
    "NULL",
    "null",
    "=x",
    ">=2020",
    "a<b",
    "x" * 256,
    "\ud800",
    "\0",
]
# Arbitrary text, and text made of parts that have a meaning to ServiceNow.
_parts = st.sampled_from(["^", "^OR", "^NQ", "^EQ", "IN", "=", ",", "name", "javascript:", "NULL"])
values = st.one_of(st.text(), st.lists(_parts | st.text(max_size=3), max_size=6).map("".join))


@given(values)
@example("x^ORactive=true")
def test_a_value_is_refused_or_read_back_as_that_one_value(value: str) -> None:
    try:
        query = all_of([equals("number", value), equals("active", "true")])
    except NothingMatches:
        return
    assert parse(query.text).queries == [
        [[Condition("number", "=", value)], [Condition("active", "=", "true")]]
    ]


@given(values)
@example("STARTSWITHx")
@example("=x")
def test_a_part_is_refused_or_read_back_as_that_one_part(value: str) -> None:
    try:
        query = all_of([contains("name", value), equals("active", "true")])
    except NothingMatches:
        return
    assert parse(query.text).queries == [
        [[Condition("name", "LIKE", value)], [Condition("active", "=", "true")]]
    ]


def room_of(word: str) -> int:
    """The characters of a URL that asking for a word takes; zero if it cannot be asked for."""
    try:
        clauses = equals("number", word), contains("name", word), contains("text", word)
    except NothingMatches:
        return 0
    return sum(len(quote(f"^OR{clause.text}")) for clause in clauses)


@given(st.lists(values, max_size=6))
@example(["a,b", "x^ORactive=true", "15 %"])
@example(["\u0123" * 200])
def test_words_are_read_back_as_the_words_that_can_be_asked_for(words: list[str]) -> None:
    try:
        query = all_of([any_word(words, ("name", "text"), ("number",)), equals("active", "true")])
    except NothingMatches:
        # No word can be asked for, or the first that can has no room.
        assert next(filter(None, map(room_of, words)), MAX_WORDS_CHARS + 1) > (MAX_WORDS_CHARS)
        return
    ((asked, active),) = parse(query.text).queries
    assert active == [Condition("active", "=", "true")]
    assert {one.value for one in asked} <= set(words)
    assert {(one.field, one.operator) for one in asked} <= {
        *(("number", "="), ("name", "LIKE"), ("text", "LIKE"))
    }


@given(st.lists(values, max_size=8))
@example(["a,b", "c"])
def test_a_list_is_read_back_as_its_values_that_can_be_asked_for(given_values: list[str]) -> None:
    try:
        query = all_of([one_of("name", given_values), equals("active", "true")])
    except NothingMatches:
        return
    (listed, active), *others = parse(query.text).queries
    assert not others
    assert active == [Condition("active", "=", "true")]
    (only,) = listed
    assert (only.field, only.operator) == ("name", "IN")
    read = only.value.split(",")
    assert set(read) <= set(given_values)
    assert read == [each for each in dict.fromkeys(given_values) if each in read]


@given(st.lists(values, max_size=4), st.lists(values, max_size=4))
def test_alternatives_stay_alternatives(names: list[str], addresses: list[str]) -> None:
    clauses = []
    for field, some in (("name", names), ("ip_address", addresses)):
        try:
            clauses.append(one_of(field, some))
        except NothingMatches:
            continue
    if not clauses:
        with pytest.raises(NothingMatches):
            any_of(clauses)
        return
    ((group,),) = parse(all_of([any_of(clauses)], order_by="name").text).queries
    assert [one.field for one in group] == [clause.text.split("IN")[0] for clause in clauses]
    assert all(one.operator == "IN" for one in group)


@each_case("value", HOSTILE)
def test_a_value_that_could_be_misread_matches_nothing(value: str) -> None:
    with pytest.raises(NothingMatches):
        equals("number", value)
    with pytest.raises(NothingMatches):
        one_of("name", [value])
    assert one_of("name", [value, "good"]).text == "nameINgood"


@each_case("value", [*HOSTILE, "15 %", "%", "*", "a*b", "a\\", "\\_"])
def test_a_part_that_could_be_misread_matches_nothing(value: str) -> None:
    with pytest.raises(NothingMatches):
        contains("name", value)
    assert any_word([value, "good"], ["name"]).text == "nameLIKEgood"


def test_words_are_looked_for_as_parts_of_texts_and_as_whole_values() -> None:
    clause = any_word(["vpn", "fw_01", "vpn"], ("name", "text"), ("number",))
    assert clause.text == (
        "number=vpn^ORnameLIKEvpn^ORtextLIKEvpn^ORnumber=fw_01^ORnameLIKEfw_01^ORtextLIKEfw_01"
    )
    with pytest.raises(NothingMatches):
        any_word([], ["name"])


@each_case(
    "value",
    ["SCS0001234", "Harbor & Pine Hotels, Inc.", "Müller (Köln)", "nameINSIDE", "ORDERBYnumber"],
)
def test_ordinary_names_can_be_asked_for(value: str) -> None:
    assert equals("name", value).text == f"name={value}"


def test_lists_are_bounded_in_number_and_in_length() -> None:
    assert one_of("name", map(str, range(10_000))).text.count(",") == 49
    long = [f"{number:0100}" for number in range(100)]
    assert one_of("name", long).text.count(",") == 8
    assert one_of("name", [f"{number:02}" + "ü" * 98 for number in range(99)]).text.count(",") == 0
    words = any_word([f"{number:0100}" for number in range(100)], ["name", "text"])
    assert words.text.count("^OR") == 2 * 13 - 1


def test_a_comma_cannot_make_two_values_of_one() -> None:
    assert one_of("name", ["a,b", "c", "c"]).text == "nameINc"


@given(st.datetimes(min_value=datetime(1970, 1, 2), max_value=datetime(9000, 1, 1)))  # noqa: DTZ001  # a zone is added
def test_times_are_written_in_utc_to_the_second(moment: datetime) -> None:
    here = moment.replace(tzinfo=timezone(timedelta(hours=-6)))
    text = at_or_before("start_date", here).text.removeprefix("start_date<=")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", text)
    read = datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert read == here.replace(microsecond=0)


@each_case("hours", [-23, 0, 23])
def test_the_edges_of_the_calendar_can_be_written(hours: int) -> None:
    zone = timezone(timedelta(hours=hours))
    first = at_or_after("opened_at", datetime.min.replace(tzinfo=zone)).text
    last = at_or_before("opened_at", datetime.max.replace(tzinfo=zone)).text
    assert re.fullmatch(r"opened_at>=0001-01-01 \d\d:00:00", first)
    assert re.fullmatch(r"opened_at<=9999-12-31 \d\d:59:59", last)


def test_conditions_and_order_are_written_as_servicenow_reads_them() -> None:
    now = datetime(2025, 1, 15, 4, 53, 11, tzinfo=UTC)
    clauses = [one_of("state", ["-1", "-2"]), at_or_after("end_date", now)]
    assert all_of(clauses, order_by="end_date", descending=True).text == (
        "stateIN-1,-2^end_date>=2025-01-15 04:53:11^ORDERBYDESCend_date"
    )
