"""The tool `validate_answer`: checks an answer against the results of tools."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field, JsonValue

from recollect.actions.model_tools.model_tool import ModelTool
from recollect.actions.validate_answer import validate_answer
from recollect.core.messages import CamelMessage, Message
from recollect.serving.calls import Call
from recollect.validation.models import ValidateRequest


class ToolResultArgument(CamelMessage):
    """A tool that was called and what it answered, as `toolName` and `result`."""

    tool_name: Annotated[str, Field(min_length=1, max_length=128)]
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


def _verdict(body: Mapping[str, Any], _: ValidateRequest) -> str:
    """The verdict in words, then what must be corrected or checked, each once.

    Warnings are shown with any verdict, since a result that could not be read confirms nothing.
    """
    named = dict.fromkeys((*body["warnings"], *body["unsupported"]))
    return "\n".join((_in_a_sentence(body), *named))


def _in_a_sentence(body: Mapping[str, Any]) -> str:
    if not body["valid"]:
        return "The answer is not valid."
    if body["unsupported"]:
        return "Nothing in the answer is known to be wrong."
    if not body["checks"] and not body["facts"]:
        return "Nothing in the answer could be held against a result."
    return "The answer says what the results say."


def tools() -> Iterator[ModelTool[Any, Any]]:
    """The tool that checks an answer."""
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
