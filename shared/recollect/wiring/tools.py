"""What tools need: ServiceNow, the index of resolved cases, Microsoft Learn, a cluster."""

# ruff: noqa: PLC0415  # an adapter is imported only if its system is set up
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.upstash.redis.business_contexts import RedisBusinessContexts
from recollect.adapters.upstash.redis.claims import RedisClaims
from recollect.adapters.upstash.vector.cases import VectorCases
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
from recollect.wiring.stores import MAX_CUSTOMER_SETS, Stores, stores

if TYPE_CHECKING:
    from recollect.adapters.servicenow.tables import ServiceNow
    from recollect.enrichment.executions import ExecutionPublisher

# The share of a tool's time that one outside call gets: most tools make two calls, one after the
# other, and then have to answer.
_SHARE_OF_A_CALL: Final = 0.4
# The timeout in seconds for publishing an execution, for which the answer waits. It takes a few
# milliseconds, except the first time.
_PUBLISH_SECONDS: Final = 1.0


async def tools_for(customers: Customers) -> Toolbox:
    """The tools for callers who may know of these customers."""
    return _toolbox(await with_names(_instance(), customers))


@cache
def mcp_has_support_tools() -> bool:
    """Whether `/mcp` serves the support tools, too."""
    return settings_from(ToolsSettings).in_mcp


@cache
def execution_publisher() -> "ExecutionPublisher | None":
    """The publisher of executions of tools, or None without an event bus."""
    bus = settings_from(ToolsSettings).event_bus
    if bus is None:
        return None
    from recollect.adapters.aws.eventbridge import EXECUTIONS, EventBridgePublisher

    return EventBridgePublisher(bus, EXECUTIONS, _PUBLISH_SECONDS)


@lru_cache(MAX_CUSTOMER_SETS)
def _toolbox(customers: Customers) -> Toolbox:
    """The tools for these customers, by the settings of this process."""
    settings = settings_from(ToolsSettings)
    ports = _ports(settings, stores(), customers)
    return Toolbox.of(all_tools(ports), settings.deadline, _enricher(customers))


def _enricher(customers: Customers) -> ToolEnricher | None:
    """The enricher, or None. It is imported only if enrichment is switched on."""
    if not settings_from(EnrichmentSettings).enabled:
        return None
    from recollect.wiring.enrichment import enricher

    return enricher(customers)


@cache
def _instance() -> "ServiceNow | None":
    """The ServiceNow instance of all tools, or None."""
    settings = settings_from(ToolsSettings)
    return instance_of(settings.servicenow, stores().http, settings.deadline * _SHARE_OF_A_CALL)


def _ports(settings: ToolsSettings, connected: Stores, customers: Customers) -> ToolPorts:
    finder = SimilarCaseFinder(
        VectorCases(connected.vector, customers),
        connected.settings.calibration,
        connected.settings.find_threshold,
        customers,
    )
    timeout = settings.deadline * _SHARE_OF_A_CALL
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
    """Microsoft Learn, or None. Its adapter is imported only if it is used."""
    if url is None:
        return None
    from recollect.adapters.learn.documentation import STORE, MicrosoftLearn

    return MicrosoftLearn(HttpService(connected.http, STORE, url, timeout))


def _cluster(known: KubernetesSettings | None, connected: Stores, timeout: float) -> Cluster | None:
    """A Kubernetes cluster, or None. Its adapter is imported only if there is one."""
    if known is None:
        return None
    from recollect.adapters.kubernetes.cluster import STORE, Kubernetes

    auth = bearer(known.token)
    return Kubernetes(HttpService(connected.http, STORE, known.url, timeout, auth))
