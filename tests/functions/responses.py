"""How the tests have answers validated, and sample answers."""

from collections.abc import Sequence

import httpx

from recollect.validation.models import ToolCall
from tests.functions.calling import Json, read
from tests.validation.examples import CASE

PATH = "/responses/validate"
# A useless answer: two sections are missing and the case is not used.
NOISE = "Thank you for reaching out, we value your patience very much indeed. " * 6


def request(response: str, calls: Sequence[ToolCall] = (CASE,)) -> Json:
    """The body of a request."""
    return {"response": response, "toolCalls": [call.model_dump(mode="json") for call in calls]}


async def ask(
    client: httpx.AsyncClient, response: str, *calls: ToolCall, key: str = ""
) -> httpx.Response:
    """Have an answer validated, by default against the case of the seed."""
    headers = {"Idempotency-Key": key} if key else {}
    return await client.post(PATH, json=request(response, calls or (CASE,)), headers=headers)


async def validated(client: httpx.AsyncClient, response: str, *calls: ToolCall) -> Json:
    """The result of a validation of which nothing is missing because of a failure."""
    answer = await ask(client, response, *calls)
    assert "x-degraded" not in answer.headers, answer.headers["x-degraded"]
    return read(answer)


async def metrics(client: httpx.AsyncClient, **query: int) -> Json:
    """The metrics, by default of one week."""
    return read(await client.get("/responses/metrics", params=query))


async def published(client: httpx.AsyncClient) -> list[Json]:
    """The events that were put on the bus."""
    events: list[Json] = read(await client.get("/_events/published"))["events"]
    return events
