"""A budget is spent to the last byte and never beyond."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.slicing.budget import UNLIMITED, Budget, BudgetUsed, Spending

SIZES = st.lists(st.integers(1, 60), max_size=20)
BUDGETS = st.builds(Budget, st.integers(0, 300), st.integers(0, 80), st.integers(0, 10))


def spend(budget: Budget, *sizes: int) -> Spending:
    spending = Spending(budget)
    for size in sizes:
        spending.take(size)
    return spending


def test_the_defaults_are_the_seeds() -> None:
    assert Budget() == Budget(max_bytes=122_880, max_tokens=30_000, max_items=100)


def test_an_item_that_fits_exactly_is_taken_and_exhausts_the_budget() -> None:
    spending = spend(Budget(max_bytes=100), 60)
    assert spending.take(41) == "needs 41 bytes where 40 of 100 are left"
    assert spending.exhausted == ""
    assert spending.take(40) == ""
    assert spending.exhausted == "the budget of 100 bytes is used up"


def test_tokens_are_a_quarter_of_all_bytes_rounded_up_once() -> None:
    assert spend(Budget(), 1).used == BudgetUsed(1, 1, 1)
    assert spend(Budget(), 1, 1, 1, 1).used == BudgetUsed(4, 1, 4)
    assert spend(Budget(), 5, 4).used == BudgetUsed(9, 3, 2)


def test_reaching_any_limit_exhausts_the_budget() -> None:
    assert spend(Budget(max_tokens=2), 7).exhausted == "the budget of 2 tokens is used up"
    assert spend(Budget(max_items=2), 1, 1).exhausted == "the budget of 2 items is used up"
    assert spend(Budget(max_bytes=0)).exhausted == "the budget of 0 bytes is used up"


@given(BUDGETS, SIZES)
def test_no_limit_is_ever_exceeded(budget: Budget, sizes: list[int]) -> None:
    spending = Spending(budget)
    taken = [size for size in sizes if not spending.take(size)]
    used = spending.used
    assert used == BudgetUsed(sum(taken), -(-sum(taken) // 4), len(taken))
    assert used.bytes <= budget.max_bytes
    assert used.estimated_tokens <= budget.max_tokens
    assert used.items <= budget.max_items


@given(BUDGETS, SIZES)
def test_a_refused_item_would_not_have_fitted(budget: Budget, sizes: list[int]) -> None:
    spending = Spending(budget)
    for size in sizes:
        before = spending.used
        if spending.take(size):
            assert spending.used == before
            assert (
                before.bytes + size > budget.max_bytes
                or -(-(before.bytes + size) // 4) > budget.max_tokens
                or before.items + 1 > budget.max_items
            )


def test_the_lower_of_each_limit_holds_within_another_budget() -> None:
    one, other = Budget(1, 20, 3), Budget(10, 2, 30)
    assert one.within(other) == other.within(one) == Budget(1, 2, 3)
    assert one.within(UNLIMITED) == one
