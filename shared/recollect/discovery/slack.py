"""The section `slackRecent`: the end of the conversation."""

from collections.abc import Sequence

from recollect.discovery.schema import SlackMessage, SlackRecent
from recollect.discovery.threads import ThreadMessage
from recollect.language.texts import collapsed, shortened


def slack_recent(messages: Sequence[ThreadMessage], limit: int) -> SlackRecent | None:
    """The last `limit` of `messages`, oldest first as they come, 280 characters each.

    One in which nothing is said does not count. `totalMessages` is how many are listed; None when
    there are none.
    """
    if limit < 1:
        return None
    listed: list[SlackMessage] = []
    for each in reversed(messages):
        if len(listed) == limit:
            break
        if (shown := _shown(each)) is not None:
            listed.append(shown)
    if not listed:
        return None
    return SlackRecent(total_messages=len(listed), messages=tuple(reversed(listed)))


def _shown(message: ThreadMessage) -> SlackMessage | None:
    text = shortened(message.text)
    if not text:
        return None
    return SlackMessage(role=message.role, text=text, timestamp=collapsed(message.ts) or None)
