"""What enrichment needs: the memories of tools, and the flags that let it happen."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Final

from recollect.adapters.upstash.vector_tools import VectorToolMemories
from recollect.core.customers import Customers
from recollect.core.stopwatch import spent
from recollect.enrichment.enriching import Enricher, EnricherSettings
from recollect.settings.enrichment import EnrichmentSettings
from recollect.wiring.environment import settings_from
from recollect.wiring.servicenow import customers_by_name
from recollect.wiring.stores import Stores, stores

# Callers whose customers are the same share an enricher.
_MOST_CALLERS: Final = 100
# Seconds that the answer itself takes, longest in a new process; the caller waits for them, too.
_ANSWERING: Final = 0.03


async def enricher_for(customers: Customers) -> Enricher:
    """The enricher of this process for who may know of these customers.

    What accounts are called is asked for within the time that memories have, every five minutes.
    """
    both_calls = settings_from(EnrichmentSettings).timeout
    return _waited_for(await customers_by_name(customers, both_calls / 2))


@lru_cache(maxsize=_MOST_CALLERS)
def _waited_for(customers: Customers) -> Enricher:
    """One for whose memories alone somebody waits: what has passed before counts."""
    return replace(enricher(customers), spent=lambda: spent() + _ANSWERING)


@lru_cache(maxsize=_MOST_CALLERS)
def enricher(customers: Customers) -> Enricher:
    """The enricher of this process, by its environment, for who may know of these customers."""
    return build_enricher(settings_from(EnrichmentSettings), stores(), customers)


@cache
def tool_memories() -> VectorToolMemories:
    """Where the memories of tools are kept."""
    return VectorToolMemories(stores().vector)


def build_enricher(
    settings: EnrichmentSettings, connected: Stores, customers: Customers
) -> Enricher:
    """Put an enricher together over stores; one that is switched off knows no tool."""
    return Enricher(
        memories=VectorToolMemories(connected.vector, customers),
        settings=EnricherSettings(
            tools=settings.tools if settings.enabled else frozenset(),
            mode=settings.mode,
            top_k=settings.top_k,
            timeout=settings.timeout,
            summary_bytes=settings.summary_bytes,
        ),
        calibration=connected.settings.calibration,
        least=connected.settings.find_threshold,
        clock=time.perf_counter,
        now=lambda: datetime.now(UTC),
        customers=customers,
    )
