"""The parameters of confidence: the half-life of a memory, and the weight of votes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from recollect.core.ids import app_of


class ConfidenceParameters(NamedTuple):
    """The half-life of confidence, in days, and the weight (0…1) of votes beside run outcomes."""

    half_life_days: float = 30.0
    votes_weight: float = 0.3

    @property
    def vote(self) -> float:
        """What a vote is worth, in runs."""
        return self.votes_weight / (1 - self.votes_weight)


SEED_PARAMETERS = ConfidenceParameters()


class ConfidenceSettings(NamedTuple):
    """The parameters of each app: the `default` ones, but with the app's half-life if it has one.

    `half_lives` are in days, by the slug of the app.
    """

    default: ConfidenceParameters = SEED_PARAMETERS
    half_lives: Mapping[str, float] = MappingProxyType({})

    def of(self, collection: str) -> ConfidenceParameters:
        """The parameters of the app that a collection belongs to."""
        own = self.half_lives.get(app_of(collection), self.default.half_life_days)
        return self.default._replace(half_life_days=own)


SEED_SETTINGS = ConfidenceSettings()
"""The parameters of the seed, for all apps."""
