"""What tools need: ServiceNow, the index of resolved cases, Microsoft Learn, a cluster."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.upstash.vector_cases import VectorCases
from recollect.settings.enrichment import read_enrichment_settings
from recollect.settings.tools import ToolsSettings, read_tools_settings
from recollect.tools.memory_context import ToolEnricher
from recollect.tools.similar_cases import SimilarCaseFinder, SimilarCaseTools
from recollect.tools.tickets import TicketDesk
from recollect.tools.tool import Tool
from recollect.tools.toolbox import Toolbox
from recollect.wiring.environment import settings_from
from recollect.wiring.stores import Stores, stores

# Most tools make two calls, one after the other, and then have to answer.
_SHARE: Final = 0.4


@cache
def toolbox() -> Toolbox:
    """The tools of this process, as its environment says."""
    return build_toolbox(settings_from(read_tools_settings), stores(), _enricher())


def build_toolbox(
    settings: ToolsSettings, connected: Stores, enricher: ToolEnricher | None = None
) -> Toolbox:
    """Put the tools together: those for which there is what they need."""
    return Toolbox.of(_tools(settings, connected), settings.deadline, enricher)


def _enricher() -> ToolEnricher | None:
    """Who remembers, imported only where that is switched on."""
    if not settings_from(read_enrichment_settings).enabled:
        return None
    from recollect.wiring.enrichment import enricher

    return enricher()


def _tools(settings: ToolsSettings, connected: Stores) -> Iterator[Tool[Any]]:
    # ruff: noqa: PLC0415
    finder = SimilarCaseFinder(
        VectorCases(connected.vector),
        connected.fusion,
        connected.settings.find_threshold,
    )
    desk: TicketDesk | None = None
    timeout = settings.deadline * _SHARE
    if settings.servicenow is not None:
        from recollect.adapters.servicenow.cmdb import ServiceNowCmdb
        from recollect.adapters.servicenow.tickets import ServiceNowTickets
        from recollect.adapters.upstash.redis_claims import RedisClaims
        from recollect.tools.case_lists import CaseListTools
        from recollect.tools.item_creation import ItemCreation
        from recollect.tools.item_tools import ItemTools
        from recollect.tools.ticket_tools import TicketTools
        from recollect.wiring.servicenow import instance

        servicenow = instance(settings.servicenow, connected.http, timeout)
        desk, cmdb = ServiceNowTickets(servicenow), ServiceNowCmdb(servicenow)
        yield from TicketTools(desk, finder).tools()
        yield from CaseListTools(desk).tools()
        yield from ItemTools(cmdb).tools()
        yield from ItemCreation(cmdb, RedisClaims(connected.redis)).tools()
    yield from SimilarCaseTools(finder, desk).tools()
    if settings.learn_url is not None:
        from recollect.adapters.learn.documentation import STORE as LEARN
        from recollect.adapters.learn.documentation import MicrosoftLearn
        from recollect.tools.documentation_tools import DocumentationTools

        site = HttpService(connected.http, LEARN, settings.learn_url, timeout)
        yield from DocumentationTools(MicrosoftLearn(site)).tools()
    if settings.kubernetes is not None:
        from recollect.adapters.kubernetes.cluster import STORE as KUBERNETES
        from recollect.adapters.kubernetes.cluster import Kubernetes
        from recollect.tools.pod_health import PodHealth

        held = settings.kubernetes
        api = HttpService(connected.http, KUBERNETES, held.url, timeout, bearer(held.token))
        yield from PodHealth(Kubernetes(api)).tools()
