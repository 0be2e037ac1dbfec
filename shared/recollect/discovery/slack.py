"""The section `slackRecent`: the end of the conversation."""

from collections.abc import Sequence
from itertools import islice

from recollect.discovery.schema import SlackMessage, SlackRecent
from recollect.discovery.threads import ThreadMessage
from recollect.language.texts import collapsed, shortened


def slack_recent(messages: Sequence[ThreadMessage], limit: int) -> SlackRecent | None:
    """The last `limit` messages that have a text, oldest first, cut to 280 characters each.

    `messages` must be ordered, oldest first. `totalMessages` is how many are listed. None if there
    are none.
    """
    newest_first = filter(None, map(_shown, reversed(messages)))
    listed = tuple(islice(newest_first, limit))[::-1]
    return SlackRecent(total_messages=len(listed), messages=listed) if listed else None


def _shown(message: ThreadMessage) -> SlackMessage | None:
    text = shortened(message.text)
    if not text:
        return None
    return SlackMessage(role=message.role, text=text, timestamp=collapsed(message.ts) or None)
