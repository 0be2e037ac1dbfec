"""Threads read from Slack, or rather from its emulator."""

from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from infra.local.emulators.slack import TOKEN, SampleMessage, create_slack_app
from recollect.adapters.http.transport import bearer
from recollect.adapters.slack.threads import SlackThreads
from recollect.core.errors import StoreRefused
from recollect.discovery.threads import ThreadMessage
from tests.adapters.services import service
from tests.cases import each_case
from tests.infra.local.serving import serving

CHANNEL, TS = "C123456", "1700000000.123456"


def long_thread(count: int) -> tuple[SampleMessage, ...]:
    return tuple(SampleMessage(ts=f"17000{n:05}.000001", text=f"message {n}") for n in range(count))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Slack with the sample data, and one with long threads."""
    long = {"C1": {f"{count}": long_thread(count) for count in (1, 200, 201, 202, 900, 3_000)}}
    apps = [Mount("/samples", create_slack_app()), Mount("/long", create_slack_app(long))]
    with serving(Starlette(routes=apps)) as base:
        yield base


def threads(client: httpx.AsyncClient, url: str, token: str = TOKEN) -> SlackThreads:
    return SlackThreads(service(client, "slack", url, bearer(token)))


async def test_the_thread_of_the_sample_case_is_read(
    http_client: httpx.AsyncClient, url: str
) -> None:
    said = await threads(http_client, f"{url}/samples/api").messages(CHANNEL, TS)

    assert len(said) == 12
    assert [each.ts for each in said] == sorted(each.ts for each in said)
    assert said[0] == ThreadMessage(
        "user",
        "SCS0001234: users at Altus Amarillo North say that everything is slow since about 03:30. "
        "<30 people on site. @U0DESK can you take it?",
        TS,
    )
    ours = ThreadMessage("user", "Seeing packet loss at Altus Amarillo North.", "1700001234.987600")
    assert ours in said
    assert sum(each.role == "assistant" for each in said) == 2
    texts = "\n".join(each.text for each in said)
    assert "has joined" not in texts
    assert "edge status (https://sdwan.example.com/edges/amarillo-north)" in texts


@each_case("count", [1, 200, 201, 202, 900])
async def test_a_long_thread_comes_page_by_page(
    http_client: httpx.AsyncClient, url: str, count: int
) -> None:
    said = await threads(http_client, f"{url}/long/api").messages("C1", f"{count}")

    assert [each.text for each in said] == [f"message {n}" for n in range(count)]


async def test_only_the_first_pages_of_an_endless_thread_are_read(
    http_client: httpx.AsyncClient, url: str
) -> None:
    said = await threads(http_client, f"{url}/long/api").messages("C1", "3000")

    assert len(said) == 1_001


@each_case(
    ("channel", "ts", "token", "name"),
    [
        ("C999", TS, TOKEN, "channel_not_found"),
        ("C1&channel=C123456", TS, TOKEN, "channel_not_found"),
        (CHANNEL, "1.1", TOKEN, "thread_not_found"),
        (CHANNEL, "", TOKEN, "thread_not_found"),
        (CHANNEL, TS, "another", "invalid_auth"),
    ],
)
async def test_a_refusal_carries_slacks_error_name(
    http_client: httpx.AsyncClient, url: str, channel: str, ts: str, token: str, name: str
) -> None:
    slack = threads(http_client, f"{url}/samples/api", token)
    with pytest.raises(StoreRefused, match=f"^slack: {name}$"):
        await slack.messages(channel, ts)
