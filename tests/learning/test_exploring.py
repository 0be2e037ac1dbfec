from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.exploring import Arm, Draw, chance_of, draw
from recollect.learning.posterior import Posterior

GOOD, NEW, BAD = (
    Arm("good", 0.5, Posterior(30, 3)),
    Arm("new", 0.5, Posterior()),
    Arm("bad", 0.5, Posterior(3, 30)),
)


def drawn_for(run_id: str, arms: Sequence[Arm] = (GOOD, NEW, BAD), limit: int = 1) -> list[Draw]:
    return draw(arms, chance_of("secret", run_id), limit)


@given(st.text(max_size=20))
def test_a_run_is_always_shown_the_same_memories_in_whatever_order_they_were_found(
    run_id: str,
) -> None:
    assert drawn_for(run_id) == drawn_for(run_id, [BAD, GOOD, NEW])


@given(st.text(max_size=20))
def test_without_the_secret_nobody_can_predict_what_a_run_is_shown(run_id: str) -> None:
    assert chance_of("secret", run_id).random() != chance_of("other", run_id).random()
    assert drawn_for(run_id) != draw([GOOD, NEW, BAD], chance_of("other", run_id), 1)


@given(st.text(max_size=20))
def test_a_propensity_is_strictly_between_zero_and_one(run_id: str) -> None:
    assert all(0 < each.propensity < 1 for each in drawn_for(run_id, limit=2))


def test_a_new_memory_gets_its_chance_and_a_bad_one_loses_it() -> None:
    firsts = [drawn_for(f"run {n}")[0].id for n in range(300)]
    assert firsts.count("good") > firsts.count("new") > 20
    assert firsts.count("bad") < 5


def test_the_propensity_predicts_how_often_a_memory_is_shown() -> None:
    runs = [drawn_for(f"run {n}") for n in range(300)]
    told = sum(each.propensity for run in runs for each in run if each.id == "new") / 300
    happened = sum(run[0].id == "new" for run in runs) / 300
    assert abs(told - happened) < 0.07
