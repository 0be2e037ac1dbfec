from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.judges import (
    OPERATOR,
    Backed,
    backed_order,
    is_upheld,
    judge_of_conversations,
    may_replace,
)

JUDGES = st.frozensets(st.sampled_from(["ann", "bob", "cid", "dee", "eve", OPERATOR]))
BACKED = st.lists(
    st.builds(Backed, st.floats(0, 1), JUDGES)
    | st.builds(Backed, st.floats(0, 1), st.just(frozenset()), st.just(False)),
    max_size=12,
)


def by(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_an_accomplice_cannot_replace_a_memory_that_anybody_else_stands_by() -> None:
    assert not may_replace(by("accomplice"), by("bob"))
    assert not may_replace(by("accomplice", "third"), by("bob", "cid"))
    assert not may_replace(by("accomplice"), by("accomplice", "bob"))


def test_how_conversations_ended_does_not_keep_a_memory_from_the_operators_successor() -> None:
    ended_well = judge_of_conversations("recollect.feedback", "mem_1")
    assert may_replace(by(OPERATOR), by(OPERATOR, ended_well))
    assert not may_replace(by("bob"), by(ended_well))
    assert not may_replace(by(OPERATOR), by(OPERATOR, ended_well, "bob"))


def test_the_judges_of_an_old_memory_may_replace_it_by_a_new_one() -> None:
    assert may_replace(by("bob"), by("bob"))
    assert may_replace(by("bob", "cid"), by("bob"))


def test_more_other_judges_may_replace_a_memory_that_fewer_stand_by() -> None:
    assert may_replace(by("ann", "bob", "cid"), by("dee", "eve"))
    assert may_replace(by("ann"), by())


@given(JUDGES, JUDGES)
def test_of_two_memories_with_different_judges_at_most_one_may_replace_the_other(
    one: frozenset[str], other: frozenset[str]
) -> None:
    assert one == other or not (may_replace(one, other) and may_replace(other, one))


def test_opponents_cannot_hide_a_memory_with_more_backers_unless_one_is_the_operator() -> None:
    assert is_upheld(by("ann", "bob"), by("mallory"))
    assert not is_upheld(by("ann"), by("mallory"))
    assert not is_upheld(by("ann", "bob"), by("mallory", OPERATOR))


def test_a_memory_with_one_backer_ranks_behind_a_similarly_relevant_one_with_two() -> None:
    lie, honest = Backed(1.0, by("accomplice")), Backed(0.85, by("ann", "bob"))
    assert backed_order([lie, honest]) == [1, 0]
    assert backed_order([lie, Backed(0.7, by("ann", "bob"))]) == [0, 1]
    assert backed_order([lie, Backed(0.9, by("ann"))]) == [0, 1]


def test_an_unproven_memory_ranks_behind_every_likely_memory_that_has_a_backer() -> None:
    told = [Backed(1.0, by(), proven=False), Backed(0.9, by(OPERATOR)), Backed(0.51, by("ann"))]
    assert backed_order(told) == [1, 2, 0]
    assert backed_order([told[0], Backed(0.9, by())]) == [1, 0]
    assert backed_order([Backed(1.0, by(), proven=False), Backed(0.5, by("ann"))]) == [0, 1]


@given(BACKED)
def test_no_memory_ranks_before_one_that_it_gives_way_to(told: list[Backed]) -> None:
    ordered = [told[place] for place in backed_order(told)]
    assert sorted(backed_order(told)) == list(range(len(told)))
    for place, each in enumerate(ordered):
        assert not any(each.gives_way_to(later) for later in ordered[place + 1 :])


@given(BACKED)
def test_ordering_an_ordered_list_again_changes_nothing(told: list[Backed]) -> None:
    ordered = [told[place] for place in backed_order(told)]
    assert backed_order(ordered) == list(range(len(told)))


@given(BACKED)
def test_memories_that_give_way_to_none_keep_their_order(told: list[Backed]) -> None:
    free = [
        place
        for place in backed_order(told)
        if not any(told[place].gives_way_to(other) for other in told)
    ]
    assert free == sorted(free)
