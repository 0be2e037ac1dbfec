"""The part of the ledger of memories in Upstash Redis that stores, restores and lists memories."""

from collections.abc import Sequence
from typing import Any, Final

from recollect.adapters.upstash.redis.client import Script, translated_errors
from recollect.adapters.upstash.redis.keys import (
    claim_key,
    conversation_key,
    memory_and_deletions,
    memory_key,
    parts,
    sum_key,
)
from recollect.adapters.upstash.redis.memory_format import (
    authority_argument,
    counts_from,
    export_arguments,
    list_of,
    operation_arguments,
    said_at_store_arguments,
    touched_by,
    unheard_details_argument,
)
from recollect.adapters.upstash.redis.memory_part import CLAIM_MS, RedisMemoryPart
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import iso
from recollect.memories.stored.ledger_data import ClaimResult, MemoryExport, Occurrence
from recollect.memories.stored.private import is_for_all
from recollect.memories.stored.record import MemoryRecord

# The answer of a script that finds remains of a deletion, which only a script can remove that locks
# the whole database.
_ENTOMBED: Final = "entombed"


class RedisMemoryStoring(RedisMemoryPart):
    """The part of the ledger that claims, counts occurrences and restores."""

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[ClaimResult, ...]:
        """Try to take the claim on each memory, which is the right to add its record."""
        scripts = [
            Script("claim", (memory_key(key),), (token, CLAIM_MS), (claim_key(key),))
            for key in keys
        ]
        return await self._run_all(scripts, ClaimResult)

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give back the claims that `token` holds; a tombstone stays."""
        scripts = [Script("release_claim", (claim_key(key),), (token,)) for key in keys]
        await self._redis.run_all(scripts)

    async def count_occurrence(
        self, records: Sequence[MemoryRecord], token: str, operation: Operation
    ) -> tuple[Occurrence | None, ...]:
        """Count each record as created, or as stored once more; None if it was removed since."""
        scripts = [_occurrence_script(record, token, operation) for record in records]
        repeatable = bool(operation.id)
        answers = await self._redis.run_all(scripts, repeatable=repeatable)
        with translated_errors():
            entombed = [place for place, answer in enumerate(answers) if answer[0] == _ENTOMBED]
        if entombed:
            locking = [
                _occurrence_script(records[place], token, operation, locks_all=True)
                for place in entombed
            ]
            begun = await self._redis.run_all(locking, repeatable=repeatable)
            for place, answer in zip(entombed, begun, strict=True):
                answers[place] = answer
        with translated_errors():
            return tuple(map(_occurrence, answers))

    async def restore(
        self,
        records: Sequence[MemoryRecord],
        exports: Sequence[MemoryExport],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        """Create each memory from its export; False for a memory that existed already."""
        scripts = [
            Script(
                "restore",
                _keys_of(record),
                (
                    *(token, _created_ms(record), record.id),
                    *(iso(operation.at), operation.actor, *_beginning_arguments(record)),
                    *export_arguments(record.collection, export),
                ),
                touches=None,
            )
            for record, export in zip(records, exports, strict=True)
        ]
        return await self._run_all(scripts, bool)


def _occurrence_script(
    record: MemoryRecord, token: str, operation: Operation, *, locks_all: bool = False
) -> Script:
    memory = memory_key(record.key)
    collection = record.collection
    own = ("claim", "influence", "conversations", "supersedes", "origins")
    superseded = (sum_key(memory_key((collection, each))) for each in record.supersedes)
    origins = (f"{memory_key((collection, each))}:derived" for each in record.derived_from)
    touched = (*touched_by(operation, record.key), *parts(memory, *own), *superseded, *origins)
    arguments = (
        *(token, *operation_arguments(operation, record.key)),
        *(_created_ms(record), record.id),
        *said_at_store_arguments(record, operation),
        *(*_beginning_arguments(record), authority_argument(operation)),
        "" if locks_all else "1",
        *("1" if operation.judges else "", unheard_details_argument(record)),
    )
    keys = _keys_of(record)
    return Script("count_occurrence", keys, arguments, None if locks_all else touched)


def _occurrence(answer: Sequence[Any]) -> Occurrence | None:
    verdict, fields, anew = answer
    if verdict == "lost":
        return None
    return Occurrence(
        counts_from(fields),
        created=verdict == "created",
        anew=bool(anew),
        heard=verdict != "unheard",
    )


def _conversation_of(record: MemoryRecord) -> str:
    conversation_id = record.metadata.get("conversation_id")
    return conversation_key(record.collection, str(conversation_id)) if conversation_id else ""


def _keys_of(record: MemoryRecord) -> tuple[str, ...]:
    """The keys of a script that creates a memory."""
    related = (memory_key((record.collection, each)) for each in record.related)
    lists = (_conversation_of(record), list_of(record))
    return (*memory_and_deletions(record.key), *lists, *related)


def _beginning_arguments(record: MemoryRecord) -> tuple[str, str, str, str]:
    """The arguments for creating a memory.

    "1" if it is sensitive, else "0"; the number of memories that it supersedes; the number of those
    that it was derived from; its state.
    """
    is_sensitive = "0" if is_for_all(record.metadata) else "1"
    relations = (str(len(record.supersedes)), str(len(record.derived_from)))
    return is_sensitive, *relations, str(record.metadata["state"])


def _created_ms(record: MemoryRecord) -> str:
    return str(record.metadata["created_at_ms"])
