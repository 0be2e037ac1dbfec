"""H4R's ranking: eight signals, two weighted sums.

    context = Σ weightᵢ · signalᵢ                       the seven signals of seed 001
    score   = ρ · relevance + (1 - ρ) · context

With ρ = 0 this is exactly the seed's formula. A graph traversal without a text has no relevance to
weigh and takes ρ = 0.

A signal counts only as far as relevance tells the candidates apart. The part of its weight that
would move scores further than relevance does goes to relevance, and all of it if the signal is the
same for all:

    weightᵢ = (1 - ρ) · weightᵢ · min(1, deviation of relevance / deviation of signalᵢ)

So signals without information cost nothing (docs/quality-measured.md has what that is worth). Among
fewer than ten candidates this cannot be estimated, and weights that a request brings are used
unchanged.

An item that similar solved cases needed (`recollect.learning.experience`) is lifted by its credit,
and is a result whatever its relevance:

    score = score + (1 - score) · credit
"""

import math
from collections import Counter
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

_EXPLAINED_SIGNALS = 3
_WEAK_SHARE_OF_FLOOR: Final = 1 / 6
_MIN_CANDIDATES: Final = 10
_MIN_DEVIATION: Final = 1e-9
_MIN_RELEVANCE_DEVIATION: Final = 0.02
_MAX_NAMESAKES: Final = 3
"""A name that more candidates share is that of a group, such as the channel of messages."""


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
        """The share of a score that each signal decides; they sum to 1."""
        rho = self.relevance if has_text else 0.0
        names = (name for name in Signals.__dataclass_fields__ if name != "relevance")
        context = {name: (1 - rho) * getattr(self, name) for name in names}
        return {"relevance": rho, **context}


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How candidates are ranked; `decay_lambda` is per day; below `min_score` nothing is kept.

    Items less relevant than the floor of `calibration` are no results, unless the query has a floor
    of its own.
    """

    weights: Weights = Weights()
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
    """Score the candidates by the eight signals (seed 001); sorted by score, then id.

    `usages` are by item id. The scores (0…1) of items that similar `cases` needed are raised, more
    if other items that the case needed are relevant enough. Each candidate has an explanation.
    """
    relevant = _relevance_of_all(query, candidates, rules.calibration)
    reader = _SignalReader(query, candidates, relevant, now, rules)
    all_signals = [
        reader.signals(candidate, relevance, usages.get(candidate.item.id, Usage()))
        for candidate, relevance in zip(candidates, relevant, strict=True)
    ]
    shares = _shares(query, all_signals, rules)
    named = _named(query, candidates)
    ranked = [
        _ranked(candidate, signals, shares, is_named=candidate.item.id in named)
        for candidate, signals in zip(candidates, all_signals, strict=True)
    ]
    bound = _least_relevance_of_result(
        query, _lasting(query, candidates, relevant, now), rules.calibration.floor
    )
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


def _shares(
    query: EvidenceQuery, found: Sequence[Signals], rules: RankingRules
) -> Mapping[str, float]:
    """The share of a score that each signal decides among these candidates; they sum to 1."""
    shares = rules.weights_for(query).shares(has_text=bool(query.text))
    if query.weights is not None or not shares["relevance"] or len(found) < _MIN_CANDIDATES:
        return shares
    of_relevance = _deviation([each.relevance for each in found])
    context = {
        name: share
        * _weight_factor(of_relevance, _deviation([getattr(each, name) for each in found]))
        for name, share in shares.items()
        if name != "relevance"
    }
    return {"relevance": 1 - sum(context.values()), **context}


def _weight_factor(of_relevance: float, deviation: float) -> float:
    # Among equally relevant candidates the other signals decide, so relevance deviates a little.
    return (
        min(1.0, max(of_relevance, _MIN_RELEVANCE_DEVIATION) / deviation)
        if deviation > _MIN_DEVIATION
        else 0.0
    )


def _deviation(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.dist(values, [mean] * len(values)) / math.sqrt(len(values))


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


def _relevance_of_all(
    query: EvidenceQuery, candidates: Sequence[Candidate], calibration: Calibration
) -> list[float]:
    """The relevance of each candidate to the whole text, or to one of its questions if higher.

    Without a text, in a walk, it is 0.
    """
    if not query.text:
        return [0.0] * len(candidates)
    arms, texts = [each.arms for each in candidates], [each.searched for each in candidates]
    # Turns of a conversation are alike just because they are next to each other.
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
    return with_causes(found, candidates, calibration.floor * _WEAK_SHARE_OF_FLOOR)


def _speaker_of(candidate: Candidate) -> str:
    """Who said a turn of a conversation, by its `author` or its text; "" if it is no turn."""
    if candidate.around is None:
        return ""
    author = candidate.item.metadata.get("author")
    return author if isinstance(author, str) else speaker_in(text_of(candidate.item.content))


def _lasting(
    query: EvidenceQuery, candidates: Sequence[Candidate], relevant: Sequence[float], now: datetime
) -> list[float]:
    """The relevance of candidates without expired ones, unless these are asked for, too.

    An expired item is no result, so that it cannot justify weaker results.
    """
    if query.include_superseded or asks_for_the_past(query.text):
        return list(relevant)
    ends = (parse_moment(each.item.metadata.get("valid_until")) for each in candidates)
    return [each for each, end in zip(relevant, ends, strict=True) if end is None or end >= now]


def _least_relevance_of_result(
    query: EvidenceQuery, relevant: Sequence[float], floor: float
) -> float:
    """The least relevance of a result; 0 for a walk, whose items are all results."""
    if query.floor is not None or not query.text:
        return query.floor or 0.0
    if query.walk is not None:
        return 0.0
    return least_relevance(relevant, floor)


def least_relevance(relevant: Sequence[float], floor: float) -> float:
    """The least relevance of a result among candidates of this relevance.

    If nothing reaches the floor, the query has no answer. If something does, items a sixth as
    relevant as the floor may belong to the answer, too.
    """
    return floor * _WEAK_SHARE_OF_FLOOR if max(relevant, default=0.0) >= floor else floor


def _named(query: EvidenceQuery, candidates: Sequence[Candidate]) -> frozenset[str]:
    """The ids of the items that a query names, by id, title or alias.

    A name that many candidates share, as messages share the name of their channel, names none of
    them, unless the query asks only for what it names (`match`).
    """
    items = [each.item for each in candidates]
    names = list(map(_names_of, items))
    if query.match != "named":
        counts = Counter(name.casefold() for own in names for name in set(own))
        common = {name for name, count in counts.items() if count > _MAX_NAMESAKES}
        names = [[each for each in own if each.casefold() not in common] for own in names]
    named = named_in(query.text, names)
    return frozenset(items[place].id for place in named)


def _names_of(item: Item) -> list[str]:
    """The names of an item, without those that consist of stop words."""
    names = (item.id, *names_of(item.metadata))
    return [each for each in names if not STOP_WORDS.issuperset(words_in(each))]


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
        """The hops from the start of the walk, else from the most relevant candidate."""
        if not self._has_causes:
            return {}
        if query.walk is not None:
            return hops_from(query.walk.start_node, candidates)
        ids = [each.item.id for each in candidates]
        best = min(zip(relevant, ids, strict=True), key=lambda pair: (-pair[0], pair[1]))
        return hops_from(best[1], candidates)
