"""The signals of seed 001's H4R table except relevance, as pure functions with values in 0…1."""

import math

DAYS_UNTIL_ESTABLISHED = 30.0
READS_UNTIL_ESTABLISHED = 10.0
MAX_HOPS = 5
_FULL_USES = 100


def recency(age_days: float | None, decay_lambda: float) -> float:
    """exp(-λ · age): 1 for a new item. An item without a date is not known to be recent: 0."""
    return 0.0 if age_days is None else math.exp(-decay_lambda * max(age_days, 0.0))


def frequency(reads: int, citations: int) -> float:
    """ln(1 + reads + citations) / ln(101): 1 from a hundred uses on."""
    return min(math.log1p(max(reads + citations, 0)) / math.log1p(_FULL_USES), 1.0)


def causality(hops: int | None, *, has_causes: bool) -> float:
    """1 / (1 + hops) along causes; 0 without a path, ½ if no candidate has causes."""
    if not has_causes:
        return 0.5
    return 0.0 if hops is None or hops > MAX_HOPS else 1 / (1 + hops)


def establishment(age_days: float | None, reads: int) -> float:
    """The seed's novelty⁻: 1 for an item that is a month old or was read ten times, 0 if new."""
    by_age = max(age_days or 0.0, 0.0) / DAYS_UNTIL_ESTABLISHED
    return min(max(by_age, max(reads, 0) / READS_UNTIL_ESTABLISHED), 1.0)


def harmlessness(sensitivity: float) -> float:
    """The seed's sensitivity⁻: 1 for an item that anybody may know."""
    return 1 - sensitivity
