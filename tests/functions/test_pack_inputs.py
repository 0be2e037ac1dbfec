"""POST /packs/discovery and POST /exemplars with any input: refused, or a pack within its size."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

from recollect.discovery.schema import MAX_PACK_BYTES
from tests.functions.anything import assert_taken_or_refused, nearly
from tests.functions.calling import Json, assert_problem, read
from tests.functions.packs import EXEMPLAR, PACKING, SCENARIO, ask, bring_in_samples
from tests.functions.platforms import own_client

PACK: Json = SCENARIO | {
    "companyName": "x", "journalText": "x", "refresh": True,
    "messages": [{"role": "user", "text": "x", "ts": "1.5"}, {"role": "tool", "content": "x"}],
}  # fmt: skip
CAPTURED: Json = EXEMPLAR | {
    "inputContext": {"userRequest": "x", "caseSnapshot": {"a": ["x", 1]}, "discoveryPack": {}},
    "actionTaken": {"a": {"b": ["x", None, 0.5]}},
}


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform for packs, whose exemplars nobody else reads."""
    async with own_client(PACKING) as client:
        await bring_in_samples(client)
        yield client


@pytest.mark.parametrize("text", ["x" * 1_200, "🙂 10.52.0.4\n" * 60, '"\\' * 500])
async def test_no_pack_exceeds_its_size(api: httpx.AsyncClient, text: str) -> None:
    messages = [{"role": "user", "text": text}] * 200
    body = json.dumps(SCENARIO | {"messages": messages}, ensure_ascii=False).encode()
    answer = await api.post("/packs/discovery", content=body)

    if len(body) > 256 * 1024:
        assert_problem(answer, 413)
    else:
        read(answer)
    assert len(answer.content) <= MAX_PACK_BYTES


async def test_an_invalid_field_is_refused(api: httpx.AsyncClient) -> None:
    (error,) = assert_problem(await ask(api, threadTs="1700000000"), 422)["errors"]
    assert error["field"] == "threadTs"


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(asked=nearly(PACK), captured=nearly(CAPTURED))
async def test_no_request_about_packs_and_exemplars_makes_the_api_fail(
    api: httpx.AsyncClient, asked: Json, captured: Json
) -> None:
    await assert_taken_or_refused(api, "/packs/discovery", asked)
    await assert_taken_or_refused(api, "/exemplars", captured)
