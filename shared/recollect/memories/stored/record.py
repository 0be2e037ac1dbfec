"""The searchable record of a memory, as the index (Upstash Vector) has it: its text and metadata.

What changes is counted in the ledger (`recollect.memories.stored.counts`). For what both hold, the
counts are right and the record is updated to match them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from recollect.core.ids import Key, collection_of
from recollect.core.timestamps import epoch_ms, iso
from recollect.detection.injection import is_instruction_like
from recollect.memories.model import Judgement
from recollect.memories.requests import NewMemory
from recollect.memories.stored.counts import successors_in
from recollect.memories.stored.identity import memory_id
from recollect.memories.stored.private import is_sensitive, masked_decision
from recollect.retrieval.items import Metadata, strings_of

_SITUATION, _DECISION = "SITUATION: ", "\n\nDECISION: "
# The slicing rules of seed 001 block an item of less trust; such a memory waits for a human.
QUARANTINE_TRUST = 0.3


@dataclass(frozen=True, slots=True)
class MemoryRecord:
    """A memory in the index, the store that is searched."""

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
        """The situation, which is the first part of the content."""
        return self.content[len(_SITUATION) : self._border]

    @property
    def decision(self) -> str:
        """The decision, which is the second part of the content."""
        return self.content[self._border + len(_DECISION) :]

    @property
    def supersedes(self) -> tuple[str, ...]:
        """The ids of the memories of the collection that its writer replaces by it."""
        return strings_of(self.metadata.get("supersedes"))

    @property
    def derived_from(self) -> tuple[str, ...]:
        """The ids of the memories that its writer derived it from."""
        return strings_of(self.metadata.get("derived_from"))

    @property
    def related(self) -> tuple[str, ...]:
        """The ids of the memories that it supersedes or was derived from."""
        return (*self.supersedes, *self.derived_from)

    @property
    def superseded_by(self) -> tuple[tuple[str, bool], ...]:
        """The ids of memories that supersede it, each with whether only some callers may see it.

        Some may have been deleted: the ledger has the right ones, and these serve while it is down.
        """
        return successors_in(self.metadata)

    @property
    def steps(self) -> tuple[str, ...]:
        """Short names of what was done, in order."""
        return strings_of(self.metadata.get("steps"))

    @property
    def ended_badly(self) -> bool:
        """Whether the record itself says that the decision was corrected or failed."""
        return self.metadata.get("outcome") in {"corrected", "failed"}

    @property
    def judgement(self) -> tuple[Judgement, ...]:
        """The fields in which the record says how the decision turned out."""
        return ("outcome", "correction") if self.metadata.get("correction") else ("outcome",)

    @property
    def _border(self) -> int:
        # Stored as a number, since the situation itself may contain the text of `_DECISION`.
        return len(_SITUATION) + int(str(self.metadata["situation_length"]))


def content_of(situation: str, decision: str) -> str:
    """The searchable text of a memory."""
    return f"{_SITUATION}{situation}{_DECISION}{decision}"


def new_record(app_slug: str, new: NewMemory, created_at: datetime) -> MemoryRecord:
    """The record of a new decision, masked; its id is a hash of the masked content."""
    collection = collection_of(app_slug)
    new = masked_decision(new)
    lists: dict[str, Iterable[str]] = {
        "steps": new.steps,
        "supersedes": dict.fromkeys(new.supersedes),
        "derived_from": dict.fromkeys(new.derived_from),
    }
    # Named ones only: a line of an import has more fields, which the ledger keeps.
    named = NewMemory.model_fields.keys() - {"situation", "decision", *lists}
    asked = new.model_dump(include=named, exclude_none=True, mode="json")
    asked |= {name: list(each) for name, each in lists.items() if each}
    shown: list[JsonValue] = [new.situation, new.decision, new.correction, new.category]
    shown += [new.conversation_id, *new.steps, *new.tags, *new.supersedes, *new.derived_from]
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
            "situation_length": len(new.situation),
            "instruction_like": is_instruction_like(shown),
            "state": "quarantined" if new.trust < QUARANTINE_TRUST else "active",
            "created_at": iso(created_at),
            "created_at_ms": epoch_ms(created_at),
        },
    )
