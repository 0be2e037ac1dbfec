"""H4R's ranking: signals, and two weighted sums of them.

    context = Σ weightᵢ · signalᵢ                       all signals but relevance
    score   = ρ · relevance + (1 - ρ) · context

With ρ = 0 this is exactly the seed's formula. A graph traversal without a text has no relevance to
weigh and takes ρ = 0.

The weight of a signal that tells nothing goes to relevance (`recollect.retrieval.weights`).

An item that similar solved cases needed (`recollect.learning.experience`) is lifted by its credit,
and is a result whatever its relevance:

    score = score + (1 - score) · credit
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from recollect.core.timestamps import age_in_days
from recollect.learning.experience import Credit, SolvedCase, credits_of
from recollect.relevance.calibration import UNCALIBRATED, Calibration
from recollect.retrieval import signals
from recollect.retrieval.candidate_relevance import least_relevance_of_result, relevance_of_all
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.causes import hops_from
from recollect.retrieval.items import traits_of
from recollect.retrieval.named_candidates import named_by
from recollect.retrieval.ranked import Ranked, Signals
from recollect.retrieval.weights import Weights

_EXPLAINED_SIGNALS = 3


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How candidates are ranked; `decay_lambda` is per day; below `min_score` nothing is kept.

    Items less relevant than the floor of `calibration` are no results, unless the query has a floor
    of its own.
    """

    weights: Weights = field(default_factory=Weights)
    decay_lambda: float = 0.1
    min_score: float = 0.0
    calibration: Calibration = UNCALIBRATED

    def weights_for(self, query: EvidenceQuery) -> Weights:
        """The configured weights, replaced by those that the query brings."""
        return replace(self.weights, **(query.weights or {}))


