"""Further views of a query, and their effect on cosines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.views import MAX_PARTS, combined_cosines, subqueries
from tests.cases import each_case

IDS = st.sampled_from("abcdefgh")
COSINES = st.floats(0, 1)
LONG = " ".join(f"This is sentence number {place} of a long story." for place in range(12))


@each_case("is_of_conversation", [True, False])
def test_a_long_query_is_split_into_parts_of_whole_sentences(is_of_conversation: bool) -> None:
    parts = subqueries(LONG, is_of_conversation=is_of_conversation)
    assert len(parts) == MAX_PARTS
    assert " ".join(parts) == LONG


def test_a_question_to_a_conversation_has_a_view_without_names() -> None:
    question = "What did Melanie paint for Jon recently?"
    assert subqueries(question, is_of_conversation=True) == ("What did paint for recently?",)
    assert subqueries(question, is_of_conversation=False) == ()
    question = "Did anybody call Anna van der Berg about the invoice?"
    assert subqueries(question, is_of_conversation=True) == (
        "Did anybody call van der about the invoice?",
    )


@each_case(
    "question",
    [
        "",
        "what did she paint recently?",
        "Who is Melanie?",
        "Welche Farbe hat der Drucker im Büro von Frau Klein?",
        "Melanie Painted A Sunrise",
        "Wann ist das Wartungsfenster der Datenbank?",
    ],
)
def test_a_question_without_names_or_of_only_names_has_no_view(question: str) -> None:
    assert subqueries(question, is_of_conversation=True) == ()


def test_a_cosine_is_half_that_of_the_whole_and_half_that_of_the_two_best_views() -> None:
    seen = [{"a": 0.1, "b": 0.4}, {"a": 0.5}, {"a": 0.3}]
    found = combined_cosines({"a": 0.2, "b": 0.6}, seen, 10)
    assert found == {"a": pytest.approx(0.3), "b": pytest.approx(0.4)}


def test_a_view_gives_all_items_beyond_its_best_ones_the_same_cosine() -> None:
    seen = [{"a": 0.9, "b": 0.5, "c": 0.1}]
    found = combined_cosines(dict.fromkeys("abc", 0.5), seen, 2)
    assert found == {"a": pytest.approx(0.7), "b": 0.5, "c": 0.5}


@given(
    st.dictionaries(IDS, COSINES),
    st.lists(st.dictionaries(IDS, COSINES), max_size=3),
    st.dictionaries(st.sampled_from("xyz"), COSINES),
)
def test_items_found_only_by_views_change_nothing(
    wholes: dict[str, float], seen: list[dict[str, float]], others: dict[str, float]
) -> None:
    assert combined_cosines(wholes, [each | others for each in seen], 3) == combined_cosines(
        wholes, seen, 3
    )


@given(st.dictionaries(IDS, COSINES), st.lists(st.dictionaries(IDS, COSINES), max_size=3))
def test_cosines_stay_cosines_of_the_same_items(
    wholes: dict[str, float], seen: list[dict[str, float]]
) -> None:
    found = combined_cosines(wholes, seen, 4)
    assert found.keys() == wholes.keys()
    assert all(-1e-9 <= each <= 1 + 1e-9 for each in found.values())


@given(st.text(max_size=2000), st.booleans())
def test_no_text_has_more_views_than_the_maximum(text: str, is_of_conversation: bool) -> None:
    found = subqueries(text, is_of_conversation=is_of_conversation)
    assert len(found) <= MAX_PARTS
    assert all(each.strip() for each in found)
