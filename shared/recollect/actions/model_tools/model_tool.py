"""What such a tool is: an action behind arguments of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter

from recollect.core.degradation import missing_parts_note
from recollect.core.messages import Message
from recollect.serving.http import Call, Serve
from recollect.serving.idempotency import Answer
from recollect.tools.arguments import reading_arguments
from recollect.tools.tool import ToolDescription, tool_description

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
class ModelTool(Generic[_A, _B]):
    """An action as a tool. `scope` is what its caller needs, as for the action's route.

    `request` makes the call of the action's route that the arguments are; `tell` puts what the
    action answers in words.
    """

    name: str
    title: str
    description: str
    scope: str
    arguments: type[_A]
    request: Callable[[Call[BaseModel], _A], Call[_B]]
    act: Serve[_B]
    tell: Callable[[Mapping[str, JsonValue]], str]
    reads_only: bool

    def described(self) -> ToolDescription:
        """The tool in the shape that function-calling models take."""
        return tool_description(self.name, self.description, self.arguments)

    async def call(self, call: Call[BaseModel], arguments: Mapping[str, JsonValue]) -> InWords:
        """Act for the caller. Raises what the action's route raises; wrong arguments by name."""
        call.principal.require_scope(self.scope)
        given = {name: value for name, value in arguments.items() if value is not None}
        with reading_arguments(self.arguments):
            request = self.request(call, self.arguments.model_validate(given))
        answer = await self.act(request)
        body = _OBJECT.validate_json(answer.body)
        text = self.tell(body)
        # A body that names what it lacks says so in its own text.
        if answer.degraded and "degraded" not in body:
            text = f"{text.rstrip()}\n{missing_parts_note(answer.degraded)}"
        return InWords(answer, body, text)


def in_app(call: Call[BaseModel], app: str, body: _B, **path: str) -> Call[_B]:
    """The call of a route of an app. Raises Forbidden where the caller has no right to it."""
    call.principal.require_app(app)
    return call.of(body, app_slug=app, **path)
