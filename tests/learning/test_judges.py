from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.judges import OPERATOR, Backed, backed_order, is_upheld, may_replace

JUDGES = st.frozensets(st.sampled_from(["ann", "bob", "cid", "dee", "eve", OPERATOR]))
BACKED = st.lists(
    st.builds(Backed, st.floats(0, 1), JUDGES)
    | st.builds(Backed, st.floats(0, 1), st.just(frozenset()), st.just(False)),
    max_size=12,
)


def by(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_an_accomplice_replaces_nothing_that_anybody_else_stands_by() -> None:
    assert not may_replace(by("accomplice"), by("bob"))
    assert not may_replace(by("accomplice", "third"), by("bob", "cid"))
    assert not may_replace(by("accomplice"), by("accomplice", "bob"))


def test_who_stood_by_the_old_one_may_stand_by_a_new_one_instead() -> None:
    assert may_replace(by("bob"), by("bob"))
    assert may_replace(by("bob", "cid"), by("bob"))


def test_more_others_replace_what_fewer_stand_by() -> None:
    assert may_replace(by("ann", "bob", "cid"), by("dee", "eve"))
    assert may_replace(by("ann"), by())


@given(JUDGES, JUDGES)
def test_of_two_that_different_judges_stand_by_one_at_most_replaces_the_other(
    one: frozenset[str], other: frozenset[str]
) -> None:
    assert one == other or not (may_replace(one, other) and may_replace(other, one))


def test_few_hide_nothing_that_more_stand_by_and_the_operator_alone_does() -> None:
    assert is_upheld(by("ann", "bob"), by("mallory"))
    assert not is_upheld(by("ann"), by("mallory"))
    assert not is_upheld(by("ann", "bob"), by("mallory", OPERATOR))


def test_what_one_stands_by_is_behind_what_two_do_and_is_about_as_relevant() -> None:
    lie, honest = Backed(1.0, by("accomplice")), Backed(0.85, by("ann", "bob"))
    assert backed_order([lie, honest]) == [1, 0]
    assert backed_order([lie, Backed(0.7, by("ann", "bob"))]) == [0, 1]
    assert backed_order([lie, Backed(0.9, by("ann"))]) == [0, 1]


def test_what_nobody_stands_by_is_behind_all_that_somebody_does_and_is_likely() -> None:
    told = [Backed(1.0, by(), proven=False), Backed(0.9, by(OPERATOR)), Backed(0.51, by("ann"))]
    assert backed_order(told) == [1, 2, 0]
    assert backed_order([told[0], Backed(0.9, by())]) == [1, 0]
    assert backed_order([Backed(1.0, by(), proven=False), Backed(0.5, by("ann"))]) == [0, 1]


@given(BACKED)
def test_nothing_precedes_what_it_gives_way_to(told: list[Backed]) -> None:
    ordered = [told[place] for place in backed_order(told)]
    assert sorted(backed_order(told)) == list(range(len(told)))
    for place, each in enumerate(ordered):
        assert not any(each.gives_way_to(later) for later in ordered[place + 1 :])


@given(BACKED)
def test_an_order_that_gives_way_already_stays(told: list[Backed]) -> None:
    ordered = [told[place] for place in backed_order(told)]
    assert backed_order(ordered) == list(range(len(told)))


@given(BACKED)
def test_what_gives_way_to_nothing_keeps_its_order(told: list[Backed]) -> None:
    free = [
        place
        for place in backed_order(told)
        if not any(told[place].gives_way_to(other) for other in told)
    ]
    assert free == sorted(free)
