"""What discovery packs need: the service desk, Slack, the directory, cases, the cache."""

import time
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.upstash.redis.business_contexts import RedisBusinessContexts
from recollect.adapters.upstash.redis.packs import RedisPacks
from recollect.adapters.upstash.redis.threads import RedisThreads
from recollect.adapters.upstash.vector.cases import VectorCases
from recollect.adapters.upstash.vector.exemplars import VectorExemplars
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.core.customers import Customers
from recollect.discovery.allowed import AllowedExemplars, AllowedKnownThreads, AllowedThreads
from recollect.discovery.building import DiscoveryPackBuilder
from recollect.discovery.discovering import Discovery
from recollect.discovery.sources import DiscoveryRules, PackSources
from recollect.discovery.threads import ThreadReader
from recollect.knowledge.allowed import AllowedBusinessContexts
from recollect.knowledge.case_reading import KeptCases
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.settings.discovery import DiscoverySettings
from recollect.wiring.environment import settings_from
from recollect.wiring.servicenow import instance_of, service_desk, with_names
from recollect.wiring.stores import MAX_CUSTOMER_SETS, Stores, stores

if TYPE_CHECKING:
    from recollect.adapters.servicenow.tables import ServiceNow


async def packs_for(customers: Customers) -> Discovery:
    """Discovery packs for callers who may know of these customers."""
    return _discovery(await with_names(_instance(), customers))


@lru_cache(MAX_CUSTOMER_SETS)
def _discovery(customers: Customers) -> Discovery:
    """Discovery packs for these customers, by the settings of this process."""
    settings, connected = settings_from(DiscoverySettings), stores()
    vector, redis = connected.vector, connected.redis
    desk, cmdb = service_desk(_instance(), customers)
    business_contexts, threads = RedisBusinessContexts(redis), RedisThreads(redis)
    builder = DiscoveryPackBuilder(
        sources=PackSources(
            business_contexts=AllowedBusinessContexts(business_contexts, customers),
            threads=threads
            if customers.all
            else AllowedKnownThreads(threads, business_contexts, desk, customers),
            cases=SimilarCaseFinder(
                VectorCases(vector, customers),
                connected.settings.calibration,
                connected.settings.find_threshold,
                customers,
            ),
            kept=KeptCases(VectorKnowledge(vector), customers),
            desk=desk,
            cmdb=cmdb,
            conversations=_conversations(settings, connected, customers, business_contexts),
            exemplars=AllowedExemplars(VectorExemplars(vector, customers), customers)
            if settings.exemplars_enabled
            else None,
        ),
        rules=DiscoveryRules(
            message_limit=settings.message_limit,
            similar_cases=settings.similar_cases,
            exemplars=settings.exemplars,
            min_quality=settings.min_quality,
            calibration=connected.settings.calibration,
            least=connected.settings.find_threshold,
        ),
        deadline=settings.deadline,
        ttl_ms=settings.cache_ttl_ms,
        clock=time.perf_counter,
    )
    return Discovery(
        builder=builder,
        cache=RedisPacks(redis),
        fingerprint=settings.fingerprint,
    )


@cache
def _instance() -> "ServiceNow | None":
    """The ServiceNow instance of all packs, or None."""
    settings = settings_from(DiscoverySettings)
    return instance_of(settings.servicenow, stores().http, settings.deadline)


def _conversations(
    settings: DiscoverySettings,
    connected: Stores,
    customers: Customers,
    business_contexts: RedisBusinessContexts,
) -> ThreadReader | None:
    """The reader of Slack's threads, or None. Its adapter is imported only if Slack is set up."""
    slack = settings.slack
    if slack is None:
        return None
    from recollect.adapters.slack.threads import STORE, SlackThreads  # noqa: PLC0415  # see above

    auth = bearer(slack.token)
    threads = SlackThreads(HttpService(connected.http, STORE, slack.url, settings.deadline, auth))
    return threads if customers.all else AllowedThreads(threads, business_contexts, customers)
