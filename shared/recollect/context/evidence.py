"""The evidence that a context pack is made of: items as the specialist may see them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from recollect.core.timestamps import parse_moment_after
from recollect.detection.mask import MARK
from recollect.retrieval.items import Metadata, marked_as_injection
from recollect.slicing.slicer import JudgedCandidate


@dataclass(frozen=True, slots=True)
class Evidence:
    """An item as the specialist may see it, after redaction.

    `content` and `metadata` are already redacted: `[REDACTED]` marks what was removed. `score` and
    `relevance` are in 0…1. `conflicts_with` has the ids of the items that contradict it. `begins`
    is when it becomes valid, if that is in the future. `newer_than` is the id of an older item on
    the same subject that it precedes.
    """

    id: str
    content: JsonValue
    metadata: Metadata
    score: float
    relevance: float
    conflicts_with: tuple[str, ...] = ()
    begins: datetime | None = None
    newer_than: str | None = None


def visible_evidence(judged: Iterable[JudgedCandidate], at: datetime) -> list[Evidence]:
    """The items that are sent and valid, in order, as summary, hints and graph use them.

    Items that become valid only after `at` are included, with `begins` set.
    """
    return [
        Evidence(
            id=each.id,
            content=each.sent.content,
            metadata=each.sent.metadata,
            score=each.ranked.score,
            relevance=each.ranked.signals.relevance,
            conflicts_with=each.sent.conflicts_with or (),
            begins=parse_moment_after(at, each.sent.metadata.get("valid_from")),
            newer_than=each.ranked.newer_than,
        )
        for each in judged
        if each.sent is not None and each.sent.superseded_by is None and each.ranked.relations.holds
    ]


def close_evidence(query: str, evidence: Iterable[Evidence], floor: float) -> list[Evidence]:
    """The evidence of relevance `floor` (0…1) or more, in order; all of it if `query` is empty.

    Items with orders to their reader are left out whole: the rest of such a text is not believed,
    either.
    """
    asked = bool(query.strip())
    return [
        each
        for each in evidence
        if not marked_as_injection(each.metadata) and (not asked or each.relevance >= floor)
    ]


def is_readable(sentence: str) -> bool:
    """Whether a text says anything: more than `[REDACTED]` and punctuation."""
    return any(map(str.isalnum, MARK.sub("", sentence)))
