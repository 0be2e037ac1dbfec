"""What is validated and what comes of it: requests, results and alerts."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from recollect.core.messages import CamelMessage, Omittable

FactKind = Literal[
    "status",
    "priority",
    "assignee",
    "group",
    "customer",
    "sla",
    "date",
    "duration",
    "count",
    "number",
    "identifier",
    "host",
    "address",
    "person",
    "url",
]
Verdict = Literal["supported", "contradicted", "unsupported"]
ResponseType = Literal["field_query", "overview", "unknown"]


class ToolCall(CamelMessage):
    """A tool that was called and its result; tools that are not known here may be among them."""

    tool_name: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    result: JsonValue


class ValidateRequest(CamelMessage):
    """The body of `POST /responses/validate`: an answer, and the calls that it is made from."""

    response: Annotated[str, StringConstraints(max_length=200_000)]
    tool_calls: Annotated[tuple[ToolCall, ...], Field(max_length=100)] = ()
    strict: bool = False
    """Whether facts that nothing in the results says make the answer invalid."""


class Check(CamelMessage):
    """Whether the response uses the summary of one call.

    `ratio` is the share of `keywords` that the response has; 1 where there are none.
    """

    tool_name: str
    summary_field: str
    keywords: tuple[str, ...]
    matched: tuple[str, ...]
    ratio: float
    threshold: float
    used: bool


class Fact(CamelMessage):
    """Something that an answer says, looked up in the results.

    `start` and `end` are in characters of the response. `expected` is what the result has, `tool`
    whose result that is, `path` where in it.
    """

    text: str
    start: int
    end: int
    kind: FactKind
    verdict: Verdict
    expected: Omittable[str] = None
    tool: Omittable[str] = None
    path: Omittable[str] = None


class ValidationResult(CamelMessage):
    """The result of a check. `responseLength` is in characters, as the response was sent."""

    valid: bool
    warnings: tuple[str, ...]
    missing_elements: tuple[str, ...]
    tools_with_unused_summaries: tuple[str, ...]
    response_type: ResponseType
    response_length: int
    checks: tuple[Check, ...]
    alert: bool
    recommended_elements: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    contradictions: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()

    @property
    def level(self) -> Literal["info", "warning"]:
        """The level of its log entry: failures of field queries are no warnings."""
        return "info" if self.valid or self.response_type == "field_query" else "warning"


class ContradictedFact(CamelMessage):
    """How often answers said otherwise than a tool, by the kind of fact.

    `toolName` is the contract's; `other` are all tools that have none.
    """

    tool_name: str
    kind: FactKind
    count: int


class ResponseValidationAlert(CamelMessage):
    """The detail of the event `ResponseValidationAlert`; nothing of the answer itself."""

    validation_id: str
    response_type: ResponseType
    response_length: int
    missing_elements: tuple[str, ...]
    tools_with_unused_summaries: tuple[str, ...]
    contradictions: tuple[ContradictedFact, ...]
