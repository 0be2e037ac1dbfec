"""The body of `POST /responses/validate`: an answer, and what the tools told its author."""

from typing import Annotated

from pydantic import Field, JsonValue, StringConstraints

from recollect.core.messages import Message


class ToolCall(Message):
    """What a tool was asked for gave; tools that are not known here may be among them."""

    toolName: Annotated[  # noqa: N815  # the seed's name
        str, StringConstraints(min_length=1, max_length=128)
    ]
    result: JsonValue


class ValidateRequest(Message):
    """The answer as it is to be sent, and the calls that it is made from."""

    response: Annotated[str, StringConstraints(max_length=200_000)]
    toolCalls: Annotated[  # noqa: N815  # the seed's name
        tuple[ToolCall, ...], Field(max_length=100)
    ] = ()
