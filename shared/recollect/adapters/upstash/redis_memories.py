"""What is counted, decided and recorded of memories, in Upstash Redis.

Keys are those of `docs/data.md`. Every change is one Lua script (`lua/`), so that it holds together
with the check that makes a repeat of it harmless.
"""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from recollect.adapters.upstash.redis import Script, paired, reading_answers
from recollect.adapters.upstash.redis_keys import (
    conversation_key,
    doomed_key,
    log_command,
    memory_and_doomed,
    memory_key,
    run_key,
)
from recollect.adapters.upstash.redis_standings import RedisStandings, standing_from
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.citations import RunJudgement
from recollect.memories.deletion import Condemnation, Condition
from recollect.memories.feedback import Judgement
from recollect.memories.model import HistoryEvent
from recollect.memories.paging import Place
from recollect.memories.record import Record, Standing
from recollect.memories.requests import NewVote
from recollect.memories.storing import Claim, Settled

# Longer than a store may take to answer, shorter than a function lives.
_CLAIM_MS = 6_000


class RedisMemories(RedisStandings):
    """The ports of `recollect.memories` that count, decide and record."""

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[Claim, ...]:
        """Ask to be the one that adds each record."""
        answers = await self._redis.run_all(
            [Script("claim", (memory_key(key),), (token, _CLAIM_MS)) for key in keys]
        )
        with reading_answers():
            return tuple(Claim(answer) for answer in answers)

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back."""
        await self._redis.run_all([Script("release", (memory_key(key),), (token,)) for key in keys])

    async def settle(
        self, records: Sequence[Record], token: str, operation: Operation
    ) -> tuple[Settled | None, ...]:
        """Count each record as made, or as met once more; None where it was removed since."""
        scripts = [
            Script(
                "settle",
                (*memory_and_doomed(record.key), conversation_of(record)),
                (token, *_signed(operation, record.key), created_ms(record), record.id, "{}"),
            )
            for record in records
        ]
        answers = await self._redis.run_all(scripts, repeatable=bool(operation.id))
        with reading_answers():
            return tuple(
                None
                if verdict == "lost"
                else Settled(standing_from(fields), created=verdict == "created")
                for verdict, fields in answers
            )

    async def vote(self, key: Key, vote: NewVote, operation: Operation) -> Standing | None:
        """Count a vote; a voter's last vote stands."""
        details = _details(vote=vote.vote, voter_id=vote.voter_id)
        arguments = (*_signed(operation, key), vote.vote, vote.voter_id or "", details)
        script = Script("vote", (memory_key(key),), arguments)
        return await self._change(script, repeatable=bool(operation.id or vote.voter_id))

    async def judge(self, key: Key, judgement: Judgement, operation: Operation) -> Standing | None:
        """Decide the outcome and cast its vote."""
        details = _details(
            outcome=judgement.outcome,
            correction=judgement.correction,
            category=judgement.category,
            as_of=iso(judgement.as_of),
        )
        arguments = (
            *_signed(operation, key),
            _stamp(judgement.as_of, operation),
            judgement.outcome,
            judgement.correction or "",
            judgement.category or "",
            details,
        )
        return await self._change(Script("judge", (memory_key(key),), arguments), repeatable=True)

    async def validate(self, key: Key, operation: Operation) -> Standing | None:
        """Reset the decay clock and lift a quarantine."""
        script = Script(
            "validate", (memory_key(key),), (*_signed(operation, key), epoch_ms(operation.at))
        )
        return await self._change(script, repeatable=True)

    async def cite(
        self, collection: str, run_id: str, ids: Sequence[str], operation: Operation
    ) -> str | None:
        """Count each citation once a run."""
        arguments = (iso(operation.at), operation.actor, _details(run_id=run_id), *ids)
        return await self._on_run("cite", collection, run_id, ids, arguments)

    async def cited(self, collection: str, run_id: str) -> tuple[str, ...]:
        """The memories that a run cited."""
        fields = await self._redis.hkeys(run_key(collection, run_id))
        with reading_answers():
            return tuple(sorted(field for field in fields if not field.endswith("_at")))

    async def judge_run(
        self, collection: str, judgement: RunJudgement, ids: Sequence[str], operation: Operation
    ) -> str | None:
        """Move the counts of these citations."""
        details = _details(run_id=judgement.run_id, outcome=judgement.outcome)
        stamp = _stamp(judgement.as_of, operation)
        arguments = (iso(operation.at), operation.actor, stamp, judgement.outcome, details, *ids)
        return await self._on_run("judge_run", collection, judgement.run_id, ids, arguments)

    async def condemn(
        self, keys: Sequence[Key], conditions: Sequence[Condition], token: str
    ) -> tuple[Condemnation, ...]:
        """Claim memories in order to remove them."""
        scripts = [
            Script(
                "condemn", memory_and_doomed(key), (token, _CLAIM_MS, key[1], _condition(condition))
            )
            for key, condition in zip(keys, conditions, strict=True)
        ]
        answers = await self._redis.run_all(scripts)
        with reading_answers():
            return tuple(Condemnation(answer) for answer in answers)

    async def condemned(self, collection: str) -> tuple[str, ...]:
        """The memories whose removal began and has not ended."""
        return await self._members(doomed_key(collection))

    async def remove(self, keys: Sequence[Key], token: str) -> tuple[int, ...]:
        """Remove what is kept of condemned memories; answer how many keys went."""
        scripts = [Script("remove", memory_and_doomed(key), (token, key[1])) for key in keys]
        answers = await self._redis.run_all(scripts)
        with reading_answers():
            return tuple(int(answer) for answer in answers)

    async def of_conversation(self, collection: str, conversation_id: str) -> tuple[str, ...]:
        """The memories of a conversation."""
        return await self._members(conversation_key(collection, conversation_id))

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        """What was recorded of a memory, oldest first; nothing of one that is condemned."""
        memory = memory_key(key)
        entries, condemned = await self._redis.pipeline(
            [log_command(memory), ["HEXISTS", memory, "condemned"]], repeatable=True
        )
        with reading_answers():
            return () if condemned else tuple(event_of(entry) for entry in entries)

    async def load(self, task: str) -> Place:
        """The place that a scheduled walk left."""
        fields = await self._redis.hgetall(f"maintain:{task}")
        return Place(fields.get("collection", ""), fields.get("cursor", ""))

    async def save(self, task: str, place: Place) -> None:
        """Keep the place for the next run."""
        await self._redis.hset(
            f"maintain:{task}", values={"collection": place.collection, "cursor": place.cursor}
        )

    async def _members(self, key: str) -> tuple[str, ...]:
        members = await self._redis.smembers(key)
        with reading_answers():
            return tuple(sorted(members))

    async def _change(self, script: Script, *, repeatable: bool) -> Standing | None:
        answer = await self._redis.run(script, repeatable=repeatable)
        return None if answer is None else standing_from(answer)

    async def _on_run(
        self,
        script: str,
        collection: str,
        run_id: str,
        ids: Sequence[str],
        arguments: tuple[str, ...],
    ) -> str | None:
        keys = (run_key(collection, run_id), *(memory_key((collection, each)) for each in ids))
        answer = await self._redis.run(Script(script, keys, arguments), repeatable=True)
        with reading_answers():
            return str(answer) or None


