"""A tiny SQS: queues in memory, spoken to in AWS's JSON 1.0 protocol as boto3 speaks it.

boto3 posts every operation to one path, with the operation in `X-Amz-Target`; which queue it is
for says the last part of the `QueueUrl` in the body. Signatures are not looked at.
"""

import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.sqs_attributes import (
    Attribute,
    Shape,
    attributes_md5,
    chosen,
    text_md5,
)

_Answer = dict[str, object]


class _QueueInput(Shape):
    queue_url: str


class _SendInput(_QueueInput):
    message_body: Annotated[str, Field(min_length=1, max_length=1_048_576)]
    message_attributes: dict[str, Attribute] = Field(default_factory=dict)


class _ReceiveInput(_QueueInput):
    max_number_of_messages: Annotated[int, Field(ge=1, le=10)] = 1
    visibility_timeout: Annotated[int, Field(ge=0, le=43_200)] = 30
    message_attribute_names: list[str] = Field(default_factory=list)
    message_system_attribute_names: list[str] = Field(default_factory=list)


class _NameInput(Shape):
    queue_name: str


class _Visibility(Shape):
    id: str
    receipt_handle: str
    visibility_timeout: Annotated[int, Field(ge=0, le=43_200)]


class _VisibilitiesInput(_QueueInput):
    entries: Annotated[list[_Visibility], Field(min_length=1, max_length=10)]


class _DeleteInput(_QueueInput):
    receipt_handle: str


@dataclass(slots=True)
class QueuedMessage:
    """A message in a queue; `handle` is that of its last receipt, `sent_at` in epoch seconds."""

    body: str
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    message_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    handle: str = ""
    hidden_until: float = 0.0
    sent_at: float = field(default_factory=time.time)


