"""How far a memory is to be believed (seed 004, "Confidence Decay").

    confidence = decay · reputation
    decay      = 0.5 ^ (age_days / 30)
    reputation = 0.3 · (upvotes + 1) / (upvotes + downvotes + 2)
               + 0.7 · (successes + 1) / (successes + failures + 2)

Laplace smoothing keeps one vote from deciding: without feedback reputation is 0.5, and it stays
inside (0, 1). Of a search that asks for a stage or a category the second fraction is shrunk towards
what was counted there (`recollect.learning.posterior`). What one judge says counts up to bounds;
what goes beyond is told with the counts and not believed. While more judges stand by a memory than
speak against it, its reputation is at least half of their share, however often the few spoke:

    reputation ≥ ½ · (supporters + 1) / (supporters + opponents + 2)
"""

import math

from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.memories.record import MemoryCounts

HALF_LIFE_DAYS = 30.0
STALE_CONFIDENCE = 0.25
"""What is believed less is not found unless it is asked for."""
VOTES_WEIGHT = 0.3
OUTCOMES_WEIGHT = 0.7


def decay(age_days: float) -> float:
    """What is left of a memory's weight `age_days` after it was made or last validated."""
    return float(0.5 ** (age_days / HALF_LIFE_DAYS))


def reputation(counts: MemoryCounts, context: RunContext = ANYWHERE) -> float:
    """What votes and the outcomes of runs that cited the memory say of it, inside (0, 1).

    In a context the outcomes there count for more.
    """
    votes, outcomes = _smoothed(*counts.believed_votes), counts.runs_in(context).mean
    counted = VOTES_WEIGHT * votes + OUTCOMES_WEIGHT * outcomes
    if not counts.is_upheld:
        return counted
    return max(counted, 0.5 * _smoothed(len(counts.backers), len(counts.opponents)))


def confidence(age_days: float, counts: MemoryCounts, context: RunContext = ANYWHERE) -> float:
    """Decay times reputation, inside (0, 1)."""
    return decay(age_days) * reputation(counts, context)


def days_found(counts: MemoryCounts) -> float:
    """For how many days after its last confirmation a memory is found, as things stand; at least 0.

    Then its confidence is below `STALE_CONFIDENCE`.
    """
    return max(0.0, HALF_LIFE_DAYS * math.log2(reputation(counts) / STALE_CONFIDENCE))


def _smoothed(good: int, bad: int) -> float:
    return (good + 1) / (good + bad + 2)
