"""The texts that are asked in each form, and the items that should be found."""

from tests.bench.keywords import NOTHING, asked_of

ITEMS = [
    {"id": "a", "content": "db-03 restarts within 30 min after the cut-off, 1,200 rows at a time"},
    {"id": "b", "title": "Printer", "content": "the printer jams"},
]
QUESTIONS = [
    {"text": "how long does db-03 take?", "answerable": True, "must": ["a"]},
    {"text": "who pays?", "answerable": False, "must": []},
]


def test_the_holders_of_a_text_in_each_form_are_known() -> None:
    asked = {each.text: each for each in asked_of(ITEMS, QUESTIONS)}
    for text in ("cutoff", "db03", "what about DB 03", "1200", "how long does db-03 take?"):
        assert asked[text].holders == ["a"]
    assert any(text.endswith(" 30min") for text in asked)
    assert "who pays?" not in asked


def test_a_text_that_no_item_contains_should_find_nothing() -> None:
    nothing = [each for each in asked_of(ITEMS, QUESTIONS) if NOTHING in each.form]
    assert nothing
    assert all(each.is_found([]) and not each.is_found(["a"]) for each in nothing)


def test_a_question_must_find_all_its_items_in_any_order() -> None:
    asked = {each.form: each for each in asked_of(ITEMS, QUESTIONS)}
    assert asked["… as a mail"].is_found(["b", "a"])
    assert not asked["… as a mail"].is_found(["b"])
