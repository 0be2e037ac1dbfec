from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.agreement import Nearby, Neighbour, called_for_by_one

WORDS = ("late", "refund", "shoes")
STEPS = st.lists(st.sampled_from(["refund[full]", "refund[part]", "return", "hold"]), max_size=4)
TOLD = st.frozensets(st.sampled_from(WORDS))
NEIGHBOURS = st.lists(
    st.builds(Neighbour, st.floats(0, 1), STEPS, st.booleans(), TOLD), max_size=30
)
ASKED = st.dictionaries(st.sampled_from(WORDS), st.floats(0.1, 6))


def likeness(one: list[str], other: list[str]) -> float:
    """How alike two lists of steps are: twice the share that one neighbour of weight 0.5 gives."""
    return 2 * Nearby([Neighbour(0.5, other, ended_well=True)]).called_for(one)


@given(STEPS, STEPS)
def test_the_likeness_of_steps_is_symmetric(one: list[str], other: list[str]) -> None:
    assert isclose(likeness(one, other), likeness(other, one))
    assert 0 <= likeness(one, other) <= 1


def test_steps_are_alike_in_any_order_and_other_words_for_a_step_count_less() -> None:
    assert likeness(["return", "refund[full]"], ["refund[full]", "return"]) == 1
    assert isclose(likeness(["refund[full]"], ["refund[part]"]), 0.25)
    assert likeness(["return"], ["hold"]) == 0
    assert likeness([], ["hold"]) == 0


def test_only_the_first_eight_steps_of_a_list_count() -> None:
    steps = [f"step{each}" for each in range(9)]
    assert likeness(steps, steps[:8]) == 1
    assert likeness(steps, steps[1:]) < 1


@given(NEIGHBOURS, ASKED, STEPS)
def test_agreement_is_between_zero_and_one(
    neighbours: list[Neighbour], asked: dict[str, float], steps: list[str]
) -> None:
    nearby = Nearby(neighbours, asked)
    assert 0 <= nearby.agreement(steps) < 1
    assert 0 <= nearby.called_for(steps) < 1


@given(NEIGHBOURS, ASKED, STEPS, TOLD)
def test_a_neighbour_that_ended_well_supports_the_same_steps_more_than_one_that_failed(
    neighbours: list[Neighbour], asked: dict[str, float], steps: list[str], told: frozenset[str]
) -> None:
    well = Nearby([Neighbour(1, steps, True, told), *neighbours], asked)
    badly = Nearby([Neighbour(1, steps, False, told), *neighbours], asked)
    assert well.agreement(steps) >= badly.agreement(steps)
    assert well.called_for(steps) >= badly.called_for(steps)


def test_agreement_grows_with_the_number_and_with_the_nearness_of_neighbours() -> None:
    two, one = Neighbour(0.6, ["refund"], ended_well=True), Neighbour(0.6, ["hold"], True)
    nearby = Nearby([two, two, one])
    assert nearby.agreement(["refund"]) > nearby.agreement(["hold"])
    near, far = (Nearby([Neighbour(each, ["hold"], True)]) for each in (0.5, 0.05))
    assert isclose(near.agreement(["hold"]), 0.5)
    assert far.agreement(["hold"]) < 0.2
    assert isclose(near.called_for(["hold"]), 0.5)
    assert far.called_for(["hold"]) < 0.2


def test_for_a_rare_word_only_the_neighbours_that_mention_it_decide() -> None:
    usual = Neighbour(0.5, ["refund"], True, frozenset({"shoes"}))
    odd = Neighbour(0.5, ["hold"], True, frozenset({"shoes", "stolen"}))
    nearby = Nearby([usual] * 8 + [odd], {"shoes": 1.0, "stolen": 1.0})
    assert isclose(nearby.agreement(["refund"]), 8 / 9.1 / 2)
    assert isclose(nearby.agreement(["hold"]), (1 / 9.1 + 1 / 1.1) / 2)
    # All neighbours decide what the case calls for.
    assert nearby.called_for(["refund"]) > nearby.called_for(["hold"])


def test_a_rarer_word_weighs_more_and_all_neighbours_decide_for_a_word_that_none_mentions() -> None:
    refund = Neighbour(0.5, ["refund"], True, frozenset({"shoes"}))
    hold = Neighbour(0.5, ["hold"], True, frozenset({"stolen"}))
    nearby = Nearby([refund, hold], {"shoes": 1.0, "stolen": 3.0, "yesterday": 6.0})
    assert isclose(nearby.agreement(["refund"]), (1 / 1.1 + 6 / 3) / 10)
    assert isclose(nearby.agreement(["hold"]), (3 / 1.1 + 6 / 3) / 10)


def test_steps_count_as_the_same_if_at_least_half_of_them_are_alike() -> None:
    nearby = Nearby([Neighbour(0.5, ["refund[full]", "return"], ended_well=True)])
    assert isclose(nearby.agreement(["return"]), 0.5)
    assert nearby.agreement(["refund[part]"]) == 0
    assert nearby.called_for(["refund[part]"]) > 0


@given(NEIGHBOURS, st.lists(STEPS, max_size=12))
def test_an_order_has_each_place_once_and_after_three_sorts_by_what_is_called_for(
    neighbours: list[Neighbour], options: list[list[str]]
) -> None:
    nearby = Nearby(neighbours)
    order = nearby.best_first(options)
    assert sorted(order) == [*range(len(options))]
    rest = [nearby.called_for(options[place]) for place in order[3:]]
    assert rest == sorted(rest, reverse=True)


@given(NEIGHBOURS, STEPS, st.integers(0, 6))
def test_options_with_the_same_steps_keep_their_order(
    neighbours: list[Neighbour], steps: list[str], count: int
) -> None:
    options = [steps, [*reversed(steps)]] * count
    assert Nearby(neighbours).best_first(options) == [*range(len(options))]


def test_without_neighbours_the_order_is_unchanged() -> None:
    assert Nearby().best_first([["hold"], ["refund"], [], ["return"]]) == [0, 1, 2, 3]


def test_the_steps_of_most_neighbours_come_first() -> None:
    usual, odd = Neighbour(0.4, ["refund"], ended_well=True), Neighbour(0.6, ["hold"], True)
    assert Nearby([usual, usual, usual, odd]).best_first([["hold"], ["refund"]]) == [1, 0]


def test_the_second_option_is_one_that_fits_where_the_first_does_not() -> None:
    full, part = ["refund[full]"], ["refund[part]"]
    nearby = Nearby([Neighbour(0.5, full, True)] * 2 + [Neighbour(0.5, part, True)])
    assert nearby.best_first([full, full, part]) == [0, 2, 1]


def test_an_option_that_acts_differently_from_most_neighbours_comes_last() -> None:
    usual, odd = ["refund[full]"], ["close account"]
    nearby = Nearby([Neighbour(0.5, usual, True)] * 2 + [Neighbour(0.5, odd, True)])
    assert nearby.best_first([odd, usual, usual, usual]) == [1, 2, 3, 0]
    # Another way of doing the same thing does not mislead.
    part = ["refund[by voucher]"]
    assert nearby.best_first([odd, usual, part]) == [1, 2, 0]


@given(st.floats(0, 1), STEPS.filter(bool))
def test_a_single_neighbour_calls_for_its_own_steps_by_its_relevance_alone(
    relevance: float, steps: list[str]
) -> None:
    nearby = Nearby([Neighbour(relevance, steps, ended_well=True)])
    assert isclose(nearby.called_for(steps), called_for_by_one(relevance))
