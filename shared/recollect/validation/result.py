"""The answer of `POST /responses/validate`: what is wrong, and what was looked at."""

from typing import Literal

from recollect.core.messages import Message
from recollect.validation.alerts import ResponseType


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
    """What became of the check of a response. `responseLength` is in characters, as it was sent."""

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
        """How loud this is to be logged: failures of field queries are no warnings."""
        return "info" if self.valid or self.responseType == "field_query" else "warning"
