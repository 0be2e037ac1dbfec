from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.agreement import Neighbour, agreements, likeness

STEPS = st.lists(st.sampled_from(["refund[full]", "refund[part]", "return", "hold"]), max_size=4)
NEIGHBOURS = st.lists(st.builds(Neighbour, st.floats(0, 1), STEPS, st.booleans()), max_size=30)


@given(STEPS, STEPS)
def test_steps_are_as_alike_as_the_other_way_round(one: list[str], other: list[str]) -> None:
    assert isclose(likeness(one, other), likeness(other, one))
    assert 0 <= likeness(one, other) <= 1


def test_the_same_steps_are_the_same_in_whatever_order_and_other_words_are_half() -> None:
    assert likeness(["return", "refund[full]"], ["refund[full]", "return"]) == 1
    assert isclose(likeness(["refund[full]"], ["refund[part]"]), 0.25)
    assert likeness(["return"], ["hold"]) == 0
    assert likeness([], ["hold"]) == 0


@given(NEIGHBOURS)
def test_agreement_is_a_share(neighbours: list[Neighbour]) -> None:
    assert all(0 <= each < 1 for each in agreements(neighbours))


@given(NEIGHBOURS, STEPS)
def test_a_neighbour_that_ended_well_supports_what_did_the_same_more_than_one_that_failed(
    neighbours: list[Neighbour], steps: list[str]
) -> None:
    well = agreements([Neighbour(1, steps, ended_well=True), *neighbours])
    badly = agreements([Neighbour(1, steps, ended_well=False), *neighbours])
    assert well[0] >= badly[0]


def test_what_most_neighbours_did_agrees_more_and_where_little_is_near_little_agrees() -> None:
    two, one = Neighbour(0.6, ["refund"], ended_well=True), Neighbour(0.6, ["hold"], True)
    first, _, other = agreements([two, two, one])
    assert first > other
    (near,), (far,) = (agreements([Neighbour(each, ["hold"], True)]) for each in (0.5, 0.05))
    assert isclose(near, 0.5)
    assert far < 0.2
