"""The settings of tools: the systems that they use, and how long a call may take."""

from dataclasses import dataclass, field
from typing import Annotated

from recollect.settings.declared import Flag, Group, Milliseconds, Parsed, Settings, Token, Url
from recollect.settings.servicenow import OptionalServiceNow

_LEARN = Url("MICROSOFT_LEARN_URL")


def _url_or_none(text: str) -> str | None:
    return None if _LEARN.is_blank(text) else _LEARN.parse(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class KubernetesSettings(Settings):
    """The URL of a cluster's API server, and the token of an account that may list its pods."""

    url: Annotated[str, Url("KUBERNETES_URL", given_by="secret")]
    token: Annotated[str, Token("KUBERNETES_TOKEN", given_by="secret")] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsSettings(Settings):
    """All settings of tools; `deadline` is in seconds."""

    deadline: Annotated[float, Milliseconds("TOOLS_DEADLINE_MS", 100, 25_000)] = 5.0
    servicenow: OptionalServiceNow = None
    learn_url: Annotated[str | None, Parsed(_LEARN.name, _url_or_none)] = (
        "https://learn.microsoft.com"
    )
    """None, from a blank variable, leaves the tool out."""
    kubernetes: Annotated[
        KubernetesSettings | None, Group(KubernetesSettings, when="KUBERNETES_URL")
    ] = None
    event_bus: Annotated[str | None, Token("EVENT_BUS_NAME", given_by="stack")] = None
    """The bus on which executions of tools are published; None for no publishing."""
    in_mcp: Annotated[bool, Flag("MCP_SUPPORT_TOOLS")] = False
    """Whether `/mcp` serves the support tools besides those of a model's own memory."""
