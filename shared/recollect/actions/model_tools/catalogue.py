"""All tools of actions. A new one needs a line here, and its name in `NAMES`."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from recollect.actions.model_tools import NAMES, answers, context, memories
from recollect.actions.model_tools.model_tool import ModelTool

_BY_NAME: Final = {
    tool.name: tool for tool in (*memories.tools(), *context.tools(), *answers.tools())
}
MODEL_TOOLS: Final[Mapping[str, ModelTool[Any, Any]]] = {name: _BY_NAME[name] for name in NAMES}


def allowed(scopes: Collection[str]) -> tuple[ModelTool[Any, Any], ...]:
    """The tools that a caller with these scopes may call."""
    return tuple(tool for tool in MODEL_TOOLS.values() if tool.scope in scopes)
