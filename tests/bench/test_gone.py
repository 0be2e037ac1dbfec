"""When a case of a thing that is gone counts as right."""

from tests.bench.gone import is_right

CASE = {"first": "new", "after": ["old"]}


def test_the_right_item_must_be_a_result_and_precede_the_outdated_one() -> None:
    assert is_right(CASE, ["other", "new", "old"])
    assert is_right(CASE, ["new"])
    assert not is_right(CASE, ["old", "new"])
    assert not is_right(CASE, ["other"])
