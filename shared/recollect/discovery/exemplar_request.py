"""`POST /exemplars`: an interaction that others may learn from, and whether it was kept."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from recollect.core.messages import Fraction, Message, is_none
from recollect.discovery.schema import InteractionOutcome
from recollect.servicedesk.numbers import TicketNumber

_Object = dict[str, JsonValue]


class InputContext(Message):
    """What the agent had before it acted; whatever of it the caller sends."""

    userRequest: (  # noqa: N815  # the seed's name
        Annotated[str, StringConstraints(max_length=16_000)] | None
    ) = None
    caseSnapshot: _Object | None = None  # noqa: N815  # the seed's name
    discoveryPack: _Object | None = None  # noqa: N815  # the seed's name


class QualitySignals(Message):
    """What is known of how good it was; what is not known counts neither way."""

    supervisorApproved: bool | None = None  # noqa: N815  # the seed's name
    humanFeedback: Literal["positive", "negative"] | None = None  # noqa: N815  # the seed's name
    outcomeSuccess: bool | None = None  # noqa: N815  # the seed's name
    implicitClean: bool | None = None  # noqa: N815  # the seed's name


class NewExemplar(Message):
    """An interaction: what was known, what was done, how it turned out."""

    caseNumber: TicketNumber  # noqa: N815  # the seed's name
    interactionType: Annotated[  # noqa: N815  # the seed's name
        str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")
    ]
    inputContext: InputContext  # noqa: N815  # the seed's name
    actionTaken: Annotated[_Object, Field(min_length=1)]  # noqa: N815  # the seed's name
    outcome: InteractionOutcome
    qualitySignals: Annotated[  # noqa: N815  # the seed's name
        QualitySignals, Field(default_factory=QualitySignals)
    ]


class CaptureResult(Message):
    """Whether the interaction is kept as an exemplar, and why or why not."""

    captured: bool
    reason: str
    qualityScore: Fraction  # noqa: N815  # the seed's name
    id: Annotated[str | None, Field(exclude_if=is_none)] = None
