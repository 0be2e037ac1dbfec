"""Fit a curve by logistic regression on an item's likeness to the query, and on its lead.

    relevant ~ 1 / (1 + exp(-(bias + level · likeness + lead · (likeness - mean of the best 20))))

The parameters have the maximum likelihood (J. Platt, "Probabilistic outputs for support vector
machines", 1999). They are found by Newton's method; a step that would increase the loss is halved.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from recollect.relevance.calibration import BEST, Curve

_MAX_STEPS = 60
_MAX_HALVINGS = 30
_LOSS_TOLERANCE = 1e-9
# Keeps the parameters finite where likeness separates relevant items from the others perfectly;
# elsewhere it changes next to nothing.
_RIDGE = 1e-7
_DECIMALS = 3

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Judgements:
    """For each item that a question found: its likeness, if it is relevant, and if it counts.

    Items that do not count still belong to those whose mean the others' lead is measured against.
    """

    likeness: Sequence[float]
    relevant: Sequence[bool]
    counts: Sequence[bool]


@dataclass(frozen=True, slots=True)
class _Row:
    level: float
    lead: float
    relevant: bool
    weight: float


def fitted(sets: Sequence[Sequence[Judgements]]) -> Curve | None:
    """The curve that fits sets of judged questions best; each set has the same weight.

    None if no item or every item is relevant, or if relevance falls as likeness rises.
    """
    filled = [questions for each in sets if (questions := [q for q in each if any(q.counts)])]
    medians = [_median_of_irrelevant(questions) for questions in filled]
    known = [each for each in medians if each is not None]
    if not known:
        return None
    # In a large collection, all items that are found are like the query. So the smallest median
    # says most about the items that are not found.
    typical = round(min(known), _DECIMALS)
    rows = [row for questions in filled for row in _rows(questions, typical)]
    if len({row.relevant for row in rows}) == 1:
        return None
    bias, level, lead = (round(each, _DECIMALS) for each in _newton(rows))
    return Curve(bias, level, lead, typical) if level + lead > 0 else None


def _median_of_irrelevant(questions: Sequence[Judgements]) -> float | None:
    """The median likeness of the items that are not relevant; None if there are none."""
    values = [
        like
        for each in questions
        for like, relevant in zip(each.likeness, each.relevant, strict=True)
        if not relevant
    ]
    return median(values) if values else None


def _rows(questions: Sequence[Judgements], unlike: float) -> list[_Row]:
    weight = 1 / sum(sum(each.counts) for each in questions)
    return [
        _Row(like, like - mean, relevant, weight)
        for each in questions
        for mean in [_mean_of_best(each.likeness, unlike)]
        for like, relevant, counts in zip(each.likeness, each.relevant, each.counts, strict=True)
        if counts
    ]


def _mean_of_best(likeness: Sequence[float], unlike: float) -> float:
    best = sorted(likeness, reverse=True)[:BEST]
    return (sum(best) + unlike * (BEST - len(best))) / BEST


def _newton(rows: Sequence[_Row]) -> Vector:
    at: Vector = (0.0, 0.0, 0.0)
    loss, gradient, hessian = _state(rows, at)
    for _ in range(_MAX_STEPS):
        step = _solved(hessian, gradient)
        for halving in range(_MAX_HALVINGS):
            share = 0.5**halving
            candidate = (at[0] - share * step[0], at[1] - share * step[1], at[2] - share * step[2])
            state = _state(rows, candidate)
            if state[0] <= loss:
                break
        else:
            return at
        converged = loss - state[0] < _LOSS_TOLERANCE * abs(loss)
        at, (loss, gradient, hessian) = candidate, state
        if converged:
            break
    return at


def _state(rows: Sequence[_Row], at: Vector) -> tuple[float, Vector, list[list[float]]]:
    """The loss (negative log likelihood), its gradient and its second derivatives at a point."""
    bias, level, lead = at
    loss = g0 = g1 = g2 = h00 = h01 = h02 = h11 = h12 = h22 = 0.0
    for row in rows:
        x, y, weight = row.level, row.lead, row.weight
        z = bias + level * x + lead * y
        small = math.exp(-abs(z))
        p = 1 / (1 + small) if z >= 0 else small / (1 + small)
        loss += weight * (math.log1p(small) + (max(-z, 0.0) if row.relevant else max(z, 0.0)))
        error = weight * (p - row.relevant)
        g0, g1, g2 = g0 + error, g1 + error * x, g2 + error * y
        bend = weight * p * (1 - p)
        h00, h01, h02 = h00 + bend, h01 + bend * x, h02 + bend * y
        h11, h12, h22 = h11 + bend * x * x, h12 + bend * x * y, h22 + bend * y * y
    loss += _RIDGE / 2 * sum(each * each for each in at)
    gradient = (g0 + _RIDGE * bias, g1 + _RIDGE * level, g2 + _RIDGE * lead)
    hessian = [
        [h00 + _RIDGE, h01, h02],
        [h01, h11 + _RIDGE, h12],
        [h02, h12, h22 + _RIDGE],
    ]
    return loss, gradient, hessian


def _solved(matrix: list[list[float]], right: Vector) -> Vector:
    """Solve three linear equations by Gaussian elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda at: abs(rows[at][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for other in range(size):
            if other != column:
                factor = rows[other][column] / rows[column][column]
                rows[other] = [
                    a - factor * b for a, b in zip(rows[other], rows[column], strict=True)
                ]
    first, second, third = (rows[at][size] / rows[at][at] for at in range(size))
    return first, second, third
