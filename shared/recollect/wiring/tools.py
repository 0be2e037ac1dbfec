"""What tools need: ServiceNow, the index of resolved cases, Microsoft Learn, a cluster."""

# ruff: noqa: PLC0415  # only what a system is there for is imported
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.upstash.redis_business_contexts import RedisBusinessContexts
from recollect.adapters.upstash.redis_claims import RedisClaims
from recollect.adapters.upstash.vector_cases import VectorCases
from recollect.core.customers import Customers
from recollect.knowledge.allowed import AllowedBusinessContexts
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.settings.enrichment import EnrichmentSettings
from recollect.settings.tools import KubernetesSettings, ToolsSettings
from recollect.tools.catalogue import ToolPorts, all_tools
from recollect.tools.documentation import Documentation
from recollect.tools.memory_context import ToolEnricher
from recollect.tools.pods import Cluster
from recollect.tools.toolbox import Toolbox
from recollect.wiring.environment import settings_from
from recollect.wiring.servicenow import instance_of, service_desk, with_names
from recollect.wiring.stores import Stores, stores

if TYPE_CHECKING:
    from recollect.adapters.servicenow.tables import ServiceNow
    from recollect.enrichment.executions import ExecutionPublisher

# Most tools make two calls, one after the other, and then have to answer.
_SHARE: Final = 0.4
# Seconds that an answer waits for being told of: a few milliseconds, but for the first time.
_TELLING: Final = 1.0
# Callers whose customers are the same share a toolbox.
_MOST_CALLERS: Final = 100


async def tools_for(customers: Customers) -> Toolbox:
    """The tools of this process for who may know of these customers."""
    return _toolbox(await with_names(_instance(), customers))


def mcp_has_support_tools() -> bool:
    """Whether `/mcp` serves the support tools, too."""
    return settings_from(ToolsSettings).in_mcp


@cache
def execution_publisher() -> "ExecutionPublisher | None":
    """Where tools that ran are told, imported only where there is a bus."""
    bus = settings_from(ToolsSettings).event_bus
    if bus is None:
        return None
    from recollect.adapters.aws.eventbridge import EXECUTIONS, EventBridgePublisher

    return EventBridgePublisher(bus, EXECUTIONS, _TELLING)


@lru_cache(maxsize=_MOST_CALLERS)
def _toolbox(customers: Customers) -> Toolbox:
    """The tools of this process, as its environment says, for who may know of these customers."""
    settings = settings_from(ToolsSettings)
    ports = _ports(settings, stores(), customers)
    return Toolbox.of(all_tools(ports), settings.deadline, _enricher(customers))


def _enricher(customers: Customers) -> ToolEnricher | None:
    """Who remembers, imported only where that is switched on."""
    if not settings_from(EnrichmentSettings).enabled:
        return None
    from recollect.wiring.enrichment import enricher

    return enricher(customers)


@cache
def _instance() -> "ServiceNow | None":
    """The instance that all tools ask: most make two calls."""
    settings = settings_from(ToolsSettings)
    return instance_of(settings.servicenow, stores().http, settings.deadline * _SHARE)


def _ports(settings: ToolsSettings, connected: Stores, customers: Customers) -> ToolPorts:
    finder = SimilarCaseFinder(
        VectorCases(connected.vector, customers),
        connected.settings.calibration,
        connected.settings.find_threshold,
        customers,
    )
    timeout = settings.deadline * _SHARE
    desk, cmdb = service_desk(_instance(), customers)
    return ToolPorts(
        cases=finder,
        claims=RedisClaims(connected.redis),
        business_contexts=AllowedBusinessContexts(
            RedisBusinessContexts(connected.redis), customers
        ),
        desk=desk,
        cmdb=cmdb,
        documentation=_documentation(settings.learn_url, connected, timeout),
        cluster=_cluster(settings.kubernetes, connected, timeout),
    )


def _documentation(url: str | None, connected: Stores, timeout: float) -> Documentation | None:
    """Microsoft Learn, imported only for who asks it."""
    if url is None:
        return None
    from recollect.adapters.learn.documentation import STORE, MicrosoftLearn

    return MicrosoftLearn(HttpService(connected.http, STORE, url, timeout))


def _cluster(known: KubernetesSettings | None, connected: Stores, timeout: float) -> Cluster | None:
    """A cluster, imported only for who has one."""
    if known is None:
        return None
    from recollect.adapters.kubernetes.cluster import STORE, Kubernetes

    auth = bearer(known.token)
    return Kubernetes(HttpService(connected.http, STORE, known.url, timeout, auth))
