"""Memories that end in Upstash Redis: archived, retracted, deleted, or without somebody in them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from recollect.adapters.upstash.redis import Command, Script, mapping_from_pairs, translated_errors
from recollect.adapters.upstash.redis_answers import KEPT_SECONDS
from recollect.adapters.upstash.redis_keys import (
    deleted_key,
    deletions_key,
    memory_and_deletions,
    memory_key,
    parts,
    run_key,
)
from recollect.adapters.upstash.redis_memory_format import (
    authority_argument,
    condition_argument,
    counts_from,
    operation_arguments,
    reword_script,
    touched_by,
)
from recollect.adapters.upstash.redis_memory_part import (
    CLAIM_MS,
    RedisMemoryPart,
    counts_or_none,
    refuse_own,
)
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.ledger_data import DeletionCondition, DeletionStart, Retraction
from recollect.memories.receipts import Removed
from recollect.memories.record import MemoryCounts, MemoryRecord

# What somebody has said in words.
_SAID: Final = ("correction", "category")


class RedisMemoryEnding(RedisMemoryPart):
    """The part of the ledger that archives, retracts, deletes and rewords."""

    async def archive(
        self, memories: Sequence[tuple[MemoryRecord, MemoryCounts]], operation: Operation
    ) -> tuple[MemoryCounts | None, ...]:
        """Archive memories that are still as they were counted; the counts of each that were."""
        scripts = [
            Script(
                "archive",
                (memory_key(record.key),),
                (
                    *(counts.revision, iso(operation.at), operation.actor),
                    *(epoch_ms(operation.at), str(record.metadata["state"])),
                ),
                parts(memory_key(record.key), "gone", "log", "sum"),
            )
            for record, counts in memories
        ]
        # Twice, the second would find it changed and say that nothing was done.
        return await self._run_all(scripts, counts_or_none, repeatable=False)

    async def unarchive(self, key: Key, operation: Operation) -> MemoryCounts | None:
        """Bring an archived memory back; its counts, or None if there is none."""
        signed = (*operation_arguments(operation, key), authority_argument(operation))
        arguments = (*signed, epoch_ms(operation.at))
        script = Script("unarchive", (memory_key(key),), arguments, touched_by(operation, key))
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            refuse_own(answer)
            return counts_or_none(answer)

    async def retract(self, record: MemoryRecord, operation: Operation) -> Retraction | None:
        """Archive a memory and make its citations void; None if it was deleted."""
        arguments = (
            *(iso(operation.at), operation.actor, epoch_ms(operation.at)),
            *(str(record.metadata["state"]), record.id),
        )
        script = Script("retract", (memory_key(record.key),), arguments, touches=None)
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            return None if answer is None else _retraction(record.collection, *answer)

    async def quarantine(
        self, keys: Sequence[Key], operation: Operation
    ) -> tuple[Retraction | None, ...]:
        """Put memories into quarantine; None for one that was deleted."""
        signed = (iso(operation.at), operation.actor)
        names = [memory_key(key) for key in keys]
        scripts = [
            Script("quarantine", (each,), signed, parts(each, "gone", "log", "derived", "sum"))
            for each in names
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
        """Claim memories and give them tombstones, or say what went when they were deleted."""
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
        """The ids of the memories whose deletion began and did not end."""
        return await self._members(deletions_key(collection))

    async def finish_deletion(
        self, keys: Sequence[Key], vectors: Sequence[int], token: str, operation: str = ""
    ) -> tuple[Removed, ...]:
        """Remove all that is kept of memories with a tombstone; answer what went of each."""
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
        """What went of each memory that an operation has deleted, by their ids."""
        if not operation:
            return {}
        (answer,) = await self._redis.pipeline(
            [["HGETALL", deleted_key(collection, operation)]], repeatable=True
        )
        with translated_errors():
            return {
                memory_id: _removed(went) for memory_id, went in mapping_from_pairs(answer).items()
            }

    async def reword(self, keys: Sequence[Key], change: Callable[[str], str]) -> None:
        """Change what was said of memories where it still says what we read."""
        names = [memory_key(key) for key in keys]
        commands: list[Command] = [["HMGET", name, *_SAID] for name in names]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            texts = [
                (name, {what: str(text) for what, text in zip(_SAID, answer, strict=True) if text})
                for name, answer in zip(names, answers, strict=True)
            ]
        await self._redis.run_all(
            [
                reword_script(name, {what: (text, change(text)) for what, text in by_field.items()})
                for name, by_field in texts
                if any(change(text) != text for text in by_field.values())
            ]
        )


def _start_of(answer: str) -> DeletionStart | Removed:
    return _removed(answer) if " " in answer else DeletionStart(answer)


def _removed(went: str) -> Removed:
    vectors, keys = went.split(" ")
    return Removed(vectors=int(vectors), keys=int(keys))


def _retraction(
    collection: str, fields: Sequence[str], runs: Sequence[str], derived: Sequence[str]
) -> Retraction:
    return Retraction(
        counts_from(fields),
        tuple(sorted(each.removeprefix(run_key(collection, "")) for each in runs)),
        tuple(sorted(each.removeprefix(memory_key((collection, ""))) for each in derived)),
    )
