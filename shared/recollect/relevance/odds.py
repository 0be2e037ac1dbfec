"""Odds: from which relevance something is likely relevant, and how evidence multiplies odds.

Evidence multiplies odds instead of probabilities, since a probability has an upper limit.
"""

import math
from typing import Final

LIKELY: Final = 0.5
"""Above this, an item is more likely relevant than not."""

DOUBTFUL: Final = 0.2
"""If the best result is no more relevant than this, it is wrong more often than right.

So it was for 51 of 90 such questions of seven knowledge bases, and for 77 of the 495 others that
found anything (all-MiniLM-L6-v2; bge-small-en-v1.5: 82 of 145, 69 of 453).
"""


def doubt_notes(relevance: float) -> tuple[str, ...]:
    """The note `relevance 0.31` for a result that is likely not about the question; else none."""
    if relevance > LIKELY:
        return ()
    return (f"relevance {relevance:.2f}",)


def weighed(relevance: float, exponent: float) -> float:
    """A relevance (0…1) after its odds are multiplied by e to the exponent."""
    weight = math.exp(exponent) * relevance
    return weight / (weight + 1 - relevance) if exponent else relevance
