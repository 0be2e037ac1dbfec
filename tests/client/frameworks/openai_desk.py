"""A model for the OpenAI Agents SDK that follows the script."""

import json
from collections.abc import AsyncIterator
from typing import Any

from agents import Model, ModelResponse, TResponseInputItem, Usage
from agents.items import TResponseStreamEvent
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)
from typing_extensions import override

from recollect.client.frameworks.openai_agents import said_by
from tests.client.frameworks.scripted import next_step


class ScriptedModel(Model):
    """Chooses each step by the tool results so far."""

    @override
    async def get_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],
        *_: Any,
        **__: Any,
    ) -> ModelResponse:
        items = [] if isinstance(input, str) else input
        question = input if isinstance(input, str) else said_by("user", items)
        results = [
            str(each["output"]) for each in items if each.get("type") == "function_call_output"
        ]
        step = next_step(question, results)
        output: ResponseFunctionToolCall | ResponseOutputMessage
        if step.tool:
            output = ResponseFunctionToolCall(
                type="function_call",
                call_id=f"call-{len(results)}",
                name=step.tool,
                arguments=json.dumps(step.arguments),
            )
        else:
            text = ResponseOutputText(type="output_text", text=step.text, annotations=[])
            output = ResponseOutputMessage(
                id="m", type="message", role="assistant", status="completed", content=[text]
            )
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    @override
    def stream_response(self, *_: Any, **__: Any) -> AsyncIterator[TResponseStreamEvent]:
        raise NotImplementedError


model = ScriptedModel()
