"""Slack: the messages of a thread, over its Web API."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

import httpx
from pydantic import JsonValue

from recollect.adapters.http.json_text import list_at, protocol_error, value_at, well_formed
from recollect.adapters.http.retries import RetryPolicy, TooManyRequests
from recollect.adapters.http.transport import HttpService, json_of, retry_after
from recollect.adapters.slack.text import plain
from recollect.core.errors import StoreRefused, StoreUnavailable
from recollect.discovery.threads import ThreadMessage

STORE = "slack"

_PAGE: Final = 200
_MOST_PAGES: Final = 5
# This method takes no JSON.
_FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
# Slack counts calls by the minute.
_RETRY: Final = RetryPolicy(limited_pause=60.0)
# What else has a subtype tells of the channel: who came, who left, what was renamed, deleted.
_SPOKEN = frozenset({"", "bot_message", "file_share", "me_message", "thread_broadcast"})
_RATE_LIMITED: Final = "ratelimited"
_FOR_A_WHILE = frozenset(
    {"fatal_error", "internal_error", "request_timeout", "service_unavailable"}
)


@dataclass(frozen=True, slots=True)
class SlackThreads:
    """The port `Conversations` of `recollect.discovery`.

    The token of `slack` is that of a bot that is in the channel, with the scope `channels:history`
    (for private ones `groups:history`). The timeout bounds all pages of a thread together.
    """

    slack: HttpService

    async def messages(self, channel_id: str, thread_ts: str) -> Sequence[ThreadMessage]:
        """What users and assistants said in a thread, oldest first; of the first 1,000 or so.

        Raises StoreRefused with Slack's name of the error (`channel_not_found`, `invalid_auth`),
        StoreUnavailable, StoreTimeout.
        """
        end = asyncio.get_running_loop().time() + self.slack.timeout
        form = {"channel": channel_id, "ts": thread_ts, "limit": str(_PAGE)}
        messages: list[JsonValue] = []
        for _ in range(_MOST_PAGES):
            page = await self._page(form, end)
            messages += list_at(STORE, page, "messages")
            form["cursor"] = _next_cursor(page)
            if not form["cursor"]:
                break
        spoken = map(_spoken, messages)
        # Every page begins with the message that the thread hangs on.
        return list({each.ts: each for each in spoken if each is not None}.values())

    async def _page(self, form: Mapping[str, str], end: float) -> JsonValue:
        """One page, in the time that is left until `end`, by the clock of the event loop."""
        left = replace(self.slack, timeout=end - asyncio.get_running_loop().time())
        content = urlencode(form, errors="replace").encode()
        path = "/conversations.replies"
        return await left.send("POST", path, _read, content=content, headers=_FORM, retry=_RETRY)


def _read(response: httpx.Response) -> JsonValue:
    answer = json_of(STORE, response)
    error = value_at(answer, "error")
    if error == _RATE_LIMITED:
        raise TooManyRequests(STORE, _RATE_LIMITED, retry_after(response))
    if value_at(answer, "ok") is not True:
        raise _refusal(error)
    return answer


def _refusal(name: JsonValue) -> StoreRefused | StoreUnavailable:
    # Only what looks like a name of Slack's goes into a message and so into logs.
    if not isinstance(name, str) or not re.fullmatch("[a-z_]{1,64}", name):
        return protocol_error(STORE)
    return (StoreUnavailable if name in _FOR_A_WHILE else StoreRefused)(STORE, name)


def _next_cursor(page: JsonValue) -> str:
    cursor = value_at(page, "response_metadata", "next_cursor")
    return cursor if isinstance(cursor, str) else ""


def _spoken(message: JsonValue) -> ThreadMessage | None:
    """A message as it was said; None for what tells of the channel, and for what says nothing."""
    if not isinstance(message, dict):
        return None
    ts, text = message.get("ts"), message.get("text")
    subtype = message.get("subtype", "")
    if not (isinstance(ts, str) and isinstance(text, str) and isinstance(subtype, str)):
        return None
    if subtype not in _SPOKEN:
        return None
    words = well_formed(plain(text)).strip()
    # The app's own messages are those of a bot, too.
    is_bot = bool(message.get("bot_id")) or subtype == "bot_message"
    return ThreadMessage("assistant" if is_bot else "user", words, ts) if words else None
