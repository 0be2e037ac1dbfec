"""What tools need: ServiceNow, the index of resolved cases, Microsoft Learn, a cluster."""

# ruff: noqa: PLC0415
from functools import cache
from typing import Final

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.upstash.redis_claims import RedisClaims
from recollect.adapters.upstash.vector_cases import VectorCases
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.settings.enrichment import EnrichmentSettings
from recollect.settings.tools import KubernetesSettings, ToolsSettings
from recollect.tools.catalogue import ToolPorts, all_tools
from recollect.tools.documentation import Documentation
from recollect.tools.memory_context import ToolEnricher
from recollect.tools.pods import Cluster
from recollect.tools.toolbox import Toolbox
from recollect.wiring.environment import settings_from
from recollect.wiring.servicenow import service_desk
from recollect.wiring.stores import Stores, stores

# Most tools make two calls, one after the other, and then have to answer.
_SHARE: Final = 0.4


@cache
def toolbox() -> Toolbox:
    """The tools of this process, as its environment says."""
    return build_toolbox(settings_from(ToolsSettings), stores(), _enricher())


def build_toolbox(
    settings: ToolsSettings, connected: Stores, enricher: ToolEnricher | None = None
) -> Toolbox:
    """Put the tools together: those for which there is what they need."""
    return Toolbox.of(all_tools(_ports(settings, connected)), settings.deadline, enricher)


def _enricher() -> ToolEnricher | None:
    """Who remembers, imported only where that is switched on."""
    if not settings_from(EnrichmentSettings).enabled:
        return None
    from recollect.wiring.enrichment import enricher

    return enricher()


def _ports(settings: ToolsSettings, connected: Stores) -> ToolPorts:
    finder = SimilarCaseFinder(
        VectorCases(connected.vector),
        connected.fusion,
        connected.settings.find_threshold,
    )
    timeout = settings.deadline * _SHARE
    desk, cmdb = service_desk(settings.servicenow, connected.http, timeout)
    return ToolPorts(
        cases=finder,
        claims=RedisClaims(connected.redis),
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
