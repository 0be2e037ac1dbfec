"""What is validated and what comes of it: requests, results and alerts."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from recollect.core.messages import Message

ResponseType = Literal["field_query", "overview", "unknown"]


class ToolCall(Message):
    """A tool that was called and its result; tools that are not known here may be among them."""

    toolName: Annotated[  # noqa: N815  # the seed's name
        str, StringConstraints(min_length=1, max_length=128)
    ]
    result: JsonValue


class ValidateRequest(Message):
    """The body of `POST /responses/validate`: an answer, and the calls that it is made from."""

    response: Annotated[str, StringConstraints(max_length=200_000)]
    toolCalls: Annotated[  # noqa: N815  # the seed's name
        tuple[ToolCall, ...], Field(max_length=100)
    ] = ()


class Check(Message):
    """Whether the response uses the summary of one call.

    `ratio` is the share of `keywords` that the response has; 1 where there are none.
    """

    toolName: str  # noqa: N815  # the seed's name
    summaryField: str  # noqa: N815  # like the others
    keywords: tuple[str, ...]
    matched: tuple[str, ...]
    ratio: float
    threshold: float
    used: bool


class ValidationResult(Message):
    """The result of a check. `responseLength` is in characters, as the response was sent."""

    valid: bool
    warnings: tuple[str, ...]
    missingElements: tuple[str, ...]  # noqa: N815  # the seed's name
    toolsWithUnusedSummaries: tuple[str, ...]  # noqa: N815  # the seed's name
    responseType: ResponseType  # noqa: N815  # the seed's name
    responseLength: int  # noqa: N815  # the seed's name
    checks: tuple[Check, ...]
    alert: bool
    recommendedElements: tuple[str, ...]  # noqa: N815  # like the others

    @property
    def level(self) -> Literal["info", "warning"]:
        """The level of its log entry: failures of field queries are no warnings."""
        return "info" if self.valid or self.responseType == "field_query" else "warning"


class ResponseValidationAlert(Message):
    """The detail of the event `ResponseValidationAlert`; nothing of the answer itself."""

    validationId: str  # noqa: N815  # like the others
    responseType: ResponseType  # noqa: N815  # the seed's name
    responseLength: int  # noqa: N815  # the seed's name
    missingElements: tuple[str, ...]  # noqa: N815  # the seed's name
    toolsWithUnusedSummaries: tuple[str, ...]  # noqa: N815  # the seed's name
