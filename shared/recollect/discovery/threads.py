"""Slack threads in which cases are talked about: what is said there, and what is known of them."""

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
_MOST_TERMS: Final = 20
_STAMP: Final = re.compile(r"[0-9]{9,11}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class ThreadMessage:
    """A message of a thread; `ts` is Slack's name for it, which is also its time."""

    role: Literal["user", "assistant"]
    text: str
    ts: str

    @property
    def says_something(self) -> bool:
        """Whether there is a word in it that is about anything: a thumbs-up says nothing."""
        words = content_terms(_EMOJI_NAME.sub(" ", self.text), _MOST_TERMS)
        return any(not each.isdigit() and each not in _COURTESIES for each in words)

    @property
    def at(self) -> datetime | None:
        """When it was said, by its `ts`: seconds as Slack has them, or ISO 8601 with a zone."""
        return moment_of(self.ts)


def moment_of(stamp: str) -> datetime | None:
    """The moment of a Slack timestamp, or of one in ISO 8601 with a zone; None for others."""
    try:
        if _STAMP.fullmatch(stamp):
            return datetime.fromtimestamp(float(stamp), UTC)
        moment = datetime.fromisoformat(stamp)
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


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
