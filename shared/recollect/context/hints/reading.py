"""Hints what to do next, and evidence as the rules that find them read it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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
# What is read of an item, in characters.
_READ = 4_096
_LONGEST_WORD = 64
_SPACES = re.compile(r"[^\S\n]+")
_BORDER = re.compile(r"[\s_-]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CLOSED = frozenset(
    {"resolved", "closed", "done", "completed", "fixed", "solved", "cancelled", "canceled"}
)


@dataclass(frozen=True, slots=True)
class Hint:
    """Something that could be done, how sure that is (0…1), and the ids that it rests on."""

    type: AffordanceType
    description: str
    confidence: float
    evidence: tuple[str, ...]
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvidenceReading:
    """An item as rules read it.

    `text` is its prose in lower case; `fields` are its metadata and the first level of its content,
    metadata first, by names in lower case parted by `_`; `tags` are written likewise.
    """

    id: str
    text: str
    fields: Mapping[str, JsonValue]
    tags: frozenset[str]
    relevance: float

    def word(self, *names: str) -> str:
        """The first of these fields that holds a short text, written like a tag; else nothing."""
        return next(iter(self.words(*names)), "")

    def words(self, *names: str) -> list[str]:
        """What those of these fields hold that are short texts, written like tags."""
        values = (self.fields.get(name) for name in names)
        return [_written(each) for each in values if isinstance(each, str) and _is_short(each)]

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left to do about it."""
        if isinstance(self.fields.get("resolved_at"), str):
            return True
        return not _CLOSED.isdisjoint(self.words("status", "state"))


@dataclass(frozen=True, slots=True)
class Situation:
    """What rules decide from: the query, all evidence, that which is close to the query, the time.

    `text` is the query in lower case, empty in a graph traversal, where all evidence is close;
    elsewhere that is what is at least as relevant as the `floor`. `best` is the best relevance of
    all that the specialist may see, given to it or not; None where there is nothing.
    """

    text: str
    readings: tuple[EvidenceReading, ...]
    close: tuple[EvidenceReading, ...]
    now: datetime
    floor: float
    best: float | None


def reading(evidence: Evidence) -> EvidenceReading:
    """Evidence as rules read it, whatever its metadata holds."""
    content = evidence.content if isinstance(evidence.content, dict) else {}
    fields: dict[str, JsonValue] = {}
    for name, value in chain(evidence.metadata.items(), content.items()):
        if _is_short(name):
            fields.setdefault(_written(name), value)
    return EvidenceReading(
        id=evidence.id,
        text=for_signs(prose_of(evidence.content)),
        fields=fields,
        tags=frozenset(map(_written, filter(_is_short, strings_of(evidence.metadata.get("tags"))))),
        relevance=evidence.relevance,
    )


def for_signs(text: str) -> str:
    """The beginning of a text as signs want it: in lower case, spaces collapsed, lines kept."""
    return _SPACES.sub(" ", text[:_READ].casefold())


def ids(readings: Iterable[EvidenceReading]) -> tuple[str, ...]:
    """Their ids, in order."""
    return tuple(each.id for each in readings)


def _written(name: str) -> str:
    return _BORDER.sub("_", _HUMP.sub("_", name.strip()).casefold())


def _is_short(value: str) -> bool:
    return len(value) <= _LONGEST_WORD
