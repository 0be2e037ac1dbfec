from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.exploring import Arm, draw, is_withheld
from recollect.learning.posterior import Posterior

GOOD, NEW, BAD = (
    Arm("good", 0.5, Posterior(30, 3)),
    Arm("new", 0.5, Posterior()),
    Arm("bad", 0.5, Posterior(3, 30)),
)


@given(st.text(max_size=20))
def test_a_run_is_always_shown_the_same_in_whatever_order_it_was_found(run_id: str) -> None:
    assert draw([GOOD, NEW, BAD], run_id, 1) == draw([BAD, GOOD, NEW], run_id, 1)


@given(st.text(max_size=20))
def test_a_propensity_is_inside_zero_and_one(run_id: str) -> None:
    assert all(0 < each.propensity < 1 for each in draw([GOOD, NEW, BAD], run_id, 2))


def test_what_is_new_gets_its_chance_and_what_is_bad_loses_it() -> None:
    firsts = [draw([GOOD, NEW, BAD], f"run {n}", 1)[0].id for n in range(300)]
    assert firsts.count("good") > firsts.count("new") > 20
    assert firsts.count("bad") < 5


def test_the_propensity_says_how_often_it_was_shown() -> None:
    runs = [draw([GOOD, NEW, BAD], f"run {n}", 1) for n in range(300)]
    told = sum(each.propensity for run in runs for each in run if each.id == "new") / 300
    happened = sum(run[0].id == "new" for run in runs) / 300
    assert abs(told - happened) < 0.07


def test_so_many_are_withheld_as_were_asked_for() -> None:
    withheld = sum(is_withheld(f"run {n}", "mem_1", 0.2) for n in range(2_000))
    assert 340 < withheld < 460
    assert not is_withheld("run", "mem_1", 0.0)
