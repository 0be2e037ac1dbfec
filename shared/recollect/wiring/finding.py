"""Finding memories in the stores of this process, as its settings say."""

from collections.abc import Iterable
from uuid import uuid4

from recollect.core.ids import collection_of
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.finding import find_memories
from recollect.memories.requests import Search
from recollect.memories.search_result import SearchResult
from recollect.memories.trials import Trying
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import stores


async def found_in_apps(
    search: Search, app_slugs: Iterable[str], level: SecurityLevel, operation: Operation
) -> tuple[SearchResult, tuple[str, ...]]:
    """What a search finds in these apps, and what it had to do without."""
    settings = stores().settings
    trying = Trying(
        operation,
        explores=settings.explore == "thompson",
        holdout_rate=settings.holdout_rate,
        # The token that all functions have, also those that may only read the index.
        secret=settings.redis_token,
        seed=uuid4().hex,
    )
    return await find_memories(
        search,
        [collection_of(slug) for slug in app_slugs],
        level,
        operation.at,
        memory_stores(),
        default_threshold=settings.find_threshold,
        calibration=settings.calibration,
        trying=trying,
    )
