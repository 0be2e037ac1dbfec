"""Whom the sections of a pack ask, and how much of everything a pack holds."""

from dataclasses import dataclass

from recollect.discovery.capturing import ExemplarRepository
from recollect.discovery.threads import KnownThreads, ThreadReader
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.knowledge.case_reading import KeptCases
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.relevance.calibration import Calibration
from recollect.servicedesk.items import Cmdb
from recollect.servicedesk.tickets import ServiceDesk


@dataclass(frozen=True, slots=True)
class PackSources:
    """Who is asked; None is not configured."""

    business_contexts: BusinessContexts
    threads: KnownThreads
    cases: SimilarCaseFinder
    kept: KeptCases
    desk: ServiceDesk | None
    cmdb: Cmdb | None
    conversations: ThreadReader | None
    exemplars: ExemplarRepository | None


@dataclass(frozen=True, slots=True)
class DiscoveryRules:
    """How much of everything a pack holds; `least` is the least relevance of an exemplar."""

    message_limit: int
    similar_cases: int
    exemplars: int
    min_quality: float
    calibration: Calibration
    least: float
