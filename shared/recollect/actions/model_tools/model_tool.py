"""The shape of a model's tool: an action with its own arguments and an answer in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter

from recollect.core.degradation import missing_parts_note
from recollect.core.messages import Message
from recollect.serving.calls import Call, Serve
from recollect.serving.idempotency import Answer
from recollect.tools.arguments import reading_arguments
from recollect.tools.tool import ToolDescription, tool_description

_A = TypeVar("_A", bound=Message)
_B = TypeVar("_B", bound=BaseModel)
_OBJECT = TypeAdapter(dict[str, JsonValue])


@dataclass(frozen=True, slots=True)
class InWords:
    """The answer of a tool: the action's own answer, its body, and the same in words (`text`)."""

    answer: Answer
    body: Mapping[str, JsonValue]
    text: str


@dataclass(frozen=True, slots=True)
class ModelTool(Generic[_A, _B]):
    """An action as a tool. Its caller needs `scope`, as for the action's route.

    `request` makes the call of the action's route from the arguments; `render` puts the action's
    answer into words, given the answer's body and the request's; `names_missing_parts` says whether
    these words name what the answer lacks, which is added otherwise.
    """

    name: str
    title: str
    description: str
    scope: str
    arguments: type[_A]
    request: Callable[[Call[BaseModel], _A], Call[_B]]
    act: Serve[_B]
    render: Callable[[Mapping[str, JsonValue], _B], str]
    reads_only: bool
    names_missing_parts: bool = False

    def described(self) -> ToolDescription:
        """The tool in the format of function-calling models."""
        return tool_description(self.name, self.description, self.arguments)

    async def call(self, call: Call[BaseModel], arguments: Mapping[str, JsonValue]) -> InWords:
        """Act for the caller. Raises what the action's route raises, and names wrong arguments."""
        call.principal.require_scope(self.scope)
        given = {name: value for name, value in arguments.items() if value is not None}
        with reading_arguments(self.arguments):
            request = self.request(call, self.arguments.model_validate(given))
        acted = await self.act(request)
        answer = acted.model_copy(update={"only_read": self.reads_only})
        body = _OBJECT.validate_json(answer.body)
        text = self.render(body, request.body)
        if answer.degraded and not self.names_missing_parts:
            text = f"{text.rstrip()}\n{missing_parts_note(answer.degraded)}"
        return InWords(answer, body, text)


def in_app(call: Call[BaseModel], app: str, body: _B, **path: str) -> Call[_B]:
    """The call of a route of an app. Raises Forbidden if the caller has no right to the app."""
    call.principal.require_app(app)
    return call.of(body, app_slug=app, **path)
