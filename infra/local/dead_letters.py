"""Events that were given up: by the bus after its last attempt, or by a function at once."""

from datetime import UTC, datetime
from typing import TypedDict

from infra.local.emulators.sqs import Queue, QueuedMessage
from recollect.core.json_texts import json_in


class FailedDelivery(TypedDict):
    """An event that was given up after `attempts`, why, when, and by which function."""

    event: object
    reason: str
    function: str
    at: str
    attempts: int


def timestamp(time: datetime) -> str:
    """Write a time as EventBridge does: UTC, in seconds."""
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


class FailedDeliveries:
    """The dead letters: those of the bus, and those that functions sent to `queue` themselves.

    Functions send `{"event": …, "reason": "…", "function": "…"}`.
    """

    def __init__(self, queue: Queue) -> None:
        self._queue = queue
        self._undelivered: list[FailedDelivery] = []

    def add(self, event: object, reason: str, function: str, attempts: int) -> None:
        """Keep an event that could not be delivered."""
        now = timestamp(datetime.now(UTC))
        self._undelivered.append(
            {
                "event": event,
                "reason": reason,
                "function": function,
                "at": now,
                "attempts": attempts,
            }
        )

    def all(self) -> list[FailedDelivery]:
        """Give every dead letter, oldest first."""
        refused = [_read(message) for message in self._queue.messages]
        return sorted([*self._undelivered, *refused], key=lambda letter: letter["at"])

    def clear(self) -> None:
        """Forget all of them."""
        self._undelivered.clear()
        self._queue.messages.clear()


def _read(message: QueuedMessage) -> FailedDelivery:
    """Read a message of a function; missing fields are empty, and no message is left out."""
    letter = json_in(message.body)
    if not (isinstance(letter, dict) and "event" in letter):
        letter = {"event": message.body, "reason": "the message is not a dead letter"}
    return {
        "event": letter["event"],
        "reason": str(letter.get("reason", "")),
        "function": str(letter.get("function", "")),
        "at": timestamp(datetime.fromtimestamp(message.sent_at, UTC)),
        "attempts": 1,
    }