@dataclass(frozen=True, slots=True)
class Usage:
    """How often an item was delivered and cited; and the ids of items that supersede it.

    `stored_again_at` is when it was last stored under the same id: its former content is lost.
    """

    reads: int = 0
    citations: int = 0
    superseded_by: tuple[str, ...] = ()
    stored_again_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates, best first: `kept` are good enough to be results, `dropped` are not.

    `aside` are good enough, but superseded or duplicates. `bound` is the least relevance (0…1) of a
    result, `shares` the weight of each signal in the scores, which sum to 1.
    """

    kept: tuple[Ranked, ...]
    dropped: tuple[Ranked, ...]
    aside: tuple[Ranked, ...] = ()
    bound: float = 0.0
    shares: Mapping[str, float] = field(default_factory=dict)


def rank(
    query: EvidenceQuery,
    candidates: Sequence[Candidate],
    usages: Mapping[str, Usage],
    now: datetime,
    rules: RankingRules,
    cases: Sequence[SolvedCase] = (),
) -> Ranking:
    """Score the candidates by their signals (seed 001); sorted by score, then id.

    `usages` are by item id. The scores (0…1) of items that similar `cases` needed are raised, more
    if other items that the case needed are relevant enough. Each candidate has an explanation.
    """
    relevant = relevance_of_all(query, candidates, rules.calibration)
    reader = _SignalReader(query, candidates, relevant, now, rules)
    all_signals = [
        reader.signals(candidate, relevance, usages.get(candidate.item.id, Usage()))
        for candidate, relevance in zip(candidates, relevant, strict=True)
    ]
    weights, has_text = rules.weights_for(query), bool(query.text)
    # Weights that a request brings are used unchanged.
    shares = (
        weights.shares_among(all_signals, has_text=has_text)
        if query.weights is None
        else weights.shares(has_text=has_text)
    )
    named = named_by(query, candidates)
    ranked = [
        _ranked(candidate, signals, shares, is_named=candidate.item.id in named)
        for candidate, signals in zip(candidates, all_signals, strict=True)
    ]
    floor = rules.calibration.floor
    bound = least_relevance_of_result(query, candidates, relevant, now, floor)
    if cases:
        good = (each for each in ranked if not _shortfall(each, query, rules, bound))
        credited = credits_of(
            cases, {each.candidate.item.id: each.signals.relevance for each in good}
        )
        ranked = [_with_experience(each, credited.get(each.candidate.item.id)) for each in ranked]
    ranked.sort(key=lambda each: (-each.score, each.candidate.item.id))
    shortfalls = [_shortfall(each, query, rules, bound) for each in ranked]
    judged = list(zip(ranked, shortfalls, strict=True))
    return Ranking(
        tuple(each for each, shortfall in judged if not shortfall),
        tuple(replace(each, explanation=shortfall) for each, shortfall in judged if shortfall),
        bound=bound,
        shares=shares,
    )


def _ranked(
    candidate: Candidate, found: Signals, weights: Mapping[str, float], *, is_named: bool
) -> Ranked:
    """A candidate with its score and explanation."""
    shares = {name: weight * getattr(found, name) for name, weight in weights.items()}
    score = min(max(sum(shares.values()), 0.0), 1.0)
    best = sorted(shares, key=lambda name: -shares[name])[:_EXPLAINED_SIGNALS]
    named = ", ".join(f"{name}={getattr(found, name):.2f}" for name in best)
    explanation = f"Score {score:.3f} (top signals: {named})"
    return Ranked(candidate, found, score, explanation, is_named=is_named)


def _with_experience(ranked: Ranked, credit: Credit | None) -> Ranked:
    """A candidate with its score lifted by the credit from solved cases."""
    if credit is None:
        return ranked
    score = ranked.score + (1 - ranked.score) * credit.value
    cases = "1 solved case" if len(credit.cases) == 1 else f"{len(credit.cases)} solved cases"
    explanation = (
        f"{ranked.explanation}; lifted to {score:.3f} by {cases} (credit {credit.value:.2f})"
    )
    return replace(ranked, score=score, explanation=explanation, experience=credit)


def _shortfall(ranked: Ranked, query: EvidenceQuery, rules: RankingRules, bound: float) -> str:
    """Why a candidate is not good enough; "" if it is. Without a text, relevance does not count."""
    if query.match == "named" and not ranked.is_named:
        return "The query does not name it"
    if query.text and not ranked.is_known and ranked.signals.relevance < bound:
        relevance = rounded_below(ranked.signals.relevance, bound, 3)
        return f"Relevance {relevance} is below the floor of {bound:g}"
    if ranked.score < rules.min_score:
        return f"{ranked.explanation} is below the least that is kept"
    return ""


def rounded_below(value: float, bound: float, digits: int) -> str:
    """A value with `digits` digits or more, as many as it takes to be seen below `bound`."""
    return next(
        (text for each in range(digits, 16) if float(text := f"{value:.{each}f}") < bound),
        str(value),
    )


class _SignalReader:
    """Computes the signals of a query's candidates from what is the same for all of them."""

    def __init__(
        self,
        query: EvidenceQuery,
        candidates: Sequence[Candidate],
        relevant: Sequence[float],
        now: datetime,
        rules: RankingRules,
    ) -> None:
        self._now = now
        self._rules = rules
        self._traits = {each.item.id: traits_of(each.item.metadata) for each in candidates}
        self._has_causes = any(traits.caused_by for traits in self._traits.values()) or any(
            each.hops is not None for each in candidates
        )
        self._hops = self._hops_between(query, candidates, relevant)

    def signals(self, candidate: Candidate, relevance: float, usage: Usage) -> Signals:
        """The signals of a candidate."""
        traits = self._traits[candidate.item.id]
        created_at = traits.created_at
        age = None if created_at is None else age_in_days(created_at, self._now)
        hops = candidate.hops if candidate.hops is not None else self._hops.get(candidate.item.id)
        return Signals(
            relevance=relevance,
            recency=signals.recency(age, self._rules.decay_lambda),
            frequency=signals.frequency(usage.reads, usage.citations),
            importance=traits.importance,
            causality=signals.causality(hops, has_causes=self._has_causes),
            novelty=signals.establishment(age, usage.reads),
            trust=traits.trust,
            sensitivity=signals.harmlessness(traits.sensitivity),
        )

    def _hops_between(
        self, query: EvidenceQuery, candidates: Sequence[Candidate], relevant: Sequence[float]
    ) -> Mapping[str, int]:
        """The hops from the start of the walk, else from the most relevant candidate."""
        if not self._has_causes:
            return {}
        if query.walk is not None:
            return hops_from(query.walk.start_node, candidates)
        ids = [each.item.id for each in candidates]
        best = min(zip(relevant, ids, strict=True), key=lambda pair: (-pair[0], pair[1]))
        return hops_from(best[1], candidates)
