"""Fit a calibration to what an index found for judged questions, and measure how good it is.

The weight of words beside meaning is the one that orders the results best (nDCG@10, mean over the
sets). The rules of `recollect.relevance.scoring` are applied after the curve: they lower items that
lack a thing the question names, and raise items that hold its identifier. Items that they change
take no part in fitting the curves. The errors of a set are measured with curves that were fitted to
the other sets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final, Literal

from infra.cli.calibrating.asking import Found
from infra.cli.calibrating.curves import Judgements, fitted
from infra.cli.calibrating.reliability import (
    FloorEffect,
    Judgement,
    Tenth,
    best_floor,
    calibration_error,
    effect_of,
    ndcg,
    tenths,
)
from infra.cli.console import CommandError
from recollect.relevance.calibration import Calibration
from recollect.relevance.scoring import by_identifiers, by_things
from recollect.relevance.word_scores import word_scores

Curved = Literal["semantic", "keyword", "hybrid"]
TYPES: Final[tuple[Curved, ...]] = ("semantic", "keyword", "hybrid")
WORDS_WEIGHTS: Final = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
SHOWN_FLOORS: Final = (0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2)
_NEUTRAL_RELEVANCE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Asked:
    """A question asked by one query type, and the items it found, with a value for each in a list.

    `unruled` says which items no rule changes, so that the curve alone decides.
    """

    type: Curved
    question: str
    answers: int
    texts: Sequence[str]
    cosines: Sequence[float]
    words: Sequence[float]
    relevant: Sequence[bool]
    unruled: Sequence[bool]

    @classmethod
    def of(cls, query_type: Curved, found: Found) -> "Asked":
        """Keep of a question's items those that a query of this type finds, by one arm or both."""
        candidates = [
            each
            for each in found.candidates
            if query_type == "hybrid"
            or (each.by_meaning if query_type == "semantic" else each.by_words)
        ]
        texts = [each.text for each in candidates]
        uses_words = query_type != "semantic"
        return cls(
            query_type,
            found.question,
            found.answers,
            texts,
            [each.cosine for each in candidates],
            word_scores(found.question, texts) if uses_words else [0.0] * len(texts),
            [each.relevant for each in candidates],
            # Rules change a relevance of 0.5 whenever they apply: where it stays, none applies.
            [
                each == _NEUTRAL_RELEVANCE
                for each in _apply_rules(found.question, texts, [_NEUTRAL_RELEVANCE] * len(texts))
            ],
        )

    def judgements(self, calibration: Calibration) -> Judgements:
        """The judged items for fitting a curve."""
        likeness = calibration.likeness(self.type, self.cosines, self.words)
        return Judgements(likeness, self.relevant, self.unruled)

    def judged(self, calibration: Calibration) -> Judgement:
        """The items with their relevance by a calibration's curve and all rules."""
        curve = calibration.relevance(self.type, self.cosines, self.words)
        return Judgement(
            _apply_rules(self.question, self.texts, curve), self.relevant, self.answers
        )

    def ordered(self, calibration: Calibration) -> Judgement:
        """The items with their likeness as relevance, for their order without a curve."""
        likeness = calibration.likeness(self.type, self.cosines, self.words)
        return Judgement(likeness, self.relevant, self.answers)


@dataclass(frozen=True, slots=True)
class SetReport:
    """How far relevance can be believed for a set of questions, and what floors do to its results.

    `errors` (the expected calibration error of each query type) and `tenths` (of hybrid queries)
    are measured with curves that were fitted to the other sets, if these suffice: then the set is
    `unseen`. `ndcg` and `floors` are measured with the calibration itself.
    """

    name: str
    questions: int
    unanswerable: int
    pairs: int
    unseen: bool
    errors: Mapping[str, float]
    tenths: Sequence[Tenth | None]
    ndcg: float | None
    floors: Sequence[FloorEffect]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A calibration, and a report of its quality for each set of questions."""

    calibration: Calibration
    sets: Sequence[SetReport]


def _apply_rules(question: str, texts: Sequence[str], judged: Sequence[float]) -> list[float]:
    lowered = by_things(question, texts, judged, range(len(texts)))
    return by_identifiers(question, texts, lowered, is_question=True)


_Sets = Mapping[str, Mapping[Curved, Sequence[Asked]]]


def fit(model: str, found: Mapping[str, Sequence[Found]]) -> Fitted:
    """Fit the calibration of a model to what sets of questions found.

    Raises CommandError if the sets do not allow to fit a curve for each query type.
    """
    sets = {
        name: {each: [Asked.of(each, one) for one in questions] for each in TYPES}
        for name, questions in found.items()
    }
    if not any(any(one.relevant) for each in sets.values() for one in each["hybrid"]):
        raise CommandError("no question found what its folder calls relevant")
    weighed = Calibration(model, words_weight=_words_weight(sets))
    curved, missing = _with_curves(weighed, sets)
    if missing:
        raise CommandError(f"what {missing[0]} queries find does not say what is relevant")
    judged = {name: _judged(asked["hybrid"], curved) for name, asked in sets.items()}
    reports = []
    for name, asked in sets.items():
        by_others, lost = _with_curves(weighed, {one: sets[one] for one in sets if one != name})
        reports.append(
            _report(name, asked, curved if lost else by_others, judged[name], unseen=not lost)
        )
    return Fitted(replace(curved, floor=best_floor(list(judged.values()))), reports)


def _words_weight(sets: _Sets) -> float:
    def quality(weight: float) -> float:
        weighed = Calibration("", words_weight=weight)
        return fmean(
            fmean(each)
            for asked in sets.values()
            if (each := [ndcg(one.ordered(weighed)) for one in asked["hybrid"] if one.answers])
        )

    return max(WORDS_WEIGHTS, key=quality)


def _with_curves(weighed: Calibration, sets: _Sets) -> tuple[Calibration, list[Curved]]:
    """The calibration with curves fitted to the sets, and the query types without a curve."""
    semantic, keyword, hybrid = (
        fitted([[one.judgements(weighed) for one in asked[each]] for asked in sets.values()])
        for each in TYPES
    )
    curved = replace(weighed, semantic=semantic, keyword=keyword, hybrid=hybrid)
    curves = zip(TYPES, (semantic, keyword, hybrid), strict=True)
    return curved, [each for each, curve in curves if curve is None]


def _judged(asked: Sequence[Asked], calibration: Calibration) -> list[Judgement]:
    return [each.judged(calibration) for each in asked]


def _report(
    name: str,
    asked: Mapping[Curved, Sequence[Asked]],
    measured_with: Calibration,
    judged: Sequence[Judgement],
    *,
    unseen: bool,
) -> SetReport:
    parts = {each: tenths(_judged(asked[each], measured_with)) for each in TYPES}
    with_answer = [ndcg(each) for each in judged if each.answers]
    return SetReport(
        name,
        questions=len(judged),
        unanswerable=len(judged) - len(with_answer),
        pairs=sum(len(each.relevant) for each in judged),
        unseen=unseen,
        errors={each: calibration_error(parts[each]) for each in TYPES},
        tenths=parts["hybrid"],
        ndcg=fmean(with_answer) if with_answer else None,
        floors=[effect_of(floor, judged) for floor in SHOWN_FLOORS],
    )
