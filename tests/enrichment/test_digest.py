"""JSON digested into a few lines: in order, within bounds, and without sensitive data."""

import json

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.detection.mask import masked
from recollect.detection.personal_data import personal_data_in
from recollect.detection.secrets import secrets_in
from recollect.enrichment.digest import digest, first_lines
from tests.detection.hostile import HOSTILE, HOSTILE_HEADS
from tests.detection.test_mask import MARKED, TEXTS
from tests.slicing.samples import JSON

LOG = "2026-03-01T12:30:45.123456Z ERROR worker stopped"
SECRETIVE: st.SearchStrategy[JsonValue] = st.recursive(
    JSON | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=6,
)


def nested(levels: int, value: JsonValue, name: str = "a") -> JsonValue:
    for _ in range(levels):
        value = {name: value}
    return value


def test_the_keys_of_records_in_their_system_are_left_out() -> None:
    key = "e52c982dce30e2689ffc03897c9d84c9"
    record: JsonValue = {"sys_id": key, "name": "db-1", "parent": key, "note": f"see {key[:8]}"}
    assert digest(record, 1_000) == "name: db-1\nnote: see e52c982d"


def test_an_object_is_digested_into_lines_with_dotted_names() -> None:
    result: JsonValue = {
        "healthy": False,
        "pods": [{"name": "api-1", "restarts": 7}, {"name": "api-2", "cpu": 0.5}],
        "causes": ["OOMKilled", "probe failed"],
        "node": {"zone": "a"},
    }
    assert digest(result, 1_000).splitlines() == [
        "healthy: false",
        "pods.name: api-1",
        "pods.restarts: 7",
        "pods.name: api-2",
        "pods.cpu: 0.5",
        "causes: OOMKilled",
        "causes: probe failed",
        "node.zone: a",
    ]


def test_any_json_is_digested() -> None:
    cases: list[tuple[JsonValue, str]] = [
        ("two\n lines", "two lines"),
        (7, "7"),
        (True, "true"),
        (["a", ["b"]], "a\nb"),
        ({"a": {"b": [1, 2]}}, "a.b: 1\na.b: 2"),
        ({"a\nb": "c\0d"}, "a b: c d"),
        ({"": "x"}, "x"),
    ]
    for value, told in cases:
        assert digest(value, 100) == told


def test_empty_values_are_left_out() -> None:
    cases: list[JsonValue] = [
        None,
        "",
        " \n",
        {},
        [],
        {"a": None, "b": [{}, ""]},
        10**5_000,
        float("inf"),
    ]
    for value in cases:
        assert digest(value, 100) == ""


def test_lines_of_logs_are_left_out() -> None:
    assert digest({"log": LOG, "cause": "worker stopped"}, 200) == "cause: worker stopped"
    assert digest({LOG: {"times": 3}}, 200) == "….times: 3"
    assert (
        digest(f"Worker stopped.\n{LOG}\n{LOG}\nRestart it.", 200) == "Worker stopped. Restart it."
    )


def test_a_list_is_digested_to_its_first_elements() -> None:
    value: JsonValue = {"pods": [f"pod-{n}" for n in range(100)], "cause": "quota"}
    lines = digest(value, 1_000).splitlines()

    assert lines == [*(f"pods: pod-{n}" for n in range(20)), "cause: quota"]


def test_a_text_among_others_takes_a_quarter_of_the_room_and_alone_all_of_it() -> None:
    long = "word " * 1_000

    assert digest({"a": long, "cause": "quota"}, 400).splitlines()[1] == "cause: quota"
    assert 80 <= len(digest({"a": long}, 400)) <= 110
    assert 380 <= len(digest(long, 400)) <= 400


def test_lines_that_do_not_fit_are_left_out_whole() -> None:
    value: JsonValue = {f"name{n}": "x" * 20 for n in range(9)}
    told = digest(value, 100)

    assert told.splitlines() == [f"name{n}: {'x' * 20}" for n in range(3)]


def test_at_most_500_values_are_read() -> None:
    value: JsonValue = {f"n{n}": n for n in range(1_000)}

    assert digest(value, 100_000).splitlines()[-1] == "n498: 498"


def test_at_most_20000_characters_are_read() -> None:
    value: JsonValue = {f"n{n}": "ab " * 1_000 for n in range(10)}
    told = digest(value, 100_000)

    assert told.count("n") == 7
    assert told.count("ab") == 7 * 1_000


def test_a_long_text_does_not_hide_the_fields_after_it() -> None:
    value: JsonValue = {"log": "word " * 100_000, "cause": "quota"}

    assert digest(value, 1_000).endswith("\ncause: quota")


def test_very_deep_or_large_values_are_digested() -> None:
    assert digest(nested(100_000, "end"), 1_000) == ""
    assert digest(nested(60, "end"), 1_000) == f"…{'.a' * 10}: end"
    assert digest(json.loads("[" * 900 + "]" * 900), 1_000) == ""
    assert digest({"a": "x" * 1_000_000}, 1_000) == digest({"a": "x" * 20_001}, 1_000)
    assert digest({"x" * 100_000: "a"}, 1_000) == "…: a"


def test_no_secret_or_personal_data_survives_anywhere_in_a_digest() -> None:
    for each in MARKED:
        values: list[JsonValue] = [
            each.text,
            {"note": each.text},
            {"a": [{"b": ["fine", each.text]}]},
            {each.text: "fine"},
        ]
        for value in values:
            told = digest(value, 4_000)
            assert told
            for mark in each.expected:
                assert each.text[mark.start : mark.end] not in told


def test_values_of_sensitive_field_names_are_not_shown() -> None:
    cases: list[dict[str, JsonValue]] = [
        {"firstName": "Jane"},
        {"password": "hunter2"},
        {"customer": {"phone": 4_155_552_671}},
        {"clientSecret": ["k7Qz9vTn2LpX4wRb8YcMd3"]},
        {"home": {"address": "1 Main Street"}},
    ]
    for member in cases:
        told = digest({"a": member, "b": "fine"}, 400)
        first, second = told.splitlines()

        assert (first.rpartition(": ")[2], second) == ("[REDACTED]", "b: fine")


@given(SECRETIVE, st.integers(0, 300) | st.just(4_000))
def test_a_digest_holds_nothing_detectable_and_stays_within_its_length(
    value: JsonValue, most: int
) -> None:
    told = digest(value, most)

    assert len(told) <= most
    assert (secrets_in(told), personal_data_in(told)) == ((), ())
    assert masked(told) == told
    assert not any(line != line.strip() or not line for line in told.splitlines())


@given(st.lists(TEXTS, max_size=5).map("\n".join), st.integers(0, 200))
def test_a_shortened_text_is_masked_and_fits(text: str, most: int) -> None:
    fitted = first_lines(text, most)

    assert len(fitted) <= most
    assert masked(fitted) == fitted


def test_a_text_that_fits_stays_unchanged_and_another_keeps_whole_lines() -> None:
    assert first_lines("a: 1\nb: 2", 9) == "a: 1\nb: 2"
    assert first_lines("a: 1\nb: 2", 8) == "a: 1"
    assert first_lines("a: 1\nb: 2", 4) == "a: 1"
    assert first_lines("a: 1\nb: 2", 3) == ""


def test_a_hostile_text_is_digested() -> None:
    cases: list[str] = [*HOSTILE[::9], *HOSTILE_HEADS[::3]]
    for hostile in cases:
        told = digest({"a": hostile, hostile: "jane@example.com", "b": [hostile] * 50}, 4_000)

        assert "jane@" not in told
        assert len(told) <= 4_000
