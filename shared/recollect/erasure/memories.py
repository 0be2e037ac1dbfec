"""Erases a person from memories: deletes them as on request, or masks them under a claim."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from recollect.core.errors import NotFound
from recollect.core.grouping import batched
from recollect.erasure.involvement import Involvement, involvement
from recollect.erasure.masking import masked_fields, masked_text, user_fields
from recollect.erasure.subject_spellings import Find
from recollect.erasure.walk import ErasurePage
from recollect.knowledge.solved_cases import SolvedCases
from recollect.memories.lifecycle.deletion import Deletion
from recollect.memories.lifecycle.storing import (
    POLL_SECONDS,
    POLLS,
    released_on_failure,
    still_busy,
)
from recollect.memories.stored.ledger_data import ClaimResult
from recollect.memories.stored.record import MemoryRecord, content_of
from recollect.memories.stored.record_sync import sync_written_records
from recollect.memories.stored.stores import MemoryStores

# A claim expires by itself; so many texts are embedded before it does.
_AT_ONCE: Final = 20
# Fields with places, states, times and weights, which name nobody.
_OURS: Final = (
    "collection app_slug source stage outcome state instruction_like retracted "
    "importance trust sensitivity situation_length created_at created_at_ms last_validated_at "
    "last_validated_at_ms archived_at valid_from valid_until"
).split()


@dataclass(frozen=True, slots=True)
class ErasableMemories:
    """The memories of an app. `token` must be unique to this request.

    If the subject is a conversation (`conversation_id`), all memories of which any occurrence was
    in it are about it; the cases of the runs that cited one are deleted with them, as on request.
    """

    collection: str
    find: Find
    token: str
    stores: MemoryStores
    cases: SolvedCases
    conversation_id: str | None = None

    @property
    def name(self) -> str:
        """The namespace."""
        return f"1 {self.collection}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        page = await self.stores.index.page(self.collection, cursor, limit)
        of_conversation = await self._of_conversation()
        related = [(each, self._involvement(each, of_conversation)) for each in page.records]
        found = {record.key: kind for record, kind in related if kind is not None}
        counts = await self.stores.ledger.read(list(found)) if found else ()
        # A deletion that has begun is finished, even if the memory only mentions the subject.
        going = [
            memory_id
            for ((_, memory_id), kind), each in zip(found.items(), counts, strict=True)
            if kind == "about" or each.tombstoned
        ]
        staying = [memory_id for _, memory_id in found if memory_id not in going]

        async def erase() -> None:
            await self._remove(going)
            for batch in batched(staying, _AT_ONCE):
                await self._mask(batch)

        return ErasurePage(
            len(page.records),
            page.next_cursor,
            {"memories": len(going)},
            {"memories": len(staying)},
            erase,
        )

    async def _of_conversation(self) -> Collection[str]:
        if self.conversation_id is None:
            return ()
        return await self.stores.ledger.memories_of_conversation(
            self.collection, self.conversation_id
        )

    def _involvement(
        self, record: MemoryRecord, of_conversation: Collection[str]
    ) -> Involvement | None:
        if record.id in of_conversation:
            return "about"
        texts = [record.situation, record.decision]
        metadata = user_fields(record.metadata, _OURS)
        return involvement(self.find, record.id, metadata, [record.situation], texts)

    async def _remove(self, ids: Sequence[str]) -> None:
        if not ids:
            return
        deletion = Deletion(self.collection, "restricted", self.token, self.stores)
        with suppress(NotFound):  # somebody else was faster
            if self.conversation_id is None:
                await deletion.of_memories(ids)
            else:
                await deletion.with_cases(ids, self.cases)

    async def _mask(self, ids: Sequence[str]) -> None:
        """Mask memories, waiting while other requests add or remove them."""
        waiting = ids
        for _ in range(POLLS):
            waiting = await self._try_to_mask(waiting)
            if not waiting:
                return
            await asyncio.sleep(POLL_SECONDS)
        raise still_busy()

    async def _try_to_mask(self, ids: Sequence[str]) -> Sequence[str]:
        """Mask the memories that no other request is adding or removing; answers the other ids."""
        keys = [(self.collection, each) for each in ids]
        ledger, index = self.stores.ledger, self.stores.index
        async with released_on_failure(keys, self.token, ledger):
            claims = dict(zip(ids, await ledger.claim(keys, self.token), strict=True))
            held = [each for each in ids if claims[each] is not ClaimResult.BUSY]
            # A memory whose deletion has begun meanwhile is gone, and must not come back.
            ours = tuple(each for each in held if claims[each] is not ClaimResult.TOMBSTONED)
            there = await index.get(self.collection, ours) if ours else ()
            masked = [masked_record(each, self.find) for each in there if each is not None]
            if masked:
                # The ledger first: syncing the record would bring back what was masked in it.
                own = [each.key for each in masked]
                await ledger.reword(own, lambda text: masked_text(text, self.find))
                await index.add(tuple(masked))
                await sync_written_records(masked, self.stores)
            await ledger.release([(self.collection, each) for each in held], self.token)
        return [each for each in ids if each not in held]


def masked_record(record: MemoryRecord, find: Find) -> MemoryRecord:
    """The memory with the subject masked; its id stays, so that storing it again finds it."""
    situation = masked_text(record.situation, find)
    metadata = masked_fields(record.metadata, _OURS, find)
    return replace(
        record,
        content=content_of(situation, masked_text(record.decision, find)),
        metadata=metadata | {"situation_length": len(situation)},
    )
