"""What is known about Slack threads, in Upstash Redis."""

from datetime import datetime

from recollect.adapters.upstash.redis.client import (
    RedisAdapter,
    Script,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis.keys import slack_thread_key
from recollect.core.timestamps import iso
from recollect.discovery.threads import KnownThread, SeenThread

_KEPT_SECONDS = 30 * 86_400


class RedisThreads(RedisAdapter):
    """The port `KnownThreads` of `recollect.discovery`."""

    async def touch(self, seen: SeenThread) -> KnownThread:
        """Add what was seen of a thread, and return all that is known about it.

        It is kept for 30 days from now on.
        """
        script = Script(
            "touch_thread",
            (slack_thread_key(seen.owner, seen.channel_id, seen.thread_ts),),
            (iso(seen.at), seen.messages, seen.case_number or "", _KEPT_SECONDS),
        )
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            known = mapping_from_pairs(answer)
            return KnownThread(
                channel_id=seen.channel_id,
                thread_ts=seen.thread_ts,
                detected_at=datetime.fromisoformat(known["detected_at"]),
                last_updated=datetime.fromisoformat(known["last_updated"]),
                message_count=int(known["message_count"]),
                case_number=known.get("case_number"),
            )
