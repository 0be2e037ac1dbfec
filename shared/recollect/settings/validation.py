"""The environment of validation: which stage this is, and where its alerts go."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from recollect.core.errors import ConfigurationError
from recollect.settings.stores import Reader

_STAGES: Final = frozenset({"dev", "staging", "prod"})


@dataclass(frozen=True, slots=True)
class ValidationSettings:
    """Everything that the environment decides about validation."""

    publishes_alerts: bool
    event_bus: str


def read_validation_settings(environment: Mapping[str, str]) -> ValidationSettings:
    """Read the settings; ConfigurationError names a variable that makes no sense.

    Alerts are events in staging and production only; a developer sees them in the answer.
    """
    stage = environment.get("STAGE", "").strip() or "dev"
    if stage not in _STAGES:
        raise ConfigurationError("STAGE is not dev, staging or prod")
    return ValidationSettings(
        publishes_alerts=stage != "dev",
        event_bus=Reader(environment).optional_token("EVENT_BUS_NAME") or "recollect",
    )
