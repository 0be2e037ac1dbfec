"""What functions need that only read memories."""

from dataclasses import dataclass
from functools import cache

from recollect.adapters.upstash_redis_standings import RedisStandings
from recollect.adapters.upstash_vector_memories import VectorMemories
from recollect.retrieval.relevance import Fusion
from recollect.settings import Settings
from recollect.wiring.stores import stores


@dataclass(frozen=True, slots=True)
class Readers:
    """Where memories are found, and how relevance is made of what the arms say."""

    settings: Settings
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
