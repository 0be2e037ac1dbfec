"""Over MCP a caller may do the same as over HTTP, and is refused in the same words."""

import httpx
import pytest

from infra.local.tokens import SCOPES
from recollect.actions.model_tools import NAMES
from tests.functions.calling import Json, read
from tests.functions.guarded import Issue
from tests.functions.test_mcp import mirrored, modern, post
from tests.functions.test_model_tools import CALLS, NEEDS

# The rights of a caller that may call each tool, and of one that may not.
RIGHTS: Json = {"tenants": ["default"], "customers": ["*"]}
OTHER_RIGHTS: Json = {"tenants": ["another"], "customers": ["*"]}


async def over_http(
    client: httpx.AsyncClient, tool: str, arguments: Json, caller: dict[str, str]
) -> str:
    """The reason for which a tool is refused over HTTP, or ""."""
    answer = await client.post(f"/tools/{tool}", json={"arguments": arguments}, headers=caller)
    return "" if answer.status_code == 200 else str(answer.json()["detail"])


async def over_mcp(
    client: httpx.AsyncClient, tool: str, arguments: Json, caller: dict[str, str]
) -> str:
    """The same over MCP, where the refusal is an error or a result that is an error."""
    message = modern("tools/call", name=tool, arguments=arguments)
    answer = await post(client, message, **mirrored(message), **caller)
    if answer.status_code != 200:
        return str(read(answer, 403)["error"]["message"])
    result = answer.json()["result"]
    return str(result["content"][0]["text"]) if result["isError"] else ""


@pytest.mark.parametrize("tool", NAMES)
async def test_a_missing_right_is_refused_in_the_same_words(
    door: httpx.AsyncClient, issue: Issue, tool: str
) -> None:
    others = [each for each in SCOPES if each != NEEDS[tool]]
    callers = {
        "may": issue("mine", scopes=("tool:call", NEEDS[tool]), **RIGHTS),
        "has no scope": issue("mine", scopes=others, **RIGHTS),
        "has another app": issue("another", **OTHER_RIGHTS),
    }
    http = {
        each: await over_http(door, tool, CALLS[tool], caller) for each, caller in callers.items()
    }
    mcp = {
        each: await over_mcp(door, tool, CALLS[tool], caller) for each, caller in callers.items()
    }
    assert mcp == http
    assert NEEDS[tool] in http["has no scope"]
    assert bool(http["has another app"]) == (tool != "validate_answer")


@pytest.mark.parametrize("tool", NAMES)
async def test_a_wrong_argument_is_refused_in_the_same_words(
    api: httpx.AsyncClient, tool: str
) -> None:
    wrong = {**CALLS[tool], "colour": "blue"}
    reason = await over_http(api, tool, wrong, {})
    assert reason.startswith("arguments.colour: ")
    assert await over_mcp(api, tool, wrong, {}) == reason
