"""An open API, without an authorizer, in stage dev: a request without claims is the developer's."""

import json
from pathlib import Path

import pytest

from infra.local.platform import RunningPlatform
from tests.functions.calling import Json
from tests.functions.invoking import Functions, functions_with, sample

SEARCH, HEALTH = sample("find_memories/search_memories"), sample("describe_api/health")
OPEN = {"OPEN_API": "true", "STAGE": "dev"}


def search(claims: Json | None) -> Json:
    """A search with these claims, or with None as it arrives without an authorizer."""
    context = {
        name: part for name, part in SEARCH["requestContext"].items() if name != "authorizer"
    }
    if claims is not None:
        context["authorizer"] = {"jwt": {"claims": claims, "scopes": None}}
    return {**SEARCH, "requestContext": context}


ANYBODY = search(None)


async def status(functions: Functions, event: Json) -> int:
    return int((await functions.answer("find_memories", event))["statusCode"])


async def test_on_an_open_api_a_request_without_claims_is_the_developers(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    async with functions_with(platform, tmp_path, **OPEN) as functions:
        assert await status(functions, ANYBODY) == 200


async def test_on_an_open_api_claims_still_count(platform: RunningPlatform, tmp_path: Path) -> None:
    reader = {"sub": "ada", "scope": "memory:read"}
    async with functions_with(platform, tmp_path, **OPEN) as functions:
        assert await status(functions, search(reader | {"apps": ["epic-web", "global"]})) == 200
        assert await status(functions, search(reader | {"apps": "another"})) == 403
        assert await status(functions, search({"sub": "ada", "apps": "*"})) == 403
        assert await status(functions, search({})) == 401


@pytest.mark.parametrize("variables", [{}, {"STAGE": "dev"}, {"STAGE": "dev", "OPEN_API": "no"}])
async def test_an_api_is_not_open_by_default(
    platform: RunningPlatform, tmp_path: Path, variables: dict[str, str]
) -> None:
    async with functions_with(platform, tmp_path, **variables) as functions:
        assert await status(functions, ANYBODY) == 401


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"OPEN_API": "true"}, "OPEN_API is for STAGE=dev only"),
        ({"OPEN_API": "true", "STAGE": ""}, "OPEN_API is for STAGE=dev only"),
        ({"OPEN_API": "true", "STAGE": "prod"}, "OPEN_API is for STAGE=dev only"),
        ({"OPEN_API": "true", "STAGE": "DEV"}, "OPEN_API is for STAGE=dev only"),
        ({"OPEN_API": "maybe", "STAGE": "dev"}, "OPEN_API is neither true nor false"),
    ],
)
async def test_an_api_that_must_not_be_open_lets_nobody_in(
    platform: RunningPlatform, tmp_path: Path, variables: dict[str, str], told: str
) -> None:
    async with functions_with(platform, tmp_path, **variables) as functions:
        for event in (ANYBODY, SEARCH):
            answer = await functions.answer("find_memories", event)
            assert answer["statusCode"] == 503
            assert json.loads(answer["body"])["type"] == "urn:recollect:problem:configuration-error"
            assert "OPEN_API" not in answer["body"]
        assert (await functions.answer("describe_api", HEALTH))["statusCode"] == 200
        assert [each.get("setting") for each in functions.failures()] == [told, None]
