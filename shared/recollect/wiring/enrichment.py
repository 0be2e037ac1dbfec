"""What enrichment needs: the memories of tools, and the settings that switch it on."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Final

from recollect.adapters.upstash.vector.tools import VectorToolMemories
from recollect.core.customers import Customers
from recollect.core.stopwatch import spent
from recollect.enrichment.enriching import Enricher, EnricherSettings
from recollect.settings.enrichment import EnrichmentSettings
from recollect.wiring.environment import settings_from
from recollect.wiring.servicenow import customers_by_name
from recollect.wiring.stores import MAX_CUSTOMER_SETS, Stores, stores

# Seconds that sending the answer takes, at most, in a new process: the caller waits for them, too.
_ANSWER_SECONDS: Final = 0.03


async def enricher_for(customers: Customers) -> Enricher:
    """The enricher for callers who may know of these customers.

    The names of their accounts are looked up every five minutes, within the time that the memories
    have.
    """
    return _waited_for(await customers_by_name(customers, _settings().timeout / 2))


@lru_cache(MAX_CUSTOMER_SETS)
def _waited_for(customers: Customers) -> Enricher:
    """An enricher for a caller who waits for its memories alone.

    So the time that the caller has waited before counts, too.
    """
    return replace(enricher(customers), spent=lambda: spent() + _ANSWER_SECONDS)


@lru_cache(MAX_CUSTOMER_SETS)
def enricher(customers: Customers) -> Enricher:
    """The enricher for these customers, by the settings of this process."""
    return build_enricher(_settings(), stores(), customers)


@cache
def _settings() -> EnrichmentSettings:
    """The settings of this process. They are read once, since that compares names of variables."""
    return settings_from(EnrichmentSettings)


@cache
def tool_memories() -> VectorToolMemories:
    """The store of the memories of tools."""
    return VectorToolMemories(stores().vector)


def build_enricher(
    settings: EnrichmentSettings, connected: Stores, customers: Customers
) -> Enricher:
    """Build an enricher over stores. If enrichment is switched off, it has no tools."""
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
