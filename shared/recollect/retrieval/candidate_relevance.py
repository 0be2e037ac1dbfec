"""How relevant candidates are to a query, and how relevant a result must be at least."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from recollect.core.timestamps import parse_moment
from recollect.questions.several import questions_in
from recollect.relevance.calibration import Calibration
from recollect.relevance.intents import asks_for_the_past
from recollect.relevance.scoring import relevances
from recollect.relevance.speakers import by_speaker, speaker_in
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.causes import with_causes
from recollect.retrieval.items import author_of, text_of

_WEAK_SHARE_OF_FLOOR: Final = 1 / 6


def relevance_of_all(
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
    found = by_speaker(query.text, [_speaker_of(each) for each in candidates], found)
    return with_causes(found, candidates, calibration.floor * _WEAK_SHARE_OF_FLOOR)


def _speaker_of(candidate: Candidate) -> str:
    """Who said a turn of a conversation, by its `author` or its text; "" if it is no turn."""
    if candidate.around is None:
        return ""
    item = candidate.item
    return author_of(item.metadata) or speaker_in(text_of(item.content))


def least_relevance_of_result(
    query: EvidenceQuery,
    candidates: Sequence[Candidate],
    relevant: Sequence[float],
    now: datetime,
    floor: float,
) -> float:
    """The least relevance of a result; 0 for a walk, whose items are all results."""
    if query.floor is not None or not query.text:
        return query.floor or 0.0
    if query.walk is not None:
        return 0.0
    return least_relevance(_lasting(query, candidates, relevant, now), floor)


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


def least_relevance(relevant: Sequence[float], floor: float) -> float:
    """The least relevance of a result among candidates of this relevance.

    If nothing reaches the floor, the query has no answer. If something does, items a sixth as
    relevant as the floor may belong to the answer, too.
    """
    return floor * _WEAK_SHARE_OF_FLOOR if max(relevant, default=0.0) >= floor else floor
