"""Slack threads in which cases are talked about: what is said there, and what is known of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class ThreadMessage:
    """A message of a thread; `ts` is Slack's name for it, which is also its time."""

    role: Literal["user", "assistant"]
    text: str
    ts: str


@dataclass(frozen=True, slots=True)
class SeenThread:
    """A thread as somebody sees it `at` a moment. `messages` is how many were seen there.

    What an `owner` has seen is known to nobody else; "" stands for all who relay.
    """

    channel_id: str
    thread_ts: str
    at: datetime
    messages: int = 0
    case_number: str | None = None
    owner: str = ""


@dataclass(frozen=True, slots=True)
class KnownThread:
    """What is known of a thread. `last_updated` is when something about it was last new."""

    channel_id: str
    thread_ts: str
    detected_at: datetime
    last_updated: datetime
    message_count: int
    case_number: str | None


class ThreadReader(Protocol):
    """Where threads are read. Raises StoreError."""

    async def messages(self, channel_id: str, thread_ts: str) -> Sequence[ThreadMessage]:
        """What users and assistants said in a thread, oldest first."""


class KnownThreads(Protocol):
    """Where what is known of threads is kept. Raises StoreError."""

    async def touch(self, seen: SeenThread) -> KnownThread:
        """Note how a thread is seen; all that is known of it to its owner.

        The first moment and the most messages stand, and the last case number. Seeing the same
        again changes nothing, however late.
        """
