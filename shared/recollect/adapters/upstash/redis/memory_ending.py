"""The part of the ledger of memories in Upstash Redis that ends memories.

They are archived, retracted, quarantined or deleted, or somebody's name is masked in them.
"""

from collections.abc import Callable, Mapping, Sequence

from recollect.adapters.upstash.redis.answers import KEPT_SECONDS
from recollect.adapters.upstash.redis.client import (
    Command,
    Script,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis.keys import (
    deleted_key,
    deletions_key,
    memory_and_deletions,
    memory_key,
    parts,
    run_key,
)
from recollect.adapters.upstash.redis.memory_format import (
    authority_argument,
    authority_detail,
    condition_argument,
    counts_from,
    details_argument,
    operation_arguments,
    reword_script,
    touched_by,
)
from recollect.adapters.upstash.redis.memory_part import (
    CLAIM_MS,
    RedisMemoryPart,
    counts_or_none,
    refuse_own,
)
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.receipts import Removed
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import DeletionCondition, DeletionStart, Retraction
from recollect.memories.stored.private import FREE_TEXT_FIELDS
from recollect.memories.stored.record import MemoryRecord


class RedisMemoryEnding(RedisMemoryPart):
    """The part of the ledger that archives, retracts, quarantines, deletes and rewords."""

    async def archive(
        self, memories: Sequence[tuple[MemoryRecord, MemoryCounts]], operation: Operation
    ) -> tuple[MemoryCounts | None, ...]:
        """Archive the memories that have not changed since their counts were read."""
        scripts = [
            Script(
                "archive",
                (memory_key(record.key),),
                (counts.revision, iso(operation.at), operation.actor, epoch_ms(operation.at)),
                parts(memory_key(record.key), "gone", "log", "sum"),
            )
            for record, counts in memories
        ]
        # A repeat would find the memory changed, and answer that nothing was done.
        return await self._run_all(scripts, counts_or_none, repeatable=False)

    async def unarchive(self, key: Key, operation: Operation) -> MemoryCounts | None:
        """Bring an archived memory back. Returns its counts, or None if there is no such memory."""
        signed = (*operation_arguments(operation, key), authority_argument(operation))
        arguments = (*signed, epoch_ms(operation.at))
        script = Script("unarchive", (memory_key(key),), arguments, touched_by(operation, key))
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            refuse_own(answer)
            return counts_or_none(answer)

    async def retract(self, record: MemoryRecord, operation: Operation) -> Retraction | None:
        """Archive a memory and void its citations; None if it was deleted."""
        arguments = (
            *(iso(operation.at), operation.actor, authority_argument(operation)),
            *(epoch_ms(operation.at), record.id),
            details_argument(authority=authority_detail(operation)),
        )
        script = Script("retract", (memory_key(record.key),), arguments, touches=None)
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            return None if answer is None else _retraction(record.collection, *answer)

    async def quarantine(
        self, keys: Sequence[Key], operation: Operation
    ) -> tuple[Retraction | None, ...]:
        """Put memories into quarantine; None for a memory that was deleted."""
        signed = (iso(operation.at), operation.actor)
        names = [memory_key(key) for key in keys]
        scripts = [
            Script("quarantine", (name,), signed, parts(name, "gone", "log", "derived", "sum"))
            for name in names
        ]
        answers = await self._redis.run_all(scripts)
        with translated_errors():
            return tuple(
                None if answer is None else _retraction(key[0], answer[0], (), answer[1])
                for key, answer in zip(keys, answers, strict=True)
            )

    async def begin_deletion(
        self,
        keys: Sequence[Key],
        conditions: Sequence[DeletionCondition],
        token: str,
        operation: str = "",
    ) -> tuple[DeletionStart | Removed, ...]:
        """Claim memories and give them tombstones."""
        scripts = [
            Script(
                "begin_deletion",
                (*memory_and_deletions(key), deleted_key(key[0], operation)),
                (token, CLAIM_MS, key[1], condition_argument(condition)),
                parts(memory_key(key), "claim", "gone", "sum"),
            )
            for key, condition in zip(keys, conditions, strict=True)
        ]
        return await self._run_all(scripts, _start_of)

    async def unfinished_deletions(self, collection: str) -> tuple[str, ...]:
        """The ids of the memories whose deletion has begun and not ended."""
        return await self._members(deletions_key(collection))

    async def finish_deletion(
        self, keys: Sequence[Key], vectors: Sequence[int], token: str, operation: str = ""
    ) -> tuple[Removed, ...]:
        """Remove all keys of memories with a tombstone."""
        scripts = [
            Script(
                "finish_deletion",
                (*memory_and_deletions(key), deleted_key(key[0], operation)),
                (token, key[1], records, KEPT_SECONDS),
                touches=None,
            )
            for key, records in zip(keys, vectors, strict=True)
        ]
        return await self._run_all(scripts, _removed)

    async def deleted_by(self, collection: str, operation: str) -> Mapping[str, Removed]:
        """How much was removed of each memory that an operation has deleted, by memory id."""
        if not operation:
            return {}
        (answer,) = await self._redis.pipeline(
            [["HGETALL", deleted_key(collection, operation)]], repeatable=True
        )
        with translated_errors():
            return {
                memory_id: _removed(sizes)
                for memory_id, sizes in mapping_from_pairs(answer).items()
            }

    async def reword(self, keys: Sequence[Key], change: Callable[[str], str]) -> None:
        """Apply `change` to corrections and categories, unless they change while it is done."""
        names = [memory_key(key) for key in keys]
        commands: list[Command] = [["HMGET", name, *FREE_TEXT_FIELDS] for name in names]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            texts = [
                (
                    name,
                    {
                        field: str(text)
                        for field, text in zip(FREE_TEXT_FIELDS, answer, strict=True)
                        if text
                    },
                )
                for name, answer in zip(names, answers, strict=True)
            ]
        await self._redis.run_all(
            [
                reword_script(
                    name, {field: (text, change(text)) for field, text in by_field.items()}
                )
                for name, by_field in texts
                if any(change(text) != text for text in by_field.values())
            ]
        )


def _start_of(answer: str) -> DeletionStart | Removed:
    return _removed(answer) if " " in answer else DeletionStart(answer)


def _removed(sizes: str) -> Removed:
    vectors, keys = sizes.split(" ")
    return Removed(vectors=int(vectors), keys=int(keys))


def _retraction(
    collection: str, fields: Sequence[str], runs: Sequence[str], derived: Sequence[str]
) -> Retraction:
    return Retraction(
        counts_from(fields),
        tuple(sorted(each.removeprefix(run_key(collection, "")) for each in runs)),
        tuple(sorted(each.removeprefix(memory_key((collection, ""))) for each in derived)),
    )
