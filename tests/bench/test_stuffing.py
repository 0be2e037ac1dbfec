"""Stuffed items are made of known questions, and their reach is counted by question."""

import random
from datetime import UTC, datetime

from tests.bench.judged import Question
from tests.bench.stuffing import Reach, halves, reach_of, stuffed

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_QUESTIONS = [
    Question(scope="web", text=f"{words} {place}", relevant=frozenset({words}), now=_NOW)
    for words in ("login loops", "mail is late", "disk fills up", "build hangs")
    for place in range(3)
]


def test_reach_is_a_share_of_the_questions() -> None:
    tops = [["a", "b"], ["a"], [], []]
    assert reach_of(tops) == Reach(any_item=0.5, best_item=0.5)
    assert reach_of([["a"], ["b"], [], []]) == Reach(any_item=0.5, best_item=0.25)


def test_questions_with_the_same_answers_are_known_or_unknown_together() -> None:
    known, others = halves(_QUESTIONS, random.Random(1))  # noqa: S311  # no secret
    assert len(known) == len(others) == 6
    assert not {each.relevant for each in known} & {each.relevant for each in others}


def test_each_of_several_items_is_made_of_similar_questions() -> None:
    for texts in stuffed(_QUESTIONS, 4, 3, random.Random(1)):  # noqa: S311  # no secret
        assert len({text.rsplit(" ", 1)[0] for text in texts}) == 1
        assert len(texts) == 3


def test_a_single_item_is_made_of_any_questions() -> None:
    (texts,) = stuffed(_QUESTIONS, 1, 12, random.Random(1))  # noqa: S311  # no secret
    assert sorted(texts) == sorted(each.text for each in _QUESTIONS)
