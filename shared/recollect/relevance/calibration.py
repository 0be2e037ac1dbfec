"""What the numbers of an embedder mean: the probability that an item is relevant.

    likeness  = dense weight · cosine + words weight · words        (`recollect.relevance.words`)
    relevance = 1 / (1 + exp(-(bias + level · likeness + lead · (likeness - mean of the best 20))))

Cosines of different models mean different things, so each model has numbers of its own, learned
from questions with judged answers (`recollect calibrate`; J. Platt, "Probabilistic outputs for
support vector machines", 1999). How far an item leads the others that were found says as much as
how like it is by itself: a query that everything is a little like is answered by nothing. Of fewer
than twenty the missing ones are as like as what has nothing to do with a query.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from typing_extensions import override

QueryType = Literal["semantic", "keyword", "hybrid", "graph_traversal"]

_SHIPPED: Final = files(__package__) / "calibrations"
_CURVES: Final = ("semantic", "keyword", "hybrid")
BEST: Final = 20
"""So many of the best stand for what was found; every search asks for as many."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How likeness becomes a probability; `unlike` is the likeness of what is not relevant."""

    bias: float
    level: float
    lead: float
    unlike: float

    def probabilities(self, likeness: Sequence[float]) -> list[float]:
        """The probability (0…1) that each of these is relevant."""
        best = sorted(likeness, reverse=True)[:BEST]
        mean = (sum(best) + self.unlike * (BEST - len(best))) / BEST
        return [_sigmoid(self.bias + self.level * x + self.lead * (x - mean)) for x in likeness]


def _sigmoid(x: float) -> float:
    # Written so that no exponent can overflow.
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the numbers of an embedding model mean.

    The curves are for what is judged by its meaning alone, its words alone, or both; without one
    relevance is the likeness itself, kept in 0…1. What is less relevant than `floor` is not found.
    """

    model: str
    dense_weight: float = 1.0
    words_weight: float = 0.3
    semantic: Curve | None = None
    keyword: Curve | None = None
    hybrid: Curve | None = None
    floor: float = 0.0

    def relevance(
        self, query_type: QueryType, cosines: Sequence[float], words: Sequence[float]
    ) -> list[float]:
        """The relevance (0…1) of each of what was found by a query."""
        likeness = self.likeness(query_type, cosines, words)
        curve = self.curve(query_type)
        if curve is None:
            return [min(max(each, 0.0), 1.0) for each in likeness]
        return curve.probabilities(likeness)

    def likeness(
        self, query_type: QueryType, cosines: Sequence[float], words: Sequence[float]
    ) -> list[float]:
        """How like a query each is; by its meaning or its words alone where only those count."""
        dense = [min(max(each, 0.0), 1.0) for each in cosines]
        if query_type == "semantic":
            return dense
        if query_type == "keyword":
            return list(words)
        return [
            self.dense_weight * d + self.words_weight * w for d, w in zip(dense, words, strict=True)
        ]

    def curve(self, query_type: QueryType) -> Curve | None:
        """How likeness becomes a probability for a type of query; None: it does not."""
        if query_type == "semantic":
            return self.semantic
        return self.keyword if query_type == "keyword" else self.hybrid

    @override
    def __str__(self) -> str:
        """The name of the model."""
        return self.model

    def written(self) -> str:
        """The calibration as a line of JSON, as `calibration_of` reads it."""
        return json.dumps(asdict(self))


UNCALIBRATED: Final = Calibration("uncalibrated", floor=0.2)
"""For a model of which nothing is known: relevance is likeness. The cosines of most models are
above its floor whatever is asked, so that nothing is hidden that should be found."""


def calibration_of(text: str) -> Calibration:
    """The calibration that goes by a name, or that a line of JSON holds.

    Raises ValueError where there is no such name, or no such calibration can be.
    """
    if not text.lstrip().startswith("{"):
        return named(text.strip())
    try:
        found = json.loads(text)
        curves = {each: Curve(**found.pop(each)) for each in _CURVES if found.get(each) is not None}
        read = Calibration(**{**found, **curves})
        numbers: list[object] = [read.dense_weight, read.words_weight, read.floor]
        numbers += [each for curve in curves.values() for each in asdict(curve).values()]
        sound = all(map(_is_number, numbers))
    except (TypeError, ValueError, AttributeError, OverflowError, RecursionError):
        sound = False
    if not sound or not 0 <= read.floor < 1 or not isinstance(read.model, str):
        raise ValueError("is no calibration as `recollect calibrate` writes it")
    return read


def _is_number(found: object) -> bool:
    return isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found)


@cache
def named(model: str) -> Calibration:
    """The calibration of a model that is shipped. Raises ValueError with those that are."""
    if model == UNCALIBRATED.model:
        return UNCALIBRATED
    shipped = {each.name.removesuffix(".json"): each for each in _SHIPPED.iterdir()}
    if model not in shipped:
        raise ValueError(f"must be JSON or one of {', '.join(sorted(shipped))}")
    return calibration_of(shipped[model].read_text(encoding="utf-8"))
