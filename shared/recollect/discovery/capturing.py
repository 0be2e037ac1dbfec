"""Capturing exemplars: interactions that went so well that others may learn from them."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from recollect.core.writer import Writer
from recollect.discovery.exemplar_request import CaptureResult, NewExemplar
from recollect.discovery.exemplar_texts import action_of, summary_of
from recollect.discovery.exemplars import FoundExemplar, decision

NEAR_DUPLICATE: Final = 0.97
"""The cosine from which two summaries say the same."""
_LOOKED_AT = 5


@dataclass(frozen=True, slots=True)
class KeptExemplar:
    """An interaction as it is kept: its summary is searched, all the rest read back."""

    id: str
    at: datetime
    exemplar: FoundExemplar


class ExemplarRepository(Protocol):
    """Where exemplars are kept and searched. Raises StoreError."""

    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        """The exemplars most like a text, most similar first."""

    async def put(self, kept: KeptExemplar) -> None:
        """Keep an exemplar, in place of the one with its id."""


async def capture_exemplar(
    new: NewExemplar, now: datetime, writer: Writer, *, repository: ExemplarRepository
) -> CaptureResult:
    """Keep an interaction if it is good enough and says something new.

    It takes the place of none that somebody else captured, unless the writer takes over.
    """
    decided = decision(new.outcome, new.quality_signals)
    if not decided.captured:
        return _result(decided.quality_score, decided.reason)
    summary, action = summary_of(new), action_of(new)
    known = await repository.similar(summary, _LOOKED_AT)
    if any(_is_the_same(each, new, action) for each in known):
        return _result(decided.quality_score, "an exemplar that says the same is kept already")
    kept = KeptExemplar(
        id=_id_of(new, summary, action, writer),
        at=now,
        exemplar=FoundExemplar(
            case_number=new.case_number,
            interaction_type=new.interaction_type,
            summary=summary,
            quality=decided.quality_score,
            similarity=1.0,
            action_taken=action,
            outcome=new.outcome,
        ),
    )
    await repository.put(kept)
    return _result(decided.quality_score, decided.reason, kept.id)


def _result(quality: float, reason: str, exemplar_id: str | None = None) -> CaptureResult:
    captured = exemplar_id is not None
    return CaptureResult(captured=captured, reason=reason, quality_score=quality, id=exemplar_id)


def _is_the_same(known: FoundExemplar, new: NewExemplar, action: str) -> bool:
    """Whether the same was done about the same; another answer to a question is worth keeping."""
    return (
        known.similarity >= NEAR_DUPLICATE
        and known.interaction_type == new.interaction_type
        and (known.action_taken == action or known.case_number == new.case_number)
    )


def _id_of(new: NewExemplar, summary: str, action: str, writer: Writer) -> str:
    said = [new.case_number, new.interaction_type, summary, action]
    identity = json.dumps([*said, *writer.apart])
    return f"ex_{hashlib.sha256(identity.encode()).hexdigest()[:32]}"
