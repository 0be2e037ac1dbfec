"""Gives new memories a chance: a draw from the posterior replaces its mean.

Thompson sampling (W. Thompson, 1933; O. Chapelle and L. Li, "An empirical evaluation of Thompson
sampling", 2011). What a run is shown is determined by its id and a secret: a repeated search shows
the same, and whoever chooses the id cannot predict it.
"""

import hmac
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.learning.posterior import Posterior

_SAMPLES: Final = 200


@dataclass(frozen=True, slots=True)
class Arm:
    """An item that may be shown: its relevance (0…1), and how likely a run with it succeeds."""

    id: str
    relevance: float
    posterior: Posterior


@dataclass(frozen=True, slots=True)
class Draw:
    """The value drawn for an arm, and its probability of being among the first (inside 0…1)."""

    id: str
    drawn: float
    propensity: float


def chance_of(secret: str, *names: str) -> random.Random:
    """Random numbers for these names: always the same, and predictable only with the secret."""
    digest = hmac.digest(secret.encode(), "\n".join(("chance", *names)).encode(), "sha256")
    return random.Random(digest)  # noqa: S311  # its seed is secret; nothing drawn is


def draw(
    arms: Sequence[Arm], chance: random.Random, limit: int, *, samples: int = _SAMPLES
) -> list[Draw]:
    """A draw for each arm, sorted by relevance · drawn, highest first.

    The propensity of being among the first `limit` is counted over `samples` further draws from the
    same posteriors, and smoothed so that none is certain.
    """
    ordered = sorted(arms, key=lambda each: each.id)
    drawn = _drawn(ordered, chance)
    hits = dict.fromkeys(drawn, 0)
    for _ in range(samples):
        again = _drawn(ordered, chance)
        for first in _ranked(ordered, again)[:limit]:
            hits[first.id] += 1
    return [
        Draw(each.id, drawn[each.id], (hits[each.id] + 1) / (samples + 2))
        for each in _ranked(ordered, drawn)
    ]


def _drawn(arms: Sequence[Arm], chance: random.Random) -> dict[str, float]:
    return {each.id: chance.betavariate(each.posterior.alpha, each.posterior.beta) for each in arms}


def _ranked(arms: Sequence[Arm], drawn: dict[str, float]) -> list[Arm]:
    return sorted(arms, key=lambda each: (-each.relevance * drawn[each.id], each.id))
