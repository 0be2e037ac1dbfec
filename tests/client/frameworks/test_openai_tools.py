"""The message that the model of an OpenAI agent gets when a tool fails."""

import json
from typing import Any

import httpx
import pytest
from agents.tool import FunctionTool
from agents.tool_context import ToolContext

from recollect.client import InvalidRequestError, Recollect, Retries
from recollect.client.frameworks.openai_agents import openai_tools
from recollect.preparing.request import empty_part_notes
from tests.cases import each_case

UNKNOWN = httpx.Response(
    404, json={"type": "urn:recollect:problem:not-found", "detail": "there is no memory mem_0"}
)
GO_ON = "The memory cannot be used now. Go on without it."


async def tool_message(
    tool: str, arguments: dict[str, Any], answer: httpx.Response | Exception
) -> str:
    """What a tool of the run returns to the model when the service gives this answer."""

    def answering(_: httpx.Request) -> httpx.Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    network = httpx.MockTransport(answering)
    with Recollect("http://api.test", transport=network, retries=Retries(attempts=1)) as api:
        tools = {each.name: each for each in openai_tools(api, "desk", run_id="run-1")}
        called = tools[tool]
        assert isinstance(called, FunctionTool)
        encoded_arguments = json.dumps(arguments)
        context: ToolContext[None] = ToolContext(
            context=None, tool_name=tool, tool_call_id="call-1", tool_arguments=encoded_arguments
        )
        return str(await called.on_invoke_tool(context, encoded_arguments))


@each_case(
    ("tool", "arguments", "answer", "words"),
    [
        ("cite", {"memory_ids": ["mem_0"]}, UNKNOWN, "there is no memory mem_0"),
        ("cite", {"memory_ids": []}, UNKNOWN, "memory_ids"),
        ("remember", {"situation": "", "decision": "d"}, UNKNOWN, "situation: "),
        ("remember", {"situation": "s"}, UNKNOWN, "input for tool remember"),
        ("recall", {"query": "dark"}, httpx.ConnectError("refused"), GO_ON),
        ("recall", {"query": "dark"}, httpx.Response(503), GO_ON),
        ("recall", {"query": "dark"}, httpx.Response(401), GO_ON),
        ("recall", {"query": "dark"}, httpx.Response(200, text="<html>"), GO_ON),
    ],
)
async def test_the_model_learns_what_was_wrong_with_its_call_or_to_go_on_without_memory(
    tool: str, arguments: dict[str, Any], answer: httpx.Response | Exception, words: str
) -> None:
    assert words in await tool_message(tool, arguments, answer)


async def test_the_model_learns_that_an_app_without_memories_may_have_another_name() -> None:
    nothing = {"prompt": "Nothing is known.", "parts": {}, "citations": [], "empty": ["memories"]}
    told = await tool_message("recall", {"query": "dark"}, httpx.Response(200, json=nothing))
    (note,) = empty_part_notes(["memories"])
    assert json.loads(told)["known"] == f"Nothing is known.\n{note}"


async def test_an_error_in_the_program_itself_is_raised_and_not_shown_to_the_model() -> None:
    with pytest.raises(ZeroDivisionError):
        await tool_message("recall", {"query": "dark"}, ZeroDivisionError())


def test_tools_with_an_invalid_run_id_or_app_slug_are_refused_when_they_are_made() -> None:
    with Recollect("http://127.0.0.1:1") as api:
        with pytest.raises(InvalidRequestError, match="run_id: must be 1 to 128 letters"):
            openai_tools(api, "desk", run_id="a run")
        with pytest.raises(InvalidRequestError, match="app_slug: must be 1 to 64"):
            openai_tools(api, "My Desk", run_id="run-1")
