"""The environment of tools: what they ask, and how long a call may take."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from recollect.settings.servicenow import ServiceNowSettings, read_servicenow
from recollect.settings.stores import Reader

_LEARN = "MICROSOFT_LEARN_URL"


@dataclass(frozen=True, slots=True)
class KubernetesSettings:
    """Where the API server of a cluster is, and the token of an account that may list its pods."""

    url: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ToolsSettings:
    """Everything that the environment decides about tools; `deadline` in seconds."""

    deadline: float
    servicenow: ServiceNowSettings | None
    learn_url: str | None
    kubernetes: KubernetesSettings | None


def read_tools_settings(environment: Mapping[str, str]) -> ToolsSettings:
    """Read the settings; ConfigurationError names a variable that is missing or makes no sense.

    An empty MICROSOFT_LEARN_URL leaves the tool out.
    """
    read = Reader(environment)
    return ToolsSettings(
        deadline=read.number("TOOLS_DEADLINE_MS", 5_000, least=100, most=25_000) / 1000,
        servicenow=read_servicenow(read),
        learn_url=read.optional_url(_LEARN)
        if _LEARN in environment
        else "https://learn.microsoft.com",
        kubernetes=_kubernetes(read),
    )


def _kubernetes(read: Reader) -> KubernetesSettings | None:
    url = read.optional_url("KUBERNETES_URL")
    return None if url is None else KubernetesSettings(url, read.token("KUBERNETES_TOKEN"))
