"""Erases a person from cases, exemplars, tool memories and solved cases: removes or masks them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from recollect.erasure.involvement import Involvement, involvement
from recollect.erasure.masking import MARK, masked_fields, masked_text, user_fields
from recollect.erasure.subject import ErasedKind
from recollect.erasure.subject_spellings import Find
from recollect.erasure.walk import ErasurePage
from recollect.knowledge.indexing import MAX_RECORD_BYTES, size_of
from recollect.knowledge.ownership import Owners
from recollect.knowledge.records import CASES, KnowledgeRecord, KnowledgeRepository, RecordPages
from recollect.knowledge.rewriting import rewrite_records

_EXEMPLARS: Final = "exemplars"
_SOLVED_CASES: Final = "experience"
_KINDS: Final[Mapping[str, ErasedKind]] = {
    CASES: "cases",
    _EXEMPLARS: "exemplars",
    "tools": "tool_memories",
    _SOLVED_CASES: "solved_cases",
}

# Fields with kinds, times and numbers, which name nobody.
_OURS: Final = (
    "kind outcome quality case_number created_at created_at_ms resolved_at resolved_at_ms "
    "solved_at_ms"
).split()


def is_of_records(namespace: str) -> bool:
    """Whether a namespace has records of these kinds."""
    return namespace.partition(":")[0] in _KINDS


class KnowledgeWalk(KnowledgeRepository, RecordPages, Protocol):
    """The store of records, with access to whole namespaces."""


@dataclass(frozen=True, slots=True)
class ErasableRecords:
    """The records of a namespace."""

    namespace: str
    find: Find
    repository: KnowledgeWalk
    owners: Owners

    @property
    def name(self) -> str:
        """The namespace. Solved cases come last, since their keys decide about their records."""
        return f"{5 if self.namespace.startswith(_SOLVED_CASES) else 3} {self.namespace}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        records, following = await self.repository.page(self.namespace, cursor, limit)
        going, staying = partitioned(records, self.find, record_involvement, masked_knowledge)

        async def erase() -> None:
            if self.namespace == CASES and going:
                # Off the list first, as when a case is deleted by request.
                await self.owners.strike(CASES, going)
            await self.repository.remove(self.namespace, going)
            await rewrite_records(self.namespace, staying, self.repository)

        kind = _KINDS[self.namespace.partition(":")[0]]
        return ErasurePage(len(records), following, {kind: len(going)}, {kind: len(staying)}, erase)


def partitioned(
    records: Sequence[KnowledgeRecord],
    find: Find,
    relate: Callable[[KnowledgeRecord, Find], Involvement | None],
    mask: Callable[[KnowledgeRecord, Find], KnowledgeRecord],
) -> tuple[list[str], dict[str, tuple[KnowledgeRecord, KnowledgeRecord]]]:
    """Divide records into the ids to remove, and those to keep: by id, as they were and masked.

    A record that is too large once it is masked is removed: a mask is longer than a short name.
    """
    related = [(each, relate(each, find)) for each in records]
    masked = {each.id: (each, mask(each, find)) for each, kind in related if kind == "mentions"}
    staying = {name: two for name, two in masked.items() if size_of(two[1]) <= MAX_RECORD_BYTES}
    return [each.id for each, kind in related if kind and each.id not in staying], staying


def record_involvement(record: KnowledgeRecord, find: Find) -> Involvement | None:
    """Whether a record is about the person, only mentions them, or neither (None)."""
    shown = [each for each in (record.metadata.get("snippet"),) if isinstance(each, str)]
    metadata = user_fields(record.metadata, _OURS)
    return involvement(find, record.id, metadata, [record.text, *shown], [record.text])


def masked_knowledge(record: KnowledgeRecord, find: Find) -> KnowledgeRecord:
    """The record with the person masked."""
    # A record without a text cannot be stored.
    text = masked_text(record.text, find) or MARK
    return KnowledgeRecord(record.id, text, masked_fields(record.metadata, _OURS, find))
