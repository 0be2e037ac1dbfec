"""How far a memory is to be believed (seed 004, "Confidence Decay").

    confidence = decay · reputation
    decay      = 0.5 ^ (age_days / 30)
    reputation = 0.3 · (upvotes + 1) / (upvotes + downvotes + 2)
               + 0.7 · (successes + 1) / (successes + failures + 2)

The 30 days and the weights are those of the seed; a deployment may set others, and an app may have
a half-life of its own (`recollect.memories.confidence_settings`).

Laplace smoothing keeps a single vote from deciding: without feedback reputation is 0.5, and it
always stays inside (0, 1). If a search asks for a stage or a category, the second fraction is
replaced by the outcomes there, shrunk towards it (`recollect.learning.posterior`). Each judge is
believed up to bounds: what goes beyond them is shown with the counts, but does not enter the
formula. While judges speak against a memory but more stand by it, its reputation is at least half
of the supporters' smoothed share, however often the few opponents spoke:

    reputation ≥ ½ · (supporters + 1) / (supporters + opponents + 2)
"""

import math

from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.memories.confidence_settings import SEED_PARAMETERS, ConfidenceParameters
from recollect.memories.stored.counts import MemoryCounts

STALE_CONFIDENCE = 0.25
"""A search finds memories of less confidence only if it asks for stale ones."""


def decay(age_days: float, parameters: ConfidenceParameters = SEED_PARAMETERS) -> float:
    """The share (0…1) of a memory's weight that is left `age_days` after its last confirmation."""
    return float(0.5 ** (age_days / parameters.half_life_days))


def reputation(
    counts: MemoryCounts,
    context: RunContext = ANYWHERE,
    parameters: ConfidenceParameters = SEED_PARAMETERS,
) -> float:
    """How good a memory is by its votes and the outcomes of runs that cited it, inside (0, 1).

    Outcomes of runs in `context` count for more.
    """
    votes, outcomes = _smoothed(*counts.believed_votes), counts.runs_in(context).mean
    counted = parameters.votes_weight * votes + (1 - parameters.votes_weight) * outcomes
    return max(counted, least_reputation(counts))


def least_reputation(counts: MemoryCounts) -> float:
    """The reputation that a memory with opponents keeps while it has more supporters; else 0."""
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
    """For how many days after its last confirmation searches find a memory, as things stand.

    After that its confidence is below `STALE_CONFIDENCE`. At least 0.
    """
    halvings = math.log2(reputation(counts, parameters=parameters) / STALE_CONFIDENCE)
    return max(0.0, parameters.half_life_days * halvings)


def _smoothed(good: int, bad: int) -> float:
    return (good + 1) / (good + bad + 2)
