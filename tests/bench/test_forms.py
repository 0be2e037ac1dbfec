"""Fields said in every usual form: none of those that are right is called wrong."""

from tests.bench.answers.forms import formed


def test_no_field_that_is_right_is_called_wrong_in_any_form_and_most_others_are() -> None:
    found = list(formed())

    assert [each.answer for each in found if each.is_right and each.is_called_wrong] == []
    wrong = [each.is_called_wrong for each in found if not each.is_right]
    assert sum(wrong) > 0.7 * len(wrong)
