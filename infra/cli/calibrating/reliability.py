"""Measure whether relevance is a true probability, and what a floor of relevance keeps.

A set is well calibrated if, of the items with relevance p, a share p is relevant:

    expected calibration error = Σ over tenths of share of pairs · |mean relevance - share relevant|
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from recollect.retrieval.candidate_relevance import least_relevance

FLOORS: Final = tuple(step / 100 for step in range(1, 51))
TO_KEEP: Final = 0.95
"""The share of the questions with an answer whose best answer must pass the floor."""

TO_KEEP_OF_EACH: Final = 0.9
"""The same share, but of each single set."""

_TENTHS: Final = 10
_NDCG_DEPTH: Final = 10


@dataclass(frozen=True, slots=True)
class Judgement:
    """The items that a question found: the predicted relevance of each, and whether it is relevant.

    `answers` is the question's number of relevant items, found or not.
    """

    relevance: Sequence[float]
    relevant: Sequence[bool]
    answers: int


@dataclass(frozen=True, slots=True)
class Tenth:
    """The pairs of question and item whose predicted relevance lies in one tenth of 0…1.

    `said` is their mean predicted relevance, `observed` the share of them that is relevant.
    """

    pairs: int
    said: float
    observed: float


@dataclass(frozen=True, slots=True)
class FloorEffect:
    """What a floor does to the results of questions.

    `kept` is the share of questions with an answer for which an answer passes the floor, `results`
    the mean number of items that pass for a question, `answered` the number of questions without an
    answer for which an item passes.
    """

    floor: float
    kept: float
    results: float
    answered: int


def tenths(judged: Iterable[Judgement]) -> list[Tenth | None]:
    """The pairs by tenths of predicted relevance; None for a tenth without pairs."""
    parts: list[list[tuple[float, bool]]] = [[] for _ in range(_TENTHS)]
    for each in judged:
        for predicted, relevant in zip(each.relevance, each.relevant, strict=True):
            parts[min(int(predicted * _TENTHS), _TENTHS - 1)].append((predicted, relevant))
    return [
        Tenth(
            len(part),
            fmean(predicted for predicted, _ in part),
            fmean(is_relevant for _, is_relevant in part),
        )
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
    """What a floor does to questions, applied as context requests (H4R) do.

    If no question found an answer, none is lost: `kept` is 1.
    """
    with_answer = [each for each in judged if any(each.relevant)]
    without = [each for each in judged if not each.answers]
    return FloorEffect(
        floor,
        kept=fmean(_keeps(floor, each) for each in with_answer) if with_answer else 1.0,
        results=fmean(len(_passing(floor, each)) for each in judged) if judged else 0.0,
        answered=sum(bool(_passing(floor, each)) for each in without),
    )


def best_floor(sets: Sequence[Sequence[Judgement]]) -> float:
    """The highest floor that keeps an answer of enough questions; 0 if none does.

    Enough in each set, and in the mean of the sets. The higher a floor, the fewer questions without
    an answer find something: so the highest of the floors that keep enough is the best.
    """
    asked = [each for each in sets if any(any(question.relevant) for question in each)]
    return max((floor for floor in FLOORS if _keeps_enough(floor, asked)), default=0.0)


def _keeps_enough(floor: float, sets: Sequence[Sequence[Judgement]]) -> bool:
    shares = [effect_of(floor, each).kept for each in sets]
    return bool(shares) and min(shares) >= TO_KEEP_OF_EACH and fmean(shares) >= TO_KEEP


def ndcg(judged: Judgement) -> float:
    """nDCG@10 of a question that has an answer."""
    ranking = sorted(range(len(judged.relevance)), key=lambda at: -judged.relevance[at])
    gain = sum(
        1 / math.log2(place + 2)
        for place, at in enumerate(ranking[:_NDCG_DEPTH])
        if judged.relevant[at]
    )
    return gain / sum(1 / math.log2(place + 2) for place in range(min(judged.answers, _NDCG_DEPTH)))


def _keeps(floor: float, judged: Judgement) -> bool:
    return any(judged.relevant[at] for at in _passing(floor, judged))


def _passing(floor: float, judged: Judgement) -> list[int]:
    bound = least_relevance(judged.relevance, floor)
    return [at for at, relevance in enumerate(judged.relevance) if relevance >= bound]
