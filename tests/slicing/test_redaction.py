"""Every value that a path matches is redacted; a path that cannot be read withholds the item."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.retrieval.items import Item
from recollect.slicing.redaction import REDACTED, RedactionBudget, is_costly, redact, shown
from tests.cases import each_case
from tests.slicing.samples import JSON, item

X = REDACTED
HOME: dict[str, JsonValue] = {"type": "home", "no": "1"}
WORK: dict[str, JsonValue] = {"type": "work", "no": "2"}
PERSON: JsonValue = {
    "name": "Ann",
    "email": "ann@example.com",
    "phones": [HOME, WORK],
    "note": {"email": "other@example.com"},
    "tags": [["a", "b"], ["c"]],
}


def content(*paths: str, of: JsonValue = PERSON) -> JsonValue:
    left = redact(item(content=of), paths)
    assert not left.problem
    assert left.unmatched == ()
    return left.content


def changed(**fields: JsonValue) -> JsonValue:
    assert isinstance(PERSON, dict)
    return {**PERSON, **fields}


def test_without_paths_everything_stays() -> None:
    left = redact(item(content=PERSON, a=1), [])
    assert (left.content, left.metadata) == (PERSON, {"a": 1})
    assert (left.replaced, left.problem) == (0, "")


def test_every_value_that_a_path_matches_is_replaced() -> None:
    expected: dict[str, JsonValue] = {
        "$.content": X,
        "$.content.email": changed(email=X),
        "$['content']['email']": changed(email=X),
        '$["content"].email': changed(email=X),
        "$.content.phones[*].no": changed(phones=[{**HOME, "no": X}, {**WORK, "no": X}]),
        "$.content.phones[-1]": changed(phones=[HOME, X]),
        "$.content.phones[0]['type']": changed(phones=[{**HOME, "type": X}, WORK]),
        "$.content.tags[*][0]": changed(tags=[[X, "b"], [X]]),
        "$.content.*": {"name": X, "email": X, "phones": X, "note": X, "tags": X},
    }
    for path, left in expected.items():
        assert content(path) == left, path


def test_metadata_are_redacted_like_content() -> None:
    left = redact(item(content="x", owner="Ann", team={"lead": "Bob"}), ["$.metadata.owner"])
    assert left.metadata == {"owner": X, "team": {"lead": "Bob"}}
    whole = redact(item(content="x", owner="Ann"), ["$.metadata"])
    assert (whole.content, whole.metadata, whole.replaced) == ("x", {}, 1)


def test_paths_that_overlap_agree_in_either_order() -> None:
    paths = ["$.content.note", "$.content.note.email", "$.content.email", "$.content.note"]
    assert content(*paths) == content(*reversed(paths)) == changed(email=X, note=X)


def test_redaction_does_not_change_the_original_item() -> None:
    original = item(content=copy.deepcopy(PERSON), owner={"name": "Ann"})
    before = copy.deepcopy(original)
    redact(original, ["$.content.email", "$.metadata.owner.name", "$.content.phones[*]"])
    assert original == before


def test_a_path_that_leads_nowhere_is_reported() -> None:
    for path in (
        "$.content.missing",
        "$.content.phones[7]",
        "$.content.phones.type",
        "$.contents",
        "$.content.name.first",
        "$.content.name[0]",
        "$.content.email.*",
    ):
        left = redact(item(content=PERSON), ["$.content.email", path])
        assert left.unmatched == (path,)
        assert (left.content, left.replaced) == (changed(email=X), 1)


UNREADABLE = (
    "",
    "content.email",
    "$.content.",
    "$.content[",
    "$.content.email | $.content.name",
    "$.content.~",
    "$.content.1",
    "$.content[01]",
    "$.content['\\x']",
    " $.content",
    "$.content ",
    "\ud800",
    "$.content['\ud800",
    "$[" * 400,
    "$.content" + "[0]" * 333,
    "$.content." + "x" * 1_000,
)
# Valid JSONPath, but with more than names, indexes and wildcards.
OUTSIDE = (
    "$..email",
    "$..*",
    "$.content..email",
    "$.content['name','note']",
    "$.content.tags[0][0:1]",
    "$.content.phones[?@.type == 'work'].no",
    "$[?@ == 'mem-1']",
    "$.content[?match(@.a, '(a+)+b')]",
)


def test_a_path_that_cannot_be_read_withholds_the_item() -> None:
    for path in UNREADABLE + OUTSIDE:
        left = redact(item(content=nested(400)), ["$.content", path])
        assert "cannot be applied" in left.problem, path
        assert (left.content, left.metadata) == (None, {})
        assert len(left.problem) < 2_200


def test_a_path_to_the_item_or_its_id_withholds_the_item() -> None:
    for path in ("$", "$.id", "$['id']", "$.*"):
        assert "whole item or its id" in redact(item("mem-1", PERSON), [path]).problem


def test_too_many_paths_withhold_the_item() -> None:
    paths = [f"$.content.a{number}" for number in range(201)]
    assert not redact(item(content={}), paths[:200]).problem
    assert redact(item(content={}), paths).problem


def nested(depth: int) -> JsonValue:
    value: JsonValue = "secret"
    for _ in range(depth):
        value = {"a": value, "b": [value]} if depth < 20 else {"a": value}
    return value


def test_a_path_that_means_endless_work_withholds_the_item() -> None:
    attacks: list[tuple[JsonValue, str]] = [
        (nested(100_000), "$.content" + ".a" * 490),
        (nested(19), "$.content" + ".*" * 19),
        (list(range(100_000)), "$.content[*]"),
        ({"k" * 200_000: list(range(5_000))}, "$.content.*[*]"),
    ]
    for of, path in attacks:
        assert redact(item(content=of), [path] * 20).problem  # at once, not after hours


def test_a_place_in_a_deep_item_is_found() -> None:
    left = redact(item(content={"deep": nested(100_000), "email": "x"}), ["$.content.email"])
    assert isinstance(left.content, dict)
    assert left.content["email"] == X


def strings(value: JsonValue) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(strings, value.values()))
    if isinstance(value, list):
        return set().union(*map(strings, value))
    return {value} if isinstance(value, str) else set()


@given(JSON, JSON)
def test_nothing_is_left_of_a_redacted_content(of: JsonValue, other: JsonValue) -> None:
    left = redact(item("an id", {"a": of, "b": other}), ["$.content.*"])
    assert left.content == {"a": X, "b": X}


@given(JSON)
def test_every_value_below_a_place_can_be_redacted(of: JsonValue) -> None:
    left = redact(item("an id", {"secrets": of}), ["$.content.secrets.*", "$.content.secrets"])
    assert strings(left.content) == {X}


@given(st.text(max_size=40) | st.text("$.@?*[]()'\"|&!=<>:,~#^_ 0123456789-eEab\\u", max_size=60))
def test_any_path_redacts_withholds_or_is_reported_as_unmatched(path: str) -> None:
    original = Item("mem-1", PERSON, {"a": [1, 2.5, None, True]})
    left = redact(original, [f"$.{path}", path])
    json.dumps([left.content, dict(left.metadata)])
    assert left.problem or left.replaced or left.unmatched


RING = "Ring +49 151 23456789 at noon, please"
MASKED = "Ring [REDACTED:phone] at noon, please"
NOTE = "$.content.note"


@each_case(
    ("paths", "masked_texts", "left"),
    [
        ([NOTE], [NOTE], MASKED),
        ([NOTE, "$.content['note']"], [NOTE, "$.content['note']"], MASKED),
        # Whoever names the place otherwise wants the whole text away.
        ([NOTE, "$.content['note']"], [NOTE], X),
        ([NOTE, "$.content.*"], [NOTE], X),
        ([NOTE], [], X),
        ([NOTE], NOTE, X),
        ([NOTE], None, X),
    ],
)
def test_a_text_keeps_what_is_not_personal_if_only_its_personal_data_is_marked(
    paths: list[str], masked_texts: JsonValue, left: str
) -> None:
    assert redact(item(content={"note": RING}, piiTexts=masked_texts), paths).content == {
        "note": left
    }


@each_case("of", ["Ring me at noon", 7, {"phone": "+49 151 23456789"}, [RING], None])
def test_a_marked_value_without_personal_data_to_mask_is_replaced_whole(of: JsonValue) -> None:
    assert redact(item(content={"note": of}, piiTexts=[NOTE]), [NOTE]).content == {"note": X}


def test_the_mask_that_a_store_kept_stands_for_the_content_alone() -> None:
    marked = ["$.content", "$.metadata.note"]
    kept = Item("m", RING, {"piiTexts": [*marked], "note": RING}, masked="as it was stored")
    left = redact(kept, marked, RedactionBudget(60))
    assert left.content == "as it was stored"
    assert left.metadata["note"] == MASKED


@each_case(
    ("enough", "text", "left"), [(0, MASKED, 0), (-1, X, len(RING) // 4 - 1), (9, MASKED, 9)]
)
def test_a_text_is_masked_while_there_is_work_left_and_else_replaced_whole(
    enough: int, text: str, left: int
) -> None:
    # The path takes two for its 14 characters, and its two steps one each.
    work = RedactionBudget(2 + 2 + len(RING) // 4 + enough)
    redacted = redact(item(content={"note": RING}, piiTexts=[NOTE]), [NOTE], work)
    assert (redacted.content, work.left) == ({"note": text}, left)


@each_case(
    ("of", "path", "work"),
    [
        ([1, 2, 3], "$.content[*]", 2 + 1 + 3),
        ({"a": "b"}, "$.content.a", 2 + 1 + 1),
        ({}, "$.content.missing", 3 + 1 + 0),
        # Steps from the ninth on build longer locations, which count twice.
        (nested(11), "$.content" + ".a" * 10, 1 + 29 // 8 + 8 + 3 * 2),
    ],
)
def test_a_path_costs_its_length_and_the_places_on_its_way(
    of: JsonValue, path: str, work: int
) -> None:
    budget = RedactionBudget(1_000)
    redact(item(content=of), [path], budget)
    assert budget.left == 1_000 - work


@each_case(("count", "is_too_much"), [(1_997, False), (1_998, True)])
def test_a_stored_item_may_need_two_thousand_of_work(count: int, is_too_much: bool) -> None:
    assert is_costly(item(content=[0] * count), ["$.content[*]"]) is is_too_much


@each_case(
    ("path", "told"),
    [
        ("$.content['Ann']", "(with a filter or a quoted name)"),
        ("$.content[0].email", "'$.content[0].email'"),
        ("$." + "a" * 198, "'$." + "a" * 198 + "'"),
        ("$." + "a" * 199, "'$." + "a" * 198 + "…'"),
    ],
)
def test_a_warning_quotes_the_beginning_of_a_path_without_quoted_names(
    path: str, told: str
) -> None:
    assert shown(path) == told
