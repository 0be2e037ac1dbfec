from math import isclose, log

from hypothesis import given

from recollect.language.terms import content_terms, rarity, terms
from tests.context.examples import TEXTS


def test_terms_are_folded_singular_and_distinct() -> None:
    assert terms("Refunds, REFUND; access_codes of the bus") == {
        *("refund", "access", "code", "of", "the", "bus")
    }


def test_text_without_spaces_is_split_into_pairs_of_characters() -> None:
    assert terms("退款请求 ok 款") == {"退款", "款请", "请求", "ok", "款"}


def test_the_content_terms_of_a_query_are_its_first_content_words() -> None:
    assert list(content_terms("What is the refund of the orders about refunds?", 9)) == [
        "refund",
        "order",
    ]
    assert list(content_terms("one two three", 1)) == ["two"]


def test_rarity_equals_the_formula_worked_out_by_hand() -> None:
    weights = rarity({"rare": 1, "common": 3}, 3)
    assert isclose(weights["rare"], log(1 + 2.5 / 1.5))
    assert isclose(weights["common"], log(1 + 0.5 / 3.5))


@given(TEXTS)
def test_any_text_has_terms_without_spaces(text: str) -> None:
    assert all(term and not any(map(str.isspace, term)) for term in terms(text))
