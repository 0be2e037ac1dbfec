"""Reads the messages of a Slack thread, over Slack's Web API."""

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

_PAGE_SIZE: Final = 200
_MAX_PAGES: Final = 5
# `conversations.replies` does not take JSON.
_FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
# Slack limits calls by the minute.
_RETRY: Final = RetryPolicy(limited_pause=60.0)
# The subtypes of messages that somebody wrote. Others report about the channel: who joined or left,
# and what was renamed or deleted.
_WRITTEN_SUBTYPES = frozenset({"", "bot_message", "file_share", "me_message", "thread_broadcast"})
_RATE_LIMITED: Final = "ratelimited"
_TEMPORARY_ERRORS = frozenset(
    {"fatal_error", "internal_error", "request_timeout", "service_unavailable"}
)


@dataclass(frozen=True, slots=True)
class SlackThreads:
    """The port `ThreadReader` of `recollect.discovery`.

    The token of `slack` is that of a bot that is a member of the channel and has the scope
    `channels:history` (for private channels `groups:history`). The timeout of `slack` is for all
    pages of a thread together.
    """

    slack: HttpService

    async def messages(self, channel_id: str, thread_ts: str) -> Sequence[ThreadMessage]:
        """What users and assistants wrote among the first 1,000 or so messages, oldest first.

        Raises StoreRefused with Slack's name of the error (`channel_not_found`, `invalid_auth`),
        StoreUnavailable, StoreTimeout.
        """
        end = asyncio.get_running_loop().time() + self.slack.timeout
        form = {"channel": channel_id, "ts": thread_ts, "limit": str(_PAGE_SIZE)}
        messages: list[JsonValue] = []
        for _ in range(_MAX_PAGES):
            page = await self._page(form, end)
            messages += list_at(STORE, page, "messages")
            form["cursor"] = _next_cursor(page)
            if not form["cursor"]:
                break
        written = map(_written_message, messages)
        # Every page repeats the first message of the thread.
        return list({message.ts: message for message in written if message is not None}.values())

    async def _page(self, form: Mapping[str, str], end: float) -> JsonValue:
        """One page, with the time left until `end` (by the event loop's clock) as its timeout."""
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
    # Error messages reach the log, so they may only hold what looks like one of Slack's error
    # names.
    if not isinstance(name, str) or not re.fullmatch("[a-z_]{1,64}", name):
        return protocol_error(STORE)
    return (StoreUnavailable if name in _TEMPORARY_ERRORS else StoreRefused)(STORE, name)


def _next_cursor(page: JsonValue) -> str:
    cursor = value_at(page, "response_metadata", "next_cursor")
    return cursor if isinstance(cursor, str) else ""


def _written_message(message: JsonValue) -> ThreadMessage | None:
    """The message that somebody wrote; None for a report about the channel or an empty message."""
    if not isinstance(message, dict):
        return None
    ts, text = message.get("ts"), message.get("text")
    subtype = message.get("subtype", "")
    if not (isinstance(ts, str) and isinstance(text, str) and isinstance(subtype, str)):
        return None
    if subtype not in _WRITTEN_SUBTYPES:
        return None
    words = well_formed(plain(text)).strip()
    # Slack marks the app's own messages as those of a bot, too.
    is_bot = bool(message.get("bot_id")) or subtype == "bot_message"
    return ThreadMessage("assistant" if is_bot else "user", words, ts) if words else None
