"""The cost of a request is bounded by the request, whatever somebody has stored for it."""

import json

from pydantic import JsonValue, ValidationError

from infra.local.emulators.vector.filters import parse_filter
from recollect.adapters.upstash.vector.relationship_walk import filter_naming
from recollect.context.request import ContextRequest
from recollect.knowledge.indexing import NOTHING_DECLARED, record_of
from recollect.knowledge.items import flagged
from recollect.knowledge.records import item_of
from recollect.knowledge.requests import EvidenceBatch
from recollect.slicing.decisions import LocalDecisions
from recollect.slicing.reader import SpecialistReader
from recollect.slicing.redaction import (
    MAX_ITEM_WORK,
    MAX_REQUEST_WORK,
    RedactionBudget,
    is_costly,
    redact,
)
from tests.cases import each_case
from tests.enrichment.kept import suffered
from tests.slicing.samples import item, sliced, specialist
from tests.slicing.samples import seen as sights

WIDE: JsonValue = {"secret": "4711", "rows": [[0] * 100 for _ in range(100)]}
EVERY_CELL = "$.content.rows[*][*]"


def refusal(items: JsonValue) -> str:
    """Why a batch is refused; "" if it is accepted."""
    try:
        EvidenceBatch.model_validate_json(json.dumps({"items": items}))
    except ValidationError as error:
        return str(error)
    return ""


async def test_all_items_of_a_request_share_one_budget_for_redactions() -> None:
    items = [
        item(f"mem-{place}", WIDE, containsPII=True, piiFields=[EVERY_CELL, "$.content.secret"])
        for place in range(20)
    ]

    reader = SpecialistReader(specialist(), LocalDecisions(), audits=True)
    seen = await sights(reader, items)

    assert 0 < len(seen) <= MAX_REQUEST_WORK // 10_000
    assert not any("4711" in repr(each.candidate.sight) for each in seen)
    assert len(reader.withheld) == len(items) - len(seen)
    assert all("cannot be applied" in each.reason for each in reader.withheld)


async def test_an_item_without_paths_is_seen_when_the_budget_is_used_up() -> None:
    costly = [
        item(f"mem-{place}", WIDE, containsPII=True, piiFields=[EVERY_CELL]) for place in range(9)
    ]

    found = await sliced([*costly, item("plain", "text")])

    assert found.items[-1].id == "plain"


def test_work_is_spent_on_paths_and_values_and_never_given_back() -> None:
    work = RedactionBudget(100)
    of = item(content={"a": {"b": "x"}, "c": list(range(200))})

    assert redact(of, ["$.content.a.b"], work).replaced == 1
    # A path costs one and an eighth of its length, and each of its three steps costs one value.
    assert work.left == 100 - (1 + 1) - 3
    assert redact(of, ["$.content.c[*]"], work).problem
    assert work.is_used_up
    assert redact(of, ["$.content.a.b"], work).problem
    assert redact(of, [], work).content == of.content


def test_long_paths_cost_work_even_if_they_match_nothing() -> None:
    work = RedactionBudget()
    redact(item(content={}), [f"$.content['{place:0900}']" for place in range(100)], work)

    assert MAX_REQUEST_WORK - work.left > 100 * 900 // 8


@each_case(
    ("content", "paths"),
    [
        ({"rows": [[0] * 50 for _ in range(50)]}, ["$.content.rows[*][*]"]),
        ({"rows": [[0] * 30 for _ in range(60)]}, [f"$.content.rows[{n}].*" for n in range(60)]),
        ({"t": "x", "rows": [0] * 2_000}, ["$.content.rows[*]"]),
        ({"t": "x"}, [f"$.content.{'x' * 900}{n}" for n in range(20)]),
    ],
)
def test_paths_that_cost_too_much_are_refused_when_they_are_stored(
    content: JsonValue, paths: list[str]
) -> None:
    assert is_costly(item(content=content), paths)
    fields: JsonValue = [*paths]
    refused = refusal([{"content": content, "containsPII": True, "piiFields": fields}])
    assert "piiFields lead to too many values" in refused


