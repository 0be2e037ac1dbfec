"""validate_answer: whether an answer says what the tools told, as a model asks it."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field, JsonValue

from recollect.actions.model_tools.model_tool import ModelTool
from recollect.actions.validate_answer import validate_answer
from recollect.core.messages import Message
from recollect.serving.http import Call
from recollect.validation.models import ValidateRequest


class ToolResultArgument(Message):
    """A tool that was called and what it answered, as `toolName` and `result`."""

    toolName: Annotated[str, Field(min_length=1, max_length=128)]  # noqa: N815  # the seed's name
    result: JsonValue


class ValidateAnswerArguments(Message):
    """An answer, and what it is made from."""

    response: Annotated[str, Field(max_length=200_000, description="The answer to be sent.")]
    tool_calls: Annotated[
        tuple[ToolResultArgument, ...],
        Field(max_length=100, description="The tools that were called for it, with their results."),
    ] = ()
    strict: Annotated[
        bool, Field(description="Whether what no result says makes the answer invalid.")
    ] = False


def _to_check(call: Call[BaseModel], given: ValidateAnswerArguments) -> Call[ValidateRequest]:
    request = ValidateRequest.model_validate(
        {
            "response": given.response,
            "toolCalls": [each.model_dump() for each in given.tool_calls],
            "strict": given.strict,
        }
    )
    return call.of(request)


def _verdict(body: Mapping[str, Any]) -> str:
    if not body["valid"]:
        found = [*body["contradictions"], *body["warnings"]]
        return "\n".join(["The answer is not valid.", *found])
    if not body["checks"]:
        return "There are no results to hold the answer against."
    if body["unsupported"]:
        return "\n".join(["Nothing in the answer is known to be wrong.", *body["unsupported"]])
    return "The answer says what the results say."


def tools() -> Iterator[ModelTool[Any, Any]]:
    """The one."""
    yield ModelTool(
        "validate_answer",
        "Validate an answer",
        "Check a draft answer fact by fact against the results of the tools that were called for "
        "it. Call it before the answer is sent; mend what it names.",
        "response:validate",
        ValidateAnswerArguments,
        _to_check,
        validate_answer,
        _verdict,
        reads_only=True,
    )
