"""The environment of memory enrichment (seed 003); off by default."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from recollect.core.errors import ConfigurationError
from recollect.core.messages import REFERENCE_PATTERN
from recollect.settings.stores import Reader

Mode = Literal["tool", "conversation", "hybrid"]

_MODES: Final = frozenset({"tool", "conversation", "hybrid"})
_PILOT: Final = "oc_diagnostic_pod_health"


@dataclass(frozen=True, slots=True)
class EnrichmentSettings:
    """Everything that the environment decides about enrichment; `timeout` in seconds."""

    enabled: bool
    tools: frozenset[str]
    mode: Mode
    top_k: int
    timeout: float
    summary_bytes: int


def read_enrichment_settings(environment: Mapping[str, str]) -> EnrichmentSettings:
    """Read the settings; ConfigurationError names a variable that makes no sense."""
    read = Reader(environment)
    mode = environment.get("ORCH_CONTEXT_MODE", "").strip() or "hybrid"
    if mode not in _MODES:
        raise ConfigurationError("ORCH_CONTEXT_MODE is not tool, conversation or hybrid")
    return EnrichmentSettings(
        enabled=read.flag("ENABLE_ORCH_CONTEXT", default=False),
        tools=_tools(environment.get("MEM_CTX_TOOLS", _PILOT)),
        mode=cast("Mode", mode),
        top_k=read.whole("CONTEXT_TOPK", 3, least=1, most=20),
        timeout=read.number("CONTEXT_TIMEOUT_MS", 400, least=1, most=5_000) / 1000,
        summary_bytes=read.whole("CONTEXT_SUMMARY_BYTES", 1_500, least=100, most=64_000),
    )


def _tools(text: str) -> frozenset[str]:
    names = frozenset(filter(None, map(str.strip, text.split(","))))
    if not all(re.fullmatch(REFERENCE_PATTERN, name) for name in names):
        raise ConfigurationError("MEM_CTX_TOOLS is not a list of names with commas between")
    return names
