"""How belief in memories fades, and what votes weigh in it: by the seed, or as it was set."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from recollect.core.ids import app_of


class Belief(NamedTuple):
    """After how many days belief halves, and what votes weigh (0…1) beside outcomes of runs."""

    half_life_days: float = 30.0
    votes_weight: float = 0.3

    @property
    def vote(self) -> float:
        """What a vote is worth beside a run."""
        return self.votes_weight / (1 - self.votes_weight)


SEED_BELIEF = Belief()


class Beliefs(NamedTuple):
    """How the memories of each app are believed; `half_lives` are those that apps have set, days.

    They are known by the app's slug.
    """

    usual: Belief = SEED_BELIEF
    half_lives: Mapping[str, float] = MappingProxyType({})

    def of(self, collection: str) -> Belief:
        """How the memories of a collection are believed."""
        own = self.half_lives.get(app_of(collection), self.usual.half_life_days)
        return self.usual._replace(half_life_days=own)


SEED_BELIEFS = Beliefs()
"""The seed's, for all apps."""
