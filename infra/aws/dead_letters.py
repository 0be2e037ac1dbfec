"""Read dead letters in the queues of a stage: the event, the function that gave it up, and why.

Nothing here talks to AWS: `infra.aws.redrive` fetches the messages and sends the events again.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from pydantic import BaseModel, ConfigDict, Field

from infra.aws.names import Names
from infra.routes import EVENTS, EventRule

_MAX_SHOWN_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class DeadLetterQueue:
    """A queue of the stage. `function` is the function's name on AWS, `known_as` that in the table.

    `rule` is set if the queue is for events that the bus could not deliver, None if it is for
    events on which the function failed.
    """

    name: str
    function: str
    known_as: str
    rule: EventRule | None = None


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An event that was given up. `payload` is the event as JSON; reasons are counted by `kind`."""

    payload: str
    event_id: str
    detail_type: str
    time: str
    kind: str
    reason: str


class _Event(BaseModel):
    """The required fields of an event: without its id it could have its effect twice."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(min_length=1)
    source: str = Field(min_length=1)
    detail_type: str = Field(alias="detail-type", min_length=1)
    time: str = ""


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True)

    condition: str
    function_arn: str = Field(alias="functionArn")


class _Failure(BaseModel):
    """The message that Lambda sends to a function's on-failure destination."""

    model_config = ConfigDict(frozen=True)

    request: _Request = Field(alias="requestContext")
    event: dict[str, object] = Field(alias="requestPayload")
    answer: object = Field(default=None, alias="responsePayload")


class _Refusal(BaseModel):
    """The message that a function sends itself: see `recollect.adapters.aws.sqs_dead_letters`."""

    model_config = ConfigDict(frozen=True)

    event: dict[str, object]
    reason: str
    function: str


def queues_of(names: Names, only: str | None = None) -> tuple[DeadLetterQueue, ...]:
    """The queues of a stage; with `only`, those of this function or detail-type."""
    undelivered = [
        DeadLetterQueue(
            names.undelivered(rule.detail_type), names.function(rule.function), rule.function, rule
        )
        for rule in EVENTS
        if only in {None, rule.detail_type, rule.function}
    ]
    failed = [
        DeadLetterQueue(names.failed(function), names.function(function), function)
        for function in dict.fromkeys(rule.function for rule in EVENTS)
        if only in {None, function}
    ]
    return (*undelivered, *failed)


def read_letter(
    queue: DeadLetterQueue, body: str, attributes: Mapping[str, str]
) -> DeadLetter | None:
    """Read a message of a queue; `None` if it is not a dead letter that belongs there."""
    try:
        message = json.loads(body, parse_constant=_no_json)
        if queue.rule is not None:
            return _undelivered(queue.rule, body, message, attributes)
        if isinstance(message, dict) and "requestPayload" in message:
            return _failed(queue, _Failure.model_validate(message))
        return _refused(queue, _Refusal.model_validate(message))
    except (ValueError, RecursionError):
        return None


def _no_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _undelivered(
    rule: EventRule, body: str, message: Any, attributes: Mapping[str, str]
) -> DeadLetter | None:
    event = _Event.model_validate(message)
    if (event.source, event.detail_type) != (rule.source, rule.detail_type):
        return None
    code = attributes.get("ERROR_CODE", "undelivered")
    return _letter(body, event, code, code)


def _failed(queue: DeadLetterQueue, failure: _Failure) -> DeadLetter | None:
    # arn:aws:lambda:<region>:<account>:function:<name>, perhaps followed by a version
    if failure.request.function_arn.split(":")[6:7] != [queue.function]:
        return None
    condition = failure.request.condition
    error = failure.answer.get("errorType") if isinstance(failure.answer, dict) else None
    reason = f"{condition}: {error}" if error else condition
    return _letter(
        json.dumps(failure.event), _Event.model_validate(failure.event), condition, reason
    )


def _refused(queue: DeadLetterQueue, refusal: _Refusal) -> DeadLetter | None:
    if refusal.function != queue.known_as:
        return None
    event = _Event.model_validate(refusal.event)
    return _letter(json.dumps(refusal.event), event, "refused", refusal.reason)


def _letter(payload: str, event: _Event, kind: str, reason: str) -> DeadLetter:
    shown = map(_shown, (event.id, event.detail_type, event.time, kind, reason))
    return DeadLetter(payload, *shown)


def _shown(text: str) -> str:
    """Make a text safe for a terminal: on one line, not too long, no control characters."""
    return "".join(each if each.isprintable() else "�" for each in text[:_MAX_SHOWN_CHARACTERS])
