"""Whether relevance keeps its word, and what a floor keeps.

A set is well calibrated where of all that is called relevant with a probability p, a share p is:

    expected calibration error = Σ over tenths of share of pairs · |mean relevance - share relevant|
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from recollect.retrieval.ranking import least_relevance

FLOORS: Final = tuple(step / 100 for step in range(1, 51))
TO_KEEP: Final = 0.95
"""The share of the questions with an answer whose best answer must pass the floor."""

TO_KEEP_OF_EACH: Final = 0.9
"""That share of every single set."""

_TENTHS: Final = 10
_DEPTH: Final = 10


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a question found: how relevant each is said to be, and whether it is.

    Of all items there are, `answers` are relevant, found or not.
    """

    relevance: Sequence[float]
    relevant: Sequence[bool]
    answers: int


@dataclass(frozen=True, slots=True)
class Tenth:
    """The pairs of a tenth of relevance: how many, their mean relevance, the share relevant."""

    pairs: int
    said: float
    observed: float


@dataclass(frozen=True, slots=True)
class FloorEffect:
    """What a floor does to questions.

    `kept` is the share of those whose best found answer it keeps, `results` how many items a
    question finds on average, `answered` how many questions without an answer find something.
    """

    floor: float
    kept: float
    results: float
    answered: int


def tenths(judged: Iterable[Judgement]) -> list[Tenth | None]:
    """The pairs by tenths of relevance; None for a tenth without any."""
    parts: list[list[tuple[float, bool]]] = [[] for _ in range(_TENTHS)]
    for each in judged:
        for said, relevant in zip(each.relevance, each.relevant, strict=True):
            parts[min(int(said * _TENTHS), _TENTHS - 1)].append((said, relevant))
    return [
        Tenth(len(part), fmean(said for said, _ in part), fmean(is_so for _, is_so in part))
        if part
        else None
        for part in parts
    ]


def calibration_error(parts: Sequence[Tenth | None]) -> float:
    """The expected calibration error (0…1); 0 without pairs."""
    filled = [each for each in parts if each]
    count = sum(each.pairs for each in filled)
    return sum(each.pairs * abs(each.said - each.observed) for each in filled) / max(count, 1)


def effect_of(floor: float, judged: Sequence[Judgement]) -> FloorEffect:
    """What a floor does to questions, by the rule of H4R; where none has an answer none is lost."""
    with_answer = [each for each in judged if any(each.relevant)]
    without = [each for each in judged if not each.answers]
    return FloorEffect(
        floor,
        kept=fmean(_keeps(floor, each) for each in with_answer) if with_answer else 1.0,
        results=fmean(len(_passing(floor, each)) for each in judged) if judged else 0.0,
        answered=sum(bool(_passing(floor, each)) for each in without),
    )


def best_floor(sets: Sequence[Sequence[Judgement]]) -> float:
    """The highest floor that keeps the best answers of enough questions; 0 where none does.

    Enough of each set, and in the mean of the sets. The higher a floor, the fewer questions without
    an answer find something: so the highest of those that keep enough is the best.
    """
    asked = [each for each in sets if any(any(question.relevant) for question in each)]
    return max((floor for floor in FLOORS if _keeps_enough(floor, asked)), default=0.0)


def _keeps_enough(floor: float, sets: Sequence[Sequence[Judgement]]) -> bool:
    shares = [effect_of(floor, each).kept for each in sets]
    return bool(shares) and min(shares) >= TO_KEEP_OF_EACH and fmean(shares) >= TO_KEEP


def ndcg(judged: Judgement) -> float:
    """nDCG@10 of a question that has an answer."""
    order = sorted(range(len(judged.relevance)), key=lambda at: -judged.relevance[at])
    gain = sum(
        1 / math.log2(place + 2) for place, at in enumerate(order[:_DEPTH]) if judged.relevant[at]
    )
    return gain / sum(1 / math.log2(place + 2) for place in range(min(judged.answers, _DEPTH)))


def _keeps(floor: float, judged: Judgement) -> bool:
    return any(judged.relevant[at] for at in _passing(floor, judged))


def _passing(floor: float, judged: Judgement) -> list[int]:
    bound = least_relevance(judged.relevance, floor)
    return [at for at, relevance in enumerate(judged.relevance) if relevance >= bound]
