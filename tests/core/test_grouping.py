from hypothesis import given
from hypothesis import strategies as st

from recollect.core.grouping import batched, grouped, postings


def test_values_of_a_key_keep_their_order_and_keys_that_of_their_first_value() -> None:
    found = grouped((word[0], word) for word in ("beech", "ash", "birch", "alder"))
    assert list(found.items()) == [("b", ["beech", "birch"]), ("a", ["ash", "alder"])]


def test_nothing_has_no_groups() -> None:
    assert grouped(()) == {}
    assert postings(()) == {}


def test_batches_keep_the_order_and_only_the_last_may_be_shorter() -> None:
    assert list(batched((1, 2, 3, 4, 5), 2)) == [(1, 2), (3, 4), (5,)]
    assert list(batched((), 2)) == []


def test_a_term_is_looked_up_in_the_first_texts_that_have_it() -> None:
    texts = (["disk", "full"], ["disk"], ["full", "disk"])
    assert postings(texts) == {"disk": [0, 1, 2], "full": [0, 2]}
    assert postings(texts, most=1) == {"disk": [0], "full": [0]}


@given(st.lists(st.frozensets(st.sampled_from("abc"))))
def test_a_text_is_found_by_each_of_its_terms_and_by_no_other(texts: list[frozenset[str]]) -> None:
    found = postings(texts)
    assert all(
        (place in found.get(term, ())) == (term in text)
        for place, text in enumerate(texts)
        for term in "abc"
    )
