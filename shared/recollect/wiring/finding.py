"""The finder of memories in the stores of this process, by its settings."""

from functools import cache
from uuid import uuid4

from recollect.memories.finding.search import MemoryFinder
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import stores


@cache
def memory_finder() -> MemoryFinder:
    """The finder of memories of this process."""
    settings = stores().settings
    return MemoryFinder(
        memory_stores(),
        settings.find_threshold,
        settings.calibration,
        explores=settings.explore == "thompson",
        holdout_rate=settings.holdout_rate,
        # The token that every function has, even one that may only read the index.
        secret=settings.redis_token,
        new_seed=lambda: uuid4().hex,
    )
