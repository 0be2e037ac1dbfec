"""The models of validation: requests, results and alerts."""

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
    """A tool that was called, known or unknown to this service, and the result it returned."""

    tool_name: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    result: JsonValue


class ValidateRequest(CamelMessage):
    """The body of `POST /responses/validate`: an answer, and the tool calls it is based on."""

    response: Annotated[str, StringConstraints(max_length=200_000)]
    tool_calls: Annotated[tuple[ToolCall, ...], Field(max_length=100)] = ()
    strict: bool = False
    """Whether an unsupported fact, which no result states, makes the answer invalid."""
    dry_run: bool = False
    """Whether the answer is only checked: it is not counted and raises no alert."""


class Check(CamelMessage):
    """Whether the response uses the summary that one call returned.

    `ratio` is the share of `keywords` that the response contains (`matched`); 1 if there are no
    keywords. The summary is `used` if `ratio` is at least `threshold`.
    """

    tool_name: str
    summary_field: str
    keywords: tuple[str, ...]
    matched: tuple[str, ...]
    ratio: float
    threshold: float
    used: bool


class Fact(CamelMessage):
    """A fact that an answer states, looked up in the results.

    `start` and `end` are offsets in characters of the response. `expected` is the value in the
    results, `tool` the tool that returned it, and `path` its place in that tool's result.
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
        """The level of its log entry: a warning if it is not valid, unless it is a field query."""
        return "info" if self.valid or self.response_type == "field_query" else "warning"


class ContradictedFact(CamelMessage):
    """How many facts of one kind the results of one tool contradicted.

    `toolName` is the tool's name in the contract; `other` stands for all tools outside of it.
    """

    tool_name: str
    kind: FactKind
    count: int


class ResponseValidationAlert(CamelMessage):
    """The detail of the event `ResponseValidationAlert`; it holds no text of the answer."""

    validation_id: str
    response_type: ResponseType
    response_length: int
    missing_elements: tuple[str, ...]
    tools_with_unused_summaries: tuple[str, ...]
    contradictions: tuple[ContradictedFact, ...]
