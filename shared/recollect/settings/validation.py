"""The environment of validation: which stage this is, and where its alerts go."""

from dataclasses import dataclass
from typing import Annotated

from recollect.settings.declared import Choice, Settings, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationSettings(Settings):
    """Everything that the environment decides about validation."""

    stage: Annotated[str, Choice("STAGE", ("dev", "staging", "prod"), given_by="stack")] = "dev"
    event_bus: Annotated[str, Token("EVENT_BUS_NAME", given_by="stack")] = "recollect"

    @property
    def publishes_alerts(self) -> bool:
        """Alerts are events in staging and production; a developer sees them in the answer."""
        return self.stage != "dev"
