"""What a tool is: a name, a description, typed arguments, and what it does."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Self, TypeVar

from pydantic import JsonValue

from recollect.core.degradation import Degradation
from recollect.core.measures import LogNote, Measure
from recollect.core.messages import Message
from recollect.tools.arguments import reading_arguments
from recollect.tools.memory_context import MEMORY_CONTEXT, Enrichment, is_memory_context
from recollect.tools.schema import function_schema

_A = TypeVar("_A", bound=Message)


class FunctionDescription(Message):
    """A function as models are told of it; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class ToolDescription(Message):
    """A tool in the shape that function-calling models take."""

    type: str = "function"
    function: FunctionDescription


def tool_description(name: str, description: str, arguments: type[Message]) -> ToolDescription:
    """The description of a tool that takes these arguments."""
    parameters = function_schema(arguments)
    function = FunctionDescription(name=name, description=description, parameters=parameters)
    return ToolDescription(function=function)


@dataclass(frozen=True, slots=True)
class Output:
    """What a tool answers, raw data and summary, and what it had to leave out of it."""

    result: Message
    degraded: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
    notes: tuple[LogNote, ...] = ()
    enriched: Enrichment | None = None
    """What was remembered for it, where somebody remembers."""

    @classmethod
    def of(cls, result: Message, degradation: Degradation) -> Self:
        """A result, and the names of the parts that it lacks, sorted."""
        return cls(result, tuple(sorted(degradation.parts)))


_Run = Callable[[_A, datetime], Awaitable[Output]]


def at_any_time(run: Callable[[_A], Awaitable[Output]]) -> _Run[_A]:
    """The run of a tool whose answer is the same whatever the time is."""
    return lambda asked, _: run(asked)


@dataclass(frozen=True, slots=True)
class Tool(Generic[_A]):
    """A tool. `run` takes the arguments and the time; `scope` is what its caller needs besides.

    Where it tells `of_customers`, its caller needs a right to some.
    """

    name: str
    description: str
    arguments: type[_A]
    run: _Run[_A]
    scope: str | None = None
    of_customers: bool = True

    @property
    def reads_only(self) -> bool:
        """Whether it changes nothing: what does has a scope of its own."""
        return self.scope is None

    def described(self) -> ToolDescription:
        """The tool for a model."""
        return tool_description(self.name, self.description, self.arguments)

    async def call(self, arguments: Mapping[str, JsonValue], now: datetime) -> Output:
        """Run the tool. Raises InvalidRequest, which names the arguments that are not right."""
        with reading_arguments(self.arguments):
            given = self._given(arguments)
            read = self.arguments.model_validate(given, by_alias=True, by_name=False)
        return await self.run(read, now)

    def _given(self, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Without nulls, which many models send for whatever they leave out.

        Also without memories that are none, or that the tool has no use for: they are a gift, and
        never a reason to refuse.
        """
        known = {field.alias or name: field for name, field in self.arguments.model_fields.items()}
        given = {
            name: value
            for name, value in arguments.items()
            if value is not None or name not in known or known[name].is_required()
        }
        if MEMORY_CONTEXT not in known or not is_memory_context(given.get(MEMORY_CONTEXT)):
            given.pop(MEMORY_CONTEXT, None)
        return given
