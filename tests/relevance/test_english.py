"""The frequency of words in English."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.english import english_share, frequent_words
from recollect.relevance.stems import stem


def test_frequent_words_have_a_larger_share_than_rarer_ones() -> None:
    shares = [english_share(stem(each)) for each in ("time", "want", "account", "kubernetes")]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)


def test_forms_of_a_word_count_together() -> None:
    # "look", "looked" and "looking" are three of the words; "moved" is one of few.
    assert english_share(stem("looking")) == english_share(stem("look"))
    assert english_share(stem("look")) > english_share(stem("lake"))


def test_the_words_have_the_stems_that_all_words_get() -> None:
    words = frequent_words()
    assert len(words) == 2000
    assert words == {each: stem(each) for each in words}


def test_all_words_outside_the_list_are_equally_rare() -> None:
    assert english_share("zahlung") == english_share("e4031") == english_share("")


@given(st.text(max_size=30))
def test_the_share_of_any_word_is_between_zero_and_one(text: str) -> None:
    assert 0 < english_share(text) <= 1
