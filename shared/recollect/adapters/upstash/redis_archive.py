"""Memories in and out of Upstash Redis, with all that is kept of them.

Apart from what functions need, since only import and export do.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from recollect.adapters.upstash.redis import Command, Script, paired, reading_answers
from recollect.adapters.upstash.redis_keys import (
    log_command,
    memory_and_doomed,
    memory_key,
)
from recollect.adapters.upstash.redis_memories import (
    RedisMemories,
    conversation_of,
    created_ms,
    event_of,
)
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import iso
from recollect.memories.model import Vote
from recollect.memories.record import Record
from recollect.memories.transfer import Legacy

# Ours alone: they say nothing of a memory elsewhere.
_OWN = frozenset({"created_at", "condemned"})


class RedisArchive(RedisMemories):
    """The port `Archive` of `recollect.memories.transfer`, and all the others."""

    async def begun(self, keys: Sequence[Key]) -> tuple[bool, ...]:
        """Whether each memory has begun and is not condemned."""
        answers = await self._redis.pipeline(
            [["HMGET", memory_key(key), "created_at", "condemned"] for key in keys],
            repeatable=True,
        )
        with reading_answers():
            return tuple(
                created_at is not None and condemned is None for created_at, condemned in answers
            )

    async def dump(self, keys: Sequence[Key]) -> tuple[Legacy, ...]:
        """Everything that is kept of each memory."""
        commands: list[Command] = []
        for name in map(memory_key, keys):
            commands += [["HGETALL", name], ["HGETALL", f"{name}:voters"], log_command(name)]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with reading_answers():
            return tuple(
                _legacy(*answers[start : start + 3]) for start in range(0, len(answers), 3)
            )

    async def inherit(
        self,
        records: Sequence[Record],
        legacies: Sequence[Legacy],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        """Begin each memory with what it brings."""
        scripts = [
            Script(
                "inherit",
                (*memory_and_doomed(record.key), conversation_of(record)),
                (
                    *(token, created_ms(record), record.id, iso(operation.at), operation.actor),
                    *_flat_legacy(legacy),
                ),
            )
            for record, legacy in zip(records, legacies, strict=True)
        ]
        return tuple(bool(answer) for answer in await self._redis.run_all(scripts))


def _legacy(fields: Sequence[str], voters: Sequence[str], entries: Sequence[Any]) -> Legacy:
    kept = paired(fields)
    return Legacy(
        standing={name: value for name, value in kept.items() if name not in _OWN},
        voters=_votes_reader().validate_python(paired(voters)),
        history=tuple(map(event_of, entries)),
        condemned="condemned" in kept,
    )


@cache
def _votes_reader() -> TypeAdapter[dict[str, Vote]]:
    return TypeAdapter(dict[str, Vote])


def _flat_legacy(legacy: Legacy) -> tuple[str, ...]:
    standing = [part for pair in legacy.standing.items() for part in pair]
    voters = [part for pair in legacy.voters.items() for part in pair]
    history = [
        part
        for event in legacy.history
        for part in (event.at, event.type, event.actor, json.dumps(event.details))
    ]
    return tuple(part for flat in (standing, voters, history) for part in (str(len(flat)), *flat))
