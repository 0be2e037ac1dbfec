"""Turns the scores of an embedding model into the probability that an item is relevant.

    likeness  = dense weight · cosine + words weight · words   (`recollect.relevance.word_scores`)
    relevance = 1 / (1 + exp(-(bias + level · likeness + lead · (likeness - mean of the best 20))))

Cosines of different models mean different things, so each model has numbers of its own, learned
from questions with judged answers (`recollect calibrate`; J. Platt, "Probabilistic outputs for
support vector machines", 1999). How far an item leads the others that were found says as much as
its own likeness: if everything is a little like a query, nothing answers it. If fewer than twenty
items were found, the missing ones count with the likeness of irrelevant items.
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
"""The mean of this many best items counts for all found; every search asks for at least as many."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve from likeness to probability; `unlike` is the likeness of irrelevant items."""

    bias: float
    level: float
    lead: float
    unlike: float

    def probabilities(self, likeness: Sequence[float]) -> list[float]:
        """The probability (0…1) that each item is relevant."""
        best = sorted(likeness, reverse=True)[:BEST]
        mean = (sum(best) + self.unlike * (BEST - len(best))) / BEST
        return [_sigmoid(self.bias + self.level * x + self.lead * (x - mean)) for x in likeness]


def _sigmoid(x: float) -> float:
    # Two forms, so that no exponent can overflow.
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


@dataclass(frozen=True, slots=True)
class Calibration:
    """How to read the scores of an embedding model.

    There is a curve for a search by meaning alone (`semantic`), by words alone (`keyword`) and by
    both (`hybrid`); without a curve relevance is the likeness itself, bounded to 0…1. Items less
    relevant than `floor` are not found.
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
        """The relevance (0…1) of each item that a query found."""
        likeness = self.likeness(query_type, cosines, words)
        curve = self.curve(query_type)
        if curve is None:
            return [min(max(each, 0.0), 1.0) for each in likeness]
        return curve.probabilities(likeness)

    def likeness(
        self, query_type: QueryType, cosines: Sequence[float], words: Sequence[float]
    ) -> list[float]:
        """The likeness of each item to a query: by meaning, by words, or by both."""
        dense = [min(max(each, 0.0), 1.0) for each in cosines]
        if query_type == "semantic":
            return dense
        if query_type == "keyword":
            return list(words)
        return [
            self.dense_weight * d + self.words_weight * w for d, w in zip(dense, words, strict=True)
        ]

    def curve(self, query_type: QueryType) -> Curve | None:
        """The curve for a type of query; None where likeness is not turned into a probability."""
        if query_type == "semantic":
            return self.semantic
        return self.keyword if query_type == "keyword" else self.hybrid

    @override
    def __str__(self) -> str:
        """The name of the model."""
        return self.model

    def written(self) -> str:
        """The calibration as a line of JSON that `calibration_of` reads."""
        return json.dumps(asdict(self))


UNCALIBRATED: Final = Calibration("uncalibrated", floor=0.2)
"""For an unknown model: relevance is likeness. The cosines of most models are above its floor for
any query, so that nothing is hidden that should be found.
"""


def calibration_of(text: str) -> Calibration:
    """The calibration with a name, or the one that a line of JSON holds.

    Raises ValueError for an unknown name or an invalid calibration.
    """
    if not text.lstrip().startswith("{"):
        return named(text.strip())
    try:
        found = json.loads(text)
        curves = {each: Curve(**found.pop(each)) for each in _CURVES if found.get(each) is not None}
        read = Calibration(**{**found, **curves})
        numbers: list[object] = [read.dense_weight, read.words_weight, read.floor]
        numbers += [each for curve in curves.values() for each in asdict(curve).values()]
        is_valid = all(map(_is_number, numbers))
    except (TypeError, ValueError, AttributeError, OverflowError, RecursionError):
        is_valid = False
    if not is_valid or not 0 <= read.floor < 1 or not isinstance(read.model, str):
        raise ValueError("is no calibration as `recollect calibrate` writes it")
    return read


def _is_number(found: object) -> bool:
    return isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found)


@cache
def named(model: str) -> Calibration:
    """The shipped calibration of a model. Raises ValueError, with the known names, for others."""
    if model == UNCALIBRATED.model:
        return UNCALIBRATED
    shipped = {each.name.removesuffix(".json"): each for each in _SHIPPED.iterdir()}
    if model not in shipped:
        raise ValueError(f"must be JSON or one of {', '.join(sorted(shipped))}")
    return calibration_of(shipped[model].read_text(encoding="utf-8"))
