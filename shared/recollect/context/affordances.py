"""Affordances: what the evidence suggests to do next (seed 001, "Affordances").

Each type has its own rule; the seed's five have the seed's confidences. Rules read content and
metadata. They look for whole words in any case, and ignore negated ones. A rule uses only close
evidence of its own kind, and names it; without close evidence there is only `request_more_context`.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from recollect.context.evidence import Evidence
from recollect.context.hints.situation import AffordanceType, Hint, Situation, for_signs, reading
from recollect.context.hints.support import (
    apply_past_correction,
    escalate_to_human,
    prioritise_sla,
    request_more_context,
)
from recollect.context.hints.testing import rerun_tests, retry_with_healing, suggest_fix
from recollect.core.messages import Fraction, Message
from recollect.relevance.calibration import UNCALIBRATED
from recollect.retrieval.items import marked_as_injection

RULES: Final[tuple[Callable[[Situation], Hint | None], ...]] = (
    retry_with_healing,
    suggest_fix,
    rerun_tests,
    request_more_context,
    escalate_to_human,
    apply_past_correction,
    prioritise_sla,
)


_CLOSE: Final = 1 / 3
"""Evidence whose relevance is below this share of the best is about something else."""


class Affordance(Message):
    """A suggested action; `evidence` in its `parameters` has the ids of the items behind it."""

    type: AffordanceType
    description: str
    confidence: Fraction
    parameters: dict[str, JsonValue]


def affordances_of(
    query_text: str,
    evidence: Sequence[Evidence],
    *,
    now: datetime,
    floor: float = UNCALIBRATED.floor,
    considered: Iterable[float] = (),
) -> tuple[Affordance, ...]:
    """The suggested actions, best confidence first, each type at most once.

    `query_text` is empty for a graph traversal, whose evidence has no relevance. `evidence` is what
    the specialist is given, best first; `considered` are the relevances (0…1) of all items that it
    may see, of which the best is reported. `now` has a time zone. Evidence with orders to its
    reader is not used.
    """
    readings = tuple(reading(each) for each in evidence if not marked_as_injection(each.metadata))
    asked = query_text.strip()
    nearest = max((each.relevance for each in readings), default=0.0)
    least = max(floor, _CLOSE * nearest)
    close = tuple(each for each in readings if not asked or each.relevance >= least)
    best = max((*considered, *(each.relevance for each in readings)), default=None)
    situation = Situation(for_signs(asked), readings, close, now, floor, best)
    hints = [hint for rule in RULES if (hint := rule(situation)) is not None]
    return tuple(map(_affordance, sorted(hints, key=lambda hint: (-hint.confidence, hint.type))))


def _affordance(hint: Hint) -> Affordance:
    return Affordance(
        type=hint.type,
        description=hint.description,
        confidence=hint.confidence,
        parameters={**hint.parameters, "evidence": list(hint.evidence)},
    )
