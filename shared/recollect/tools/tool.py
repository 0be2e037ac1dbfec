"""The model of a tool: a name, a description, typed arguments, and the function that runs it."""

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
    """The description of a function for models; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class ToolDescription(Message):
    """The description of a tool in the form that function-calling models expect."""

    type: str = "function"
    function: FunctionDescription


def tool_description(name: str, description: str, arguments: type[Message]) -> ToolDescription:
    """Describe a tool with these arguments."""
    parameters = function_schema(arguments)
    function = FunctionDescription(name=name, description=description, parameters=parameters)
    return ToolDescription(function=function)


@dataclass(frozen=True, slots=True)
class Output:
    """The output of a tool: raw data with a summary, and the names of the parts that it lacks."""

    result: Message
    degraded: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
    notes: tuple[LogNote, ...] = ()
    enriched: Enrichment | None = None
    """The result of the enrichment of the arguments, if there was an enricher."""

    @classmethod
    def of(cls, result: Message, degradation: Degradation) -> Self:
        """The output with this result, and the sorted names of the parts that it lacks."""
        return cls(result, tuple(sorted(degradation.parts)))


_Run = Callable[[_A, datetime], Awaitable[Output]]


def at_any_time(run: Callable[[_A], Awaitable[Output]]) -> _Run[_A]:
    """Adapt the run function of a tool whose result does not depend on the time."""
    return lambda arguments, _: run(arguments)


@dataclass(frozen=True, slots=True)
class Tool(Generic[_A]):
    """A tool. `run` takes the arguments and the time.

    `scope` is a further scope that the caller needs. If `of_customers`, its result is about
    customers, and the caller needs a right to some.
    """

    name: str
    description: str
    arguments: type[_A]
    run: _Run[_A]
    scope: str | None = None
    of_customers: bool = True

    @property
    def reads_only(self) -> bool:
        """Whether it changes nothing; a tool that changes something has a scope of its own."""
        return self.scope is None

    def described(self) -> ToolDescription:
        """The description of the tool for a model."""
        return tool_description(self.name, self.description, self.arguments)

    async def call(self, arguments: Mapping[str, JsonValue], now: datetime) -> Output:
        """Run the tool. Raises InvalidRequest, which names the arguments that are wrong."""
        with reading_arguments(self.arguments):
            given = self._given(arguments)
            parsed = self.arguments.model_validate(given, by_alias=True, by_name=False)
        return await self.run(parsed, now)

    def _given(self, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """The arguments without nulls, which many models send for arguments that they leave out.

        A `memoryContext` that is invalid, or that the tool does not take, is dropped, too: memories
        are an extra, and never a reason to refuse a call.
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
