"""The sources that the sections of a pack ask, and how much of each a pack holds."""

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
    """The sources of a pack. None stands for a source that is not configured.

    `cases` searches the stored resolved cases, `kept` reads them by number.
    """

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
    """How many messages, similar cases and exemplars a pack holds, and how good exemplars must be.

    `min_quality` and `least`, the minimal relevance, are 0…1.
    """

    message_limit: int
    similar_cases: int
    exemplars: int
    min_quality: float
    calibration: Calibration
    least: float
