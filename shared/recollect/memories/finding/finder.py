"""Finding memories of apps with the settings of this process."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from recollect.core.ids import collection_of
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.finding.search import find_memories
from recollect.memories.finding.trials import Trying
from recollect.memories.requests import Search
from recollect.memories.search_result import SearchResult
from recollect.memories.stored.stores import MemoryStores
from recollect.relevance.calibration import Calibration


@dataclass(frozen=True, slots=True)
class MemoryFinder:
    """The stores to search, the threshold of relevance, and how memories are tried.

    For `explores`, `holdout_rate` and `secret` see `recollect.memories.finding.trials.Trying`;
    `new_seed` returns a different text on each call.
    """

    stores: MemoryStores
    default_threshold: float
    calibration: Calibration
    explores: bool
    holdout_rate: float
    secret: str = field(repr=False)
    new_seed: Callable[[], str]

    async def find(
        self, search: Search, app_slugs: Iterable[str], level: SecurityLevel, operation: Operation
    ) -> tuple[SearchResult, tuple[str, ...]]:
        """What a search finds in these apps, and the names of the parts that failed."""
        return await find_memories(
            search,
            [collection_of(slug) for slug in app_slugs],
            level,
            operation.at,
            self.stores,
            default_threshold=self.default_threshold,
            calibration=self.calibration,
            trying=Trying(
                operation,
                explores=self.explores,
                holdout_rate=self.holdout_rate,
                secret=self.secret,
                seed=self.new_seed(),
            ),
        )
