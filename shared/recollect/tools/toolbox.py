"""The collection of all tools: finds one by its name, and runs it within a deadline."""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue, model_validator

from recollect.core.errors import (
    NotFound,
    StoreError,
    StoreRefused,
    StoreTimeout,
    ToolFailed,
    ToolTimedOut,
)
from recollect.core.messages import CamelMessage, Message
from recollect.tools.memory_context import ToolEnricher
from recollect.tools.tool import Output, Tool, ToolDescription

_MAX_SUGGESTIONS: Final = 3
_REQUEST_FIELDS: Final = ("arguments", "sessionId", "session_id")
_STORE_NAMES: Final[Mapping[str, str]] = {
    "servicenow": "ServiceNow",
    "microsoft-learn": "Microsoft Learn",
    "kubernetes": "The cluster",
    "upstash-vector": "The index of resolved cases",
    "upstash-redis": "The store of Recollect",
}


class ToolRequest(CamelMessage):
    """A call of a tool; which `arguments` it takes depends on the tool."""

    arguments: Annotated[dict[str, JsonValue], Field(default_factory=dict, max_length=100)]
    session_id: Annotated[str | None, Field(max_length=256)] = None

    @model_validator(mode="before")
    @classmethod
    def _has_known_fields(cls, request: object) -> object:
        if isinstance(request, dict) and request and request.keys().isdisjoint(_REQUEST_FIELDS):
            raise ValueError('what the tool takes stands in "arguments"')
        return request


class ToolResult(Message, extra="allow"):
    """The result of a tool: its raw data, and its summary in a field that the tool names."""

    __pydantic_extra__: dict[str, JsonValue]


class ToolList(Message):
    """The tools that a caller may run."""

    tools: tuple[ToolDescription, ...]


@dataclass(frozen=True, slots=True)
class Toolbox:
    """Tools by name. `deadline` is in seconds and bounds each call.

    `enricher` adds memories of former executions to the arguments; without it nothing is added.
    """

    tools: Mapping[str, Tool[Any]]
    deadline: float
    enricher: ToolEnricher | None = None

    @classmethod
    def of(
        cls, tools: Iterable[Tool[Any]], deadline: float, enricher: ToolEnricher | None = None
    ) -> "Toolbox":
        """A toolbox of these tools."""
        return cls({tool.name: tool for tool in tools}, deadline, enricher)

    def find(self, name: str, others: Iterable[str] = ()) -> Tool[Any]:
        """The tool of this name. Raises NotFound with similar names, those in `others` included."""
        if name in self.tools:
            return self.tools[name]
        by_folded = {each.casefold(): each for each in (*self.tools, *others)}
        close = get_close_matches(name.casefold(), by_folded, n=_MAX_SUGGESTIONS, cutoff=0.5)
        names = ", ".join(by_folded[each] for each in close)
        raise NotFound(f"there is no tool {name}{f'; the closest are {names}' if names else ''}")

    def described(self, scopes: Collection[str], *, has_customers: bool = True) -> ToolList:
        """Describe the tools that a caller with these scopes may run.

        `has_customers` says whether the caller has a right to any customers.
        """
        allowed = self.allowed(scopes, has_customers=has_customers)
        return ToolList(tools=tuple(tool.described() for tool in allowed))

    def allowed(self, scopes: Collection[str], *, has_customers: bool) -> tuple[Tool[Any], ...]:
        """The tools that such a caller may run (see `described`)."""
        return tuple(
            tool
            for tool in self.tools.values()
            if (tool.scope is None or tool.scope in scopes)
            and (has_customers or not tool.of_customers)
        )

    async def run(self, tool: Tool[Any], request: ToolRequest, now: datetime) -> Output:
        """Run a tool within the deadline, with memories in its arguments if there is an enricher.

        Raises ToolFailed if a store fails, and RequestError.
        """
        if self.enricher is None:
            return await self._run(tool, request.arguments, now)
        enriched = await self.enricher.enrich(tool.name, request.arguments, request.session_id)
        output = await self._run(tool, enriched.arguments, now)
        return replace(output, measures=enriched.measures, notes=enriched.notes, enriched=enriched)

    async def _run(
        self, tool: Tool[Any], arguments: Mapping[str, JsonValue], now: datetime
    ) -> Output:
        try:
            async with asyncio.timeout(self.deadline):
                return await tool.call(arguments, now)
        except TimeoutError as error:
            raise _timed_out(tool.name) from error
        except StoreTimeout as error:
            raise _timed_out(_store_name(error)) from error
        except StoreRefused as error:
            message = (
                f"{_store_name(error)} answered what cannot be used. Trying again will not help."
            )
            raise ToolFailed("upstream_refused", message, retryable=False) from error
        except StoreError as error:
            message = f"{_store_name(error)} cannot be reached now. Try again in a few seconds."
            raise ToolFailed("upstream_unavailable", message, retryable=True) from error


def _timed_out(name: str) -> ToolTimedOut:
    message = f"{name} did not answer in time. Try again in a few seconds."
    return ToolTimedOut("upstream_timeout", message, retryable=True)


def _store_name(error: StoreError) -> str:
    return _STORE_NAMES.get(error.store, error.store)
