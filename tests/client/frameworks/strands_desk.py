"""A model for Strands Agents that follows the script."""

import json
from collections.abc import AsyncGenerator, AsyncIterable
from typing import Any

from strands.models import Model
from strands.types.content import ContentBlockStartToolUse, Messages
from strands.types.streaming import StreamEvent
from typing_extensions import override

from tests.client.frameworks.scripted import next_step


class ScriptedModel(Model):
    """Chooses each step by the tool results so far."""

    @override
    def update_config(self, **_: Any) -> None:
        """Do nothing: the model has no configuration."""

    @override
    def get_config(self) -> dict[str, Any]:
        return {}

    @override
    def structured_output(self, *_: Any, **__: Any) -> AsyncGenerator[dict[str, Any], None]:
        raise NotImplementedError

    @override
    async def stream(self, messages: Messages, *_: Any, **__: Any) -> AsyncIterable[StreamEvent]:
        blocks = [block for each in messages for block in each["content"]]
        results = [
            block["toolResult"]["content"][0]["text"] for block in blocks if "toolResult" in block
        ]
        step = next_step(blocks[0]["text"], results)
        yield {"messageStart": {"role": "assistant"}}
        if step.tool:
            used = ContentBlockStartToolUse(name=step.tool, toolUseId=f"call-{len(results)}")
            yield {"contentBlockStart": {"start": {"toolUse": used}}}
            yield {
                "contentBlockDelta": {"delta": {"toolUse": {"input": json.dumps(step.arguments)}}}
            }
        else:
            yield {"contentBlockStart": {"start": {}}}
            yield {"contentBlockDelta": {"delta": {"text": step.text}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "tool_use" if step.tool else "end_turn"}}


model = ScriptedModel()
