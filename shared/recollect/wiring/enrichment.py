"""What enrichment needs: the memories of tools, and the flags that let it happen."""

import time
from datetime import UTC, datetime
from functools import cache

from recollect.adapters.upstash.vector_tools import VectorToolMemories
from recollect.enrichment.enriching import Enricher, EnricherSettings
from recollect.settings.enrichment import EnrichmentSettings, read_enrichment_settings
from recollect.wiring.environment import settings_from
from recollect.wiring.stores import Stores, stores


@cache
def enricher() -> Enricher:
    """The enricher of this process, by its environment."""
    return build_enricher(settings_from(read_enrichment_settings), stores())


@cache
def tool_memories() -> VectorToolMemories:
    """Where the memories of tools are kept."""
    return VectorToolMemories(stores().vector)


def build_enricher(settings: EnrichmentSettings, connected: Stores) -> Enricher:
    """Put an enricher together over stores; one that is switched off knows no tool."""
    return Enricher(
        memories=VectorToolMemories(connected.vector),
        settings=EnricherSettings(
            tools=settings.tools if settings.enabled else frozenset(),
            mode=settings.mode,
            top_k=settings.top_k,
            timeout=settings.timeout,
            summary_bytes=settings.summary_bytes,
        ),
        fusion=connected.fusion,
        least=connected.settings.find_threshold,
        clock=time.perf_counter,
        now=lambda: datetime.now(UTC),
    )
