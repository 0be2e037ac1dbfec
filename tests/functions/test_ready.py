"""GET /ready tells anybody whether the stores answer, and nothing else about them."""

import json
from pathlib import Path

import httpx

from infra.local.platform import RunningPlatform
from tests.functions.calling import read
from tests.functions.invoking import functions_with, sample

READY = sample("find_memories/ready")


async def test_the_api_is_ready_if_the_stores_answer_and_needs_no_token(
    door: httpx.AsyncClient,
) -> None:
    told = read(await door.get("/ready"))
    assert told.pop("version")
    assert told == {"ready": True, "stores": {"upstash-vector": "ok", "upstash-redis": "ok"}}


async def test_a_store_that_does_not_answer_is_named(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    wrong = {"UPSTASH_REDIS_REST_TOKEN": "wrong"}
    async with functions_with(platform, tmp_path, **wrong) as functions:
        answer = await functions.answer("find_memories", READY)
    assert answer["statusCode"] == 503
    told = json.loads(answer["body"])
    assert told["stores"] == {"upstash-vector": "ok", "upstash-redis": "down"}
    assert not told["ready"]
    assert "wrong" not in answer["body"]
    assert "127.0.0.1" not in answer["body"]
