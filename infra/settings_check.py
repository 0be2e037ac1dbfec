"""Check the functions' settings in an environment before a function starts with it."""

from collections.abc import Iterator, Mapping
from typing import Final

from recollect.settings.backup import BackupSettings
from recollect.settings.context import ContextSettings
from recollect.settings.declared import Settings, Variable
from recollect.settings.discovery import DiscoverySettings
from recollect.settings.enrichment import EnrichmentSettings
from recollect.settings.process import (
    AccessSettings,
    LogSettings,
    MetricsSettings,
    SecretsSettings,
    ThrottleSettings,
    TracesSettings,
)
from recollect.settings.servicenow import AccountSettings
from recollect.settings.similar_names import similar_names
from recollect.settings.stores import StoreSettings
from recollect.settings.tools import ToolsSettings
from recollect.settings.validation import ValidationSettings

SETTINGS: Final[tuple[type[Settings], ...]] = (
    StoreSettings,
    ContextSettings,
    DiscoverySettings,
    ToolsSettings,
    ValidationSettings,
    EnrichmentSettings,
    AccountSettings,
    SecretsSettings,
    AccessSettings,
    LogSettings,
    MetricsSettings,
    ThrottleSettings,
    TracesSettings,
    BackupSettings,
)


def variables() -> Iterator[tuple[Variable, object]]:
    """Every variable that a function reads, with its default; some are read by several settings."""
    for kind in SETTINGS:
        yield from kind.variables()


def known_variables() -> Mapping[str, Variable]:
    """Every variable that a function reads, by name."""
    return {variable.name: variable for variable, _ in variables()}


def mistakes(environment: Mapping[str, str]) -> list[str]:
    """Wrong settings: a line for each variable, with its name but without its value."""
    found = [mistake for kind in SETTINGS for mistake in kind.mistakes(environment)]
    return list(dict.fromkeys(found))


def warnings(environment: Mapping[str, str]) -> list[str]:
    """A line for each variable that has no effect, although it seems to be meant as a setting.

    Its name is similar to a setting, or it belongs to a feature that another variable switches on,
    or another variable takes precedence.
    """
    near = similar_names(environment, known_variables())
    idle = dict(each for kind in SETTINGS for each in kind.idle(environment))
    overruled = dict(each for kind in SETTINGS for each in kind.overruled(environment))
    return [
        *(f"{name} is no setting; is {setting} meant?" for name, setting in near.items()),
        *(f"{name} has no effect: {switch} is not set" for name, switch in idle.items()),
        *(f"{name} has no effect: {other} is set" for name, other in overruled.items()),
    ]
