"""Hints on what to do next, and evidence and query in the form that the rules read."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Literal

from pydantic import JsonValue

from recollect.context.evidence import Evidence
from recollect.retrieval.items import prose_of, strings_of

AffordanceType = Literal[
    "retry_with_healing",
    "suggest_fix",
    "rerun_tests",
    "request_more_context",
    "escalate_to_human",
    "apply_past_correction",
    "prioritise_sla",
]
_READ_CHARS = 4_096
_MAX_WORD_CHARS = 64
_SPACES = re.compile(r"[^\S\n]+")
_BORDER = re.compile(r"[\s_-]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CLOSED = frozenset(
    {"resolved", "closed", "done", "completed", "fixed", "solved", "cancelled", "canceled"}
)


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested action, its confidence (0…1), and the ids of the evidence behind it."""

    type: AffordanceType
    description: str
    confidence: float
    evidence: tuple[str, ...]
    parameters: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class EvidenceReading:
    """An item in the form that rules read.

    `text` is its prose in lower case. `fields` are its metadata and the first level of its content,
    metadata first, under names in lower case with `_` between words; `tags` are written the same
    way.
    """

    id: str
    text: str
    fields: Mapping[str, JsonValue]
    tags: frozenset[str]
    relevance: float

    def word(self, *names: str) -> str:
        """The first of these fields with a short text, written like a tag; "" if there is none."""
        return next(iter(self.words(*names)), "")

    def words(self, *names: str) -> list[str]:
        """The short texts in these fields, written like tags."""
        values = (self.fields.get(name) for name in names)
        return [_as_tag(each) for each in values if isinstance(each, str) and _is_short(each)]

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left to do about it."""
        if isinstance(self.fields.get("resolved_at"), str):
            return True
        return not _CLOSED.isdisjoint(self.words("status", "state"))


@dataclass(frozen=True, slots=True)
class Situation:
    """What rules decide from: the query, all evidence, the close evidence, and the time.

    `text` is the query in lower case. In a graph traversal it is empty, and all evidence is close;
    otherwise close evidence is at least as relevant as the `floor`. `best` is the best relevance of
    all items that the specialist may see, whether it gets them or not; None if there are none.
    """

    text: str
    readings: tuple[EvidenceReading, ...]
    close: tuple[EvidenceReading, ...]
    now: datetime
    floor: float
    best: float | None


def reading(evidence: Evidence) -> EvidenceReading:
    """Evidence in the form that rules read, whatever its metadata holds."""
    content = evidence.content if isinstance(evidence.content, dict) else {}
    fields: dict[str, JsonValue] = {}
    for name, value in chain(evidence.metadata.items(), content.items()):
        if _is_short(name):
            fields.setdefault(_as_tag(name), value)
    return EvidenceReading(
        id=evidence.id,
        text=for_signs(prose_of(evidence.content)),
        fields=fields,
        tags=frozenset(map(_as_tag, filter(_is_short, strings_of(evidence.metadata.get("tags"))))),
        relevance=evidence.relevance,
    )


def for_signs(text: str) -> str:
    """The beginning of a text in the form for signs: lower case, spaces collapsed, lines kept."""
    return _SPACES.sub(" ", text[:_READ_CHARS].casefold())


def ids(readings: Iterable[EvidenceReading]) -> tuple[str, ...]:
    """The ids of these, in order."""
    return tuple(each.id for each in readings)


def _as_tag(name: str) -> str:
    return _BORDER.sub("_", _HUMP.sub("_", name.strip()).casefold())


def _is_short(value: str) -> bool:
    return len(value) <= _MAX_WORD_CHARS
