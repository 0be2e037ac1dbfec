"""Passages of long texts: all of the text, in parts that end at its pauses."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.passages import LONG, passage_cosine, passages_of

SENTENCE = "The pump of hall seven is checked every second Monday of the month."
PARAGRAPH = " ".join([SENTENCE] * 4)
PAGE = "\n\n".join([PARAGRAPH] * 12)


def test_a_short_text_has_no_passages() -> None:
    assert list(passages_of("x" * LONG)) == []
    assert list(passages_of("")) == []


def test_a_page_is_split_between_paragraphs() -> None:
    assert list(passages_of(PAGE)) == [PARAGRAPH] * 12


def test_a_very_long_paragraph_is_split_between_sentences() -> None:
    assert all(each.endswith("month.") for each in passages_of(" ".join([SENTENCE] * 60)))


@given(st.text("ab .\n", min_size=LONG + 1, max_size=3 * LONG))
def test_passages_hold_the_whole_text_in_order(text: str) -> None:
    passages = list(passages_of(text))
    assert "".join("".join(passages).split()) == "".join(text.split())
    assert all(0 < len(each) <= 500 for each in passages)


@given(st.integers(LONG + 1, 1_000_000))
def test_no_text_has_more_than_65_passages(length: int) -> None:
    assert 0 < len(list(passages_of("x" * length))) <= 65


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 100_000))
def test_a_passage_never_lowers_the_cosine_of_the_whole(
    whole: float, nearest: float, length: int
) -> None:
    cosine = passage_cosine(whole, nearest, length)
    assert whole <= cosine <= max(whole, nearest) + 1e-9


def test_the_nearest_passage_counts_more_in_longer_texts() -> None:
    assert [passage_cosine(0.2, 0.6, length) for length in (0, LONG, 2 * LONG)] == [0.2, 0.2, 0.4]
    assert passage_cosine(0.2, 0.6, 100 * LONG) > 0.59
