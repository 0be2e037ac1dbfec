"""A request for a prompt has to say what the prompt is about."""

import pytest
from pydantic import ValidationError

from recollect.preparing.request import PrepareRequest
from tests.cases import each_case

MESSAGES = [{"role": "user", "text": "The line is down."}]


@each_case(
    ("asked", "missing"),
    [
        ({}, "case_numbers"),
        ({"app_slug": "mine", "project": "mine"}, "case_numbers"),
        ({"thread_ts": "1700000000.123456"}, "channel_id"),
        ({"text": "Down", "include": ["memories"]}, "app_slug is needed"),
        ({"case_numbers": ["SCS0001234"], "include": ["evidence"]}, "text or messages are needed"),
        ({"company_name": "Altus", "app_slug": "a", "include": ["memories"]}, "text or messages"),
    ],
)
def test_a_request_about_nothing_is_refused_with_what_is_missing(
    asked: dict[str, object], missing: str
) -> None:
    with pytest.raises(ValidationError, match=missing):
        PrepareRequest.model_validate(asked)


@each_case(
    "asked",
    [
        {"text": "Down"},
        {"messages": MESSAGES},
        {"case_numbers": ["SCS0001234"]},
        {"company_name": "Altus"},
        {"channel_id": "C123456"},
        {"case_numbers": ["SCS0001234"], "include": ["evidence", "pack"]},
    ],
)
def test_any_one_subject_is_enough_for_a_request(asked: dict[str, object]) -> None:
    assert PrepareRequest.model_validate(asked).wanted


@each_case(
    ("known", "parts"),
    [
        ({"case_numbers": ["SCS0001234"]}, ("pack", "evidence", "memories")),
        (
            {"channel_id": "C123456", "thread_ts": "1700000000.123456"},
            ("pack", "evidence", "memories"),
        ),
        ({"company_name": "Altus"}, ("pack",)),
        ({"channel_id": "C123456"}, ("pack",)),
        ({"case_numbers": ["SCS0001234"], "include": ["pack"]}, ("pack",)),
    ],
)
def test_evidence_and_memories_are_wanted_if_the_pack_can_supply_a_question(
    known: dict[str, object], parts: tuple[str, ...]
) -> None:
    assert PrepareRequest.model_validate({"app_slug": "mine", **known}).wanted == parts


def test_the_text_of_a_request_follows_its_messages_even_if_they_came_newest_first() -> None:
    said = [
        {"role": "user", "text": text, "ts": ts}
        for text, ts in (("b", "1700000002.5"), ("a", "1700000001.5"))
    ]
    asked = PrepareRequest.model_validate({"messages": said, "text": "c"})
    assert [each.text for each in asked.discovery.spoken] == ["a", "b", "c"]
