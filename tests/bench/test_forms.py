"""Fields said in every usual form: none of those that are right is called wrong."""

from tests.bench.answers.forms import formed, led, spoken


def test_no_field_that_is_right_is_called_wrong_in_any_form_and_most_others_are() -> None:
    found = list(formed(is_whole=False))

    assert [each.answer for each in found if each.is_right and each.is_called_wrong] == []
    wrong = [each.is_called_wrong for each in found if not each.is_right]
    assert sum(wrong) > 0.7 * len(wrong)


def test_nothing_that_is_right_is_called_wrong_behind_a_lead() -> None:
    assert [each.answer for each in led(is_whole=False) if each.is_called_wrong] == []


def test_nor_in_another_language_where_most_others_are() -> None:
    found = list(spoken())

    assert [each.answer for each in found if each.is_right and each.is_called_wrong] == []
    wrong = [each.is_called_wrong for each in found if not each.is_right]
    assert sum(wrong) > 0.9 * len(wrong)
