"""A memory as it is kept: a searchable record in one store, its standing in the other.

The record (Upstash Vector) holds the text and the metadata that filters look at. The standing
(Upstash Redis) holds what changes: counts, and what was last decided. Where both speak of the same
thing, the standing is right and the record follows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Protocol

from pydantic import JsonValue, TypeAdapter

from recollect.core.ids import Key, collection_of
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.identity import memory_id
from recollect.memories.model import Outcome, State
from recollect.memories.requests import NewMemory

_SITUATION, _DECISION = "SITUATION: ", "\n\nDECISION: "
# Below this the slicing rules of seed 001 block an item; such a memory waits for a human.
QUARANTINE_TRUST = 0.3

Metadata = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Record:
    """A memory in the searchable store."""

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
    def _border(self) -> int:
        # Kept as a number, since a situation may itself contain the words between the two.
        return len(_SITUATION) + int(str(self.metadata["situation_length"]))


@dataclass(frozen=True, slots=True)
class Standing:
    """What is counted and decided about a memory. A field that nobody decided is None.

    `created_at` is in epoch milliseconds; without it, nothing at all is kept of the memory.
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
    revision: int = 0
    condemned: bool = False
    created_at: int | None = field(default=None, compare=False)


@cache
def _standing_reader() -> TypeAdapter[Standing]:
    return TypeAdapter(Standing)


def standing_of(fields: dict[str, str]) -> Standing:
    """Read the fields of a memory's hash; what is missing takes its default."""
    return _standing_reader().validate_python(fields)


class Records(Protocol):
    """The searchable store, as the use cases that change a memory see it."""

    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[Record | None, ...]:
        """The records of `ids`, in their order; None where there is none."""

    async def add(self, records: tuple[Record, ...]) -> None:
        """Keep new records of one collection."""

    async def patch(self, key: Key, metadata: Metadata) -> bool:
        """Merge `metadata` into a record's (null removes a field); False if it is not there."""

    async def remove(self, collection: str, ids: tuple[str, ...]) -> int:
        """Remove records; answer how many there were."""


class Standings(Protocol):
    """The counting store, as readers see it."""

    async def read(self, keys: tuple[Key, ...]) -> tuple[Standing, ...]:
        """The standing of each memory, in one round trip."""


def new_record(app_slug: str, new: NewMemory, created_at: datetime) -> Record:
    """The record of a decision that is stored for the first time."""
    collection = collection_of(app_slug)
    # By name: a line of an import brings more, which the counting store keeps.
    named = NewMemory.model_fields.keys() - {"situation", "decision"}
    asked = new.model_dump(include=named, exclude_none=True, mode="json")
    return Record(
        collection=collection,
        id=memory_id(collection, new.situation, new.decision),
        content=f"{_SITUATION}{new.situation}{_DECISION}{new.decision}",
        metadata=asked
        | {
            "collection": collection,
            "app_slug": app_slug,
            "situation_length": len(new.situation),
            "state": "quarantined" if new.trust < QUARANTINE_TRUST else "active",
            "created_at": iso(created_at),
            "created_at_ms": epoch_ms(created_at),
        },
    )


def decided(standing: Standing) -> dict[str, JsonValue]:
    """The metadata that the standing decides, as a merge patch for the record."""
    patch: dict[str, JsonValue] = {}
    for name in ("outcome", "category", "state"):
        if (value := getattr(standing, name)) is not None:
            patch[name] = value
    if standing.correction is not None:
        patch["correction"] = standing.correction or None
    if standing.validated_at is not None:
        patch["last_validated_at"] = iso(standing.validated_at)
        patch["last_validated_at_ms"] = epoch_ms(standing.validated_at)
    return patch
