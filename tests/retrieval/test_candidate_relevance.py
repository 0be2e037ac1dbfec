"""How relevant candidates are to a message and its questions, and how relevant a result must be."""

from dataclasses import replace

import pytest
from pydantic import JsonValue

from recollect.relevance.arms import Arms
from recollect.relevance.calibration import UNCALIBRATED
from recollect.retrieval.candidate_relevance import (
    least_relevance,
    least_relevance_of_result,
    relevance_of_all,
)
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from tests.cases import each_case
from tests.retrieval.samples import NOW, WALK, candidate, days_ago, query_of

OPEN = replace(query_of(), floor=None)


def relevance_to(text: str, *candidates: Candidate) -> list[float]:
    """The relevance by meaning alone, where the cosine is the likeness."""
    return relevance_of_all(query_of(text, "semantic"), candidates, UNCALIBRATED)


def test_a_candidate_is_as_relevant_as_it_is_to_the_message_or_to_one_of_its_questions() -> None:
    found = relevance_to(
        "When does the north gate open? Who holds the spare key?",
        candidate("whole", Arms(dense=0.5, asks=(0.1, 0.2))),
        candidate("first", Arms(dense=0.2, asks=(0.9, 0.1))),
        candidate("second", Arms(dense=0.2, asks=(0.1, 0.8))),
        candidate("not asked alone", Arms(dense=0.3)),
    )
    assert found == [0.5, 0.9, 0.8, 0.3]


def test_words_do_not_count_for_a_search_by_meaning() -> None:
    gate = candidate("gate", Arms(dense=0.4), content="The north gate opens at six")
    assert relevance_to("when does the north gate open", gate) == [0.4]


def test_a_candidate_that_lacks_what_the_question_names_is_doubted_unless_it_is_a_turn() -> None:
    lacks = candidate("lacks", Arms(dense=0.5), content="The owner is Ann")
    turn = replace(candidate("turn", Arms(dense=0.5)), around="The owner is Ann")
    doubted, said = relevance_to("who owns label-press", lacks, turn)
    assert doubted < said == 0.5


def test_what_the_only_speaker_said_is_no_more_relevant_for_its_name() -> None:
    turn = replace(
        candidate("turn", Arms(dense=0.5), content="Ann: I was late"), around="Ann: I was late"
    )
    page = candidate("page", Arms(dense=0.5), content="Ann came late")
    assert relevance_to("why was ann late", turn, page) == [0.5, 0.5]


def test_an_effect_is_half_as_relevant_as_its_cause_from_a_sixth_of_the_floor_on() -> None:
    metadata: dict[str, JsonValue] = {"caused_by": ["cause"]}
    found = relevance_to(
        "why is it slow",
        candidate("cause", Arms(dense=0.9)),
        candidate("effect", Arms(dense=0.04), metadata=metadata),
        candidate("hardly", Arms(dense=0.03), metadata=metadata),
    )
    assert found == pytest.approx([0.9, 0.45, 0.03])


def test_without_a_text_nothing_is_relevant() -> None:
    walk = query_of("", "graph_traversal", walk=WALK)
    assert relevance_of_all(walk, [candidate("a", Arms(dense=0.9))], UNCALIBRATED) == [0]


@each_case(
    ("relevant", "least"), [((), 0.3), ((0.29,), 0.3), ((0.3,), 0.05), ((0.1, 0.9, 0.2), 0.05)]
)
def test_a_sixth_of_the_floor_is_enough_beside_a_candidate_that_reaches_it(
    relevant: tuple[float, ...], least: float
) -> None:
    assert least_relevance(relevant, 0.3) == pytest.approx(least)


@each_case(
    ("query", "valid_until", "least"),
    [
        (OPEN, days_ago(0), 0.05),
        (OPEN, days_ago(0.001), 0.3),
        (replace(OPEN, include_superseded=True), days_ago(9), 0.05),
        (replace(OPEN, text="what was it back then"), days_ago(9), 0.05),
        (replace(OPEN, type="graph_traversal", walk=WALK), days_ago(9), 0),
        (replace(OPEN, text=""), days_ago(9), 0),
        (replace(OPEN, floor=0.4), days_ago(0), 0.4),
    ],
)
def test_an_expired_item_justifies_no_weaker_results_unless_it_is_asked_for(
    query: EvidenceQuery, valid_until: str, least: float
) -> None:
    found = [candidate("a", metadata={"valid_until": valid_until})]
    assert least_relevance_of_result(query, found, [0.9], NOW, 0.3) == pytest.approx(least)
