"""What such a tool is: an action behind arguments of its own."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.messages import Message, field_errors
from recollect.serving.http import Call
from recollect.serving.idempotency import Answer
from recollect.tools.schema import function_schema
from recollect.tools.tool import FunctionDescription, ToolDescription

_A = TypeVar("_A", bound=Message)
_B = TypeVar("_B", bound=BaseModel)
_OBJECT = TypeAdapter(dict[str, JsonValue])


@dataclass(frozen=True, slots=True)
class InWords:
    """What a tool answers: the action's own answer, its body, and the same in words."""

    answer: Answer
    body: Mapping[str, JsonValue]
    text: str


@dataclass(frozen=True, slots=True)
class ModelTool(Generic[_A]):
    """An action as a tool. `scope` is what its caller needs, as for the action's route.

    `ask` makes the action's request of the arguments and sends it; `tell` puts the answer in words.
    """

    name: str
    title: str
    description: str
    scope: str
    arguments: type[_A]
    ask: Callable[[Call[BaseModel], _A], Awaitable[Answer]]
    tell: Callable[[Mapping[str, JsonValue]], str]
    reads_only: bool

    def described(self) -> ToolDescription:
        """The tool in the shape that function-calling models take."""
        return ToolDescription(
            function=FunctionDescription(
                name=self.name,
                description=self.description,
                parameters=function_schema(self.arguments),
            )
        )

    async def call(self, call: Call[BaseModel], arguments: Mapping[str, JsonValue]) -> InWords:
        """Act for the caller. Raises what the action's route raises; wrong arguments by name."""
        call.principal.require_scope(self.scope)
        given = {name: value for name, value in arguments.items() if value is not None}
        try:
            answer = await self.ask(call, self.arguments.model_validate(given))
        except ValidationError as error:
            raise InvalidRequest(
                [
                    FieldError(f"arguments.{each.field}".rstrip("."), each.message)
                    for each in field_errors(error)
                ]
            ) from None
        body = _OBJECT.validate_json(answer.body)
        return InWords(answer, body, self.tell(body))


def in_app(call: Call[BaseModel], app: str, body: _B, **path: str) -> Call[_B]:
    """The call of a route of an app. Raises Forbidden where the caller has no right to it."""
    call.principal.require_app(app)
    return asked(call, body, app_slug=app, **path)


def asked(call: Call[BaseModel], body: _B, **path: str) -> Call[_B]:
    """The same caller's call of another route."""
    return Call(call.principal, path, body, call.operation, call.time_is_up)
