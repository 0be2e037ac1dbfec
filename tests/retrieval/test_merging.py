"""One candidate for each item, however many sources found it."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate
from recollect.retrieval.merging import merge
from tests.retrieval.samples import candidate

SCORES = st.sampled_from([0.0, 0.1, 0.2, 0.5, 0.9])
ARM_NAMES = ("dense", "sparse")


@st.composite
def answers(draw: st.DrawFn) -> list[list[Candidate]]:
    """Answers of several sources, which may differ about an item."""
    ids = st.lists(st.sampled_from("abcdef"), max_size=6, unique=True)
    return [
        [
            candidate(
                item_id,
                draw(st.builds(Arms, SCORES, SCORES)),
                content=f"{item_id} of {source}",
                sources=(source,),
                hops=draw(st.none() | st.integers(0, 9)),
                embedding=draw(st.none() | st.just((0.5, 0.25))),
            )
            for item_id in draw(ids)
        ]
        for source in ("one", "two", "three")[: draw(st.integers(0, 3))]
    ]


def sayings(found: Sequence[Sequence[Candidate]], item_id: str) -> list[Candidate]:
    return [each for answer in found for each in answer if each.item.id == item_id]


def named(answer: Sequence[Candidate], arm: str) -> list[float]:
    return [value for each in answer if (value := getattr(each.arms, arm)) > 0]


@given(answers(), st.integers(1, 8))
def test_merging_keeps_each_item_once_in_the_order_of_first_mention(
    found: list[list[Candidate]], limit: int
) -> None:
    mentions = [each.item.id for answer in found for each in answer]
    assert [each.item.id for each in merge(found, limit)] == list(dict.fromkeys(mentions))


@given(answers(), st.integers(1, 8))
def test_a_merged_item_is_that_of_the_first_source_and_names_all(
    found: list[list[Candidate]], limit: int
) -> None:
    for each in merge(found, limit):
        said = sayings(found, each.item.id)
        assert each.item == said[0].item
        assert each.sources == tuple(name for one in said for name in one.sources)


@given(answers(), st.integers(1, 8))
def test_merging_keeps_the_best_value_of_each_arm_and_the_fewest_hops(
    found: list[list[Candidate]], limit: int
) -> None:
    for each in merge(found, limit):
        said = sayings(found, each.item.id)
        for arm in ARM_NAMES:
            best = max(getattr(one.arms, arm) for one in said)
            assert best in {0, getattr(each.arms, arm)}
        assert each.hops == min((one.hops for one in said if one.hops is not None), default=None)
        embeddings = [one.embedding for one in said if one.embedding]
        assert each.embedding == (embeddings[0] if embeddings else None)


@given(answers(), st.integers(1, 8))
def test_only_an_arm_that_was_cut_off_scores_items_that_it_left_out(
    found: list[list[Candidate]], limit: int
) -> None:
    merged = {each.item.id: each.arms for each in merge(found, limit)}
    for arm in ARM_NAMES:
        cut_off = any(len(named(answer, arm)) >= limit for answer in found)
        for item_id, arms in merged.items():
            value = getattr(arms, arm)
            best = max(getattr(one.arms, arm) for one in sayings(found, item_id))
            if value != best:
                assert cut_off
                assert len(found) > 1
                assert value == min(each for answer in found for each in named(answer, arm))


def test_sources_that_were_not_cut_off_add_no_scores() -> None:
    one = [candidate("a", Arms(dense=0.9)), candidate("b", Arms(dense=0.8))]
    two = [candidate("c", Arms(dense=0.7)), candidate("d", Arms(sparse=3))]
    assert merge([one, two], 3)[-1].arms == Arms(sparse=3)


def test_an_arm_that_was_cut_off_gives_other_items_its_last_score() -> None:
    vectors = [candidate("a", Arms(dense=0.9, sparse=2)), candidate("b", Arms(dense=0.4))]
    words = [candidate("c", Arms(sparse=6))]
    assert [each.arms for each in merge([vectors, words], 2)] == [
        Arms(dense=0.9, sparse=2),
        Arms(dense=0.4),
        Arms(dense=0.4, sparse=6),
    ]


def test_the_answer_of_a_single_source_is_not_changed() -> None:
    answer = [candidate("a", Arms(dense=0.9)), candidate("b", Arms(sparse=3))]
    assert merge([answer], 1) == answer
    assert merge([], 1) == []
