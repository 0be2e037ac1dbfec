"""Muscle memory: which interactions are captured as exemplars, and which are shown again.

    quality = clamp(Σ of the signals that hold)      0…1

with the signals supervisor approval 0.4, positive human feedback 0.3 (negative -0.3), a successful
outcome 0.2 and a clean interaction 0.1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from recollect.detection.injection_cuts import abridged_without_injection
from recollect.discovery.exemplar_request import QualitySignals
from recollect.discovery.exemplar_texts import ACTION_LENGTH
from recollect.discovery.schema import Exemplar, Exemplars, InteractionOutcome
from recollect.language.texts import shortened
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import Calibration
from recollect.relevance.odds import LIKELY
from recollect.relevance.scoring import relevances

MIN_CAPTURED: Final = 0.6
MIN_CORRECTED: Final = 0.7
_SUMMARY_LENGTH: Final = 200
# In tenths: sums of integers are exact.
_APPROVED, _POSITIVE, _SUCCESS, _CLEAN = 4, 3, 2, 1
_FEEDBACK: Final[Mapping[str | None, int]] = {"positive": _POSITIVE, "negative": -_POSITIVE}


class Decision(NamedTuple):
    """Whether an interaction is captured, why or why not, and its quality 0…1."""

    captured: bool
    reason: str
    quality_score: float


@dataclass(frozen=True, slots=True)
class FoundExemplar:
    """A captured interaction that a search found; quality and similarity are 0…1."""

    case_number: str
    interaction_type: str
    summary: str
    quality: float
    similarity: float
    action_taken: str
    outcome: InteractionOutcome
    company: str | None = None
    """The customer, if it is known."""


def quality_of(signals: QualitySignals) -> float:
    """The quality 0…1: the sum of the signals that hold."""
    tenths = (
        (_APPROVED if signals.supervisor_approved else 0)
        + _FEEDBACK.get(signals.human_feedback, 0)
        + (_SUCCESS if signals.outcome_success else 0)
        + (_CLEAN if signals.implicit_clean else 0)
    )
    return min(max(tenths, 0), 10) / 10


def decision(outcome: InteractionOutcome, signals: QualitySignals) -> Decision:
    """Whether to capture an interaction.

    It needs a quality of 0.6, or 0.7 if a user corrected it; a failure is never captured.
    """
    quality = quality_of(signals)
    if outcome == "failure":
        return Decision(False, "the outcome is failure", quality)
    needed = MIN_CORRECTED if outcome == "user_corrected" else MIN_CAPTURED
    of = " that a user_corrected outcome needs" if outcome == "user_corrected" else ""
    if quality < needed:
        return Decision(False, f"the quality {quality} is below the {needed}{of}", quality)
    return Decision(True, f"the quality {quality} reaches the {needed}{of}", quality)


def relevant_exemplars(
    asked: str,
    found: Sequence[FoundExemplar],
    calibration: Calibration,
    least: float,
    min_quality: float,
) -> list[FoundExemplar]:
    """The exemplars with an action and at least this relevance and quality (0…1), best first.

    Exemplars that are more likely relevant than not come before the others, and among these,
    successes come first; otherwise they are ordered by relevance. Of those that say the same to the
    letter, for example of several customers, only the best is returned.
    """
    acted = [each for each in found if each.action_taken.strip()]
    arms, texts = [Arms(each.similarity) for each in acted], [each.summary for each in acted]
    scored = zip(relevances("hybrid", asked, arms, texts, calibration), acted, strict=True)
    best: dict[tuple[str, str], FoundExemplar] = {}
    for relevance, each in sorted(scored, key=_sort_key):
        if relevance >= least and each.quality >= min_quality:
            best.setdefault((each.summary, each.action_taken), each)
    return list(best.values())


def similar_exemplars(relevant: Sequence[FoundExemplar], limit: int) -> Exemplars | None:
    """The first `limit` exemplars as a pack shows them; None if there are none."""
    exemplars = tuple(map(_shown, relevant[: max(limit, 0)]))
    return Exemplars(total=len(exemplars), exemplars=exemplars) if exemplars else None


def _sort_key(scored: tuple[float, FoundExemplar]) -> tuple[bool, bool, float, float, str]:
    relevance, exemplar = scored
    is_likely = relevance > LIKELY
    went_well = is_likely and exemplar.outcome == "success"
    return not went_well, not is_likely, -relevance, -exemplar.quality, exemplar.case_number


def _shown(exemplar: FoundExemplar) -> Exemplar:
    return Exemplar(
        case_number=exemplar.case_number,
        interaction_type=exemplar.interaction_type,
        summary=abridged_without_injection(exemplar.summary, _SUMMARY_LENGTH),
        quality_score=_rounded(exemplar.quality),
        similarity_score=_rounded(exemplar.similarity),
        action_taken=shortened(exemplar.action_taken, ACTION_LENGTH),
        outcome=exemplar.outcome,
    )


def _rounded(score: float) -> float:
    return round(min(max(score, 0.0), 1.0), 2)
