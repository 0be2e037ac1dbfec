"""How far a memory is to be believed (seed 004, "Confidence Decay").

    confidence = decay · reputation
    decay      = 0.5 ^ (age_days / 30)
    reputation = 0.3 · (upvotes + 1) / (upvotes + downvotes + 2)
               + 0.7 · (successes + 1) / (successes + failures + 2)

The 30 days and the weights are those of the seed; a deployment may have others, and an app a
half-life of its own (`recollect.memories.confidence_settings`).

Laplace smoothing keeps one vote from deciding: without feedback reputation is 0.5, and it stays
inside (0, 1). Of a search that asks for a stage or a category the second fraction is shrunk towards
what was counted there (`recollect.learning.posterior`). What one judge says counts up to bounds;
what goes beyond is told with the counts and not believed. While more judges stand by a memory than
speak against it, its reputation is at least half of their share, however often the few spoke:

    reputation ≥ ½ · (supporters + 1) / (supporters + opponents + 2)
"""

import math

from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.memories.confidence_settings import SEED_PARAMETERS, ConfidenceParameters
from recollect.memories.record import MemoryCounts

STALE_CONFIDENCE = 0.25
"""What is believed less is not found unless it is asked for."""


def decay(age_days: float, parameters: ConfidenceParameters = SEED_PARAMETERS) -> float:
    """What is left of a memory's weight `age_days` after it was last confirmed."""
    return float(0.5 ** (age_days / parameters.half_life_days))


def reputation(
    counts: MemoryCounts,
    context: RunContext = ANYWHERE,
    parameters: ConfidenceParameters = SEED_PARAMETERS,
) -> float:
    """What votes and the outcomes of runs that cited the memory say of it, inside (0, 1).

    In a context the outcomes there count for more.
    """
    votes, outcomes = _smoothed(*counts.believed_votes), counts.runs_in(context).mean
    counted = parameters.votes_weight * votes + (1 - parameters.votes_weight) * outcomes
    return max(counted, least_reputation(counts))


def least_reputation(counts: MemoryCounts) -> float:
    """What a memory keeps while more judges stand by it than speak against it; else 0."""
    if not counts.is_upheld:
        return 0.0
    return 0.5 * _smoothed(len(counts.backers), len(counts.opponents))


def confidence(
    age_days: float,
    counts: MemoryCounts,
    context: RunContext = ANYWHERE,
    parameters: ConfidenceParameters = SEED_PARAMETERS,
) -> float:
    """Decay times reputation, inside (0, 1)."""
    return decay(age_days, parameters) * reputation(counts, context, parameters)


def days_found(counts: MemoryCounts, parameters: ConfidenceParameters) -> float:
    """For how many days after its last confirmation a memory is found, as things stand; at least 0.

    Then its confidence is below `STALE_CONFIDENCE`.
    """
    halvings = math.log2(reputation(counts, parameters=parameters) / STALE_CONFIDENCE)
    return max(0.0, parameters.half_life_days * halvings)


def _smoothed(good: int, bad: int) -> float:
    return (good + 1) / (good + bad + 2)
