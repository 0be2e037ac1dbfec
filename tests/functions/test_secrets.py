"""Functions whose environment names secrets: how they use them, and how they fail."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from infra.local.environment import TOKENS
from infra.local.platform import RunningPlatform
from tests.adapters.secret_keeping import KEYS, SecretKeeper
from tests.adapters.secret_keeping import kept as kept_at
from tests.functions.calling import Json
from tests.functions.invoking import Functions, functions_with, sample

STORES, SLACK = "recollect/dev/stores", "recollect/dev/slack"
CANARY = "canary-5f1d"
SEARCH, HEALTH = sample("find_memories/search_memories"), sample("describe_api/health")
STORE = sample("store_memory/store_memory")
OUTCOME = sample("apply_outcomes/memory_outcome_recorded")
TOKEN = "UPSTASH_REDIS_REST_TOKEN"
HELD = {TOKEN: TOKENS.full}


@dataclass(frozen=True, slots=True)
class Kept:
    """Functions, and the keeper of their secrets."""

    functions: Functions
    manager: SecretKeeper


@asynccontextmanager
async def keeping(
    secrets: Mapping[str, object], platform: RunningPlatform, place: Path, *names: str
) -> AsyncIterator[Kept]:
    """Functions that have no variable with a token for Redis, only secrets."""
    manager = SecretKeeper({name: json.dumps(held) for name, held in secrets.items()})
    with kept_at(manager) as url:
        variables = {
            "SECRETS": ",".join(names or (STORES,)),
            "AWS_ENDPOINT_URL_SECRETS_MANAGER": url,
            **KEYS,
            "STORE_TIMEOUT_MS": "20000",
            TOKEN: "",
        }
        async with functions_with(platform, place, **variables) as functions:
            yield Kept(functions, manager)


def problem(answer: Json) -> Json:
    """Assert that an answer is the problem of a service that is not configured, and no more."""
    told: Json = json.loads(answer["body"])
    assert (answer["statusCode"], answer["headers"]["Retry-After"]) == (503, "30")
    assert told["type"] == "urn:recollect:problem:configuration-error"
    assert told["detail"] == told["title"] == "The service is not configured"
    return told


async def test_secrets_are_used_and_fetched_once(platform: RunningPlatform, tmp_path: Path) -> None:
    secrets = {STORES: HELD, SLACK: {"SLACK_BOT_TOKEN": "x"}}
    async with keeping(secrets, platform, tmp_path, STORES, SLACK) as kept:
        for _ in range(3):
            answer = await kept.functions.answer("find_memories", SEARCH)
            assert answer["statusCode"] == 200
        assert sorted(kept.manager.asked) == [SLACK, STORES]
    assert TOKENS.full not in kept.functions.log.read_text()


async def test_a_rotated_token_is_read_anew_by_the_request_that_the_old_one_fails(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    former = {STORES: {TOKEN: "the-former-one"}}
    async with keeping(former, platform, tmp_path) as kept:
        kept.manager.rotated = {STORES: json.dumps(HELD)}
        for _ in range(3):
            answer = await kept.functions.answer("store_memory", STORE)
            assert answer["statusCode"] in {200, 201}
        assert kept.manager.asked == [STORES] * 2
        log = kept.functions.log.read_text()
    assert log.count("secrets were read anew") == 1
    assert "the-former-one" not in log


async def test_a_write_under_an_idempotency_key_fetches_its_secrets_first(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    event = {**STORE, "headers": {**STORE["headers"], "idempotency-key": "k-1"}}
    async with keeping({STORES: HELD}, platform, tmp_path) as kept:
        first, again = [await kept.functions.answer("store_memory", event) for _ in range(2)]
    assert first["statusCode"] in {200, 201}
    assert (again["statusCode"], again["body"]) == (first["statusCode"], first["body"])


@pytest.mark.parametrize(
    ("secrets", "told"),
    [
        ({}, f"the secret {STORES} cannot be read: ResourceNotFoundException"),
        (
            {STORES: {**HELD, "UPSTASH_REDIS_REST_URL": f"{CANARY}.upstash.io"}},
            f"UPSTASH_REDIS_REST_URL is not an http or https URL (secrets: {STORES})",
        ),
    ],
    ids=["missing secret", "malformed URL"],
)
async def test_an_unusable_secret_is_named_once_and_its_content_never(
    platform: RunningPlatform, tmp_path: Path, secrets: Mapping[str, object], told: str
) -> None:
    async with keeping(secrets, platform, tmp_path) as kept:
        for _ in range(4):
            answer = await kept.functions.answer("find_memories", SEARCH)
            assert STORES not in json.dumps(answer)
            assert CANARY not in json.dumps(answer)
            problem(answer)
    failures = kept.functions.failures()
    assert [(each["kind"], each["error"]) for each in failures] == [("ConfigurationError",) * 2] * 4
    assert [each.get("setting") for each in failures] == [told, None, None, None]
    log = kept.functions.log.read_text()
    assert (log.count(STORES), log.count(CANARY)) == (1, 0)


async def test_the_function_that_describes_the_api_needs_no_secret(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    async with keeping({}, platform, tmp_path) as kept:
        assert (await kept.functions.answer("describe_api", HEALTH))["statusCode"] == 200
        assert kept.manager.asked == []


async def test_a_refused_request_fetches_no_secrets(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    async with keeping({}, platform, tmp_path) as kept:
        anybody = await kept.functions.answer("find_memories", {**SEARCH, "requestContext": {}})
        garbage = await kept.functions.answer("find_memories", {**SEARCH, "body": "{"})
        assert (anybody["statusCode"], garbage["statusCode"]) == (401, 400)
        assert kept.manager.asked == []


async def test_a_function_of_events_uses_its_secrets_too(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    hopeless = {**OUTCOME, "detail": {}}
    async with keeping({STORES: HELD}, platform, tmp_path) as kept:
        await kept.functions.take("apply_outcomes", hopeless)
        assert kept.manager.asked == [STORES]


async def test_an_event_without_its_secrets_is_raised_for_redelivery(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    async with keeping({}, platform, tmp_path) as kept:
        for _ in range(2):
            reason = await kept.functions.failure("apply_outcomes", OUTCOME)
            assert reason == "Redelivery: ConfigurationError: The service is not configured"
    assert kept.functions.log.read_text().count(STORES) == 1
