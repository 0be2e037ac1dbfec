"""What solved cases suggest that a new case needs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.experience import (
    MAX_CREDIT_PER_WRITER,
    NEAREST,
    SolvedCase,
    credits_of,
    most_needed,
)

ITEMS = ("a", "b", "c")
CASES = st.builds(
    SolvedCase,
    id=st.text("0123456789", min_size=6, max_size=6),
    writer=st.sampled_from(["ann", "bob", "eve"]),
    similarity=st.floats(-1, 1),
    needed=st.frozensets(st.sampled_from(ITEMS)),
    outcome=st.floats(0, 1),
)
FOUND = st.dictionaries(st.sampled_from(ITEMS), st.floats(0, 1))


def solved(similarity: float, *needed: str, writer: str = "ann") -> SolvedCase:
    return SolvedCase(f"case {similarity} {writer}", writer, similarity, frozenset(needed))


def credit(item: str, *cases: SolvedCase) -> float:
    found = credits_of(cases).get(item)
    return found.value if found else 0.0


def test_a_more_similar_case_gives_more_credit() -> None:
    assert credit("a", solved(0.9, "a")) > credit("a", solved(0.7, "a")) > 0
    assert credit("b", solved(0.9, "a")) == 0
    assert credit("a", solved(-0.9, "a")) == 0


def test_a_case_gives_more_credit_if_a_search_finds_an_item_that_it_needed() -> None:
    case = solved(0.3, "a", "b")
    assert credits_of([case]) == {}
    found = credits_of([case], {"a": 0.2, "c": 0.1})
    assert found.keys() == {"a", "b"}
    assert found["b"].value == found["a"].value
    less = credits_of([case], {"a": 0.2, "c": 0.4})
    assert 0 < less["b"].value < found["b"].value
    assert credits_of([case], {"c": 0.4}) == {}


def test_a_found_item_counts_by_its_relevance_relative_to_the_best_found() -> None:
    case = solved(0.3, "a", "b")
    assert credits_of([case], {"a": 0.2}) == credits_of([case], {"a": 0.8})
    assert credits_of([case], {"a": 0.0}) == credits_of([case])


def test_items_of_near_cases_and_of_many_cases_are_needed_most() -> None:
    cases = [solved(0.5, "far"), solved(0.9, "near", "both"), solved(0.8, "both")]
    assert most_needed(cases) == ["both", "near", "far"]
    assert most_needed([]) == []


def test_a_failed_case_gives_no_credit() -> None:
    failed = SolvedCase("1", "ann", 0.9, frozenset("a"), outcome=0.0)
    assert credits_of([failed], {"a": 1.0}) == {}


def test_cases_of_several_writers_give_more_credit_than_as_many_of_one() -> None:
    theirs = [solved(0.9, "a", writer="ann"), solved(0.9, "a", writer="bob")]
    assert credit("a", *theirs) > credit("a", solved(0.9, "a"), solved(0.91, "a"))


def test_a_case_that_needed_many_items_gives_less_credit_to_each() -> None:
    much = [str(each) for each in range(50)]
    assert credit("0", solved(0.9, *much)) < credit("0", solved(0.9, "0"))


def test_only_the_nearest_cases_are_named_and_they_come_first() -> None:
    cases = [solved(0.9 + each / 1000, "a") for each in range(NEAREST + 5)]
    told = credits_of(cases)["a"].cases
    assert told == tuple(each.id for each in reversed(cases))[:NEAREST]


@given(st.lists(CASES, max_size=60), FOUND)
def test_one_writer_gives_at_most_half_the_credit_and_all_together_at_most_one(
    cases: list[SolvedCase], found: dict[str, float]
) -> None:
    for each in credits_of(cases, found).values():
        assert 0 < each.value <= 1
    for writer in ("ann", "bob", "eve"):
        own = credits_of([each for each in cases if each.writer == writer], found)
        assert all(each.value <= MAX_CREDIT_PER_WRITER for each in own.values())


@given(st.lists(CASES, max_size=NEAREST - 1), CASES)
def test_a_further_case_never_lowers_the_credit_of_an_item(
    cases: list[SolvedCase], another: SolvedCase
) -> None:
    before, after = credits_of(cases), credits_of([*cases, another])
    for item, each in before.items():
        assert after[item].value >= each.value - 1e-12


def test_a_credit_equals_the_formula_worked_out_by_hand() -> None:
    similar = credit("a", solved(0.8, "a"))
    assert similar == pytest.approx(0.5 * (1 - (1 - 0.9 * 0.8**8) ** 8))
    half = credits_of([solved(0.0, "a", "b")], {"a": 0.4, "c": 0.8})["b"].value
    assert half == pytest.approx(0.5 * (1 - (1 - 0.125 * 0.5 / 2) ** 8))
    broad = credit("a", solved(0.9, "a", *(f"other {each}" for each in range(9))))
    assert broad == pytest.approx(0.5 * (1 - (1 - 0.9 * 0.9**8 * (5 / 10) ** 0.3) ** 8))
    together = credit("a", solved(0.8, "a"), solved(0.7, "a"))
    doubt = ((1 - 0.9 * 0.8**8) * (1 - 0.9 * 0.7**8)) ** 8
    assert together == pytest.approx(0.5 * (1 - doubt))
    alone = credits_of([solved(0.0, "a")], {"a": 0.8})["a"].value
    assert alone == pytest.approx(0.5 * (1 - (1 - 0.125) ** 8))
