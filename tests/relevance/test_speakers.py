"""The speaker of a turn of a conversation, and the speaker that a question names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.speakers import by_speaker, speaker_in
from tests.cases import each_case

SPEAKERS = ("Caroline", "Melanie", "Caroline", "")
EVEN = [0.5] * len(SPEAKERS)


@each_case(
    ("turn", "speaker"),
    [
        ("Caroline: I went there yesterday.", "Caroline"),
        ("Ann B. Lee: I am late", "Ann B. Lee"),
        ("support agent: may I have the number?", "support agent"),
        ("See https://example.com", ""),
        ("It was at 10: no, at 11", ""),
        ("What I wanted to say: it is done", ""),
        ("Fine.", ""),
    ],
)
def test_the_speaker_of_a_turn_is_at_most_three_words_before_a_colon(
    turn: str, speaker: str
) -> None:
    assert speaker_in(turn) == speaker


def test_turns_of_the_named_speaker_get_more_than_twice_the_odds() -> None:
    found = by_speaker("Where did caroline go?", SPEAKERS, EVEN)
    assert found == pytest.approx([0.69, 0.5, 0.69, 0.5], abs=0.001)


@each_case(
    ("question", "speakers"),
    [
        ("What do Caroline and Melanie paint?", SPEAKERS),
        ("Who paints?", SPEAKERS),
        ("What does Lee paint?", ("Ann Lee", "Bo Lee", "", "")),
        ("What will she paint?", ("Will", "Ann", "", "")),
        ("What does Caroline paint?", ("Caroline", "Caroline", "", "")),
    ],
)
def test_nothing_changes_unless_exactly_one_of_several_speakers_is_named(
    question: str, speakers: tuple[str, ...]
) -> None:
    assert by_speaker(question, speakers, EVEN) == EVEN


def test_a_part_of_a_name_that_no_other_speaker_has_is_enough() -> None:
    found = by_speaker("What does Ann paint?", ("Ann Lee", "Bo Lee", "", ""), EVEN)
    assert found[0] > found[1] == 0.5


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_relevance_stays_a_probability_and_turns_of_one_speaker_in_their_order(
    judged: list[float],
) -> None:
    found = by_speaker("Caroline?", SPEAKERS, judged)
    assert all(before <= after <= 1 for before, after in zip(judged, found, strict=True))
    assert (judged[0] <= judged[2]) <= (found[0] <= found[2])
