"""Slack: the messages of a thread, over its Web API."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

import httpx
from pydantic import JsonValue

from recollect.adapters.http.json_text import well_formed
from recollect.adapters.http.posting import TooManyRequests, json_of, post_once, retry_after
from recollect.adapters.slack.text import plain
from recollect.core.errors import StoreRefused, StoreTimeout, StoreUnavailable
from recollect.discovery.threads import ThreadMessage

STORE = "slack"
API_URL = "https://slack.com/api"

_PAGE: Final = 200
_MOST_PAGES: Final = 5
_BREAKS: Final = 2
_PAUSE_SECONDS: Final = 0.05
# What else has a subtype tells of the channel: who came, who left, what was renamed, deleted.
_SPOKEN = frozenset({"", "bot_message", "file_share", "me_message", "thread_broadcast"})
_RATE_LIMITED: Final = "ratelimited"
_FOR_A_WHILE = frozenset(
    {"fatal_error", "internal_error", "request_timeout", "service_unavailable"}
)


@dataclass(frozen=True, slots=True)
class SlackThreads:
    """The port `Conversations` of `recollect.discovery`.

    `token` is that of a bot that is in the channel, with the scope `channels:history` (for private
    ones `groups:history`). `timeout` is in seconds and bounds a call with its pages and repeats.
    """

    client: httpx.AsyncClient
    token: str = field(repr=False)
    timeout: float
    url: str = API_URL

    async def messages(self, channel_id: str, thread_ts: str) -> Sequence[ThreadMessage]:
        """What users and assistants said in a thread, oldest first; of the first 1,000 or so.

        Raises StoreRefused with Slack's name of the error (`channel_not_found`, `invalid_auth`),
        StoreUnavailable, StoreTimeout.
        """
        end = asyncio.get_running_loop().time() + self.timeout
        try:
            async with asyncio.timeout(self.timeout):
                pages = await self._pages({"channel": channel_id, "ts": thread_ts}, end)
        except TimeoutError as error:
            raise StoreTimeout(STORE, f"no answer within {self.timeout} s") from error
        spoken = (_spoken(each) for page in pages for each in page)
        # Every page begins with the message that the thread hangs on.
        return list({each.ts: each for each in spoken if each is not None}.values())

    async def _pages(self, asked: Mapping[str, str], end: float) -> list[list[JsonValue]]:
        pages: list[list[JsonValue]] = []
        cursor = ""
        while len(pages) < _MOST_PAGES:
            more = {"cursor": cursor} if cursor else {}
            answer = await self._replies({**asked, "limit": str(_PAGE), **more}, end)
            messages = answer.get("messages")
            if not isinstance(messages, list):
                raise StoreRefused(STORE, "answered outside its protocol")
            pages.append(messages)
            cursor = _next_cursor(answer)
            if not cursor:
                break
        return pages

    async def _replies(self, asked: Mapping[str, str], end: float) -> dict[str, JsonValue]:
        """One page: asked for again after a break, and after a pause that Slack wants."""
        breaks = 0
        while True:
            try:
                return await self._replies_once(asked)
            except TooManyRequests as error:
                if error.retry_after is None or _now() + error.retry_after >= end:
                    raise
                # A pause of 0 must not become a race.
                await asyncio.sleep(max(error.retry_after, _PAUSE_SECONDS))
            except StoreUnavailable:
                breaks += 1
                if breaks == _BREAKS:
                    raise
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _replies_once(self, asked: Mapping[str, str]) -> dict[str, JsonValue]:
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self.token}",
            # This method takes no JSON.
            "Content-Type": "application/x-www-form-urlencoded",
        }
        content = urlencode(asked, errors="replace").encode()
        url = f"{self.url}/conversations.replies"
        response = await post_once(self.client, STORE, url, content, headers)
        answer = json_of(STORE, response)
        if not isinstance(answer, dict):
            raise StoreRefused(STORE, "answered outside its protocol")
        if answer.get("error") == _RATE_LIMITED:
            raise TooManyRequests(STORE, retry_after(response))
        if answer.get("ok") is not True:
            raise _refusal(answer.get("error"))
        return answer


def _now() -> float:
    return asyncio.get_running_loop().time()


def _refusal(name: JsonValue) -> StoreRefused | StoreUnavailable:
    # Only what looks like a name of Slack's goes into a message and so into logs.
    if not isinstance(name, str) or not re.fullmatch("[a-z_]{1,64}", name):
        return StoreRefused(STORE, "answered outside its protocol")
    return (StoreUnavailable if name in _FOR_A_WHILE else StoreRefused)(STORE, name)


def _next_cursor(answer: Mapping[str, JsonValue]) -> str:
    metadata = answer.get("response_metadata")
    cursor = metadata.get("next_cursor") if isinstance(metadata, dict) else None
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
    said = well_formed(plain(text)).strip()
    # The app's own messages are those of a bot, too.
    is_bot = bool(message.get("bot_id")) or subtype == "bot_message"
    return ThreadMessage("assistant" if is_bot else "user", said, ts) if said else None
