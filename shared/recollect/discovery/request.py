"""The body of `POST /packs/discovery`: what the caller knows about the case. All is optional."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from recollect.core.messages import CamelMessage, ChannelId, Message
from recollect.core.shapes import THREAD_PATTERN
from recollect.discovery.threads import ThreadMessage
from recollect.servicedesk.numbers import CaseNumber

MAX_CASES: Final = 10
_NO_TIME: Final = datetime.max.replace(tzinfo=UTC)
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
_Text = Annotated[str, StringConstraints(max_length=40_000)]


class ConversationMessage(Message):
    """A message: its text in `text` or `content`, its time in `ts` or `timestamp`."""

    role: Literal[
        "user", "human", "assistant", "bot", "agent", "system", "developer", "tool", "function"
    ]
    text: _Text | None = None
    content: _Text | None = None
    ts: _Timestamp | None = None
    timestamp: _Timestamp | None = None

    @model_validator(mode="after")
    def _has_one_text_and_time(self) -> Self:
        if (self.text is None) == (self.content is None):
            raise ValueError("needs text or content, and not both")
        if self.ts is not None and self.timestamp is not None:
            raise ValueError("takes ts or timestamp, not both")
        return self

    def in_thread(self) -> ThreadMessage | None:
        """The message in the form of a Slack thread's; None if no user or assistant sent it."""
        role = _SLACK_ROLES.get(self.role)
        if role is None:
            return None
        text = self.text if self.text is not None else self.content
        return ThreadMessage(role, text or "", self.ts or self.timestamp or "")


class DiscoveryRequest(CamelMessage):
    """What the caller knows about the case. All is optional: `{}` gets a small, valid pack."""

    case_numbers: Annotated[
        tuple[CaseNumber, ...], Field(max_length=MAX_CASES), AfterValidator(_without_repeats)
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

        They are sorted by time if each has a readable one, for Slack may list the newest first;
        else they stay in the order of the request. The last may lack a time: it was sent just now.
        """
        messages = [message for each in self.messages if (message := each.in_thread()) is not None]
        times = [each.at or _NO_TIME for each in messages]
        if _NO_TIME in times[:-1]:
            return tuple(messages)
        return tuple(
            messages[place] for place in sorted(range(len(messages)), key=times.__getitem__)
        )
