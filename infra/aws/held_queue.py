"""Hold the messages of a dead-letter queue while they are read, then delete or return them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

from botocore.exceptions import ClientError

from infra.aws.dead_letters import DeadLetterQueue
from recollect.core.grouping import batched

_BATCH_MESSAGES: Final = 10
_LONG_POLL_SECONDS: Final = 2
"""How long SQS waits for messages; only with a wait does it ask all servers of the queue."""
_HIDDEN_SECONDS: Final = 900
"""How long a received message is hidden from others; if it is not deleted, it is returned."""
_NO_QUEUE_CODES: Final = frozenset({"AWS.SimpleQueueService.NonExistentQueue", "QueueDoesNotExist"})


# `Any`, because boto3's answers are untyped JSON.
class _Sqs(Protocol):
    """The methods that are used of boto3's client, which has no types."""

    def get_queue_url(self, **given: object) -> Mapping[str, Any]: ...
    def get_queue_attributes(self, **given: object) -> Mapping[str, Any]: ...
    def receive_message(self, **given: object) -> Mapping[str, Any]: ...
    def delete_message(self, **given: object) -> object: ...
    def change_message_visibility_batch(self, **given: object) -> object: ...


class NoQueueError(Exception):
    """A queue does not exist; the message is one line for the person who wanted it."""


@dataclass(frozen=True, slots=True)
class HeldMessage:
    """A message as it was received; `attributes` are its text attributes."""

    id: str
    handle: str
    body: str
    attributes: Mapping[str, str]
    sent_at: float
    """When it was sent, in epoch seconds, by the clock of SQS."""


class HeldQueue:
    """An SQS queue, and those of its messages that this process holds. Raises NoQueueError."""

    def __init__(self, sqs: _Sqs, definition: DeadLetterQueue) -> None:
        self.definition = definition
        self._sqs = sqs
        self._held: dict[str, str] = {}
        try:
            self._url = sqs.get_queue_url(QueueName=definition.name)["QueueUrl"]
        except ClientError as error:
            if error.response["Error"]["Code"] not in _NO_QUEUE_CODES:
                raise
            raise NoQueueError(
                f"there is no queue {definition.name}:"
                " is the stage deployed, in this account and region?"
            ) from error

    @contextmanager
    def messages(self, before: float) -> Iterator[Iterator[HeldMessage]]:
        """Hold and iterate over the messages sent `before` a time in epoch seconds.

        Newer messages that are received with them are included. When the block ends, messages that
        were not deleted are returned to the queue.
        """
        try:
            yield self._each_once(before)
        finally:
            self._give_back()

    def _each_once(self, before: float) -> Iterator[HeldMessage]:
        expected = self._length()
        seen: set[str] = set()
        old = 0
        # Each receive call brings messages, or it is the last. The bound allows for messages that
        # become visible again meanwhile.
        for _ in range(2 * expected):
            received = self._receive() if old < expected else []
            if not received:
                return
            self._held.update((message.id, message.handle) for message in received)
            for message in received:
                if message.id not in seen:
                    seen.add(message.id)
                    old += message.sent_at < before
                    yield message

    def _length(self) -> int:
        name = "ApproximateNumberOfMessages"
        answer = self._sqs.get_queue_attributes(QueueUrl=self._url, AttributeNames=[name])
        return int(answer["Attributes"][name])

    def _receive(self) -> list[HeldMessage]:
        answer = self._sqs.receive_message(
            QueueUrl=self._url,
            MaxNumberOfMessages=_BATCH_MESSAGES,
            WaitTimeSeconds=_LONG_POLL_SECONDS,
            VisibilityTimeout=_HIDDEN_SECONDS,
            MessageAttributeNames=["ERROR_CODE"],
            MessageSystemAttributeNames=["SentTimestamp"],
        )
        return [_message(each) for each in answer.get("Messages", ())]

    def delete(self, message: HeldMessage) -> None:
        """Remove a message for good."""
        self._sqs.delete_message(QueueUrl=self._url, ReceiptHandle=message.handle)
        del self._held[message.id]

    def _give_back(self) -> None:
        handles = list(self._held.values())
        for batch in batched(handles, _BATCH_MESSAGES):
            # If SQS refuses a message here, it becomes visible again after _HIDDEN_SECONDS.
            self._sqs.change_message_visibility_batch(
                QueueUrl=self._url,
                Entries=[
                    {"Id": str(number), "ReceiptHandle": handle, "VisibilityTimeout": 0}
                    for number, handle in enumerate(batch)
                ],
            )
        self._held.clear()


def _message(given: Mapping[str, Any]) -> HeldMessage:
    attributes: Mapping[str, Mapping[str, str]] = given.get("MessageAttributes", {})
    return HeldMessage(
        id=given["MessageId"],
        handle=given["ReceiptHandle"],
        body=given["Body"],
        attributes={name: each.get("StringValue", "") for name, each in attributes.items()},
        sent_at=int(given["Attributes"]["SentTimestamp"]) / 1000,
    )
