"""A candidate with what it scored, signal by signal."""

from dataclasses import dataclass

from recollect.retrieval.candidates import Candidate


@dataclass(frozen=True, slots=True)
class Signals:
    """The eight signals of an item, each in 0…1 and the higher the better.

    `novelty` and `sensitivity` stand for the seed's novelty⁻ and sensitivity⁻: how established
    and how harmless an item is.
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
class Standing:
    """How an item stands to others that its reader may see, by their ids.

    `superseded_by` is what holds instead, `duplicates` say the same, `conflicts_with` otherwise.
    """

    superseded_by: str | None = None
    duplicates: tuple[str, ...] = ()
    conflicts_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate, its signals, and the score (0…1) that it is sorted by."""

    candidate: Candidate
    signals: Signals
    score: float
    explanation: str
    standing: Standing = Standing()
