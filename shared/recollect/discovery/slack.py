"""The section `slackRecent`: the end of the conversation."""

from collections.abc import Sequence

from recollect.discovery.schema import SlackMessage, SlackRecent
from recollect.discovery.threads import ThreadMessage
from recollect.language.texts import collapsed, shortened


def slack_recent(messages: Sequence[ThreadMessage], limit: int) -> SlackRecent | None:
    """The last `limit` messages that have a text, oldest first, cut to 280 characters each.

    `messages` must be ordered, oldest first. `totalMessages` is how many are listed. None if there
    are none.
    """
    if limit < 1:
        return None
    listed: list[SlackMessage] = []
    for message in reversed(messages):
        if len(listed) == limit:
            break
        if (shown := _shown(message)) is not None:
            listed.append(shown)
    if not listed:
        return None
    return SlackRecent(total_messages=len(listed), messages=tuple(reversed(listed)))


def _shown(message: ThreadMessage) -> SlackMessage | None:
    text = shortened(message.text)
    if not text:
        return None
    return SlackMessage(role=message.role, text=text, timestamp=collapsed(message.ts) or None)
