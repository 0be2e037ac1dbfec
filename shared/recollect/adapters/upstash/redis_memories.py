"""What is counted, decided and recorded of memories, in Upstash Redis.

Keys are those of `docs/data.md`. Every change is one Lua script (`lua/`), so that it holds together
with the check that makes a repeat of it harmless.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from recollect.adapters.upstash.redis import (
    Command,
    RedisClient,
    Script,
    paired,
    reading_answers,
)
from recollect.adapters.upstash.redis_keys import (
    claim_key,
    conversation_key,
    deletions_key,
    exposures_key,
    list_key,
    memory_and_deletions,
    memory_key,
    parts,
    run_key,
    sum_key,
    trials_key,
)
from recollect.adapters.upstash.redis_memory_format import (
    condition_argument,
    counts_from,
    details_argument,
    event_from,
    export_arguments,
    export_from,
    feedback_script,
    operation_arguments,
    operation_digest,
    reword_script,
    said_at_store_arguments,
    stamp_argument,
    standing_argument,
    touched_by,
)
from recollect.adapters.upstash.redis_sums import read_hashes
from recollect.core.errors import OwnJudgement
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.uplift import Trial
from recollect.memories.model import HistoryEvent
from recollect.memories.ports import (
    NOT_ITS_OWN,
    ClaimResult,
    DeletionCondition,
    DeletionStart,
    Exposure,
    Feedback,
    MemoryExport,
    Occurrence,
    Retraction,
    RunOutcome,
    WalkCursor,
)
from recollect.memories.private import is_for_all
from recollect.memories.record import (
    TOMBSTONE_FIELD,
    MemoryCounts,
    MemoryRecord,
    counts_of,
    trials_of,
)

# Longer than a store may take to answer, shorter than a function lives.
_CLAIM_MS = 6_000
# The field of a run's hash that says whose it is; the scripts know it, too.
_OF_THE_RUN = frozenset({"opened by", "at work in"})
_EXPOSED_SECONDS = 30 * 86_400
# What somebody has said in words.
_SAID = ("correction", "category")
# What they answer to who judges what is its own; no memory has this id.
_OWN = "=own"
# What a deletion left is in the way, which a script can only remove that locks the whole database.
_ENTOMBED = "entombed"

_T = TypeVar("_T")


class RedisMemories:
    """The port `MemoryLedger` of `recollect.memories`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def read(self, keys: Sequence[Key]) -> tuple[MemoryCounts, ...]:
        """The counts of each memory, in one round trip."""
        hashes = await read_hashes(self._redis, [memory_key(key) for key in keys])
        with reading_answers():
            return tuple(map(counts_of, hashes))

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        """What happened to a memory, in order of arrival; nothing of one with a tombstone."""
        memory = memory_key(key)
        entries, tombstoned = await self._redis.pipeline(
            [_log(memory), ["HEXISTS", memory, TOMBSTONE_FIELD]], repeatable=True
        )
        with reading_answers():
            return () if tombstoned else tuple(map(event_from, entries))

    async def histories(self, keys: Sequence[Key]) -> tuple[tuple[HistoryEvent, ...], ...]:
        """What happened to each memory, in order of arrival, in one round trip."""
        commands = [_log(memory_key(key)) for key in keys]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with reading_answers():
            return tuple(tuple(map(event_from, entries)) for entries in answers)

    async def memories_of_conversation(
        self, collection: str, conversation_id: str
    ) -> tuple[str, ...]:
        """The ids of a conversation's memories."""
        return await self._members(conversation_key(collection, conversation_id))

    async def memories_of_run(self, collection: str, run_id: str) -> tuple[str, ...]:
        """The ids of the memories that a run cited."""
        fields = await self._redis.hkeys(run_key(collection, run_id))
        with reading_answers():
            named = (field for field in fields if field not in _OF_THE_RUN)
            return tuple(sorted(field for field in named if not field.endswith("_at")))

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[ClaimResult, ...]:
        """Ask to be the one that adds each record."""
        scripts = [
            Script("claim", (memory_key(key),), (token, _CLAIM_MS), (claim_key(key),))
            for key in keys
        ]
        return await self._run_all(scripts, ClaimResult)

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back; a tombstone stays."""
        scripts = [Script("release_claim", (claim_key(key),), (token,)) for key in keys]
        await self._redis.run_all(scripts)

    async def count_occurrence(
        self, records: Sequence[MemoryRecord], token: str, operation: Operation
    ) -> tuple[Occurrence | None, ...]:
        """Count each record as created, or as stored once more; None where it was removed since."""
        scripts = [_occurrence_script(each, token, operation) for each in records]
        repeatable = bool(operation.id)
        answers = await self._redis.run_all(scripts, repeatable=repeatable)
        with reading_answers():
            entombed = [place for place, answer in enumerate(answers) if answer[0] == _ENTOMBED]
        if entombed:
            locking = [
                _occurrence_script(records[place], token, operation, locks_all=True)
                for place in entombed
            ]
            begun = await self._redis.run_all(locking, repeatable=repeatable)
            for place, answer in zip(entombed, begun, strict=True):
                answers[place] = answer
        with reading_answers():
            return tuple(map(_occurrence, answers))

    async def apply(
        self, key: Key, feedback: Feedback, operation: Operation
    ) -> MemoryCounts | None:
        """Count a vote, an outcome or a validation; None if the memory was deleted."""
        script, repeatable = feedback_script(key, feedback, operation)
        answer = await self._redis.run(script, repeatable=repeatable)
        with reading_answers():
            _refuse_own(answer)
            return _counts_or_none(answer)

    async def cite(
        self,
        collection: str,
        run_id: str,
        ids: Sequence[str],
        operation: Operation,
        context: RunContext = ANYWHERE,
    ) -> str | None:
        """Count each citation once a run."""
        told = "\n".join(context) if any(context) else ""
        arguments = (*_signed(operation), details_argument(run_id=run_id), told, *ids)
        memories = [memory_key((collection, each)) for each in ids]
        touched = (part for each in memories for part in parts(each, "gone", "runs", "log", "sum"))
        keys = (run_key(collection, run_id), *memories)
        return await self._run_on_run(Script("cite", keys, arguments, tuple(touched)))

    async def expose(
        self, collection: str, run_id: str, exposures: Sequence[Exposure], operation: Operation
    ) -> bool:
        """Keep what a run was shown; False where the run is somebody else's."""
        now = epoch_ms(operation.at)
        told = [
            f"{'shown' if each.shown else 'withheld'} {each.propensity:.4f} {each.rank}"
            for each in exposures
        ]
        memories = [memory_key(each.key) for each in exposures]
        script = Script(
            "expose",
            (exposures_key(collection, run_id), *memories),
            (
                *(operation.actor, "1" if operation.relays else ""),
                *(str(now), str(now - _EXPOSED_SECONDS * 1000), str(_EXPOSED_SECONDS)),
                *told,
            ),
            tuple(part for each in memories for part in parts(each, "gone", "exposed_in")),
        )
        return not await self._redis.run(script, repeatable=True)

    async def trials(self, collection: str, *, sensitive: bool) -> tuple[Trial, ...]:
        """The trials of all memories of a collection that are for all, or of the others, too."""
        which = (False, True) if sensitive else (False,)
        names = [trials_key(collection, sensitive=each) for each in which]
        commands: list[Command] = [["HGETALL", name] for name in names]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with reading_answers():
            return tuple(each for flat in answers for each in trials_of(paired(flat)))

    async def apply_run_outcome(
        self,
        collection: str,
        outcome: RunOutcome,
        ids: Sequence[str],
        operation: Operation,
        *,
        is_whole: bool = False,
    ) -> str | None:
        """Move the counts of these citations."""
        run_id = outcome.run_id
        arguments = (
            operation_digest(operation, run_key(collection, run_id)),
            *(iso(operation.at), operation.actor, standing_argument(operation)),
            *(stamp_argument(outcome.as_of), outcome.outcome),
            details_argument(run_id=run_id, outcome=outcome.outcome, as_of=iso(outcome.as_of)),
            *("1" if is_whole else "", *ids),
        )
        keys = (
            *(run_key(collection, run_id), exposures_key(collection, run_id)),
            *(trials_key(collection), *(memory_key((collection, each)) for each in ids)),
        )
        # What a run was shown says which memories it touches.
        return await self._run_on_run(Script("apply_run_outcome", keys, arguments, touches=None))

    async def archive(
        self,
        memories: Sequence[tuple[MemoryRecord, MemoryCounts]],
        operation: Operation,
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
        return await self._run_all(scripts, _counts_or_none, repeatable=False)

    async def unarchive(self, key: Key, operation: Operation) -> MemoryCounts | None:
        """Bring an archived memory back; its counts, or None if there is none."""
        signed = (*operation_arguments(operation, key), standing_argument(operation))
        arguments = (*signed, epoch_ms(operation.at))
        script = Script("unarchive", (memory_key(key),), arguments, touched_by(operation, key))
        answer = await self._redis.run(script, repeatable=True)
        with reading_answers():
            _refuse_own(answer)
            return _counts_or_none(answer)

    async def retract(self, record: MemoryRecord, operation: Operation) -> Retraction | None:
        """Archive a memory and make its citations void; None if it was deleted."""
        arguments = (
            *(iso(operation.at), operation.actor, epoch_ms(operation.at)),
            *(str(record.metadata["state"]), record.id),
        )
        script = Script("retract", (memory_key(record.key),), arguments, touches=None)
        answer = await self._redis.run(script, repeatable=True)
        with reading_answers():
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
        with reading_answers():
            return tuple(
                None if answer is None else _retraction(key[0], answer[0], (), answer[1])
                for key, answer in zip(keys, answers, strict=True)
            )

    async def begin_deletion(
        self, keys: Sequence[Key], conditions: Sequence[DeletionCondition], token: str
    ) -> tuple[DeletionStart, ...]:
        """Claim memories and give them tombstones."""
        scripts = [
            Script(
                "begin_deletion",
                memory_and_deletions(key),
                (token, _CLAIM_MS, key[1], condition_argument(condition)),
                parts(memory_key(key), "claim", "gone", "sum"),
            )
            for key, condition in zip(keys, conditions, strict=True)
        ]
        return await self._run_all(scripts, DeletionStart)

    async def unfinished_deletions(self, collection: str) -> tuple[str, ...]:
        """The ids of the memories whose deletion began and did not end."""
        return await self._members(deletions_key(collection))

    async def finish_deletion(self, keys: Sequence[Key], token: str) -> tuple[int, ...]:
        """Remove all that is kept of memories with a tombstone; answer how many keys went."""
        scripts = [
            Script("finish_deletion", memory_and_deletions(key), (token, key[1]), touches=None)
            for key in keys
        ]
        return await self._run_all(scripts, int)

    async def reword(self, keys: Sequence[Key], change: Callable[[str], str]) -> None:
        """Change what was said of memories where it still says what we read."""
        names = [memory_key(key) for key in keys]
        commands: list[Command] = [["HMGET", name, *_SAID] for name in names]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with reading_answers():
            texts = [
                (name, {what: str(text) for what, text in zip(_SAID, answer, strict=True) if text})
                for name, answer in zip(names, answers, strict=True)
            ]
        await self._redis.run_all(
            [
                reword_script(name, {what: (text, change(text)) for what, text in said.items()})
                for name, said in texts
                if any(change(text) != text for text in said.values())
            ]
        )

    async def export(self, keys: Sequence[Key]) -> tuple[MemoryExport, ...]:
        """Everything that is kept of each memory."""
        commands: list[Command] = []
        for name in map(memory_key, keys):
            commands += [["HGETALL", name], ["HGETALL", f"{name}:voters"], _log(name)]
            commands.append(["SMEMBERS", f"{name}:conversations"])
        answers = await self._redis.pipeline(commands, repeatable=True)
        with reading_answers():
            parts = (answers[at : at + 4] for at in range(0, len(answers), 4))
            return tuple(
                export_from(collection, *each)
                for (collection, _), each in zip(keys, parts, strict=True)
            )

    async def restore(
        self,
        records: Sequence[MemoryRecord],
        exports: Sequence[MemoryExport],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        """Begin each memory with what was exported; False where it existed before."""
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

    async def listed(
        self, collection: str, after: str, limit: int, *, sensitive: bool
    ) -> tuple[str, ...]:
        """The places of a collection's memories, newest first; of the sensitive ones on demand."""
        start = f"({after}" if after else "+"
        commands: list[Command] = [
            ["ZRANGE", key, start, "-", "BYLEX", "REV", "LIMIT", 0, limit]
            for key in _lists(collection, sensitive=sensitive)
        ]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with reading_answers():
            places = (str(place) for answer in answers for place in answer)
            return tuple(sorted(places, reverse=True)[:limit])

    async def how_many(self, collections: Sequence[str], *, sensitive: bool) -> tuple[int, ...]:
        """How many memories of each collection are listed."""
        lists = [_lists(each, sensitive=sensitive) for each in collections]
        commands: list[Command] = [["ZCARD", key] for keys in lists for key in keys]
        counted = iter(await self._redis.pipeline(commands, repeatable=True))
        with reading_answers():
            return tuple(sum(int(next(counted)) for _ in keys) for keys in lists)

    async def enlist(self, records: Sequence[MemoryRecord]) -> None:
        """Put memories of an earlier release on the lists."""
        scripts = [
            Script("enlist", (name, _list_of(each)), (each.id,), (sum_key(name),))
            for each in records
            for name in (memory_key(each.key),)
        ]
        await self._redis.run_all(scripts)

    async def load_cursor(self, task: str) -> WalkCursor:
        """Where the last run of a task stopped."""
        fields = await self._redis.hgetall(f"maintain:{task}")
        return WalkCursor(fields.get("collection", ""), fields.get("cursor", ""))

    async def save_cursor(self, task: str, cursor: WalkCursor) -> None:
        """Keep where the next run goes on."""
        values = {"collection": cursor.collection, "cursor": cursor.cursor}
        await self._redis.hset(f"maintain:{task}", values=values)

    async def _members(self, key: str) -> tuple[str, ...]:
        members = await self._redis.smembers(key)
        with reading_answers():
            return tuple(sorted(members))

    async def _run_all(
        self, scripts: Sequence[Script], read: Callable[[Any], _T], *, repeatable: bool = True
    ) -> tuple[_T, ...]:
        answers = await self._redis.run_all(scripts, repeatable=repeatable)
        with reading_answers():
            return tuple(map(read, answers))

    async def _run_on_run(self, script: Script) -> str | None:
        answer = await self._redis.run(script, repeatable=True)
        with reading_answers():
            _refuse_own(answer)
            return str(answer) or None


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
        *(*_beginning_arguments(record), standing_argument(operation)),
        "" if locks_all else "1",
    )
    keys = _keys_of(record)
    return Script("count_occurrence", keys, arguments, None if locks_all else touched)


def _signed(operation: Operation) -> tuple[str, str, str]:
    """Of an operation on a run: when, by whom, and whether that one speaks for others."""
    return iso(operation.at), operation.actor, "1" if operation.relays else ""


def _refuse_own(answer: object) -> None:
    if answer == _OWN:
        raise OwnJudgement(NOT_ITS_OWN)


def _counts_or_none(answer: Sequence[str] | None) -> MemoryCounts | None:
    return None if answer is None else counts_from(answer)


def _retraction(
    collection: str, fields: Sequence[str], runs: Sequence[str], derived: Sequence[str]
) -> Retraction:
    return Retraction(
        counts_from(fields),
        tuple(sorted(each.removeprefix(run_key(collection, "")) for each in runs)),
        tuple(sorted(each.removeprefix(memory_key((collection, ""))) for each in derived)),
    )


def _occurrence(answer: Sequence[Any]) -> Occurrence | None:
    verdict, fields, anew = answer
    if verdict == "lost":
        return None
    return Occurrence(counts_from(fields), created=verdict == "created", anew=bool(anew))


def _log(memory: str) -> Command:
    return ["XRANGE", f"{memory}:log", "-", "+"]


def _conversation_of(record: MemoryRecord) -> str:
    conversation_id = record.metadata.get("conversation_id")
    return conversation_key(record.collection, str(conversation_id)) if conversation_id else ""


def _keys_of(record: MemoryRecord) -> tuple[str, ...]:
    """What a script is given that begins a memory."""
    related = (memory_key((record.collection, each)) for each in _related(record))
    lists = (_conversation_of(record), _list_of(record))
    return (*memory_and_deletions(record.key), *lists, *related)


def _related(record: MemoryRecord) -> tuple[str, ...]:
    return (*record.supersedes, *record.derived_from)


def _beginning_arguments(record: MemoryRecord) -> tuple[str, str, str, str]:
    """Whether it is sensitive, how many it supersedes, from how many it was derived, its state."""
    is_sensitive = "0" if is_for_all(record.metadata) else "1"
    relations = (str(len(record.supersedes)), str(len(record.derived_from)))
    return is_sensitive, *relations, str(record.metadata["state"])


def _list_of(record: MemoryRecord) -> str:
    return list_key(record.collection, sensitive=not is_for_all(record.metadata))


def _lists(collection: str, *, sensitive: bool) -> tuple[str, ...]:
    everybody = list_key(collection)
    return (everybody, list_key(collection, sensitive=True)) if sensitive else (everybody,)


def _created_ms(record: MemoryRecord) -> str:
    return str(record.metadata["created_at_ms"])
