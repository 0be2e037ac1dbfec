"""A memory as it is kept: a record that is searched in one store, its counts in the other.

The record (Upstash Vector) holds the text and the metadata that filters look at. The counts
(Upstash Redis) hold what changes, and what was last decided. Where both speak of the same thing,
the counts are right and the record follows them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from pydantic import JsonValue, TypeAdapter

from recollect.core.ids import SUPERSEDED_BY, Key, collection_of
from recollect.core.timestamps import epoch_ms, iso
from recollect.detection.orders import is_instruction_like
from recollect.memories.identity import memory_id
from recollect.memories.model import Outcome, State
from recollect.memories.private import SCREENED, is_sensitive, screened
from recollect.memories.requests import NewMemory
from recollect.retrieval.items import words_of

_SITUATION, _DECISION = "SITUATION: ", "\n\nDECISION: "
# Below this the slicing rules of seed 001 block an item; such a memory waits for a human.
QUARANTINE_TRUST = 0.3
TOMBSTONE_FIELD = "condemned"
"""The stored field that marks a memory whose deletion has begun."""

Metadata = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class MemoryRecord:
    """A memory in the store that is searched."""

    collection: str
    id: str
    content: str
    metadata: Metadata

    @property
    def key(self) -> Key:
        """The collection and the id."""
        return self.collection, self.id

    @property
    def situation(self) -> str:
        """The situation that the content was made of."""
        return self.content[len(_SITUATION) : self._border]

    @property
    def decision(self) -> str:
        """The decision that the content was made of."""
        return self.content[self._border + len(_DECISION) :]

    @property
    def supersedes(self) -> tuple[str, ...]:
        """The memories of the collection in whose place its writer has put it."""
        return words_of(self.metadata.get("supersedes"))

    @property
    def steps(self) -> tuple[str, ...]:
        """Short names of what was done, in order."""
        return words_of(self.metadata.get("steps"))

    @property
    def has_failed(self) -> bool:
        """Whether the record itself says that the decision turned out badly."""
        return self.metadata.get("outcome") in {"corrected", "failed"}

    @property
    def _border(self) -> int:
        # Kept as a number, since a situation may itself contain the words between the two.
        return len(_SITUATION) + int(str(self.metadata["situation_length"]))


@dataclass(frozen=True, slots=True)
class MemoryCounts:
    """What is counted and decided about a memory. A field that nobody decided is None.

    `created_at` is in epoch milliseconds; without it, nothing at all is kept of the memory.
    `superseded_by` has the memories that name this one as superseded, and whether each is too
    sensitive for some callers. `stored_at` is when it was last stored again, as a success;
    `succeeded_at` when a run that cited it last succeeded.
    """

    upvotes: int = 0
    downvotes: int = 0
    citations: int = 0
    successes: int = 0
    failures: int = 0
    reads: int = 0
    occurrences: int = 1
    outcome: Outcome | None = None
    correction: str | None = None
    category: str | None = None
    state: State | None = None
    validated_at: datetime | None = None
    stored_at: datetime | None = None
    succeeded_at: datetime | None = None
    revision: int = 0
    tombstoned: bool = False
    superseded_by: tuple[tuple[str, bool], ...] = ()
    created_at: int | None = field(default=None, compare=False)

    @property
    def exists(self) -> bool:
        """Whether the memory was stored or imported, and its deletion has not begun."""
        return self.created_at is not None and not self.tombstoned

    @property
    def success_rate(self) -> float:
        """Successes among the runs that cited the memory and have an outcome; 0 for none."""
        finished = self.successes + self.failures
        return self.successes / finished if finished else 0.0

    @property
    def decided(self) -> dict[str, JsonValue]:
        """The metadata that the counts decide, as a merge patch for the record."""
        patch: dict[str, JsonValue] = {}
        for name in ("outcome", "category", "state"):
            if (value := getattr(self, name)) is not None:
                patch[name] = value
        if self.correction is not None:
            patch["correction"] = self.correction or None
        if self.validated_at is not None:
            patch["last_validated_at"] = iso(self.validated_at)
            patch["last_validated_at_ms"] = epoch_ms(self.validated_at)
        return patch


@cache
def _counts_reader() -> TypeAdapter[MemoryCounts]:
    return TypeAdapter(MemoryCounts)


def counts_of(fields: Mapping[str, str]) -> MemoryCounts:
    """Read the fields of a memory's hash; what is missing takes its default."""
    superseded_by = tuple(
        (name.removeprefix(SUPERSEDED_BY), value == "1")
        for name, value in fields.items()
        if name.startswith(SUPERSEDED_BY)
    )
    return _counts_reader().validate_python(
        {**fields, "tombstoned": TOMBSTONE_FIELD in fields, "superseded_by": superseded_by}
    )


def content_of(situation: str, decision: str) -> str:
    """The text that is searched of a memory."""
    return f"{_SITUATION}{situation}{_DECISION}{decision}"


def new_record(app_slug: str, new: NewMemory, created_at: datetime) -> MemoryRecord:
    """The masked record of a decision stored for the first time; its id is of what is left."""
    collection = collection_of(app_slug)
    new = screened(new)
    # By name: a line of an import brings more, which the ledger keeps.
    told = {"situation", "decision", "steps", "supersedes", "valid_from", "valid_until"}
    named = NewMemory.model_fields.keys() - told
    asked = new.model_dump(include=named, exclude_none=True, mode="json")
    holds = {"valid_from": new.valid_from, "valid_until": new.valid_until}
    asked |= {name: iso(time) for name, time in holds.items() if time}
    if new.steps:
        asked["steps"] = list(new.steps)
    if new.supersedes:
        asked["supersedes"] = list(dict.fromkeys(new.supersedes))
    return MemoryRecord(
        collection=collection,
        id=memory_id(
            collection,
            new.situation,
            new.decision,
            is_sensitive=is_sensitive(new.sensitivity),
        ),
        content=content_of(new.situation, new.decision),
        metadata=asked
        | {
            "collection": collection,
            "app_slug": app_slug,
            SCREENED: True,
            "situation_length": len(new.situation),
            "instruction_like": is_instruction_like([new.situation, new.decision, *new.steps]),
            "state": "quarantined" if new.trust < QUARANTINE_TRUST else "active",
            "created_at": iso(created_at),
            "created_at_ms": epoch_ms(created_at),
        },
    )
