"""What the parts of the ledger of memories in Upstash Redis have in common."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from recollect.adapters.upstash.redis.client import Command, RedisAdapter, Script, translated_errors
from recollect.adapters.upstash.redis.memory_format import counts_from
from recollect.core.errors import OwnJudgement
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import NOT_ITS_OWN

CLAIM_MS: Final = 6_000
"""How long a claim lasts: longer than a store may take to answer, shorter than a function runs."""

# What scripts answer to a caller who judges its own memory or run; no memory has this id.
_OWN_JUDGEMENT: Final = "=own"

_T = TypeVar("_T")


class RedisMemoryPart(RedisAdapter):
    """The base of each part of the ledger: a connection to Redis, and what is done over it."""

    async def _members(self, key: str) -> tuple[str, ...]:
        members = await self._redis.smembers(key)
        with translated_errors():
            return tuple(sorted(members))

    async def _run_all(
        self, scripts: Sequence[Script], read: Callable[[Any], _T], *, repeatable: bool = True
    ) -> tuple[_T, ...]:
        answers = await self._redis.run_all(scripts, repeatable=repeatable)
        with translated_errors():
            return tuple(map(read, answers))


def refuse_own(answer: object) -> None:
    """Raise OwnJudgement if a script answers that the caller judges what is its own."""
    if answer == _OWN_JUDGEMENT:
        raise OwnJudgement(NOT_ITS_OWN)


def counts_or_none(answer: Sequence[str] | None) -> MemoryCounts | None:
    """The counts that a script answers, or None."""
    return None if answer is None else counts_from(answer)


def log_of(memory: str) -> Command:
    """The command that reads the history of a memory."""
    return ["XRANGE", f"{memory}:log", "-", "+"]
