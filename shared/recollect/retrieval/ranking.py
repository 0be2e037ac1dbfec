"""H4R's ranking: eight signals, two weighted sums.

    context = Σ weightᵢ · signalᵢ                       the seven signals of seed 001
    score   = ρ · relevance + (1 - ρ) · context

With ρ = 0 this is the seed's formula to the letter. A graph traversal without a text has no
relevance to weigh and takes ρ = 0.

A signal counts as far as relevance tells the candidates apart: what of its weight would move scores
further than relevance does goes to relevance, and all of it where a signal is the same for all:

    weightᵢ = (1 - ρ) · weightᵢ · min(1, deviation of relevance / deviation of signalᵢ)

What similar solved cases needed (`recollect.learning.experience`) is lifted by its credit, and is a
result whatever its relevance is:

    score = score + (1 - score) · credit

So signals that know nothing cost nothing (docs/quality-measured.md has what that is worth). Of
fewer than ten candidates nothing can be told, and weights that a request brings are taken as they
are.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Final

from recollect.core.timestamps import age_in_days, parse_moment
from recollect.language.terms import STOP_WORDS
from recollect.learning.experience import Credit, SolvedCase, credits_of
from recollect.questions.several import questions_in
from recollect.relevance.answer_types import asks_for_the_past
from recollect.relevance.calibration import UNCALIBRATED, Calibration
from recollect.relevance.naming import named_in, words_in
from recollect.relevance.scoring import relevances
from recollect.relevance.speakers import by_speaker, speaker_in
from recollect.retrieval import signals
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.causes import hops_from, with_causes
from recollect.retrieval.items import Item, Traits, names_of, text_of, traits_of
from recollect.retrieval.ranked import Ranked, Signals

_NAMED_SIGNALS = 3
_BESIDE: Final = 1 / 6
_ENOUGH: Final = 10
_SAME: Final = 1e-9
_LEAST_TOLD: Final = 0.02


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of seed 001, which sum to 1, and the share ρ of relevance (0…1)."""

    recency: float = 0.25
    frequency: float = 0.15
    importance: float = 0.20
    causality: float = 0.15
    novelty: float = 0.10
    trust: float = 0.10
    sensitivity: float = 0.05
    relevance: float = 0.7

    def shares(self, *, has_text: bool) -> Mapping[str, float]:
        """How much of a score each signal decides; together 1."""
        rho = self.relevance if has_text else 0.0
        names = (name for name in Signals.__dataclass_fields__ if name != "relevance")
        context = {name: (1 - rho) * getattr(self, name) for name in names}
        return {"relevance": rho, **context}


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How candidates are ranked. `decay_lambda` is a day's; below `min_score` nothing is kept.

    What is less relevant than the floor of `calibration` is no result, unless the query has a floor
    of its own.
    """

    weights: Weights = Weights()
    decay_lambda: float = 0.1
    min_score: float = 0.0
    calibration: Calibration = UNCALIBRATED

    def weights_for(self, query: EvidenceQuery) -> Weights:
        """The configured weights, but those that the query brings."""
        return replace(self.weights, **(query.weights or {}))


@dataclass(frozen=True, slots=True)
class Usage:
    """How often an item was delivered, and how often cited; and what has named it as superseded.

    `stored_again_at` is when it was last stored in its own place: what it said before is not kept.
    """

    reads: int = 0
    citations: int = 0
    superseded_by: tuple[str, ...] = ()
    stored_again_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates, best first: `kept` are good enough to be results, `dropped` are not.

    `aside` are good enough, but superseded or duplicates. `bound` is the least relevance (0…1) of a
    result, `shares` the weight of each signal in the scores, together 1.
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
    """Score the candidates by the eight signals (seed 001); sorted by score, then id.

    `usages` are by item id. Scores (0…1) of what similar `cases` needed are raised, more so where
    other items that the case needed are relevant enough. Each candidate says why it has its score.
    """
    relevant = _relevant(query, candidates, rules.calibration)
    read = _SignalReader(query, candidates, relevant, now, rules)
    all_signals = [
        read.signals(candidate, relevance, usages.get(candidate.item.id, Usage()))
        for candidate, relevance in zip(candidates, relevant, strict=True)
    ]
    shares = _shares(query, all_signals, rules)
    named = _named(query, candidates)
    ranked = [
        _ranked(candidate, signals, shares, is_named=candidate.item.id in named)
        for candidate, signals in zip(candidates, all_signals, strict=True)
    ]
    bound = _bound(query, _lasting(query, candidates, relevant, now), rules.calibration.floor)
    if cases:
        good = (each for each in ranked if not _shortfall(each, query, rules, bound))
        credited = credits_of(
            cases, {each.candidate.item.id: each.signals.relevance for each in good}
        )
        ranked = [_experienced(each, credited.get(each.candidate.item.id)) for each in ranked]
    ranked.sort(key=lambda each: (-each.score, each.candidate.item.id))
    shortfalls = [_shortfall(each, query, rules, bound) for each in ranked]
    judged = list(zip(ranked, shortfalls, strict=True))
    return Ranking(
        tuple(each for each, shortfall in judged if not shortfall),
        tuple(replace(each, explanation=shortfall) for each, shortfall in judged if shortfall),
        bound=bound,
        shares=shares,
    )


def _shares(
    query: EvidenceQuery, found: Sequence[Signals], rules: RankingRules
) -> Mapping[str, float]:
    """How much of a score each signal decides among these candidates; together 1."""
    shares = rules.weights_for(query).shares(has_text=bool(query.text))
    if query.weights is not None or not shares["relevance"] or len(found) < _ENOUGH:
        return shares
    of_relevance = _deviation([each.relevance for each in found])
    context = {
        name: share * _worth(of_relevance, _deviation([getattr(each, name) for each in found]))
        for name, share in shares.items()
        if name != "relevance"
    }
    return {"relevance": 1 - sum(context.values()), **context}


def _worth(of_relevance: float, deviation: float) -> float:
    # Among what is equally relevant the others decide, whatever little it takes.
    return min(1.0, max(of_relevance, _LEAST_TOLD) / deviation) if deviation > _SAME else 0.0


def _deviation(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.dist(values, [mean] * len(values)) / math.sqrt(len(values))


def _ranked(
    candidate: Candidate, found: Signals, weights: Mapping[str, float], *, is_named: bool
) -> Ranked:
    """A candidate with its score and explanation."""
    shares = {name: weight * getattr(found, name) for name, weight in weights.items()}
    score = min(max(sum(shares.values()), 0.0), 1.0)
    best = sorted(shares, key=lambda name: -shares[name])[:_NAMED_SIGNALS]
    named = ", ".join(f"{name}={getattr(found, name):.2f}" for name in best)
    explanation = f"Score {score:.3f} (top signals: {named})"
    return Ranked(candidate, found, score, explanation, is_named=is_named)


def _experienced(ranked: Ranked, credit: Credit | None) -> Ranked:
    """A candidate with what solved cases say for it."""
    if credit is None:
        return ranked
    score = ranked.score + (1 - ranked.score) * credit.value
    cases = "1 solved case" if len(credit.cases) == 1 else f"{len(credit.cases)} solved cases"
    explanation = (
        f"{ranked.explanation}; lifted to {score:.3f} by {cases} (credit {credit.value:.2f})"
    )
    return replace(ranked, score=score, explanation=explanation, experience=credit)


def _relevant(
    query: EvidenceQuery, candidates: Sequence[Candidate], calibration: Calibration
) -> list[float]:
    """How relevant each candidate is, to the whole text or one of its questions.

    To a walk without a text nothing is.
    """
    if not query.text:
        return [0.0] * len(candidates)
    arms, texts = [each.arms for each in candidates], [each.searched for each in candidates]
    # Turns of a conversation are alike for being next to each other.
    among = [place for place, each in enumerate(candidates) if each.around is None]
    relevances_to = partial(
        relevances,
        query.type,
        texts=texts,
        calibration=calibration,
        is_question=True,
        among=among,
    )
    found = relevances_to(query.text, arms)
    for place, ask in enumerate(questions_in(query.text)):
        found = list(map(max, found, relevances_to(ask, [each.to_ask(place) for each in arms])))
    if len(among) < len(candidates):
        found = by_speaker(query.text, [_speaker_of(each) for each in candidates], found)
    return with_causes(found, candidates, calibration.floor * _BESIDE)


def _speaker_of(candidate: Candidate) -> str:
    """Who said a turn of a conversation, as its sender says or it says itself; "" of no turn."""
    if candidate.around is None:
        return ""
    author = candidate.item.metadata.get("author")
    return author if isinstance(author, str) else speaker_in(text_of(candidate.item.content))


def _lasting(
    query: EvidenceQuery, candidates: Sequence[Candidate], relevant: Sequence[float], now: datetime
) -> list[float]:
    """How relevant those are whose time is not over, unless the others are asked for, too.

    What is no result answers nothing, so that nothing may stand weakly beside it.
    """
    if query.include_superseded or asks_for_the_past(query.text):
        return list(relevant)
    ends = (parse_moment(each.item.metadata.get("valid_until")) for each in candidates)
    return [each for each, end in zip(relevant, ends, strict=True) if end is None or end >= now]


def _bound(query: EvidenceQuery, relevant: Sequence[float], floor: float) -> float:
    """The least relevance of a result; of what a walk reaches, none."""
    if query.floor is not None or not query.text:
        return query.floor or 0.0
    if query.walk is not None:
        return 0.0
    return least_relevance(relevant, floor)


def least_relevance(relevant: Sequence[float], floor: float) -> float:
    """The least relevance of a result among candidates of this relevance.

    Where nothing reaches the floor, the query has no answer. Where something does, what is a sixth
    as relevant as the floor may belong to it, too.
    """
    return floor * _BESIDE if max(relevant, default=0.0) >= floor else floor


def _named(query: EvidenceQuery, candidates: Sequence[Candidate]) -> frozenset[str]:
    """The ids of the items that a query names, by id, title or alias, where that matters."""
    items = [each.item for each in candidates]
    named = named_in(query.text, list(map(_names_of, items)))
    return frozenset(items[place].id for place in named)


def _names_of(item: Item) -> list[str]:
    """What an item is called; what every other text has in it is no name."""
    names = (item.id, *names_of(item.metadata))
    return [each for each in names if not STOP_WORDS.issuperset(words_in(each))]


def _shortfall(ranked: Ranked, query: EvidenceQuery, rules: RankingRules, bound: float) -> str:
    """Why it is not good enough; "" where it is. Without a text nothing is less relevant."""
    if query.match == "named" and not ranked.is_named:
        return "The query does not name it"
    if query.text and not ranked.is_known and ranked.signals.relevance < bound:
        relevance = rounded_below(ranked.signals.relevance, bound, 3)
        return f"Relevance {relevance} is below the floor of {bound:g}"
    if ranked.score < rules.min_score:
        return f"{ranked.explanation} is below the least that is kept"
    return ""


def rounded_below(value: float, bound: float, digits: int) -> str:
    """A value with as many digits as it takes to see that it is less, so many at least."""
    return next(
        (text for each in range(digits, 16) if float(text := f"{value:.{each}f}") < bound),
        str(value),
    )


class _SignalReader:
    """What is the same for all candidates of a query."""

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
        """The eight signals of a candidate."""
        traits = self._traits[candidate.item.id]
        age = self._age(traits)
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

    def _age(self, traits: Traits) -> float | None:
        return None if traits.created_at is None else age_in_days(traits.created_at, self._now)

    def _hops_between(
        self, query: EvidenceQuery, candidates: Sequence[Candidate], relevant: Sequence[float]
    ) -> Mapping[str, int]:
        """Hops from where the walk starts, else from the most relevant candidate."""
        if not self._has_causes:
            return {}
        if query.walk is not None:
            return hops_from(query.walk.start_node, candidates)
        ids = [each.item.id for each in candidates]
        best = min(zip(relevant, ids, strict=True), key=lambda pair: (-pair[0], pair[1]))
        return hops_from(best[1], candidates)
