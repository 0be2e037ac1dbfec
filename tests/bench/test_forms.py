"""Fields stated in every usual form: no right statement is called wrong."""

from tests.bench.answers.forms import formed, led, spoken


def test_no_right_field_is_called_wrong_in_any_form_and_most_wrong_ones_are() -> None:
    found = list(formed(is_whole=False))

    assert [each.answer for each in found if each.is_right and each.is_called_wrong] == []
    wrong = [each.is_called_wrong for each in found if not each.is_right]
    assert sum(wrong) > 0.7 * len(wrong)


def test_no_right_statement_after_a_lead_is_called_wrong() -> None:
    assert [each.answer for each in led(is_whole=False) if each.is_called_wrong] == []


def test_no_right_sentence_in_another_language_is_called_wrong_and_most_wrong_ones_are() -> None:
    found = list(spoken())

    assert [each.answer for each in found if each.is_right and each.is_called_wrong] == []
    wrong = [each.is_called_wrong for each in found if not each.is_right]
    assert sum(wrong) > 0.9 * len(wrong)
