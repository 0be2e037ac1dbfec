"""Odds: what a sign of relevance multiplies, since a probability cannot grow without end."""

import math


def weighed(relevance: float, exponent: float) -> float:
    """A relevance (0…1) whose odds are multiplied by e to the exponent."""
    weight = math.exp(exponent) * relevance
    return weight / (weight + 1 - relevance) if exponent else relevance
