"""Slack threads that discuss cases: their messages, and what is known about them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, Protocol

from recollect.language.terms import content_terms

_EMOJI_NAME: Final = re.compile(r":[a-z0-9_+-]{1,40}:")
_COURTESIES: Final = frozenset(
    """
    thanks thank thx ty ok okay k yes yep yeah no nope great cool super perfect nice good done sure
    please hi hello hey danke bitte ja nein gut hallo merci oui non gracias vale si bueno obrigado
    grazie ciao dank lgtm ack np
    """.split()
)
_MAX_TERMS: Final = 20
_SLACK_TIMESTAMP: Final = re.compile(r"[0-9]{9,11}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class ThreadMessage:
    """A message of a thread; `ts` is its timestamp, which Slack also uses as its id."""

    role: Literal["user", "assistant"]
    text: str
    ts: str

    @property
    def says_something(self) -> bool:
        """Whether the text has a word with content: an emoji, a number or "thanks" has none."""
        words = content_terms(_EMOJI_NAME.sub(" ", self.text), _MAX_TERMS)
        return any(not each.isdigit() and each not in _COURTESIES for each in words)

    @property
    def at(self) -> datetime | None:
        """When it was sent, by its `ts`: Slack's seconds, or ISO 8601 with a zone; else None."""
        return moment_of(self.ts)


def moment_of(stamp: str) -> datetime | None:
    """The moment of a Slack timestamp, or of one in ISO 8601 with a zone; None for other texts."""
    try:
        if _SLACK_TIMESTAMP.fullmatch(stamp):
            return datetime.fromtimestamp(float(stamp), UTC)
        moment = datetime.fromisoformat(stamp)
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


@dataclass(frozen=True, slots=True)
class SeenThread:
    """A thread as somebody sees it at the moment `at`. `messages` is how many messages are seen.

    What an `owner` has seen is known to nobody else; "" stands for all callers who `relay`.
    """

    channel_id: str
    thread_ts: str
    at: datetime
    messages: int = 0
    case_number: str | None = None
    owner: str = ""


@dataclass(frozen=True, slots=True)
class KnownThread:
    """What is known of a thread. `last_updated` is when anything about it last changed."""

    channel_id: str
    thread_ts: str
    detected_at: datetime
    last_updated: datetime
    message_count: int
    case_number: str | None


class ThreadReader(Protocol):
    """Where threads are read. Raises StoreError."""

    async def messages(self, channel_id: str, thread_ts: str) -> Sequence[ThreadMessage]:
        """The messages of users and assistants in a thread, oldest first."""


class KnownThreads(Protocol):
    """Where what is known of threads is stored. Raises StoreError."""

    async def touch(self, seen: SeenThread) -> KnownThread:
        """Note how a thread is seen now, and return all that its owner knows of it.

        The first moment, the largest number of messages and the last case number are kept. Seeing
        the same again changes nothing, however much later.
        """