def _condition(condition: Condition) -> str:
    if condition is None:
        return ""
    return condition if condition == "again" else f"at:{condition}"


def _operation(operation: Operation, key: Key) -> str:
    # A hash, so that nothing names a memory that is deleted.
    if not operation.id:
        return ""
    return hashlib.sha256(f"{operation.id}:{memory_key(key)}".encode()).hexdigest()[:40]


def _signed(operation: Operation, key: Key) -> tuple[str, str, str]:
    return _operation(operation, key), iso(operation.at), operation.actor


def _stamp(as_of: datetime, operation: Operation) -> str:
    # Sorts as text: by time, and two of the same millisecond by operation.
    return f"{epoch_ms(as_of):015d}:{operation.id}"


def _details(**details: str | None) -> str:
    return json.dumps({name: value for name, value in details.items() if value is not None})


def conversation_of(record: Record) -> str:
    """The set of the conversation that a memory came from; "" when it came from none."""
    conversation_id = record.metadata.get("conversation_id")
    return conversation_key(record.collection, str(conversation_id)) if conversation_id else ""


def created_ms(record: Record) -> str:
    """When a memory was made, as its hash keeps it."""
    return str(record.metadata["created_at_ms"])


def event_of(entry: Sequence[Any]) -> HistoryEvent:
    """The event behind an entry of a history's stream."""
    fields = dict(paired(entry[1]))
    return HistoryEvent.model_validate(fields | {"details": json.loads(fields["details"])})
