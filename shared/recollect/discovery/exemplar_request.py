"""The body and the answer of `POST /exemplars`: an interaction, and whether it was captured."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from recollect.core.messages import CamelMessage, Fraction, Name, Omittable
from recollect.core.shapes import TYPE_PATTERN
from recollect.discovery.schema import InteractionOutcome
from recollect.servicedesk.numbers import CaseNumber

_Object = dict[str, JsonValue]


class InputContext(CamelMessage):
    """What the agent knew before it acted, as far as the caller sends it."""

    user_request: Annotated[str, StringConstraints(max_length=16_000)] | None = None
    case_snapshot: _Object | None = None
    discovery_pack: _Object | None = None


class QualitySignals(CamelMessage):
    """The signals of how good an interaction was; a signal that is absent counts nothing."""

    supervisor_approved: bool | None = None
    human_feedback: Literal["positive", "negative"] | None = None
    outcome_success: bool | None = None
    implicit_clean: bool | None = None


class NewExemplar(CamelMessage):
    """An interaction: what was known, what was done, and how it turned out.

    `company` is the customer. If it is absent, the customer is the one in the snapshot of the case,
    else in the pack, else in the resolved case of this number.
    """

    case_number: CaseNumber
    company: Name | None = None
    interaction_type: Annotated[str, StringConstraints(pattern=TYPE_PATTERN)]
    input_context: InputContext
    action_taken: Annotated[_Object, Field(min_length=1)]
    outcome: InteractionOutcome
    quality_signals: Annotated[QualitySignals, Field(default_factory=QualitySignals)]

    @property
    def stated_company(self) -> str | None:
        """The customer, if the request names it."""
        given = self.input_context
        snapshot, metadata = given.case_snapshot or {}, (given.discovery_pack or {}).get("metadata")
        names = (
            self.company,
            snapshot.get("account"),
            snapshot.get("company"),
            metadata.get("companyName") if isinstance(metadata, dict) else None,
        )
        return next((each for each in names if isinstance(each, str) and each.strip()), None)


class CaptureResult(CamelMessage):
    """Whether the interaction was captured as an exemplar, and why or why not."""

    captured: bool
    reason: str
    quality_score: Fraction
    id: Omittable[str] = None
