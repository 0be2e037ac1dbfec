"""The order of conversations, and the version of a project's knowledge, in Upstash Redis."""

from collections.abc import Sequence

from recollect.adapters.upstash.redis.client import Command, RedisAdapter, Script, translated_errors
from recollect.adapters.upstash.redis.evidence_keys import knowledge_key, thread_key
from recollect.knowledge.turns import REACH, Neighbourhoods
from recollect.retrieval.candidates import Scope


class RedisKnowledge(RedisAdapter):
    """The port `ThreadRepository` of `recollect.knowledge`."""

    async def join_thread(
        self,
        scope: Scope,
        thread: str,
        places: Sequence[tuple[float, str]],
        also_around: Sequence[str] = (),
        *,
        announce: bool = False,
    ) -> Neighbourhoods:
        """Put items into a thread, each at its place in time, and return what is around each."""
        key = thread_key(scope, thread)
        flat = [word for at, item_id in places for word in (f"{at:.3f}", item_id)]
        keys = (key, f"{key}:revision", knowledge_key(scope))
        answer = await self._redis.run(
            Script("join_thread", keys, (REACH, int(announce), len(places), *flat, *also_around)),
            repeatable=True,
        )
        with translated_errors():
            revision, *orders = answer
            return Neighbourhoods(str(revision), [[str(each) for each in part] for part in orders])

    async def leave_thread(self, scope: Scope, thread: str, ids: Sequence[str]) -> None:
        """Take items out of a thread; a repeat changes nothing."""
        key = thread_key(scope, thread)
        script = Script("leave_thread", (key, f"{key}:revision"), tuple(ids))
        await self._redis.run(script, repeatable=True)

    async def thread_revision(self, scope: Scope, thread: str) -> str:
        """The revision of a thread as it is now."""
        found = await self._redis.get(f"{thread_key(scope, thread)}:revision")
        return found or "0"

    async def note_change(self, scope: Scope, *, has_passages: bool = False) -> None:
        """Increase the version of a project's knowledge, and note whether it has passages now.

        A repeat after a lost answer increases it once more, which does no harm.
        """
        key = knowledge_key(scope)
        noted: list[Command] = [["HSET", key, "has_passages", "1"]] if has_passages else []
        await self._redis.pipeline([*noted, ["HINCRBY", key, "version", 1]], repeatable=True)
