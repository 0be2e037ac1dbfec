"""The store of solved cases: the evidence that runs needed which ended well."""

from functools import cache

from recollect.adapters.upstash.redis.run_cases import RedisRunCases
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.knowledge.solved_cases import SolvedCases
from recollect.wiring.stores import Stores, stores


def build_solved_cases(connected: Stores) -> SolvedCases:
    """Build the solved cases over these connections."""
    return SolvedCases(RedisRunCases(connected.redis), VectorKnowledge(connected.vector))


@cache
def solved_cases() -> SolvedCases:
    """The solved cases of this process."""
    return build_solved_cases(stores())