def masking(characters: int, work: RedactionBudget) -> JsonValue:
    """What redaction leaves of an object whose text has so many characters and a mail address."""
    text = "me@example.com " + "x" * (characters - 15)
    found = item(content={"t": text, "u": 1}, piiTexts=["$.content.t"])
    return redact(found, ["$.content.t"], work).content


def test_masking_a_text_costs_work_and_an_unaffordable_text_is_replaced_whole() -> None:
    work = RedactionBudget(1_000)

    assert masking(2_000, work) == {"t": "[REDACTED:email] " + "x" * 1_985, "u": 1}
    assert masking(4_000, work) == {"t": "[REDACTED]", "u": 1}
    # The text that cost too much used up nothing: there is still room for a shorter one.
    assert masking(1_000, work) == {"t": "[REDACTED:email] " + "x" * 985, "u": 1}
    assert not work.is_used_up


def test_a_text_that_is_stored_with_its_masks_is_read_without_work() -> None:
    text = "me@example.com " + "x" * 100_000
    stored = flagged(item(content=text), NOTHING_DECLARED)
    kept = item_of(record_of(stored))
    work = RedactionBudget(100)

    left = redact(kept, ["$.content"], work)

    assert kept == stored
    assert left.content == "[REDACTED:email] " + "x" * 100_000
    assert work.left >= 90


def test_no_more_of_an_incident_is_read_than_is_kept() -> None:
    unreadable = "2026-01-01T00:00:00Z ERROR a " * 130

    assert "Pods crash" in suffered(*[unreadable] * 4, "Pods crash.").text
    assert "Pods crash" not in suffered(*[unreadable] * 10, "Pods crash.").text


def test_a_container_may_be_named_in_place_of_all_the_values_that_it_holds() -> None:
    assert refusal([{"content": {"rows": [0] * 2_000}, "piiFields": ["$.content.rows"]}]) == ""


def test_the_work_for_one_request_is_thirty_times_that_for_one_stored_item() -> None:
    assert MAX_REQUEST_WORK // MAX_ITEM_WORK == 30


def test_the_texts_that_detection_has_to_read_are_bounded_for_the_whole_batch() -> None:
    def items(texts: int) -> JsonValue:
        return [{"content": {"t": ["some text"] * texts}} for _ in range(10)]

    assert refusal(items(199)) == ""
    assert "texts and names" in refusal(items(201))
    assert "texts and names" in refusal(
        [{"content": "x", **{f"member {place}": 1 for place in range(100)}} for _ in range(21)]
    )


def test_short_texts_and_numbers_are_no_work_for_detection() -> None:
    content: JsonValue = {"t": [12345, "short"] * 1_500}
    assert refusal([{"content": content}, {"content": content}, {"content": content}]) == ""


def question(**filters: JsonValue) -> str:
    """Why a question with these filters is refused; "" if it is accepted."""
    sender = {"type": "specialist", "id": "healer"}
    query = {"type": "keyword", "text": "x", "filters": filters}
    meta = {"type": "ContextRequest", "from": sender}
    try:
        ContextRequest.model_validate_json(json.dumps({"meta": meta, "payload": {"query": query}}))
    except ValidationError as error:
        return str(error)
    return ""


def test_all_filters_of_a_question_have_at_most_eight_kilobytes() -> None:
    values: list[JsonValue] = ["y" * 996] * 8
    left = 8 * 1024 - len(json.dumps({"a": values, "b": ""}))

    assert question(a=values, b="x" * left) == ""
    assert "8192 bytes" in question(a=values, b="x" * (left + 1))
    assert "8192 bytes" in question(a=["é" * 400] * 10, b="x" * 200)


def test_a_list_in_a_filter_has_at_most_a_hundred_values() -> None:
    assert question(a=[1] * 100) == ""
    assert "at most 100" in question(a=[1] * 101)


def test_a_walk_asks_with_a_filter_that_a_store_can_read() -> None:
    ids = [f"{place:0256}" for place in range(100)]
    types = [f"{place:064}" for place in range(11)]

    text = filter_naming(ids, [f"r{name[1:]}" for name in types])

    assert 50_000 < len(text) <= 60_000
    parse_filter(text)
    assert filter_naming(["it's\"", "a"], ["r"]) == "r CONTAINS 'a' OR r = 'a'"
    assert filter_naming([], ["r"]) == ""
