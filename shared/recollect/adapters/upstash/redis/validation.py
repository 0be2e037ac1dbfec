"""Counts validations of answers and their results by day, in Upstash Redis."""

from collections.abc import Sequence
from datetime import date
from uuid import uuid4

from recollect.adapters.upstash.redis.client import (
    RedisAdapter,
    Script,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis.keys import once_keys
from recollect.validation.metrics import Counts

_KEPT_SECONDS = 100 * 86_400


class RedisValidationCounters(RedisAdapter):
    """The port `ValidationCounters`. A day is kept for 100 days after its last validation."""

    async def add(self, day: date, counts: Counts, operation: str) -> None:
        """Add counts to a day; those of an operation that has an id are added only once."""
        # An operation without an id gets one, so that a retry after a lost answer counts once, too.
        operation_id = operation or uuid4().hex
        fields = [part for count in counts.items() for part in count]
        script = Script(
            "count",
            (_day_key(day),),
            (operation_id, _KEPT_SECONDS, *fields),
            once_keys(operation_id),
        )
        await self._redis.run(script, repeatable=True)

    async def of_days(self, days: Sequence[date]) -> Sequence[Counts]:
        """The counts of each day, in order; empty for a day without validations."""
        if not days:
            return []
        answers = await self._redis.pipeline(
            [["HGETALL", _day_key(day)] for day in days], repeatable=True
        )
        with translated_errors():
            return [
                {name: int(count) for name, count in mapping_from_pairs(answer).items()}
                for answer in answers
            ]


def _day_key(day: date) -> str:
    return f"validation:{day.isoformat()}"
