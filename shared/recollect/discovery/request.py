"""The body of `POST /packs/discovery`: what the caller knows of the case; nothing is required."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from recollect.core.messages import CamelMessage, ChannelId, Message
from recollect.core.shapes import THREAD_PATTERN
from recollect.discovery.threads import ThreadMessage
from recollect.servicedesk.numbers import CaseNumber

MOST_CASES: Final = 10
_LAST: Final = datetime.max.replace(tzinfo=UTC)
_SLACK_ROLES: Final[Mapping[str, Literal["user", "assistant"]]] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "bot": "assistant",
    "agent": "assistant",
}


def _without_repeats(numbers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(numbers))


ThreadTs = Annotated[str, StringConstraints(pattern=THREAD_PATTERN)]
_Timestamp = Annotated[str, StringConstraints(min_length=1, max_length=40)]
_Said = Annotated[str, StringConstraints(max_length=40_000)]


class ConversationMessage(Message):
    """A message: its text as `text` or `content`, its time as `ts` or `timestamp`."""

    role: Literal[
        "user", "human", "assistant", "bot", "agent", "system", "developer", "tool", "function"
    ]
    text: _Said | None = None
    content: _Said | None = None
    ts: _Timestamp | None = None
    timestamp: _Timestamp | None = None

    @model_validator(mode="after")
    def _is_said_once(self) -> Self:
        if (self.text is None) == (self.content is None):
            raise ValueError("needs text or content, and not both")
        if self.ts is not None and self.timestamp is not None:
            raise ValueError("takes ts or timestamp, not both")
        return self

    def in_thread(self) -> ThreadMessage | None:
        """The message as one of a Slack thread; None for the system and for tools."""
        role = _SLACK_ROLES.get(self.role)
        if role is None:
            return None
        text = self.text if self.text is not None else self.content
        return ThreadMessage(role, text or "", self.ts or self.timestamp or "")


class DiscoveryRequest(CamelMessage):
    """What a pack is asked for. Without anything the answer is a small pack, and valid."""

    case_numbers: Annotated[
        tuple[CaseNumber, ...], Field(max_length=MOST_CASES), AfterValidator(_without_repeats)
    ] = ()
    channel_id: ChannelId | None = None
    thread_ts: ThreadTs | None = None
    company_name: (
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=160)]
        | None
    ) = None
    messages: Annotated[tuple[ConversationMessage, ...], Field(max_length=200)] = ()
    journal_text: Annotated[str, StringConstraints(max_length=100_000)] | None = None
    refresh: bool = False

    @property
    def spoken(self) -> tuple[ThreadMessage, ...]:
        """The messages of users and of the assistant, oldest first.

        That is as they were sent, unless each has a time that can be read: Slack lists the newest
        first. The last may have none, as what is said just now.
        """
        messages = [message for each in self.messages if (message := each.in_thread()) is not None]
        times = [each.at or _LAST for each in messages]
        if _LAST in times[:-1]:
            return tuple(messages)
        return tuple(
            messages[place] for place in sorted(range(len(messages)), key=times.__getitem__)
        )
