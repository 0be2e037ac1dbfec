"""The answers that requests with idempotency keys got, in Upstash Redis."""

from collections.abc import Sequence
from typing import Final

from recollect.adapters.upstash.redis.client import RedisAdapter, Script, translated_errors
from recollect.adapters.upstash.redis.keys import memory_key, parts
from recollect.core.ids import Key

KEPT_SECONDS: Final = 86_400
"""How many seconds an answer is kept for its idempotency key."""


class RedisAnswers(RedisAdapter):
    """The port `KeptAnswers` of `recollect.serving.idempotency`."""

    async def begin(self, key: str, request_hash: str) -> str:
        """Note a request under its idempotency key."""
        script = Script("begin", (f"once:{key}",), (request_hash, KEPT_SECONDS))
        return await self._kept(script)

    async def complete(self, key: str, request_hash: str, answer: str, about: Sequence[Key]) -> str:
        """Keep the answer, unless one is kept already. Returns what is kept now.

        `about` are the memories that the answer is about: it goes when one of them is deleted.
        """
        memories = [memory_key(each) for each in about]
        arguments = (request_hash, answer, KEPT_SECONDS, len(memories))
        touched = tuple(part for each in memories for part in parts(each, "gone", "answers"))
        script = Script("complete", (f"once:{key}", *memories), arguments, touched)
        return await self._kept(script)

    async def _kept(self, script: Script) -> str:
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            return str(answer)
