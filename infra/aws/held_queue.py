"""A queue of dead letters while they are looked at: nobody else's, and given back or deleted."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

from botocore.exceptions import ClientError

from infra.aws.dead_letters import DeadLetterQueue
from recollect.core.grouping import batched

_BATCH: Final = 10
_LONG_POLL: Final = 2
"""Seconds; any at all asks every server of the queue."""
_HIDDEN: Final = 900
"""Seconds that a message is nobody else's. One that is left is given back at the end."""
_NO_QUEUE: Final = frozenset({"AWS.SimpleQueueService.NonExistentQueue", "QueueDoesNotExist"})


# What AWS answers is JSON.
class _Sqs(Protocol):
    """What we use of boto3's client, which has no types."""

    def get_queue_url(self, **given: object) -> Mapping[str, Any]: ...
    def get_queue_attributes(self, **given: object) -> Mapping[str, Any]: ...
    def receive_message(self, **given: object) -> Mapping[str, Any]: ...
    def delete_message(self, **given: object) -> object: ...
    def change_message_visibility_batch(self, **given: object) -> object: ...


class NoQueueError(Exception):
    """A queue is not there; the message is one line for the person who wanted it."""


@dataclass(frozen=True, slots=True)
class HeldMessage:
    """A message as it was received; `attributes` are those that are texts."""

    id: str
    handle: str
    body: str
    attributes: Mapping[str, str]
    sent_at: float
    """In epoch seconds, by the clock of SQS."""


class HeldQueue:
    """A queue of SQS, and the messages of it that this process holds. Raises NoQueueError."""

    def __init__(self, sqs: _Sqs, definition: DeadLetterQueue) -> None:
        self.definition = definition
        self._sqs = sqs
        self._held: dict[str, str] = {}
        try:
            self._url = sqs.get_queue_url(QueueName=definition.name)["QueueUrl"]
        except ClientError as error:
            if error.response["Error"]["Code"] not in _NO_QUEUE:
                raise
            raise NoQueueError(
                f"there is no queue {definition.name}:"
                " is the stage deployed, in this account and region?"
            ) from error

    @contextmanager
    def messages(self, before: float) -> Iterator[Iterator[HeldMessage]]:
        """The messages of before a moment, in epoch seconds, and younger ones that come with them.

        What is not deleted is given back.
        """
        try:
            yield self._each_once(before)
        finally:
            self._give_back()

    def _each_once(self, before: float) -> Iterator[HeldMessage]:
        expected = self._length()
        seen: set[str] = set()
        old = 0
        # Each receipt brings something, or is the last; what comes back meanwhile comes, too.
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
            MaxNumberOfMessages=_BATCH,
            WaitTimeSeconds=_LONG_POLL,
            VisibilityTimeout=_HIDDEN,
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
        for batch in batched(handles, _BATCH):
            # One that is refused shows itself again when its time is over.
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