class Queue:
    """A queue; `messages` holds what was sent and is not yet deleted, oldest first."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.messages: list[QueuedMessage] = []
        self._clock = clock

    def receive(self, limit: int, visibility_s: float) -> list[QueuedMessage]:
        """Take up to `limit` messages, which then stay hidden for `visibility_s` seconds."""
        now = self._clock()
        taken = [message for message in self.messages if message.hidden_until <= now][:limit]
        for message in taken:
            message.handle = str(uuid.uuid4())
            message.hidden_until = now + visibility_s
        return taken

    def hide(self, handle: str, visibility_s: float) -> None:
        """Hide the message that was last received under `handle` until then, or show it at 0."""
        for message in self.messages:
            if message.handle == handle:
                message.hidden_until = self._clock() + visibility_s

    @property
    def visible(self) -> int:
        """How many messages could be received."""
        now = self._clock()
        return sum(message.hidden_until <= now for message in self.messages)

    def delete(self, handle: str) -> None:
        """Remove the message that was last received under `handle`, if it is still there."""
        self.messages[:] = [message for message in self.messages if message.handle != handle]


class _SqsError(Exception):
    """What SQS refuses: the name that boto3 makes an exception of, and the name of older days."""

    def __init__(self, name: str, message: str, older_name: str | None = None) -> None:
        super().__init__(message)
        self.name = name
        self.older_name = older_name or name


def create_sqs_app(queues: Iterable[Queue]) -> Starlette:
    """Serve what senders and receivers of messages need; ReceiveMessage never waits."""
    api = _Sqs({queue.name: queue for queue in queues})
    return Starlette(routes=[Route("/{path:path}", api.answer, methods=["POST"])])


class _Sqs:
    def __init__(self, queues: Mapping[str, Queue]) -> None:
        self._queues = queues
        self._operations: Mapping[str, Callable[[bytes], _Answer]] = {
            "AmazonSQS.SendMessage": self._send,
            "AmazonSQS.ReceiveMessage": self._receive,
            "AmazonSQS.DeleteMessage": self._delete,
            "AmazonSQS.PurgeQueue": self._purge,
            "AmazonSQS.GetQueueUrl": self._url,
            "AmazonSQS.GetQueueAttributes": self._attributes,
            "AmazonSQS.ChangeMessageVisibilityBatch": self._hide,
        }

    async def answer(self, request: Request) -> Response:
        body = await request.body()
        try:
            return _json(self._run(request.headers.get("x-amz-target", ""), body))
        except _SqsError as error:
            return _refused(error)
        except ValidationError as error:
            return _refused(_SqsError("InvalidParameterValue", str(error)))

    def _run(self, target: str, body: bytes) -> _Answer:
        operation = self._operations.get(target)
        if operation is None:
            raise _SqsError("UnsupportedOperation", f"{target!r} is not emulated")
        return operation(body)

    def _send(self, body: bytes) -> _Answer:
        given = _SendInput.model_validate_json(body)
        message = QueuedMessage(given.message_body, given.message_attributes)
        self._queue(given).messages.append(message)
        sent: _Answer = {
            "MessageId": message.message_id,
            "MD5OfMessageBody": text_md5(message.body),
        }
        if message.attributes:
            sent["MD5OfMessageAttributes"] = attributes_md5(message.attributes)
        return sent

    def _receive(self, body: bytes) -> _Answer:
        given = _ReceiveInput.model_validate_json(body)
        queue = self._queue(given)
        taken = queue.receive(given.max_number_of_messages, given.visibility_timeout)
        # As SQS has it: where there is nothing, there is no list either.
        shown = [_shown(message, given) for message in taken]
        return {"Messages": shown} if shown else {}

    def _delete(self, body: bytes) -> _Answer:
        given = _DeleteInput.model_validate_json(body)
        self._queue(given).delete(given.receipt_handle)
        return {}

    def _purge(self, body: bytes) -> _Answer:
        self._queue(_QueueInput.model_validate_json(body)).messages.clear()
        return {}

    def _url(self, body: bytes) -> _Answer:
        queue = self._named(_NameInput.model_validate_json(body).queue_name)
        return {"QueueUrl": f"http://localhost/000000000000/{queue.name}"}

    def _attributes(self, body: bytes) -> _Answer:
        queue = self._queue(_QueueInput.model_validate_json(body))
        return {"Attributes": {"ApproximateNumberOfMessages": str(queue.visible)}}

    def _hide(self, body: bytes) -> _Answer:
        given = _VisibilitiesInput.model_validate_json(body)
        queue = self._queue(given)
        for entry in given.entries:
            queue.hide(entry.receipt_handle, entry.visibility_timeout)
        return {"Successful": [{"Id": entry.id} for entry in given.entries], "Failed": []}

    def _queue(self, given: _QueueInput) -> Queue:
        return self._named(given.queue_url.rstrip("/").rpartition("/")[2])

    def _named(self, name: str) -> Queue:
        queue = self._queues.get(name)
        if queue is None:
            raise _SqsError(
                "QueueDoesNotExist",
                "The specified queue does not exist.",
                "AWS.SimpleQueueService.NonExistentQueue",
            )
        return queue


def _shown(message: QueuedMessage, given: _ReceiveInput) -> _Answer:
    """Describe a received message, with the attributes that were asked for."""
    shown: _Answer = {
        "MessageId": message.message_id,
        "ReceiptHandle": message.handle,
        "Body": message.body,
        "MD5OfBody": text_md5(message.body),
    }
    if "SentTimestamp" in given.message_system_attribute_names:
        shown["Attributes"] = {"SentTimestamp": str(int(message.sent_at * 1000))}
    if attributes := chosen(message.attributes, given.message_attribute_names):
        shown["MD5OfMessageAttributes"] = attributes_md5(attributes)
        shown["MessageAttributes"] = {
            name: attribute.model_dump(by_alias=True, exclude_none=True)
            for name, attribute in attributes.items()
        }
    return shown


def _json(content: Mapping[str, object], status: int = 200) -> Response:
    headers = {"x-amzn-RequestId": str(uuid.uuid4())}
    return JSONResponse(content, status, headers, media_type="application/x-amz-json-1.0")


def _refused(error: _SqsError) -> Response:
    answer = _json({"__type": f"com.amazonaws.sqs#{error.name}", "message": str(error)}, 400)
    answer.headers["x-amzn-query-error"] = f"{error.older_name};Sender"
    return answer
