"""Messages of the queues are read as dead letters if they have that form, and else not at all."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from infra.aws.dead_letters import DeadLetter, DeadLetterQueue, queues_of, read_letter
from infra.aws.names import Names
from tests.cases import each_case

Json = dict[str, Any]

NAMES = Names("dev")
QUEUES = {queue.name: queue for queue in queues_of(NAMES)}
UNDELIVERED = QUEUES["recollect-dev-undelivered-ConversationResolved"]
FAILED = QUEUES["recollect-dev-failed-apply_outcomes"]
EVENT = {
    "version": "0",
    "id": "e-1",
    "detail-type": "ConversationResolved",
    "source": "recollect.feedback",
    "account": "123456789012",
    "time": "2026-01-15T09:30:00Z",
    "region": "eu-west-1",
    "resources": [],
    "detail": {"app_slug": "epic-web", "conversation_id": "grüße", "outcome": "success"},
}


def record(function: str = "recollect-dev-apply_outcomes", **changed: object) -> Json:
    return {
        "version": "1.0",
        "timestamp": "2026-01-15T09:40:00.000Z",
        "requestContext": {
            "requestId": "r-1",
            "functionArn": f"arn:aws:lambda:eu-west-1:123456789012:function:{function}:$LATEST",
            "condition": "RetriesExhausted",
            "approximateInvokeCount": 3,
        },
        "requestPayload": EVENT,
        "responseContext": {"statusCode": 200, "functionError": "Unhandled"},
        "responsePayload": {"errorType": "Redelivery", "errorMessage": "secret"},
        **changed,
    }


def refusal(**changed: object) -> Json:
    return {"event": EVENT, "reason": "detail: too long", "function": "apply_outcomes", **changed}


def read(queue: DeadLetterQueue, message: object, **attributes: str) -> DeadLetter | None:
    return read_letter(queue, json.dumps(message), attributes)


def test_a_stage_has_a_queue_for_each_rule_and_each_function_that_events_reach() -> None:
    assert {name: queue.function for name, queue in QUEUES.items()} == {
        "recollect-dev-undelivered-MemoryOutcomeRecorded": "recollect-dev-apply_outcomes",
        "recollect-dev-undelivered-CitationOutcomeRecorded": "recollect-dev-apply_outcomes",
        "recollect-dev-undelivered-ConversationResolved": "recollect-dev-apply_outcomes",
        "recollect-dev-undelivered-ToolExecuted": "recollect-dev-enrich_tool",
        "recollect-dev-undelivered-MaintainMemories": "recollect-dev-maintain_memories",
        "recollect-dev-undelivered-BackUpStores": "recollect-dev-take_backup",
        "recollect-dev-failed-take_backup": "recollect-dev-take_backup",
        "recollect-dev-failed-apply_outcomes": "recollect-dev-apply_outcomes",
        "recollect-dev-failed-enrich_tool": "recollect-dev-enrich_tool",
        "recollect-dev-failed-maintain_memories": "recollect-dev-maintain_memories",
    }


@each_case(
    ("only", "names"),
    [
        ("ConversationResolved", ["recollect-dev-undelivered-ConversationResolved"]),
        (
            "maintain_memories",
            [
                "recollect-dev-undelivered-MaintainMemories",
                "recollect-dev-failed-maintain_memories",
            ],
        ),
    ],
)
def test_queues_can_be_chosen_by_detail_type_or_function(only: str, names: list[str]) -> None:
    assert [queue.name for queue in queues_of(NAMES, only)] == names


def test_a_letter_of_the_bus_is_the_undelivered_event_itself() -> None:
    body = json.dumps(EVENT, ensure_ascii=False, indent=1)

    assert read_letter(UNDELIVERED, body, {"ERROR_CODE": "THROTTLING"}) == DeadLetter(
        payload=body,
        event_id="e-1",
        detail_type="ConversationResolved",
        time="2026-01-15T09:30:00Z",
        kind="THROTTLING",
        reason="THROTTLING",
    )


@each_case(
    ("message", "kind", "reason"),
    [
        (record(), "RetriesExhausted", "RetriesExhausted: Redelivery"),
        (record(responsePayload=None), "RetriesExhausted", "RetriesExhausted"),
        (refusal(), "refused", "detail: too long"),
    ],
)
def test_a_letter_of_a_function_holds_the_event_that_failed_or_was_refused(
    message: Json, kind: str, reason: str
) -> None:
    letter = read(FAILED, message)

    assert letter is not None
    assert json.loads(letter.payload) == EVENT
    assert (letter.event_id, letter.kind, letter.reason) == ("e-1", kind, reason)


def without(name: str) -> Json:
    return {key: value for key, value in EVENT.items() if key != name}


@each_case(
    "message",
    [
        "hello",
        None,
        [],
        {},
        EVENT,
        record(function="recollect-dev-maintain_memories"),
        record(function="recollect-apply_outcomes"),
        record(requestContext={"condition": "RetriesExhausted", "functionArn": "apply_outcomes"}),
        record(requestContext=None),
        record(requestPayload="x"),
        record(requestPayload=without("id")),
        refusal(function="maintain_memories"),
        refusal(function=None),
        refusal(event=without("id")),
        refusal(event=without("detail-type")),
        refusal(event={**EVENT, "id": ""}),
        refusal(event={**EVENT, "id": 1}),
        refusal(event={**EVENT, "detail": float("nan")}),
    ],
)
def test_a_malformed_message_is_not_read_as_a_letter_of_a_function(message: object) -> None:
    assert read(FAILED, message) is None


@each_case(
    "message",
    [
        None,
        record(),
        refusal(),
        without("id"),
        {**EVENT, "detail-type": "MaintainMemories"},
        {**EVENT, "source": "elsewhere"},
    ],
)
def test_a_message_that_is_no_event_of_the_rule_is_not_read_as_a_letter(message: object) -> None:
    assert read(UNDELIVERED, message) is None


@each_case("body", ["", "{", "[" * 200_000, '{"event": ' * 50_000])
@each_case("queue", [UNDELIVERED, FAILED])
def test_a_message_that_is_not_json_is_not_read_as_a_letter(
    queue: DeadLetterQueue, body: str
) -> None:
    assert read_letter(queue, body, {}) is None


def test_the_shown_fields_of_a_letter_are_short_and_without_control_characters() -> None:
    hostile = {**EVENT, "id": "e\n\x1b[2J\u202e1", "time": "t" * 10_000}
    letter = read(FAILED, refusal(event=hostile, reason="no\r\n\tway\ud800"))

    assert letter is not None
    assert letter.event_id == "e��[2J�1"
    assert letter.reason == "no���way�"
    assert len(letter.time) == 200
    assert json.loads(letter.payload) == hostile


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(detail=json_values)
def test_the_payload_of_a_letter_is_the_original_event(detail: object) -> None:
    event = {**EVENT, "detail": detail}
    for queue, message in (
        (UNDELIVERED, event),
        (FAILED, record(requestPayload=event)),
        (FAILED, refusal(event=event)),
    ):
        letter = read(queue, message)
        assert letter is not None
        assert json.loads(letter.payload) == event


@given(message=json_values)
def test_no_arbitrary_message_is_read_as_a_letter_or_raises(message: object) -> None:
    for queue in QUEUES.values():
        for each in (message, {"event": message}, record(requestPayload=message)):
            assert read(queue, each) is None
