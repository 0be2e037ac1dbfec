"""The settings of validation: the stage, and the bus for its alerts."""

from dataclasses import dataclass
from typing import Annotated

from recollect.settings.declared import Choice, Settings, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationSettings(Settings):
    """All settings of validation."""

    stage: Annotated[str, Choice("STAGE", ("dev", "staging", "prod"), given_by="stack")] = "dev"
    event_bus: Annotated[str, Token("EVENT_BUS_NAME", given_by="stack")] = "recollect"

    @property
    def publishes_alerts(self) -> bool:
        """Whether alerts are published as events; in stage dev, they are only in the answer."""
        return self.stage != "dev"
