"""What a source of evidence promises: arms, filters to the letter, conversations, embeddings."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.candidates import Scope
from tests.adapters.contract.evidence import Evidence, at, by_id
from tests.retrieval.readers import see_all

TEXT = "The customer wants a refund for a broken laptop"
VALUES: tuple[Any, ...] = (
    1, 1.0, True, "1", "true", 0, False, 0.5, -3, 1e-7, "it's", 'the "big" one', "' OR '1' = '1",
    "a AND b", "*", "ü", None, ["x"], {"x": 1}, [1],
)  # fmt: skip
SCALARS: tuple[Scalar, ...] = tuple(each for each in VALUES if isinstance(each, str | int | float))
TAGS = ("x", "y", "it's", "ü")


async def test_arms_stay_within_their_ranges_and_score_closer_items_higher(
    evidence: Evidence,
) -> None:
    await evidence.stored(
        {"id": "near", "content": TEXT},
        {"id": "far", "content": "A customer who wants something, then forgets about it"},
        {"id": "apart", "content": "kubernetes pod evicted"},
    )
    found = await evidence.found("refund for a broken laptop")

    for each in found.values():
        assert 0 <= each.arms.dense <= 1
        assert each.arms.sparse >= 0
        assert each.sources == ("upstash-vector",)
        assert each.hops is None
    assert found["near"].arms.dense > found["far"].arms.dense
    assert found["near"].arms.sparse > 0
    assert "apart" not in found or found["apart"].arms.sparse == 0


@pytest.mark.parametrize(("kind", "silent"), [("semantic", "sparse"), ("keyword", "dense")])
async def test_an_arm_that_was_not_asked_for_scores_zero(
    evidence: Evidence, kind: str, silent: str
) -> None:
    await evidence.stored({"id": "a", "content": TEXT}, {"id": "b", "content": TEXT, "thread": "t"})
    found = await evidence.found(TEXT, type=kind)

    assert set(found) == {"a", "b"}
    assert {getattr(each.arms, silent) for each in found.values()} == {0}
    asked = "dense" if silent == "sparse" else "sparse"
    assert all(getattr(each.arms, asked) > 0 for each in found.values())


async def test_a_candidate_carries_the_item_as_it_was_given(evidence: Evidence) -> None:
    content = {"who": 'said "no"\n— ünïcode 🙂\x01', "n": [1, 0.5, None, True], "ü": {}}
    await evidence.stored({"id": "object", "content": content, "tags": ["a b"], "n": {"x": [1]}},
                          {"id": "text", "content": " said \t no\x01 ", "thread": "t"})  # fmt: skip
    found = await evidence.found("said")

    assert found["object"].item.content == content
    assert found["object"].item.metadata["n"] == {"x": [1]}
    assert found["text"].item.content == " said \t no\x01 "
    internal = {"content", "text", "turn", "created_at_ms"}
    assert all(not internal & each.item.metadata.keys() for each in found.values())


async def test_a_search_is_confined_to_its_project(evidence: Evidence) -> None:
    await evidence.stored({"id": "a", "content": TEXT})
    other = Scope(evidence.scope.tenant, f"{evidence.scope.project}-b")

    assert await evidence.source.candidates(evidence.query(TEXT, scope=other), see_all) == []


async def test_each_arm_returns_no_more_candidates_than_the_limit(evidence: Evidence) -> None:
    await evidence.stored(*({"id": f"i{n}", "content": f"{TEXT} {n}"} for n in range(9)))

    assert 2 <= len(await evidence.found(TEXT, limit=2)) <= 4
    assert len(await evidence.found(TEXT, limit=2, type="keyword")) == 2


async def test_a_matching_turn_also_finds_its_neighbours_but_only_if_turns_are_asked_for(
    evidence: Evidence,
) -> None:
    await evidence.stored(
        {"id": "question", "content": "Which router?", "thread": "t", "created_at": str(at(0))},
        {"id": "answer", "content": "The zyxel.", "thread": "t", "created_at": str(at(1))},
    )

    found = await evidence.found("zyxel", type="keyword")
    assert set(found) == {"question", "answer"}
    assert found["question"].item.content == "Which router?"
    alone = await evidence.found("zyxel", type="keyword", with_turns=False)
    assert set(alone) == {"answer"}


@pytest.mark.parametrize("kind", ["semantic", "keyword", "hybrid", "graph_traversal"])
async def test_embeddings_come_only_when_they_are_asked_for(evidence: Evidence, kind: str) -> None:
    await evidence.stored({"id": "a", "content": TEXT})
    asked = evidence.query(TEXT, type=kind)
    if kind == "graph_traversal":
        asked = evidence.walking("a", 1)
    (plain,) = await evidence.source.candidates(asked, see_all)
    with_embeddings = evidence.query(TEXT, type=kind, with_embeddings=True)
    if kind == "graph_traversal":
        with_embeddings = evidence.walking("a", 1, with_embeddings=True)
    (embedded,) = await evidence.source.candidates(with_embeddings, see_all)

    assert plain.embedding is None
    assert embedded.embedding is not None
    assert len(embedded.embedding) >= 384


moments = st.none() | st.builds(
    at, st.integers(-2, 14).map(float) | st.sampled_from([1 / 60_000, 0.5 / 60_000, 7.00001])
)
filters = st.builds(
    Filters,
    equals=st.dictionaries(st.sampled_from("ab"), st.sampled_from(SCALARS), max_size=1),
    tags=st.lists(st.sampled_from(TAGS), max_size=1).map(tuple),
    any_of=st.dictionaries(
        st.sampled_from("bc"), st.lists(st.sampled_from(SCALARS), max_size=5).map(tuple), max_size=1
    ),
    since=moments,
    until=moments,
)


@pytest.fixture
async def corpus(evidence: Evidence) -> Evidence:
    """Items with values of all kinds."""
    await evidence.stored(
        *(
            {
                "id": f"i{n}",
                "content": f"{TEXT} {n}",
                "created_at": str(at(n % 12)),
                "tags": [TAGS[n % 4], TAGS[n % 3]],
                "a": value,
                "b": VALUES[n - 1],
                **({"c": VALUES[n - 2]} if n % 2 else {}),
                **({"thread": "t", "content": f"{TEXT}? {n}"} if n % 5 == 0 else {}),
            }
            for n, value in enumerate(VALUES)
        )
    )
    return evidence


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(asked=filters, kind=st.sampled_from(("semantic", "keyword", "hybrid")))
async def test_filters_pass_exactly_the_items_that_match(
    corpus: Evidence, asked: Filters, kind: str
) -> None:
    everything = await corpus.found(TEXT, type=kind)
    found = await corpus.found(TEXT, type=kind, filters=asked)

    assert len(everything) == len(VALUES)
    assert set(found) == {
        item_id for item_id, each in everything.items() if asked.match(each.item.metadata)
    }


async def test_a_walk_passes_through_items_that_its_filter_leaves_out(evidence: Evidence) -> None:
    await evidence.stored(
        {"id": "a", "content": TEXT, "level": 1},
        {"id": "b", "content": TEXT, "level": True, "caused_by": ["a"]},
        {"id": "c", "content": TEXT, "level": 1, "caused_by": ["b"]},
    )
    asked = evidence.walking("a", 5, filters=Filters({"level": 1}))

    reached = by_id(await evidence.source.candidates(asked, see_all))
    assert {item_id: each.hops for item_id, each in reached.items()} == {"a": 0, "c": 2}


async def test_a_candidate_has_the_creation_time_of_its_item(evidence: Evidence) -> None:
    await evidence.stored({"id": "a", "content": TEXT, "created_at": str(at(3))})
    (candidate,) = (await evidence.found(TEXT)).values()

    assert datetime.fromisoformat(str(candidate.item.metadata["created_at"])) == at(3)
