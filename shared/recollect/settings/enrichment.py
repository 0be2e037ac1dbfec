"""The settings of memory enrichment (seed 003), which is off by default."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from recollect.core.messages import REFERENCE_PATTERN
from recollect.settings.declared import Choice, Flag, Milliseconds, Parsed, Settings, Whole

# The same as `recollect.enrichment.choosing.Mode`, which is not imported here, since tools read
# these settings, and start faster without enrichment.
_Mode = Literal["tool", "conversation", "hybrid"]


def _tool_names(text: str) -> frozenset[str]:
    names = frozenset(filter(None, map(str.strip, text.split(","))))
    if not all(re.fullmatch(REFERENCE_PATTERN, name) for name in names):
        raise ValueError("is not a list of names with commas between")
    return names


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichmentSettings(Settings):
    """All settings of enrichment; `timeout` is in seconds."""

    enabled: Annotated[bool, Flag("ENABLE_ORCH_CONTEXT")] = False
    tools: Annotated[frozenset[str], Parsed("MEM_CTX_TOOLS", _tool_names)] = frozenset(
        {"oc_diagnostic_pod_health"}
    )
    mode: Annotated[_Mode, Choice("ORCH_CONTEXT_MODE", get_args(_Mode))] = "hybrid"
    top_k: Annotated[int, Whole("CONTEXT_TOPK", 1, 20)] = 3
    timeout: Annotated[float, Milliseconds("CONTEXT_TIMEOUT_MS", 1, 5_000)] = 0.4
    summary_bytes: Annotated[int, Whole("CONTEXT_SUMMARY_BYTES", 100, 64_000)] = 1_500
