"""Threads read from a Slack that is in trouble or gives unexpected answers."""

import json
import time
from collections.abc import Sequence

import httpx
import pytest

from recollect.adapters.http.transport import bearer
from recollect.adapters.slack.threads import SlackThreads
from recollect.core.errors import StoreError, StoreTimeout, StoreUnavailable
from recollect.discovery.threads import ThreadMessage
from tests.adapters.misbehaving import Behaviour, Server, misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case

TOKEN = "xoxb-local"
LONG = 20.0


def page(*messages: object, cursor: str = "") -> bytes:
    body = {"ok": True, "messages": list(messages), "response_metadata": {"next_cursor": cursor}}
    return reply(200, body)


def message(n: int, **fields: object) -> dict[str, object]:
    return {"type": "message", "user": "U1", "text": f"m{n}", "ts": f"{n}.0", **fields}


def slack_at(client: httpx.AsyncClient, url: str, seconds: float) -> SlackThreads:
    return SlackThreads(service(client, "slack", url, bearer(TOKEN), seconds))


async def messages_from(
    client: httpx.AsyncClient, *behaviours: bytes | Behaviour, seconds: float = LONG
) -> tuple[Sequence[ThreadMessage], Server]:
    async with misbehaving(behaviours) as server:
        return await slack_at(client, server.url, seconds).messages("C1", "1.0"), server


async def refused(
    client: httpx.AsyncClient, *behaviours: bytes | Behaviour, seconds: float = LONG
) -> tuple[StoreError, Server]:
    async with misbehaving(behaviours) as server:
        with pytest.raises(StoreError) as caught:
            await slack_at(client, server.url, seconds).messages("C1", "1.0")
    assert caught.value.store == "slack"
    assert TOKEN not in str(caught.value)
    assert server.url not in str(caught.value)
    return caught.value, server


async def test_messages_have_their_speaker_and_system_or_empty_messages_are_left_out(
    http_client: httpx.AsyncClient,
) -> None:
    said, _ = await messages_from(
        http_client,
        page(
            message(1),
            message(2, bot_id="B1"),
            message(3, subtype="bot_message"),
            message(4, subtype="thread_broadcast"),
            message(5, subtype="channel_join"),
            message(6, subtype="tombstone"),
            message(7, text=" \n"),
            message(8, text=None),
            message(9, ts=None),
            message(10, subtype=["x"]),
            message(11, text="half \ud83d of one"),
            "nonsense",
        ),
    )

    assert [(each.ts, each.role) for each in said] == [
        ("1.0", "user"),
        ("2.0", "assistant"),
        ("3.0", "assistant"),
        ("4.0", "user"),
        ("11.0", "user"),
    ]
    assert said[-1].text == "half ? of one"


async def test_the_first_message_which_begins_every_page_is_read_once(
    http_client: httpx.AsyncClient,
) -> None:
    said, server = await messages_from(
        http_client, page(message(1), message(2), cursor="next"), page(message(1), message(3))
    )

    assert [each.text for each in said] == ["m1", "m2", "m3"]
    assert server.requests == 2


async def test_a_cursor_that_never_ends_is_followed_five_times(
    http_client: httpx.AsyncClient,
) -> None:
    said, server = await messages_from(http_client, *[page(message(1), cursor="same")] * 9)

    assert len(said) == 1
    assert server.requests == 5


def limited(seconds: str, status: int = 429) -> bytes:
    headers = f"Retry-After: {seconds}\r\n" if seconds else ""
    return reply(status, {"ok": False, "error": "ratelimited"}, headers=headers)


@each_case("status", [429, 200])
async def test_a_pause_that_slack_asks_for_is_made_if_there_is_time(
    http_client: httpx.AsyncClient, status: int
) -> None:
    began = time.monotonic()
    said, server = await messages_from(http_client, limited("1", status), page(message(1)))

    assert len(said) == 1
    assert server.requests == 2
    assert time.monotonic() - began >= 1


@each_case("seconds", ["60", "20", "", "soon", "-1", "99999999999999999999"])
async def test_without_time_for_the_pause_slack_is_unavailable_at_once(
    http_client: httpx.AsyncClient, seconds: str
) -> None:
    error, server = await refused(http_client, limited(seconds))

    assert isinstance(error, StoreUnavailable)
    assert server.requests == 1


async def test_repeated_pauses_of_zero_seconds_end_at_the_deadline(
    http_client: httpx.AsyncClient,
) -> None:
    error, server = await refused(http_client, *[limited("0")] * 200, seconds=0.3)

    assert isinstance(error, StoreTimeout | StoreUnavailable)
    assert server.requests < 20


@each_case("name", ["internal_error", "service_unavailable"])
async def test_a_passing_error_of_slack_is_met_with_a_second_attempt_and_no_third(
    http_client: httpx.AsyncClient, name: str
) -> None:
    bad = reply(200, {"ok": False, "error": name})
    said, _ = await messages_from(http_client, bad, page(message(1)))
    assert len(said) == 1

    error, server = await refused(http_client, bad, bad, page(message(1)))
    assert isinstance(error, StoreUnavailable)
    assert server.requests == 2


@each_case("metadata", [None, [], {}, {"next_cursor": None}, {"next_cursor": 7}])
async def test_a_malformed_cursor_ends_the_thread(
    http_client: httpx.AsyncClient, metadata: object
) -> None:
    body = {"ok": True, "messages": [message(1)], "response_metadata": metadata}
    said, server = await messages_from(http_client, reply(200, json.loads(json.dumps(body))))

    assert len(said) == server.requests == 1


async def test_the_deadline_bounds_all_pages(http_client: httpx.AsyncClient) -> None:
    error, server = await refused(
        http_client, page(message(1), cursor="next"), Behaviour.HANG, seconds=0.4
    )

    assert isinstance(error, StoreTimeout)
    assert server.requests == 2
