"""How an item is sent, and that its stated size is the size of what is sent."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, JsonValue

from recollect.retrieval.items import Item
from recollect.retrieval.visibility import Sight
from recollect.slicing.redaction import redact
from recollect.slicing.sliced import Including, SlicedItem, sliced
from tests.cases import each_case
from tests.slicing.samples import JSON, item, ranked

PLAIN = Including(scores=False, embeddings=False)
EVERYTHING = Including(scores=True, embeddings=True)


class Answer(BaseModel):
    results: tuple[SlicedItem, ...]


def sight(of: Item, paths: tuple[str, ...]) -> Sight:
    left = redact(of, paths)
    return Sight(Item(of.id, left.content, left.metadata), left.replaced > 0, left.unmatched)


def sent(of: Item, *, including: Including = PLAIN, paths: tuple[str, ...] = ()) -> SlicedItem:
    candidate = ranked(
        of, score=0.85, sources=("upstash-vector", "postgres"), embedding=(0.5, 1e-7)
    )
    return sliced(candidate, sight(of, paths), including)


def test_a_sent_item_looks_as_the_seed_shows() -> None:
    of = item("mem-001")
    left = sliced(ranked(of, score=0.85), Sight(of), EVERYTHING)
    text = (
        '{"id":"mem-001","content":"text","score":0.85,'
        '"metadata":{"source":"upstash-vector","redacted":false,"byteSize":117}}'
    )
    assert left.model_dump_json() == left.json_text == text
    assert left.byte_size == len(text) == 117


def test_scores_and_embeddings_are_sent_only_on_request() -> None:
    assert json.loads(sent(item()).json_text).keys() == {"id", "content", "metadata"}
    everything = json.loads(sent(item(), including=EVERYTHING).json_text)
    assert everything["score"] == 0.85
    assert everything["embedding"] == [0.5, 1e-7]


@each_case("path", ["$.content", "$.content.missing"])
def test_an_item_that_a_policy_redacts_has_no_embedding(path: str) -> None:
    left = sent(item(), including=EVERYTHING, paths=(path,))
    assert "embedding" not in json.loads(left.json_text)


def test_metadata_are_the_items_own_without_internal_fields() -> None:
    own: dict[str, JsonValue] = {
        "tags": ["a"],
        "source": "wiki",
        "containsPII": True,
        "sources": "mine",
        "redacted": "mine",
        "byteSize": -1,
        "content": "text",
        "hasCredentials": False,
        "piiFields": ["$.metadata.owner"],
        "restrictedToGroups": [],
        "created_at_ms": 1,
        "last_validated_at_ms": 1,
        "owner": "Ann",
    }
    left = sent(Item("m", "text", own), paths=("$.metadata.owner",))
    assert left.metadata == {
        "tags": ["a"],
        "containsPII": True,
        "owner": "[REDACTED]",
        "origin": "wiki",
        "source": "upstash-vector",
        "sources": ["upstash-vector", "postgres"],
        "redacted": True,
        "byteSize": left.byte_size,
    }


def test_an_item_is_marked_as_redacted_only_if_something_was_redacted() -> None:
    assert sent(item(), paths=("$.content.missing",)).metadata["redacted"] is False
    assert sent(item(), paths=("$.content",)).metadata["redacted"] is True


@given(
    JSON,
    st.dictionaries(st.text(max_size=8), JSON, max_size=4),
    st.sampled_from([PLAIN, EVERYTHING]),
)
def test_the_stated_size_is_the_size_of_the_sent_item(
    content: JsonValue, metadata: dict[str, JsonValue], including: Including
) -> None:
    left = sent(Item("ü", content, metadata), including=including)
    text = left.model_dump_json()
    assert text == left.json_text
    assert left.metadata["byteSize"] == len(text.encode()) == left.byte_size
    assert Answer(results=(left, left)).model_dump_json() == f'{{"results":[{text},{text}]}}'
    assert SlicedItem.model_validate_json(text).json_text == text


def test_the_size_counts_its_own_digits() -> None:
    cases: list[int] = [*range(900, 930), *range(9_880, 9_930)]
    for length in cases:
        left = sent(item(content="x" * length))
        assert left.metadata["byteSize"] == len(left.model_dump_json())


def test_a_text_that_looks_like_the_size_field_stays_as_it_is() -> None:
    look: JsonValue = {'"byteSize":0': '"byteSize":0}}', "byteSize": 0}
    left = sent(Item("m", look, {"a": look}), including=EVERYTHING)
    assert left.json_text == left.model_dump_json()
    assert left.content == look


def deep(levels: int) -> JsonValue:
    value: JsonValue = "x"
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


def test_content_that_json_cannot_carry_is_an_error() -> None:
    cases: list[JsonValue] = [
        math.nan,
        [math.inf],
        "\ud83d",
        {"\ud83d": 1},
        deep(200),
        deep(100_000),
    ]
    for content in cases:
        with pytest.raises(ValueError):  # noqa: PT011  # pydantic's own, three kinds of it
            sent(item(content=content))
        with pytest.raises(ValueError):  # noqa: PT011  # as above
            sent(item(a=content))


def test_an_item_nested_to_the_limit_can_be_part_of_a_bigger_answer() -> None:
    wide: JsonValue = [[deep(20)] for _ in range(500)]
    for content in (wide, deep(127)):
        Answer(results=(sent(item(content=content)),)).model_dump_json()
