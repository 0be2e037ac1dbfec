"""A candidate with its score and the signals behind it."""

from dataclasses import dataclass

from recollect.learning.experience import Credit
from recollect.retrieval.candidates import Candidate
from recollect.settlement.relations import NO_RELATIONS, Relations


@dataclass(frozen=True, slots=True)
class Signals:
    """The signals of an item, each in 0…1 and the higher the better.

    `novelty` and `sensitivity` stand for the seed's novelty⁻ and sensitivity⁻: how established and
    how harmless an item is.
    """

    relevance: float
    recency: float
    frequency: float
    importance: float
    causality: float
    novelty: float
    trust: float
    sensitivity: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate, its signals, and the score (0…1) by which it is sorted.

    `newer_than` is the id of an older item on the same subject that it directly precedes.
    `is_named` says that the query names it, by id, title or alias. `experience` is how much solved
    cases needed it, None if none did.
    """

    candidate: Candidate
    signals: Signals
    score: float
    explanation: str
    relations: Relations = NO_RELATIONS
    newer_than: str | None = None
    is_named: bool = False
    experience: Credit | None = None

    @property
    def is_known(self) -> bool:
        """Whether it is a result whatever its relevance: named, or needed by solved cases."""
        return self.is_named or self.experience is not None
