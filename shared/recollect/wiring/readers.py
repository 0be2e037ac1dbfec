"""What functions need that only read memories."""

from dataclasses import dataclass
from functools import cache

from recollect.adapters.upstash.redis_standings import RedisStandings
from recollect.adapters.upstash.vector_memories import VectorMemories
from recollect.relevance.fusion import Fusion
from recollect.settings.stores import StoreSettings
from recollect.wiring.stores import stores


@dataclass(frozen=True, slots=True)
class Readers:
    """Where memories are found, and how relevance is made of what the arms say."""

    settings: StoreSettings
    records: VectorMemories
    standings: RedisStandings
    fusion: Fusion


@cache
def readers() -> Readers:
    """The readers of this process."""
    connected = stores()
    return Readers(
        settings=connected.settings,
        records=VectorMemories(connected.vector),
        standings=RedisStandings(connected.redis),
        fusion=connected.fusion,
    )
