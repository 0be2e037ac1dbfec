"""All tools, with their ports. A module of tools is imported only if its ports are configured."""

# ruff: noqa: PLC0415  # see above
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from recollect.knowledge.business_contexts import BusinessContexts
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.servicedesk.items import Cmdb
from recollect.servicedesk.tickets import ServiceDesk
from recollect.tools import similar_cases
from recollect.tools.claims import CreationClaims
from recollect.tools.documentation import Documentation
from recollect.tools.matching import CustomerAliases
from recollect.tools.pods import Cluster
from recollect.tools.tool import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPorts:
    """The ports of the tools; None for those that are not configured."""

    cases: SimilarCaseFinder
    claims: CreationClaims
    business_contexts: BusinessContexts
    desk: ServiceDesk | None
    cmdb: Cmdb | None
    documentation: Documentation | None
    cluster: Cluster | None


def all_tools(ports: ToolPorts) -> Iterator[Tool[Any]]:
    """The tools whose ports are configured. A new module of tools gets its line here."""
    aliases = CustomerAliases(ports.business_contexts)
    if ports.desk is not None:
        from recollect.tools import case_lists, ticket_tools

        yield from ticket_tools.tools(ports.desk, ports.cases, aliases)
        yield from case_lists.tools(ports.desk, aliases)
    if ports.cmdb is not None:
        from recollect.tools import item_creation, item_tools

        yield from item_tools.tools(ports.cmdb)
        yield from item_creation.tools(ports.cmdb, ports.claims)
    yield from similar_cases.tools(ports.cases, ports.desk, aliases)
    if ports.documentation is not None:
        from recollect.tools import documentation_tools

        yield from documentation_tools.tools(ports.documentation)
    if ports.cluster is not None:
        from recollect.tools import pod_health

        yield from pod_health.tools(ports.cluster)
